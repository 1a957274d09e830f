/** `voicecall compare`, from two states to the report. test/cli/compare.test.ts runs the command. */
import { expect, test } from "vitest";
import type { DeclaredResource, DeclaredStack } from "../../cli/compare/declared.js";
import { compareStacks } from "../../cli/compare/differences.js";
import { asMarkdown, asText } from "../../cli/compare/format.js";
import { SIGNATURE } from "../../provider/base/carried.js";
import { compareSchema } from "../../cli/compare/report.js";

const resource = (name: string, inputs: Record<string, unknown>, more: Partial<DeclaredResource> = {}) =>
  ({
    urn: `urn::${name}`,
    kind: "Assistant",
    self: name,
    name,
    id: "7",
    inputs,
    ...more,
  }) as DeclaredResource;

const stack = (
  name: string,
  resources: readonly DeclaredResource[],
  variables: Record<string, string> = {},
): DeclaredStack => ({
  stack: name,
  resources,
  variables: new Map(Object.entries({ stack: name, ...variables })),
});

const compared = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  compareStacks(stack("dev", [resource("a", before)]), stack("prod", [resource("a", after)]));

const fieldsOf = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  compared(before, after).different.flatMap(({ fields }) => fields);

test("equal stacks have no difference; the hidden parts of inputs do not count", () => {
  const report = compared({ name: "A", __self: "x" }, { name: "A", __self: "y" });
  expect(compareSchema.parse(report)).toMatchObject({ outcome: "no difference", compared: 1, different: [] });
  expect(asText(report)).toBe("1 resource in both stacks: no difference.");
});

test.each<[string, Record<string, unknown>, Record<string, unknown>, unknown[]]>([
  ["a number", { maxCallDuration: 60 }, { maxCallDuration: 600 }, [["maxCallDuration", 60, 600]]],
  ["a field that one stack leaves out", {}, { timezone: "UTC" }, [["timezone", null, "UTC"]]],
  [
    "one key of an object",
    { variables: { a: 1, b: 2 } },
    { variables: { a: 1, b: 3 } },
    [["variables.b", 2, 3]],
  ],
  ["another name of a voice", { voice: "Michael" }, { voice: "Sarah" }, [["voice", "Michael", "Sarah"]]],
  ["spellings that the service treats alike", { initialMessage: "Hi\r\n" }, { initialMessage: "Hi" }, []],
])("%s", (_, before, after, expected) => {
  expect(fieldsOf(before, after).map(({ path, values }) => [path, ...values])).toEqual(expected);
});

test("references are compared by the names of resources, in any spelling and order", () => {
  const tools = (name: string, first: string, second: string, value: unknown[]) =>
    stack(name, [
      resource("hours", { name: "get_hours" }, { kind: "MidCallTool", id: first }),
      resource("offers", { name: "get_offers" }, { kind: "MidCallTool", id: second }),
      resource("a", { tools: value }),
    ]);
  const report = compareStacks(
    tools("dev", "11", "12", ["11", "get_offers"]),
    tools("prod", "31", "32", [32, "31"]),
  );
  expect(report.outcome).toBe("no difference");
  const other = compareStacks(tools("dev", "11", "12", ["11"]), tools("prod", "31", "32", [32]));
  const different = [{ fields: [{ path: "tools", values: [["hours"], ["offers"]] }] }];
  expect(other.different).toMatchObject(different);
  // In another account, the same id may be another object.
  const same = compareStacks(tools("dev", "11", "12", ["11"]), tools("prod", "12", "11", ["11"]));
  expect(same.different).toMatchObject(different);
});

test("a label whose name has only digits is compared by its name", () => {
  expect(fieldsOf({ labels: ["2025"] }, { labels: ["2026"] })).toMatchObject([{ path: "labels" }]);
});

test("ids that no resource has are never a difference, and are named", () => {
  const report = compared({ voice: 3, phoneNumber: 5, adoptId: 7 }, { voice: 9, phoneNumber: 5, adoptId: 8 });
  expect(report).toMatchObject({ outcome: "no difference", notCompared: [{ paths: ["voice"] }] });
  expect(asText(report)).toContain("Assistant a: voice");
});

test("secrets are compared, and never shown", () => {
  const headers = (value: string) => ({
    headers: { [SIGNATURE]: "a secret", plaintext: JSON.stringify(value) },
  });
  expect(fieldsOf(headers("canary-1"), headers("canary-1"))).toEqual([]);
  const report = compared(headers("canary-1"), { ...headers("canary-2"), initialMessage: "Hi" });
  expect(report.different).toMatchObject([{ fields: [{ path: "initialMessage" }] }]);
  const tool = (value: string) => resource("t", headers(value), { kind: "MidCallTool" });
  const tools = compareStacks(stack("dev", [tool("canary-1")]), stack("prod", [tool("canary-2")]));
  for (const text of [JSON.stringify(tools), asText(tools), asMarkdown(tools)]) {
    expect(text).toContain("headers");
    expect(text).not.toContain("canary");
  }
});

test("a text that differs only in configured values is marked with their names", () => {
  const at = (name: string, company: string, systemPrompt: string) =>
    stack(name, [resource("a", { systemPrompt })], { company, plan: "basic" });
  const prompt = (company: string, end = "") =>
    `You answer for ${company}.\nThank them for calling ${company}.${end}`;
  const report = compareStacks(
    at("dev", "Acme (test)", prompt("Acme (test)")),
    at("prod", "Acme", prompt("Acme")),
  );
  expect(report.different).toMatchObject([{ fields: [{ path: "systemPrompt", onlyIn: ["company"] }] }]);
  expect(asText(report)).toContain("systemPrompt (differs only in company):");
  const other = compareStacks(
    at("dev", "Acme (test)", prompt("Acme (test)")),
    at("prod", "Acme", prompt("Acme", "\nBe brief.")),
  );
  expect(other.different[0]!.fields[0]).not.toHaveProperty("onlyIn");
});

test("a value that contains another one, and text that looks like a placeholder, are told apart", () => {
  const at = (name: string, company: string, brand: string, initialMessage: string) =>
    stack(name, [resource("a", { initialMessage })], { company, brand });
  const same = compareStacks(
    at("dev", "Acme Test Ltd", "Acme Test", "Acme Test, a brand of Acme Test Ltd."),
    at("prod", "Acme Ltd", "Acme", "Acme, a brand of Acme Ltd."),
  );
  expect(same.different[0]!.fields[0]!.onlyIn).toEqual(["company", "brand"]);
  const shorterFirst = ({ resources, variables, stack: name }: DeclaredStack): DeclaredStack => ({
    stack: name,
    resources,
    variables: new Map([...variables].reverse()),
  });
  const reversed = compareStacks(
    shorterFirst(at("dev", "Acme Test Ltd", "Acme Test", "Acme Test, a brand of Acme Test Ltd.")),
    shorterFirst(at("prod", "Acme Ltd", "Acme", "Acme, a brand of Acme Ltd.")),
  );
  expect(reversed.different[0]!.fields[0]!.onlyIn).toEqual(["brand", "company"]);
  const literal = compareStacks(
    at("dev", "Acme Test", "x1x", "Hello from {{company}}."),
    at("prod", "Acme", "y1y", "Hello from Acme."),
  );
  expect(literal.different[0]!.fields[0]).not.toHaveProperty("onlyIn");
});

test("resources that only one stack has are listed, with their kinds", () => {
  const report = compareStacks(
    stack("dev", [resource("a", {}), resource("b", {})]),
    stack("prod", [resource("a", {}), resource("a", {}, { kind: "Campaign" })]),
  );
  expect(report).toMatchObject({
    outcome: "different",
    compared: 1,
    only: [[{ kind: "Assistant", name: "b" }], [{ kind: "Campaign", name: "a" }]],
  });
  expect(asText(report)).toContain("1 resource in both stacks: 1 only in dev, 1 only in prod.");
  expect(asMarkdown(report)).toContain("Only in prod (1)");
});

test("a value that is one of the configuration is marked, whatever its type; a flag only by its name", () => {
  const at = (name: string, inputs: Record<string, unknown>, variables: Record<string, string>) =>
    stack(name, [resource("a", inputs)], variables);
  const both = compareStacks(
    at(
      "dev",
      { maxCallDuration: 60, language: "en", labels: ["test-eu"] },
      { most: "60", language: "en", label: "test-eu" },
    ),
    at(
      "prod",
      { maxCallDuration: 600, language: "de", labels: ["live"] },
      { most: "600", language: "de", label: "live" },
    ),
  );
  expect(both.outcome).toBe("only configuration");
  const keys = both.different[0]!.fields.map(({ path, onlyIn }) => [path, ...(onlyIn ?? [])]);
  expect(keys.sort()).toEqual([
    ["labels", "label"],
    ["language", "language"],
    ["maxCallDuration", "most"],
  ]);
  const flag = (key: string) =>
    compareStacks(
      at("dev", { isWebhookActive: false }, { [key]: "false" }),
      at("prod", { isWebhookActive: true }, { [key]: "true" }),
    ).outcome;
  expect([flag("isWebhookActive"), flag("isProd")]).toEqual(["only configuration", "different"]);
  const oneSided = compareStacks(at("dev", {}, {}), at("prod", { timezone: "UTC" }, { timezone: "UTC" }));
  expect(oneSided.outcome).toBe("different");
});

test("many resources with the same difference, or in one stack only, are shown once", () => {
  const names = Array.from({ length: 25 }, (_, n) => `a${n}`);
  const leads = Array.from({ length: 40 }, (_, n) => resource(`l${n}`, {}, { kind: "Lead" }));
  const at = (name: string, company: string, more: readonly DeclaredResource[]) =>
    stack(
      name,
      [
        ...names.map((one) => resource(one, { initialMessage: `${company}, ${one}.`, voice: company })),
        ...more,
      ],
      { company },
    );
  const report = compareStacks(at("dev", "Acme (test)", []), at("prod", "Acme", leads));
  for (const text of [asText(report), asMarkdown(report)]) {
    expect(text.match(/25 × assistant: a0, a1, a10, .* and 17 more/g)).toHaveLength(1);
    expect(text.match(/40 × lead: l0, l1, .* and 32 more/g)).toHaveLength(1);
    expect(text).toContain("25 differ, 40 only in prod.");
  }
  expect(asMarkdown(report)).toContain("Only in prod (40)");
  expect(asText(report)).toContain('voice (differs only in company): "Acme (test)" → "Acme"');
});
