/** One engine call: how messages name it, and where its lines are shown. */
import { describe, expect, test } from "vitest";
import type { Operation, Standard } from "../../provider/core/run/operation.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { ToyAccount, ballInState } from "./core-toy-account.js";

type Call = Parameters<ToyAccount["operation"]>[0];

const here = () => {
  const account = new ToyAccount();
  const operation = (call: Partial<Call> = {}): Operation<Standard> =>
    account.operation({ verb: "create", ...call });
  return { operation, session: account.session, printed: account.printed };
};

describe("an operation", () => {
  test("on a new object has the program's inputs only", () => {
    const operation = here().operation({ news: { name: "Ball" }, hints: { __preview: true } });
    expect(operation).toMatchObject({
      ...{ kind: "Toy", id: "", isNew: true, olds: {}, news: { name: "Ball" } },
      ...{ hints: { __preview: true }, label: 'Toy "Ball"', purpose: 'create Toy "Ball"' },
    });
    expect(operation.memory).toEqual({ partial: [] });
  });

  test("on an object in state has the inputs of the state, unless the program declares others", () => {
    const { operation } = here();
    const olds = { ...ballInState, __createdAt: 5 };
    const read = operation({ verb: "read", id: "7", olds });
    expect(read).toMatchObject({ recordId: 7, isNew: false, olds, news: olds, hints: {} });
    expect(read.memory).toEqual({ createdAt: 5, partial: [] });
    expect(read.purpose).toBe('read Toy "Ball" (id 7)');
    const update = read.with({ verb: "update", news: { name: "Cube" } });
    expect(update).toMatchObject({ olds, news: { name: "Cube" }, label: 'Toy "Cube" (id 7)' });
    expect(update.with({ purpose: "rename it" }).purpose).toBe("rename it");
  });

  test("shares the run's knowledge of the object", () => {
    const { operation, session } = here();
    const { object } = operation({ id: "7" });
    expect(object).toBe(session.ledger.object("Toy", 7));
    expect(operation({}).objectWith(7)).toBe(object);
  });

  test("resolves the names that the program declares", async () => {
    const wanted = await here()
      .operation({ news: { voice: "Sarah" } })
      .resolved();
    expect([...wanted]).toEqual([["voice", 1]]);
  });
});

describe("a line", () => {
  const news = { name: "Ball" };
  const LABEL = 'Toy "Ball" (id 7): ';
  const difference = { property: "size", text: "other" };

  test.each<[string, (operation: Operation<Standard>) => void, string, object]>([
    ["info", (one) => one.say("text"), "text", { severity: "info" }],
    ["warning", (one) => one.say("text", "warning"), "text", { severity: "warning" }],
    ["with the name", (one) => one.note("text"), `${LABEL}text`, { severity: "info" }],
    [
      "a warning with the name",
      (one) => one.note("text", "warning"),
      `${LABEL}text`,
      { severity: "warning" },
    ],
    [
      "of a start",
      (one) => one.warn("start", "starts"),
      `${LABEL}starts`,
      { severity: "warning", effect: "start" },
    ],
    [
      "of a difference",
      (one) => one.note("differs", "info", { difference }),
      `${LABEL}differs`,
      { severity: "info", difference },
    ],
  ])("%s: is shown on its resource", (_, print, line, { severity, ...more }: { severity?: string }) => {
    const { operation, session, printed } = here();
    session.ledger.intent("Toy ball").urn = "urn:ball";
    print(operation({ id: "7", news }));
    expect(printed).toEqual([
      [line, { kind: "Toy", id: "7", ...more, shownOn: { urn: "urn:ball", severity } }],
    ]);
  });

  test("is shown on no resource without a URN", () => {
    const { operation, printed } = here();
    operation({ id: "7", news }).say("text", "warning");
    expect(printed).toEqual([["text", { kind: "Toy", id: "7" }]]);
  });
});

test("an error names the operation, and a mistake names only the resource", () => {
  const operation = here().operation({ news: { name: "Ball" } });
  const error = operation.error("lost", "it is not known.", { remedy: "Look.", lost: true });
  expect(error).toBeInstanceOf(VoicecallError);
  expect(error).toMatchObject({
    ...{ code: "lost", lost: true, message: 'create Toy "Ball": it is not known. Look.' },
  });
  const mistake = operation.mistake("exists", "there is one.");
  expect(mistake).toMatchObject({ code: "exists", message: 'Toy "Ball": there is one.' });
  expect(mistake.details).toEqual({ resource: 'Toy "Ball"' });
});
