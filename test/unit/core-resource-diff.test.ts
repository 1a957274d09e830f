/** A diff finds what an apply will change, and predicts whether it will fail. */
import type { ObjectEntry } from "../../provider/core/run/ledger.js";
import { describe, expect, test } from "vitest";
import type { Standard } from "../../provider/core/run/operation.js";
import { standardResource } from "../../provider/core/resource.js";
import type { DiffResult } from "../../provider/core/run/results.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { ToyAccount, ball, ballInState } from "./core-toy-account.js";

const same = { name: "Ball", size: 1 };
const bigger = { name: "Ball", size: 2 };

const compared = (here: ToyAccount, news: Bag, olds: Bag = {}): Promise<DiffResult> =>
  standardResource(here.definition).diff(
    here.operation({ verb: "compare", id: "7", news, olds: { ...ballInState, ...olds } }),
  );

/** Records a check, which precedes the diff of every resource that the program declares. */
function declared(here: ToyAccount): ToyAccount {
  here.session.ledger.intent("Toy ball").isChecked = true;
  return here;
}

const object = (here: ToyAccount) => here.session.ledger.object("Toy", "7");

describe("the result", () => {
  test.each<[string, Bag, Bag, DiffResult]>([
    ["nothing changes", same, {}, { changes: false }],
    ["the engine compares the inputs", bigger, {}, { deleteBeforeReplace: true }],
    [
      "a property that never changes",
      { ...same, maker: "b" },
      { maker: "a" },
      { deleteBeforeReplace: true, replaces: ["maker"] },
    ],
  ])("%s", async (_, news, olds, result) => {
    const here = new ToyAccount();
    expect(await compared(here, news, olds)).toEqual(result);
    expect(object(here).fate).toBe(result.replaces ? "replaced" : undefined);
    expect(here.lines()).toEqual([]);
  });

  test("another adoptId is a mistake", async () => {
    await expect(compared(new ToyAccount(), { ...same, adoptId: 8 })).rejects.toMatchObject({
      code: "invalid",
    });
  });
});

describe("the kind", () => {
  const assess: Standard["assess"] = (olds, news, found, label) => ({
    found: [],
    replaces: ["size"],
    notes: [`${label}: ${String(olds["size"])} → ${String(news["size"])} (${found.length})`],
  });

  test("may assess the changes", async () => {
    const here = new ToyAccount({ definition: { assess } });
    expect(await compared(here, bigger)).toEqual({
      changes: true,
      replaces: ["size"],
      deleteBeforeReplace: true,
    });
    expect(here.lines()).toEqual(['Toy "Ball" (id 7): 1 → 2 (1)']);
  });

  test("may compare with the account, after it has assessed the changes", async () => {
    const compare: Standard["compare"] = async ({ id }, found, { notes, replaces }) => {
      notes.splice(0, notes.length, `${id} has ${found.length} changes left`);
      replaces.length = 0;
      return [];
    };
    const here = new ToyAccount({ definition: { assess, compare } });
    expect(await compared(here, bigger)).toEqual({ changes: false });
    expect(here.lines()).toEqual(["7 has 0 changes left"]);
  });

  test("may have notes about the object itself, unless a preview or an apply changes nothing", async () => {
    const standing: Standard["standing"] = ({ uuid }, label) => [`${label} has ${String(uuid)}`];
    const refreshed = new ToyAccount({ rows: [ball], definition: { standing } });
    await compared(refreshed, same);
    const unchanged = declared(new ToyAccount({ rows: [ball], definition: { standing } }));
    await compared(unchanged, same);
    const changed = declared(new ToyAccount({ rows: [ball], definition: { standing } }));
    await compared(changed, bigger);
    const note = 'Toy "Ball" (id 7) has u7';
    expect([refreshed.lines(), unchanged.lines(), changed.lines()]).toEqual([[note], [], [note]]);
  });
});

test("lines about kept values and about names come before the apply", async () => {
  const here = new ToyAccount({ rows: [ball] });
  here.session.ledger.isPreview = true;
  await compared(here, { name: "Ball", voice: 2 }, { voice: 1, voiceId: 1 });
  expect(here.lines()).toEqual([
    'Toy "Ball" (id 7): size is no longer declared; it is left at 1 in the service.',
    'Toy "Ball" (id 7): will change voice ("Sarah" (id 1) → "Mia" (id 2)).',
  ]);
});

describe("the owner of the object", () => {
  test.each<[string, Bag, Bag, ObjectEntry["fate"]]>([
    ["keeps it if nothing changes", same, {}, "kept"],
    ["may still lose it if something changes", bigger, {}, undefined],
    ["may still lose it if it is replaced", { ...same, maker: "b" }, { maker: "a" }, "replaced"],
  ])("%s", async (_, news, olds, expected) => {
    const here = declared(new ToyAccount({ rows: [ball] }));
    await compared(here, news, olds);
    const { owner, fate } = object(here);
    expect({ owner, fate }).toEqual({ owner: "Toy ball", fate: expected });
  });

  test("is not recorded in a refresh, which runs no check", async () => {
    const here = new ToyAccount({ rows: [ball] });
    await compared(here, same);
    expect(object(here)).toEqual({ kind: "Toy", id: 7 });
  });

  test("fails its diff if another resource will adopt the object", async () => {
    const promised = (): ToyAccount => {
      const here = new ToyAccount();
      object(here).promised = "Remove it there.";
      return here;
    };
    await expect(compared(declared(promised()), same)).rejects.toMatchObject({
      code: "exists",
      message:
        'Toy "Ball" (id 7): another resource of this program will adopt the object of this resource, and only one resource can manage an object. Remove it there.',
    });
    expect(await compared(promised(), same)).toEqual({ changes: false });
  });
});

describe("a prediction", () => {
  const changedByHand = { ...ball, size: 5 };
  const cube = { id: 8, name: "Cube" };
  const renamed = { name: "Cube", size: 2 };
  const fails = [
    expect.stringMatching(/^update Toy "Cube" \(id 7\): .*\(id 8\)\. Applying this will fail, unless /),
    expect.stringMatching(
      /^Toy "Cube" \(id 7\) was changed manually: size \(1 → 5\)\. Applying this will fail\./,
    ),
  ];
  const predicted = (config: Record<string, string> = {}, isPreview = true): ToyAccount => {
    const here = new ToyAccount({ rows: [changedByHand, cube], config });
    here.session.ledger.isPreview = isPreview;
    return here;
  };

  test("names the object with the new key, and manual changes", async () => {
    const here = declared(predicted());
    here.session.ledger.intent("Toy ball").urn = "urn:ball";
    await compared(here, renamed);
    expect(here.lines()).toEqual(fails);
    expect(here.printed[0]).toMatchObject([{}, { shownOn: { urn: "urn:ball", severity: "warning" } }]);
  });

  test("leaves manual changes to the apply, which reads the object itself", async () => {
    const here = declared(predicted({}, false));
    await compared(here, renamed);
    expect(here.lines()).toEqual(fails.slice(0, 1));
  });

  test.each<[string, boolean, Bag, Bag, string[]]>([
    ["in a refresh, without requests", false, renamed, {}, []],
    // The listing shows whether another object has the same key.
    ["if nothing changes", true, { ...renamed, size: 1 }, { name: "Cube" }, ["list"]],
  ])("is not made %s", async (_, isDeclared, news, olds, requests) => {
    const here = predicted();
    if (isDeclared) declared(here);
    await compared(here, news, olds);
    expect([here.lines(), here.requests]).toEqual([[], requests]);
  });

  test("is not made while the key is unknown", async () => {
    const news = { name: UNKNOWN, size: 1 };
    const here = declared(predicted());
    await compared(here, news);
    expect(here.lines()).toEqual([]);
  });

  test("is not made for a replacement, because its check makes it; the new key is recorded", async () => {
    const news = { ...renamed, maker: "b" };
    const here = declared(predicted());
    expect(await compared(here, news, { maker: "a" })).toMatchObject({ replaces: ["maker"] });
    expect(here.lines()).toEqual([]);
    expect(object(here).newKey).toBe('Toy:["Cube"]');
  });
});
