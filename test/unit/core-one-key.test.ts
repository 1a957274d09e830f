/** Two resources of a program must not declare the same key, unless both may have an object with it. */
import { describe, expect, test } from "vitest";
import { assertOwnKey, assertUnclaimed } from "../../provider/core/steps/one-key.js";
import { type Bag, UNKNOWN } from "../../provider/core/fields/values.js";
import { ToyAccount, failure, withoutToken } from "./core-toy-account.js";

interface Resource {
  /** The position in the program and the name, such as `1:first`. */
  readonly resource?: unknown;
  readonly news?: Bag;
  readonly olds?: Bag;
}

const named = (resource: unknown, news: Bag = {}, olds?: Bag): Resource => ({
  resource,
  news: { name: "Ball", ...news },
  ...(olds && { olds: { name: "Ball", ...olds } }),
});

const checked = (here: ToyAccount, { resource, news = {}, olds }: Resource) =>
  here.operation({ verb: "check", olds, news, hints: { __resource: resource } });

async function declared(here: ToyAccount, ...resources: Resource[]): Promise<void> {
  for (const one of resources) await assertOwnKey(checked(here, one));
}

const taken = (names: string) => ({
  code: "exists",
  message: `Toy "Ball": the resources ${names} of this program declare the same name, so nothing is sent. Remove one of them, or give it another name. To allow two objects with the same name, set onExisting: "create" on both.`,
});

const unknown = { onExisting: UNKNOWN };
const second = { onExisting: "create" };
const keyFields = { definition: { keyFields: ["name", "voice"] } };

describe("a mistake", () => {
  test.each<[string, Resource, Resource, string]>([
    ["two new resources", named("1:first"), named("2:second"), '"first" and "second"'],
    ["in the order of the program", named("10:a:second"), named("9:first"), '"first" and "a:second"'],
    ["one is in state", named("1:first", {}, {}), named("2:second"), '"first" and "second"'],
    ["the other one is in state", named("1:first"), named("2:second", {}, {}), '"first" and "second"'],
    [
      "one gets the key of the other",
      named("1:first", {}, {}),
      named("2:second", {}, { name: "Cube" }),
      '"first" and "second"',
    ],
    [
      "only one wants to have a second one",
      named("1:first"),
      named("2:second", second),
      '"first" and "second"',
    ],
    ["only one adopts", named("1:first", { adoptId: 7 }), named("2:second"), '"first" and "second"'],
  ])("%s", async (_, one, other, names) => {
    await expect(declared(new ToyAccount(), one, other)).rejects.toMatchObject(taken(names));
  });

  test.each([
    ["a name and its id", { voice: "Sarah" }, { voice: 1 }],
    ["names that the account lacks", { voice: "Nobody" }, { voice: "Nobody" }],
    ["nothing for a part of the key", {}, {}],
  ])("with %s", async (_, one, other) => {
    const here = new ToyAccount(keyFields);
    const both = declared(here, named("1:first", one), named("2:second", other));
    await expect(both).rejects.toMatchObject(taken('"first" and "second"'));
  });

  test("without a token, with the same spelling", async () => {
    const here = new ToyAccount({ ...keyFields, config: withoutToken });
    const both = declared(here, named("1:first", { voice: "Sarah" }), named("2:second", { voice: "Sarah" }));
    await expect(both).rejects.toMatchObject(taken('"first" and "second"'));
    expect(here.lookedUp).toEqual([]);
  });
});

describe("no mistake", () => {
  test.each<[string, Resource, Resource]>([
    ["another key", named("1:first"), named("2:second", { name: "Cube" })],
    ["the same resource", named("1:first"), named("1:first")],
    ["both want to have a second one", named("1:first", second), named("2:second", second)],
    ["one adopts, the other makes a second one", named("1:first", { adoptId: 7 }), named("2:second", second)],
    ["it is not known yet whether both may", named("1:first", unknown), named("2:second", unknown)],
    ["both have had it since an earlier run", named("1:first", {}, {}), named("2:second", {}, {})],
    ["the key is not known yet", named("1:first", { name: UNKNOWN }), named("2:second", { name: UNKNOWN })],
    ["resources without names", named(undefined), named(undefined)],
    ["resources with unknown names", named(1), named(2)],
  ])("%s", async (_, one, other) => {
    await expect(declared(new ToyAccount(), one, other)).resolves.toBeUndefined();
  });

  test("a part of the key is not known yet", async () => {
    const here = new ToyAccount(keyFields);
    const voice = { voice: UNKNOWN };
    await expect(declared(here, named("1:first", voice), named("2:second", voice))).resolves.toBeUndefined();
  });

  test("several objects with one name: the ambiguity is a separate mistake", async () => {
    const here = new ToyAccount({ definition: { keyFields: ["name", "tools"] } });
    here.session.names.resolve = failure("ambiguous-name");
    const both = declared(here, named("1:first", { tools: ["a"] }), named("2:second", { tools: ["b"] }));
    await expect(both).resolves.toBeUndefined();
  });

  test("without a token, a name and an id", async () => {
    const here = new ToyAccount({ ...keyFields, config: withoutToken });
    const both = declared(here, named("1:first", { voice: "Sarah" }), named("2:second", { voice: 1 }));
    await expect(both).resolves.toBeUndefined();
  });
});

test("a lookup that fails is an error", async () => {
  const here = new ToyAccount(keyFields);
  here.session.names.resolve = failure("server");
  await expect(declared(here, named("1:first", { voice: "Sarah" }))).rejects.toMatchObject({
    code: "server",
  });
});

test("a kind may have claims other than the key, and inputs without a claim never collide", async () => {
  const here = new ToyAccount();
  const claim = (resource: string, size: number): Promise<void> =>
    assertUnclaimed(checked(here, named(resource, { size })), {
      properties: ["size"],
      claimed: async ({ size }) => (size === 0 ? undefined : `size ${String(size)}`),
      mistake: (names) => `${names} have the same size.`,
    });
  await claim("1:first", 0);
  await claim("2:second", 0);
  await claim("1:first", 5);
  await expect(claim("2:second", 5)).rejects.toThrow('Toy "Ball": "first" and "second" have the same size.');
});
