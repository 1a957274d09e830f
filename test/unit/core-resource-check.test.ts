/** A check finds the mistakes of a program, and predicts what the apply will do. */
import { describe, expect, test } from "vitest";
import type { Standard } from "../../provider/core/run/operation.js";
import { check, standardResource } from "../../provider/core/resource.js";
import type { Checked, Finding } from "../../provider/core/run/results.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { ToyAccount, ball, ballInState, failure, withoutToken } from "./core-toy-account.js";
import { toy } from "./core-toy.js";

const checked = (here: ToyAccount, news: Bag, olds?: Bag): Promise<Checked> =>
  standardResource(here.definition).check(here.operation({ verb: "check", news, olds }));

const preview = { __preview: true };
const required: Finding = { path: "name", reason: "is required" };
const noVoice = { path: "voice", reason: expect.stringContaining("voice") as string };

describe("the inputs", () => {
  test("are returned without the hints of the SDK, and in order", async () => {
    const [axle, wheel] = ["axle", "wheel"].map((name) => ({ name, type: "part" }));
    const news = { name: "Ball", parts: [wheel, axle], __urn: "urn:ball", ...preview };
    expect(await checked(new ToyAccount(), news)).toEqual({
      inputs: { name: "Ball", parts: [axle, wheel] },
      failures: [],
    });
  });

  test("of an object in state are known for its diff if they have no mistake", async () => {
    const wasChecked = async (news: Bag, olds?: Bag): Promise<boolean> => {
      const here = new ToyAccount();
      await checked(here, news, olds);
      return here.session.ledger.intent("Toy ball").isChecked === true;
    };
    expect(await wasChecked({ name: "Ball" }, ballInState)).toBe(true);
    expect(await wasChecked({ name: "Ball" })).toBe(false);
    expect(await wasChecked({ name: "Ball", size: 1000 }, ballInState)).toBe(false);
  });
});

describe("mistakes", () => {
  test("stop an apply before anything is looked up", async () => {
    const here = new ToyAccount();
    expect((await checked(here, { voice: "Nobody" })).failures).toEqual([required]);
    expect(here.lookedUp).toEqual([]);
  });

  test("are all reported in a preview, including those that only the account reveals", async () => {
    const here = new ToyAccount();
    const { failures } = await checked(here, { voice: "Nobody", ...preview });
    expect(failures).toEqual([required, noVoice]);
    expect(here.requests).toEqual([]);
  });

  test("are reported even if the account cannot be read", async () => {
    const here = new ToyAccount();
    here.session.names.resolve = failure("server");
    const news = { voice: "Sarah", ...preview };
    expect((await checked(here, news)).failures).toEqual([required]);
    await expect(checked(here, { ...news, name: "Ball" })).rejects.toMatchObject({ code: "server" });
    here.session.names.resolve = () => Promise.reject(new TypeError("broken"));
    await expect(checked(here, news)).rejects.toThrow("broken");
  });

  test("do not include a name that several engine modes have while the mode is unknown", async () => {
    const voice = { ...toy.fields["voice"]!, in2026: { byMode: {} } } as Standard["fields"][string];
    const mode = { ...toy.fields["note"]!, record: "mode" };
    const base = { modeField: "mode", fields: { ...toy.fields, mode, voice } };
    const here = new ToyAccount({ config: { apiForm: "2026" }, definition: base });
    here.session.names.resolve = failure("ambiguous-name");
    const news = { name: "Ball", voice: "Sarah" };
    expect((await checked(here, news)).failures).toEqual([]);
    const twice = await checked(here, { ...news, mode: "pipeline" });
    expect(twice.failures).toMatchObject([{ path: "voice" }]);
  });
});

describe("the form of the API", () => {
  const later = { ...toy.fields["colour"]!, request: "later", record: "later", only: "2026" as const };
  const news = { name: "Ball", later: "red" };

  test.each<[string, Record<string, string>]>([
    ["found", {}],
    ["set", { apiForm: "2025" }],
  ])("decides which properties exist: %s", async (_, config) => {
    const here = new ToyAccount({ config, definition: { fields: { ...toy.fields, later } } });
    expect((await checked(here, news)).failures).toEqual([
      {
        path: "later",
        reason: "exists only in the 2026 form of the API, and this service has the 2025 form",
      },
    ]);
  });

  test("may have the property", async () => {
    const here = new ToyAccount({
      config: { apiForm: "2026" },
      definition: { fields: { ...toy.fields, later } },
    });
    expect((await checked(here, news)).failures).toEqual([]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["found", {}, "detected from its responses; to override it, set voicecall:apiForm"],
    ["set", { apiForm: "2025" }, "set by voicecall:apiForm"],
  ])("may lack the kind: %s", async (_, config, source) => {
    const kind = { only: "2026" as const, check: (): never => expect.unreachable() };
    const here = new ToyAccount({ config, definition: kind });
    expect((await checked(here, { name: "Ball" })).failures).toEqual([
      {
        path: "",
        reason: `Toy "Ball": this kind of resource exists only in the 2026 form of the API, and this service has the 2025 form (${source}).`,
      },
    ]);
    expect(here.requests).toEqual([]);
  });

  test("may have the kind", async () => {
    const here = new ToyAccount({ config: { apiForm: "2026" }, definition: { only: "2026" } });
    expect((await checked(here, { name: "Ball" })).failures).toEqual([]);
    expect(here.requests).toEqual(["list"]);
  });
});

describe("what the SDK adds", () => {
  test.each<[unknown, boolean]>([
    [true, true],
    [undefined, false],
    ["true", false],
  ])("whether it is a preview: %s", async (__preview, isPreview) => {
    const here = new ToyAccount();
    await checked(here, { name: "Ball", __preview });
    expect(here.session.ledger.isPreview).toBe(isPreview);
    here.session.ledger.isPreview = true;
    await checked(here, { name: "Ball" });
    expect(here.session.ledger.isPreview).toBe(true);
  });

  test("the URN", async () => {
    const here = new ToyAccount();
    const { ledger } = here.session;
    await checked(here, { name: "Ball", __urn: "urn:ball" });
    expect(ledger.intent("Toy ball")).toEqual({ urn: "urn:ball" });
  });

  test("notes are shown on the resource, whatever its mistakes", async () => {
    const check: Standard["check"] = async (_, { warnings }) => void warnings.push({ text: "a note" });
    for (const news of [{}, { size: 1000 }, { voice: "Nobody" }]) {
      const here = new ToyAccount({ definition: { check } });
      await checked(here, { name: "Ball", ...news, __urn: "urn:ball", ...preview });
      const shownOn = { urn: "urn:ball", severity: "warning" };
      expect(here.printed).toEqual([["a note", { kind: "Toy", id: "", shownOn }]]);
    }
  });
});

describe("warnings", () => {
  const check: Standard["check"] = async (_, { warnings }) =>
    void warnings.push({ text: "a note" }, { text: "voice was renamed", isOfOther: true });

  test.each<[string, Bag, Bag | undefined, string[]]>([
    ["a new resource has them", { name: "Ball" }, undefined, ["a note", "voice was renamed"]],
    [
      "a changed resource has them",
      { name: "Ball" },
      { name: "Ball", size: 2 },
      ["a note", "voice was renamed"],
    ],
    [
      "an unchanged resource has only what another resource causes",
      { name: "Ball" },
      { name: "Ball" },
      ["voice was renamed"],
    ],
  ])("%s", async (_, news, olds, expected) => {
    const here = new ToyAccount({ definition: { check } });
    await checked(here, news, olds);
    expect(here.lines()).toEqual(expected);
  });

  test("an unchanged resource with mistakes fails", async () => {
    const odd: Standard["check"] = async (_, { mistakes }) => void mistakes.push(...MISTAKES);
    const here = new ToyAccount({ definition: { check: odd } });
    expect((await checked(here, { name: "Ball" }, { name: "Ball" })).failures).toEqual(MISTAKES);
  });
});

const MISTAKES: readonly Finding[] = [
  { path: "name", reason: "is odd" },
  { path: "size", reason: "is odd too" },
];

describe("without a token", () => {
  test("names are not looked up, and a line says so", async () => {
    const here = new ToyAccount({ config: withoutToken });
    expect((await checked(here, { name: "Ball", voice: "Nobody" })).failures).toEqual([]);
    expect(here.lines()).toEqual([
      expect.stringMatching(/^Names were not looked up, because there is no access token: .+\.$/),
    ]);
    expect([here.lookedUp, here.requests]).toEqual([[], []]);
  });

  test("texts and other resources of the program are still checked", async () => {
    const odd: Standard["check"] = async (_, { mistakes }) => void mistakes.push(...MISTAKES);
    const here = new ToyAccount({ config: withoutToken, definition: { check: odd } });
    const news = { name: "Ball" };
    expect((await checked(here, news)).failures).toEqual(MISTAKES);
    const alone = new ToyAccount({ config: withoutToken, definition: { check: failure("exists") } });
    await expect(checked(alone, news)).rejects.toMatchObject({ code: "exists" });
  });
});

describe("other resources of the program", () => {
  test("must not have the same key, or contradict it in another way", async () => {
    const here = new ToyAccount();
    const check = (self: string): Promise<Checked> =>
      standardResource(here.definition).check(
        here.operation({ verb: "check", news: { name: "Ball" }, self }),
      );
    await check("first");
    await expect(check("second")).rejects.toMatchObject({
      code: "exists",
    });
    const alone = new ToyAccount({ definition: { check: failure("in-use") } });
    await expect(checked(alone, { name: "Ball" })).rejects.toMatchObject({ code: "in-use" });
  });

  test.each<[string, Record<string, undefined>]>([
    ["with a token", {}],
    ["without a token", withoutToken],
  ])("are compared only with a resource without mistakes: %s", async (_, config) => {
    const here = new ToyAccount({ config });
    const check = (self: string, more?: Bag): Promise<Checked> =>
      standardResource(here.definition).check(
        here.operation({ verb: "check", news: { name: "Ball", ...more, ...preview }, self }),
      );
    await check("first", { size: 1000 });
    await check("second");
    await expect(check("third")).rejects.toMatchObject({ code: "exists" });
  });

  test.each<[string, Record<string, undefined>]>([
    ["with a token", {}],
    ["without a token", withoutToken],
  ])("are not compared by a kind without such rules: %s", async (_, config) => {
    const call = new ToyAccount({ rows: [ball], config }).operation({
      verb: "check",
      news: { name: "Ball" },
    });
    expect(await check(call)).toEqual({ inputs: { name: "Ball" }, failures: [] });
  });
});

describe("lookups in the account", () => {
  test("may find mistakes, after which nothing is predicted", async () => {
    const check: Standard["check"] = async (_, findings) => {
      findings.mistakes.push({ path: "size", reason: "is odd" });
      findings.predict("It will fail.");
    };
    const here = new ToyAccount({ rows: [ball], definition: { check } });
    expect((await checked(here, { name: "Ball" })).failures).toEqual([{ path: "size", reason: "is odd" }]);
    expect([here.requests, here.lines()]).toEqual([[], []]);
  });

  test("treat wrong properties as unknown", async () => {
    const check: Standard["check"] = async ({ news }, { warnings }) =>
      void warnings.push({ text: JSON.stringify(news) });
    const here = new ToyAccount({ definition: { check } });
    await checked(here, { name: "Ball", size: 1000, voice: "Nobody", ...preview });
    expect(here.lines()).toEqual([JSON.stringify({ name: "Ball", size: UNKNOWN, voice: UNKNOWN })]);
  });
});
