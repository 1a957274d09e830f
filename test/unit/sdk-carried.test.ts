/** Values that Pulumi's SDK would silently drop or change are errors in the program. */
import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import { carriedArgs } from "../../sdk/carried-args.js";
import { Lead, MidCallTool } from "../../sdk/index.js";
import { type Registered, mocked, settled } from "./sdk-mocks.js";

let registered: Registered[];
beforeEach(async () => void (registered = await mocked()));

const args = { campaign: 1, phoneNumber: "+12025550143" };
const proto = (): Record<string, unknown> =>
  JSON.parse('{"a": [{"__proto__": "canary"}]}') as Record<string, unknown>;
const lead = (variables: unknown): Lead =>
  new Lead("ada", { ...args, variables: variables as Record<string, unknown> });

function nested(depth: number): object {
  let value: object = {};
  for (let level = 0; level < depth; level += 1) value = { value };
  return value;
}

const cyclic: Record<string, unknown> = {};
cyclic["itself"] = [cyclic];

const odd: [string, unknown, RegExp][] = [
  ["a key __proto__", proto(), /key "__proto__"/],
  ["half a character", { a: "x\uD800" }, /text with half a character/],
  [
    "an output in a text",
    { a: `Hi ${pulumi.output("x") as unknown as string}` },
    /text made of an output.*interpolate/,
  ],
  ["an output in JSON", { a: JSON.stringify([pulumi.output("x")]) }, /text made of an output/],
  ["a key with half a character", { "\uDC00": 1 }, /a key with half a character/],
  ["a key of Pulumi's own", { __pulumiOutput: true }, /a key __pulumiOutput, which Pulumi reserves/],
  ["a date", { a: new Date(0) }, /a Date, which is not a JSON value/],
  ["a map", { a: new Map([["canary", 1]]) }, /a Map/],
  ["a set", { a: [new Set()] }, /a Set/],
  ["a URL", { a: new URL("https://example.com") }, /a URL/],
  ["bytes", { a: Buffer.from("canary") }, /a Uint8Array/],
  ["a function", { a: () => "canary" }, /a function/],
  ["a bigint", { a: 10n }, /a bigint/],
  ["a symbol", { a: Symbol("canary") }, /a symbol/],
  ["depth", nested(101), /more than 100 levels/],
  ["great depth", nested(5000), /more than 100 levels/],
  ["itself", cyclic, /more than 100 levels/],
];

describe("arguments", () => {
  it.each(odd)("rejects %s, by resource and property", (_, value, says) => {
    for (const given of [value, { inner: value }, [value]]) {
      try {
        lead(given);
        throw new Error("the value was accepted");
      } catch (error) {
        expect(pulumi.RunError.isInstance(error), String(error)).toBe(true);
        expect((error as Error).message).toMatch(/^Lead "ada": variables: must not /);
        expect((error as Error).message).toMatch(says);
        expect((error as Error).message).not.toMatch(/canary|\n/);
      }
    }
  });

  it.each<[string, (make: () => unknown) => unknown]>([
    ["an output", (make) => pulumi.output(1).apply(make)],
    ["a promise", (make) => Promise.resolve().then(make)],
    ["an output within", (make) => ({ a: [pulumi.output(1).apply(make)] })],
  ])("rejects %s that resolves to such a value", async (_, wrapped) => {
    const { variables } = carriedArgs('Lead "ada"', { ...args, variables: wrapped(proto) });
    const coming = settled(pulumi.output(variables as pulumi.Input<object>));
    await expect(coming).rejects.toThrow(/^Lead "ada": variables: must not contain a key "__proto__"/);
  });

  it.each([{ toString: "x", a: 1 }, Object.assign(Object.create(null) as object, { a: 1 })])(
    "accepts an object without a working toString: %o",
    async (value) => {
      await settled(lead(value).urn);
      expect(registered[0]!.inputs["variables"]).toEqual({ ...value });
    },
  );

  it("rejects a property __proto__", () => {
    const given = JSON.parse('{"__proto__": {"campaign": 1}}') as typeof args;
    expect(() => new Lead("ada", given)).toThrow('Lead "ada": __proto__ is not a property.');
  });

  it("does not change other values, including secret and unknown ones", async () => {
    const keys = [
      "constructor",
      "prototype",
      "toString",
      "",
      "a.b",
      "a[0]",
      "📞",
      "שלום",
      "\u0000",
      "\u202E",
    ];
    const variables = {
      ...Object.fromEntries(keys.map((key) => [key, { [key]: [1, null, true, `${key}\r\n`] }])),
      later: pulumi.output("x"),
      hidden: pulumi.secret("y"),
      gone: undefined,
    };
    await settled(lead(variables).urn);
    const { later: _later, hidden: _hidden, gone: _gone, ...plain } = variables;
    // An object with a key `toString` becomes one output, so all of it is marked as secret.
    expect(registered[0]!.inputs["variables"]).toEqual({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      value: { ...plain, later: "x", hidden: "y" },
    });
    const tool = new MidCallTool("tool", {
      name: "a",
      description: "b",
      endpoint: pulumi.output("https://example.com"),
      method: "GET",
      headers: pulumi.output([{ name: "X-A", value: "secret" }]),
    });
    expect(await settled(tool.endpoint)).toMatchObject({ value: "https://example.com" });
  });
});
