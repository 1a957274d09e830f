/**
 * The rules for programs, with values just inside and just outside each limit. The tests of limits are
 * previews of new resources, without a token or a request.
 */
import { describe, expect } from "vitest";
import { type Fixture, everyKind } from "../kinds/index.js";
import { EnginePart } from "../support/engine-part.js";
import { assistant, tool, unchanged, test } from "../support/world.js";

const offline = ({ form = "2025" }: { form?: string } = {}): EnginePart =>
  new EnginePart({
    env: { VOICECALL_BASE_URL: "http://127.0.0.1:9" },
    config: { "voicecall:apiForm": form },
  });

describe.each(everyKind)("$kind", (fixture) => {
  for (const { property, good, bad, says, path = property, beside } of fixture.limits) {
    const program = (value: unknown) => ({
      it: { kind: fixture.kind, props: { ...fixture.props, ...beside, [property]: value } },
    });
    const place = `${path}${beside ? ` beside ${JSON.stringify(beside)}` : ""}`;
    for (const value of good) {
      test(`${place}: accepts ${brief(value)}`, async () => {
        expect((await offline(fixture).preview(program(value))).errors).toEqual([]);
      });
    }
    for (const value of bad) {
      test(`${place}: rejects ${brief(value)}`, async () => {
        const { errors } = await offline(fixture).preview(program(value));
        expect(errors).toHaveLength(1);
        const line = errors[0]!.split("\n").find((text) => text.startsWith(`${path}: `));
        expect(line, errors[0]).toMatch(says);
      });
    }
  }

  test("a missing required field is an error", async () => {
    const { errors } = await offline(fixture).preview({ it: { kind: fixture.kind, props: {} } });
    const required = errors[0]!.split("\n").map((line) => line.replace(/: is required$/, ""));
    expect(required.sort()).toEqual(requiredOf(fixture).sort());
  });
});

function requiredOf({ props }: Fixture): string[] {
  const { headers: _optional, ...required } = props;
  return Object.keys(required);
}

function brief(value: unknown): string {
  const text = typeof value === "number" ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

test("an unknown property is named, with a suggestion", async () => {
  const { errors } = await offline().preview({
    it: { kind: "Assistant", props: { ...assistant, maxCallDurations: 60, uuid: "x" } },
  });
  expect(errors[0]).toContain(
    'maxCallDurations: is not a property of Assistant. Did you mean "maxCallDuration"?',
  );
  expect(errors[0]).toContain("uuid: is assigned by the service");
});

test("all mistakes are reported at once, and nothing is sent", async ({ here: { engine, methods } }) => {
  const props = { ...assistant, name: "", speechSpeed: 2, callsDirection: "in" };
  const { errors } = await engine.preview({ it: { kind: "Assistant", props } });
  expect(errors[0]!.split("\n").map((line) => line.split(":")[0])).toEqual([
    "name",
    "callsDirection",
    "speechSpeed",
  ]);
  expect(methods()).toEqual([]);
});

test("check returns the same inputs with and without a token: sorted, and spelled as in the program", async ({
  here: { engine },
}) => {
  const props = {
    ...tool,
    headers: [
      { name: "b", value: "2" },
      { name: "a", value: "1" },
    ],
  };
  const online = await engine.up({ it: { kind: "MidCallTool", props } });
  expect(online.errors).toEqual([]);
  expect(engine.state.get("it")!.inputs["headers"]).toEqual([
    { name: "a", value: "1" },
    { name: "b", value: "2" },
  ]);
  const away = new EnginePart({ env: {} });
  away.state.set("it", structuredClone(engine.state.get("it")!));
  const preview = await away.preview({ it: { kind: "MidCallTool", props } });
  expect(preview).toMatchObject(unchanged);
});
