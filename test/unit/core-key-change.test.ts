/** An update that gives an object a new key must not give it the key of another object. */
import { describe, expect, test } from "vitest";
import { assertKeyIsFree, previewKeyChange } from "../../provider/core/steps/key-change.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import { Findings } from "../../provider/core/run/results.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { type AccountOptions, ToyAccount, ball, ballInState, withoutToken } from "./core-toy-account.js";

const cube: ServiceRecord = { id: 8, name: "Cube" };
const KEY = 'Toy:["Cube"]';
const START = 'update Toy "Cube" (id 7): nothing is sent, because ';
const CREATE = 'Choose another name, or set onExisting: "create" (for a swap, on both).';
const HINT = " If this program frees it, apply that first.";

const given = ({ config, ...more }: AccountOptions = {}): ToyAccount =>
  new ToyAccount({ rows: [{ ...ball }, cube], config: { listLag: "1", ...config }, ...more });

const operation = (here: ToyAccount, news: Bag = {}, olds: Bag = {}) =>
  here.operation({
    verb: "update",
    id: "7",
    olds: { ...ballInState, ...olds },
    news: { name: "Cube", ...news },
  });

describe("an update", () => {
  async function change(here: ToyAccount, news?: Bag): Promise<void> {
    const update = operation(here, news);
    await assertKeyIsFree(update, await update.resolved());
  }

  test("fails if another object has the key until the listing lag has passed", async () => {
    const here = given();
    await expect(change(here)).rejects.toMatchObject({
      code: "exists",
      message: `${START}another object has the new name (id 8). ${CREATE}${HINT}`,
    });
    expect(here.requests).toEqual(["list", "list", "list", "list"]);
  });

  test("waits for another update that frees the key", async () => {
    const here = given();
    here.list = async () => (here.requests.length < 3 ? [cube] : []);
    await change(here);
    expect(here.requests).toEqual(["list", "list", "list"]);
  });

  test("succeeds if no other object has the key", async () => {
    for (const rows of [[{ ...ball }], [{ ...ball, name: "Cube" }]]) {
      const here = given({ rows });
      await change(here);
      expect(here.requests).toEqual(["list"]);
    }
  });

  test.each<[string, Bag, Record<string, string>]>([
    ["the resource", { onExisting: "create" }, {}],
    ["the setting", {}, { onExisting: "create" }],
  ])("checks nothing if %s allows a second object", async (_, news, config) => {
    const here = given({ config });
    here.session.ledger.assignedKeys.set(KEY, 8);
    await change(here, news);
    expect(here.requests).toEqual([]);
  });

  test("checks the key if the resource allows no second object, whatever the setting", async () => {
    const here = given({ config: { onExisting: "create" } });
    await expect(change(here, { onExisting: "fail" })).rejects.toMatchObject({ code: "exists" });
  });

  test.each([
    [9, " (id 9)"],
    [undefined, ""],
  ])("fails if this run has given the key to another object: %s", async (id, where) => {
    const here = given({ rows: [{ ...ball }] });
    here.session.ledger.assignedKeys.set(KEY, id);
    await expect(change(here)).rejects.toMatchObject({
      code: "exists",
      message: `${START}this run has just given another object the new name${where}. ${CREATE}`,
    });
    expect(here.requests).toEqual([]);
  });

  test.each([
    ["to this object", 7],
    ["to an object that it has deleted since", 9],
  ])("succeeds if this run has given the key %s", async (_, id) => {
    const here = given({ rows: [{ ...ball }] });
    here.object(9).fate = "deleted";
    here.session.ledger.assignedKeys.set(KEY, id);
    await expect(change(here)).resolves.toBeUndefined();
  });
});

describe("a preview", () => {
  const preview = async (here: ToyAccount, news?: Bag, olds?: Bag): Promise<string[]> => {
    const findings = new Findings();
    await previewKeyChange(operation(here, news, olds).with({ verb: "compare" }), findings);
    return findings.failures.map(({ text }) => text);
  };
  const newKey = (here: ToyAccount, id: number) => here.session.ledger.object("Toy", id);
  const fails = [
    `${START}another object has the new name (id 8). Applying this will fail, unless this run frees it. ${CREATE}${HINT}`,
  ];

  test("names the object that has the key", async () => {
    const here = given();
    expect(await preview(here)).toEqual(fails);
    expect(newKey(here, 7).newKey).toBe(KEY);
    // After a manual change, the object itself may already have the new key too.
    expect(await preview(given({ rows: [{ ...cube, id: 7 }, cube] }))).toEqual(fails);
  });

  test.each<[string, AccountOptions, Bag]>([
    ["no other object has it", { rows: [{ ...ball }, { ...cube, name: "Cone" }] }, {}],
    ["another object has almost the same one", { rows: [{ ...ball }, { ...cube, name: "cube" }] }, {}],
    ["the object itself has it", { rows: [{ ...cube, id: 7 }] }, {}],
    ["the resource allows a second object", {}, { onExisting: "create" }],
  ])("has no line if %s", async (_, account, news) => {
    const here = given(account);
    expect(await preview(here, news)).toEqual([]);
    expect(newKey(here, 7).newKey).toBe(KEY);
  });

  test.each<[string, AccountOptions, Bag, Bag]>([
    ["there is no token", { config: withoutToken }, {}, {}],
    ["the key is not known yet", {}, { name: UNKNOWN }, {}],
    ["the key stays", {}, {}, { name: "Cube" }],
    [
      "a part of the key is not known yet",
      { definition: { keyFields: ["name", "voice"] } },
      { voice: UNKNOWN },
      {},
    ],
    [
      "only its spelling changes",
      { definition: { keyFields: ["voice"] } },
      { voice: "Sarah" },
      { voice: 1, voiceId: 1 },
    ],
  ])("has no line, and records no new key, if %s", async (_, account, news, olds) => {
    const here = given(account);
    expect(await preview(here, news, olds)).toEqual([]);
    expect(newKey(here, 7).newKey).toBeUndefined();
    expect(here.requests).toEqual([]);
  });

  test("names another resource that will get the same key", async () => {
    const here = given();
    newKey(here, 9).newKey = KEY;
    expect(await preview(here)).toEqual([
      `${START}another resource of this program will get the new name (id 9). Applying this will fail. ${CREATE}`,
    ]);
    expect(await preview(here, { onExisting: "create" })).toEqual([]);
  });

  test("an object that gets another key frees its own key, unless the two objects swap keys", async () => {
    const here = given();
    newKey(here, 8).newKey = 'Toy:["Cone"]';
    expect(await preview(here)).toEqual([]);
    newKey(here, 8).newKey = 'Toy:["Ball"]';
    expect(await preview(here)).toEqual(fails);
  });
});
