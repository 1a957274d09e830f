/** Mid call tools in the 2026 form: limits, automation tools, and keys that only this form has. */
import { describe, expect, test } from "vitest";
import { declare, Undeclarable } from "../../provider/declare.js";
import { openSession } from "../../provider/open-session.js";
import { parseSettings } from "../../provider/http/settings.js";
import { declaring } from "../kinds/index.js";
import { midCallToolIn2026 } from "../kinds/mid-call-tool-2026.js";
import { EnginePart, type Props } from "../support/engine-part.js";
import { type World, succeeded, tool, unchanged, world } from "../support/world.js";
import { madeElsewhere, only } from "./subjects.js";

const inForm = (form: string): EnginePart =>
  new EnginePart({
    env: { VOICECALL_BASE_URL: "http://127.0.0.1:9" },
    config: { "voicecall:apiForm": form },
  });
const { limits, props } = midCallToolIn2026;

describe("limits of the 2026 form", () => {
  for (const { property, good, bad, says, path = property } of limits) {
    test.each(good.map((value) => [value]))(`${path}: accepts %j`, async (value) => {
      const program = declaring(midCallToolIn2026, { [property]: value });
      for (const form of ["2026", "auto"]) expect((await inForm(form).preview(program)).errors).toEqual([]);
    });
    test.each(bad.map((value) => [value]))(`${path}: rejects %j`, async (value) => {
      const { errors } = await inForm("2026").preview(declaring(midCallToolIn2026, { [property]: value }));
      expect(errors[0]).toMatch(says);
    });
  }
});

test.each<[property: string, value: unknown, says: RegExp]>([
  ["name", "Get_Weather2", /only lowercase letters and underscores/],
  ["bodyFormat", "form", /bodyFormat: exists only in the 2026 form/],
  ["staticFields", [{ key: "a", value: "b" }], /staticFields: exists only in the 2026 form/],
  ["schema", [{ name: "a", type: "string", description: "Which." }], /2-32 characters/],
  [
    "schema",
    [{ name: "days", type: "float", description: "How many." }],
    /"string" or "number" or "boolean"/,
  ],
  [
    "schema",
    [{ name: "days", type: "number", description: "How many.", required: true }],
    /but has required/,
  ],
])("the 2025 form rejects %s %j", async (property, value, says) => {
  const program = { it: { kind: "MidCallTool", props: { ...tool, [property]: value } } };
  expect((await inForm("2025").preview(program)).errors[0]).toMatch(says);
});

describe("required, which the service adds to each parameter", () => {
  const parameter = { name: "town", type: "string", description: "Which town." };
  const programOf = (...schema: object[]) => declaring(midCallToolIn2026, { schema });

  async function applied(...schema: object[]): Promise<World> {
    const here = await world({ form: "2026" });
    expect(await here.engine.up(programOf(...schema))).toMatchObject(succeeded);
    here.requests();
    return here;
  }

  test("undeclared, it does not count as a difference, and an update sends it back", async () => {
    const here = await applied(parameter);
    here.emulator.state.tools.at(-1)!.schema = [{ ...parameter, required: false }] as never;
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    const changed = { ...parameter, description: "Which village." };
    expect(await here.engine.up(programOf(changed))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ schema: [{ ...changed, required: false }] }]);
  });

  test("declared for the first time, it is sent, and its live value is not a conflict", async () => {
    const here = await applied(parameter);
    expect(await here.engine.up(programOf({ ...parameter, required: false }))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ schema: [{ ...parameter, required: false }] }]);
  });

  test("declared, a manual change is drift", async () => {
    const here = await applied({ ...parameter, required: false });
    here.emulator.state.tools.at(-1)!.schema = [{ ...parameter, required: true }] as never;
    expect(await here.engine.refresh()).toMatchObject({ steps: [{ op: "update", fields: ["schema"] }] });
  });

  test("no longer declared, it keeps its live value, and preview reports that", async () => {
    const here = await applied({ ...parameter, required: false });
    const { lines } = await here.engine.preview(programOf(parameter));
    expect(lines.join("\n")).toMatch(
      /keys or items of schema that are no longer declared are left as they are/,
    );
    expect(await here.engine.up(programOf(parameter))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
  });
});

describe("an automation tool", () => {
  async function automation(more: Props = {}): Promise<World> {
    const here = await world({ form: "2026" });
    await madeElsewhere(here, midCallToolIn2026, more);
    here.emulator.state.tools.at(-1)!.type = "automation";
    return here;
  }

  test("is not adopted: preview says so, and up fails without a write", async () => {
    const here = await automation();
    const program = declaring(midCallToolIn2026, { onExisting: "adopt" });
    const says =
      /the object with id 101 cannot be adopted: it is an automation tool, which the API cannot change/;
    expect((await here.engine.preview(program)).lines.join("\n")).toMatch(says);
    expect(only(await here.engine.up(program))).toMatch(says);
    expect(here.writes()).toEqual([]);
  });

  test("is not updated", async () => {
    const here = await world({ form: "2026" });
    expect(await here.engine.up(declaring(midCallToolIn2026))).toMatchObject(succeeded);
    here.requests();
    here.emulator.state.tools.at(-1)!.type = "automation";
    expect(only(await here.engine.up(declaring(midCallToolIn2026, { timeout: 7 })))).toMatch(
      /nothing was sent: it is an automation tool, which the API cannot change/,
    );
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(declaring(midCallToolIn2026))).toMatchObject(unchanged);
  });

  test("is omitted from an export, with the reason", async () => {
    const here = await automation();
    const session = openSession(
      parseSettings(() => undefined, here.engine.env),
      { print: () => undefined, clock: here.clock },
    );
    const [record] = (await session.records.MidCallTool.read("current")).all;
    const declared = await declare("MidCallTool", session, record!, { full: true });
    expect(declared).toBeInstanceOf(Undeclarable);
    expect(declared).toMatchObject({ reason: expect.stringContaining("automation tool") });
  });
});

test("no error contains a value of a static field", async () => {
  const here = await world({ form: "2026" });
  expect(await here.engine.up(declaring(midCallToolIn2026))).toMatchObject(succeeded);
  const [{ value }] = props["staticFields"] as [{ value: string }];
  here.emulator.faults.add({
    method: "PUT",
    fault: { status: 422, body: { message: `token ${value} is wrong`, errors: { static_fields: [value] } } },
  });
  const { errors } = await here.engine.up(declaring(midCallToolIn2026, { timeout: 7 }));
  expect(errors.join("\n")).toContain("static_fields");
  expect(errors.join("\n")).not.toContain(value);
});
