/** Mistakes that the service accepts and that nobody would notice before a call. */
import { expect } from "vitest";
import { type Props, UNKNOWN } from "../support/engine-part.js";
import { assistant, lead, test, tool, world } from "../support/world.js";
import { TWO, leadSet } from "./lead-set-lists.js";

const header = (name: unknown, value: unknown = "v") => ({ name, value });
const item = (name: unknown) => ({ name, type: "string", description: "The town" });

test.for<[string, object, string]>([
  [
    "two headers that differ in case",
    { headers: [header("X-Key"), header("x-key")] },
    "headers[1].name: is the name of another item too",
  ],
  [
    "two names that differ in an invisible end",
    { schema: [item("town"), item("town\u200e")] },
    "schema[1].name: is the name of another item too",
  ],
  [
    "two parameters of one name",
    { schema: [item("town"), item("day"), item("town")] },
    "schema[2].name: is the name of another item too",
  ],
])("a tool with %s fails in preview", async ([, props, says], { here }) => {
  const { errors } = await here.engine.preview({ it: { kind: "MidCallTool", props: { ...tool, ...props } } });
  expect(errors.join()).toContain(says);
  expect(errors.join()).not.toContain("s3cret");
});

test("values of an assistant", async ({ here }) => {
  const preview = async (props: object) =>
    (
      await here.engine.preview({ it: { kind: "Assistant", props: { ...assistant, ...props } } })
    ).errors.join();
  expect(await preview({ postCallSchema: [item("outcome"), item("outcome")] })).toContain(
    "postCallSchema[1].name: is the name of another item too",
  );
  expect(await preview({ callsDirection: "inbound" })).toContain('Did you mean "receive"?');
  expect(await preview({ callsDirection: "outbound" })).toContain('Did you mean "make"?');
});

test("a parameter of the endpoint that schema lacks is a warning in the 2026 form", async () => {
  const here = await world({ form: "2026" });
  const lines = async (endpoint: string, schema: unknown) =>
    (await here.engine.preview({ it: { kind: "MidCallTool", props: { ...tool, endpoint, schema } } })).lines;
  const at = "https://tools.example.com/";
  expect(await lines(`${at}{branch}/{town}`, [item("branch")])).toEqual([
    expect.stringContaining("endpoint contains {town}, but schema has no parameter of that name."),
  ]);
  for (const [path, schema] of [
    ["{branch}", [item("branch")]],
    ["{{branch}}", []],
    ["{branch}", UNKNOWN],
  ] as const)
    expect(await lines(at + path, schema)).toEqual([]);
});

test("names that are not known yet are not compared", async ({ here }) => {
  const schema = [item(UNKNOWN), item(UNKNOWN)];
  const { errors } = await here.engine.preview({ it: { kind: "MidCallTool", props: { ...tool, schema } } });
  expect(errors).toEqual([]);
});

test.for<[string, object, string]>([
  ["a space", { headers: [header("X Client")] }, "headers[0].name is not the name of an HTTP header"],
  ["a colon", { headers: [header("X-Client:")] }, "headers[0].name is not the name of an HTTP header"],
  ["a line break", { headers: [header("X-Client", "s3cret\nX: y")] }, "headers[0].value has a line break"],
])("a header with %s is a warning", async ([, props, says], { here }) => {
  const program = { it: { kind: "MidCallTool", props: { ...tool, ...props } } };
  const { errors, lines } = await here.engine.preview(program);
  expect([errors, lines]).toEqual([[], [expect.stringContaining(says)]]);
  expect(lines.join()).not.toContain("s3cret");
});

const MARK = "U+200E LEFT-TO-RIGHT MARK";

test.for<[string, string, object, string | undefined]>([
  ["a name", "Assistant", { ...assistant, name: "Shop\u200e A" }, `name contains ${MARK}`],
  [
    "a name in a list",
    "MidCallTool",
    { ...tool, schema: [item("to\u00adwn")] },
    "schema contains U+00AD SOFT HYPHEN",
  ],
  ["a variable", "Lead", { ...lead, variables: { "plan\u200e": "x" } }, `variables contains ${MARK}`],
  ["the end of a name", "Assistant", { ...assistant, name: "Shop\u200e" }, undefined],
  ["a value", "Lead", { ...lead, variables: { plan: "a\u200eb" } }, undefined],
])("an invisible character in %s is a warning that names it", async ([, kind, props, says], { here }) => {
  const { errors, lines } = await here.engine.preview({ it: { kind, props: props as Props } });
  expect(errors).toEqual([]);
  const warnings = lines.filter((line) => line.includes("U+"));
  expect(warnings).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
});

test.for<[string, string, object, string]>([
  ["a name that is looked up", "Assistant", { ...assistant, voice: "Sa\u200erah" }, "Did you mean"],
  ["a number", "Lead", { ...lead, phoneNumber: "+1202\u200e5550123" }, `digits only, and contains ${MARK}`],
])("an invisible character in %s is an error that shows it", async ([, kind, props, says], { here }) => {
  const { errors } = await here.engine.preview({ it: { kind, props: props as Props } });
  expect(errors.join()).toContain(says);
  expect(errors.join()).not.toContain("\u200e");
});

test("a column of a list that becomes a variable with a whole number as its name is an error", async ({
  here,
}) => {
  const columns = { phoneNumber: "Phone", variables: { 0: "Name" } };
  const { errors } = await here.engine.preview({ people: leadSet(TWO, { columns }) });
  expect(errors.join()).toMatch(/columns\.variables: must have no whole number as a key.*"option_0"/);
});
