/** Control routes that add, list, remove and reject fault rules. */
import { describe, expect } from "vitest";
import { FaultError, type FaultRule } from "../../emulator/index.js";
import { keysOf, service, test } from "./harness.js";

describe("POST /_emulator/faults", () => {
  test("adds one or more rules, which GET lists and DELETE clears", async ({ call }) => {
    const rule = { method: "GET", path: "/user/tools", times: 1, fault: { status: 503 } };
    const added = await call("POST", "/_emulator/faults", rule);
    expect(added.status).toBe(201);
    await call("POST", "/_emulator/faults", [{ fault: { delayMs: 0 } }, { nth: 9, fault: "html" }]);
    expect((await call("GET", "/user/tools")).status).toBe(503);
    expect((await call("GET", "/_emulator/faults")).json).toEqual([
      { id: 1, rule, seen: 1, struck: 1 },
      { id: 2, rule: { fault: { delayMs: 0 } }, seen: 1, struck: 1 },
      { id: 3, rule: { nth: 9, fault: "html" }, seen: 1, struck: 0 },
    ]);
    expect((await call("DELETE", "/_emulator/faults")).status).toBe(200);
    expect((await call("GET", "/_emulator/faults")).json).toEqual([]);
  });

  test("one rule is removed by its id, the others stay", async ({ call, emulator }) => {
    const [first, second] = [{ status: 503 }, { status: 504 }].map((fault) => emulator.faults.add({ fault }));
    expect((await call("DELETE", `/_emulator/faults/${first}`)).status).toBe(200);
    expect((await call("DELETE", `/_emulator/faults/${first}`)).status).toBe(404);
    expect((await call("GET", "/user/tools")).status).toBe(504);
    expect(emulator.faults.remove(second!)).toBe(true);
    expect((await call("GET", "/user/tools")).status).toBe(200);
  });

  test("adds no rule of a list that contains an invalid one", async ({ call }) => {
    const rules = [{ fault: "html" }, { fault: "explode" }];
    expect((await call("POST", "/_emulator/faults", rules)).status).toBe(422);
    expect((await call("GET", "/_emulator/faults")).json).toEqual([]);
  });

  const invalidRules: [object, RegExp][] = [
    [{}, /fault: must be one of .*cut-before/],
    [{ fault: "explode" }, /fault: must be one of/],
    [{ fault: { status: 99 } }, /fault: must be one of/],
    [{ fault: { status: 503, delay: 3 } }, /fault: must be one of/],
    [{ fault: "html", nth: 0 }, /nth/],
    [{ fault: "html", times: 1.5 }, /times/],
    [{ fault: "html", probability: 2 }, /probability/],
    [{ fault: "html", method: "get" }, /method/],
    [{ fault: "html", path: "user" }, /path/],
    [
      { fault: "html", after: true },
      /after.*\. A rule has method, .*, fault; "when" is arrival, .* or after$/,
    ],
    [{ fault: { status: 500, when: "after" } }, /A rule has .*, when, fault; "when" is .* or after$/],
    [{ fault: "cut-before", when: "after" }, /when: this fault cannot apply at the moment "after"/],
    [{ fault: { refuseMs: null } }, /fault: must be one of .*refuseMs/],
    [{ fault: { pages: "backwards" } }, /fault: must be one of .*"loop"/],
    [{ fault: { retype: "dates" } }, /fault: must be one of .*"numbers"/],
    [{ fault: { vanish: "users" } }, /fault: must be one of .*vanish/],
  ];
  test.each(invalidRules)("rejects %j with the reason", async (rule, message) => {
    const { call, emulator } = await service();
    const { status, json } = await call("POST", "/_emulator/faults", rule);
    expect(status).toBe(422);
    expect(keysOf(json.errors)).toEqual(["rule"]);
    expect(json.errors.rule[0]).toMatch(message);
    expect(emulator.faults.list()).toEqual([]);
    expect(() => emulator.faults.add(rule as FaultRule)).toThrow(FaultError);
  });
});
