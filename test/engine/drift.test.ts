/** `voicecall drift` on a stack with every field of tools, assistants and leads, after manual changes. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { type Report, reportSchema } from "../../cli/drift/report.js";
import { type Sample, anAssistant, subjects } from "../kinds/index.js";
import type { CommandResult } from "../support/commands.js";
import { type Stack, createStack, must } from "../support/engine.js";
import { leaksIn } from "../support/canaries.js";
import { byHand, js, writes } from "../support/engine-world.js";

const OTHER_TOKEN = "canary-other-token-5d1f";
const PROMPT = "canary prompt before";
const PROMPT_BY_HAND = "canary prompt by hand";
const VARIABLE = "canary variable";

/** Values after the manual changes, for fields whose value has a different form in programs than in the service. */
const LIVE: Record<string, unknown> = {
  "Assistant voice": "Sophia",
  "Assistant language": "French",
  "Assistant llmModel": "GPT-4.1-nano",
  "Assistant callsDirection": "receive",
  "Assistant phoneNumber": "+12025550103",
  "Assistant tools": ["get_offers"],
  "Assistant whoSpeaksFirst": "AI assistant",
  "Lead campaign": "Appointment reminders",
};

/** Expected reports, for fields of which drift lists individual keys or shows only that a secret differs. */
const IN_PARTS: Record<string, Report["drift"][number]["fields"]> = {
  "Assistant variables": [
    { path: "variables.nested", declared: { a: [1, true, null] } },
    { path: "variables.more", live: "by hand" },
  ],
  "Assistant extraFields": [{ path: "extraFields.new_setting", declared: "a", live: "by hand" }],
  "Lead variables": [{ path: "variables.customer_name", declared: "Ada", live: "By hand" }],
  "MidCallTool headers": [{ path: "headers", declared: "[secret]", live: "[secret]", secret: true }],
};

interface Case {
  kind: string;
  property: string;
  name: string;
  sample: Sample;
  props: Record<string, unknown>;
}

/** One resource per field, so that each resource reports one field. */
const cases: Case[] = withoutCanaries(subjects).flatMap(({ kind, props: base, samples }) =>
  Object.entries(samples).map(([property, sample], index) => ({
    kind,
    property,
    name: `${kind}-${property}`,
    sample,
    props: { ...base, ...distinct(kind, property, index), ...sample.beside, [property]: sample.first },
  })),
);

/** Replaces canaries: this program does not mark the samples as secret, so drift shows them. */
function withoutCanaries<T>(value: T): T {
  if (typeof value === "string") {
    const plain = value.startsWith("+") ? "+12025550149" : "plain text";
    return leaksIn(value).length > 0 ? (plain as T) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutCanaries) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutCanaries(inner)])) as T;
}

function distinct(kind: string, property: string, index: number): Record<string, unknown> {
  if (kind === "Lead") return { phoneNumber: `+1202555015${index}` };
  return { name: kind === "Assistant" ? `Of ${property}` : `of_${property.toLowerCase()}` };
}

const program = (other: Emulator, onlyRead: number): string =>
  js(`
${cases.map(({ kind, name, props }) => `new ${kind}(${JSON.stringify(name)}, ${JSON.stringify(props)});`).join("\n")}
new MidCallTool("gone-tool", tool("gone_tool"));
new Assistant("gone-assistant", { ...support, name: "Gone" });
new Assistant("inactive", { ...support, name: "Inactive" });
new Assistant("secret", { ...support, name: "Secret", systemPrompt: pulumi.secret(${JSON.stringify(PROMPT)}), variables: { hidden: pulumi.secret(${JSON.stringify(VARIABLE)}), shown: 1 } });
new Assistant("nulls", { ...support, name: "Nulls", variables: { a: 1 } });
new Assistant("undeclared", { ...support, name: "Undeclared" });
new Assistant("ignored", { ...support, name: "Ignored", maxCallDuration: 100 }, { ignoreChanges: ["maxCallDuration"] });
Assistant.get("got", ${onlyRead});
new Lead("kept", { campaign: "Spring renewals", phoneNumber: "+12025550161" });
new Lead("recreated", { campaign: "Spring renewals", phoneNumber: "+12025550162", onGone: "recreate" });
new CampaignState("by-hand-running", { campaign: "Welcome calls", state: "stopped" });
new CampaignState("by-hand-stopped", { campaign: "Spring renewals", state: "started" });
const other = new Account("other", { baseUrl: ${JSON.stringify(other.address)}, accessToken: pulumi.secret(process.env.OTHER_TOKEN) });
class Team extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("tests:index:Team", name, {}, opts);
    new Assistant("there", { ...support, name: "There" }, { parent: this, protect: true });
  }
}
new Team("team", { providers: [other] });
`);

let emulator: Emulator;
let other: Emulator;
let stack: Stack;
let before: Map<string, string>;
const results: CommandResult[] = [];

beforeAll(async () => {
  emulator = await startEmulator({ extraFields: ["new_setting"] });
  other = await startEmulator({ token: OTHER_TOKEN });
  for (const { prepare } of subjects) prepare?.(emulator);
  await byHand(emulator, "POST", "/user/assistant", { ...anAssistant.body, assistant_name: "Only read" });
  stack = await createStack({
    program: program(other, emulator.state.assistants[0]!.id),
    emulator,
    config: { "voicecall:listLag": "0" },
    // The engine does not write the whole state after every step, because that would take most of the time.
    env: { OTHER_TOKEN, PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" },
  });
  must(await stack.up());
  before = files();
  emulator.reset();
  other.reset();
});

afterAll(async () => {
  await stack?.dispose();
  await emulator?.close();
  await other?.close();
});

/** The content of the files in the state and project folders, except node_modules, by name. */
function files(): Map<string, string> {
  const folders = [path.join(stack.folder, "..", "state"), stack.folder];
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [file, readFileSync(file, "latin1")] as const),
    ),
  );
}

async function drift(...args: string[]): Promise<CommandResult> {
  const result = await stack.voicecall("drift", ...args);
  results.push(result);
  return result;
}

const report = ({ stdout }: CommandResult): Report => reportSchema.parse(JSON.parse(stdout));

/** The record of an object that the service stores, by name or phone number. */
function row(service: Emulator, kind: string, name: string): Record<string, unknown> {
  const found = subjects
    .find((subject) => subject.kind === kind)!
    .rows(service)
    .find((one) => [one["name"], one["phone_number"]].includes(name));
  if (!found) throw new Error(`no ${kind} ${name} in the service`);
  return found;
}

function remove(rows: { name?: unknown; phone_number?: unknown }[], name: string): void {
  rows.splice(
    rows.findIndex((one) => [one.name, one.phone_number].includes(name)),
    1,
  );
}

function changeEverything(): void {
  for (const { kind, sample, props } of cases)
    if (sample.byHand)
      Object.assign(
        row(emulator, kind, String(kind === "Lead" ? props["phoneNumber"] : props["name"])),
        sample.byHand,
      );
  const { tools, assistants, leads, campaigns } = emulator.state;
  remove(tools, "gone_tool");
  remove(assistants, "Gone");
  remove(leads, "+12025550161");
  remove(leads, "+12025550162");
  Object.assign(row(emulator, "Assistant", "Inactive"), { status: "inactive" });
  Object.assign(row(emulator, "Assistant", "Secret"), {
    system_prompt: PROMPT_BY_HAND,
    variables: { hidden: "another", shown: 2, moved: VARIABLE },
  });
  Object.assign(row(emulator, "Assistant", "Nulls"), { variables: { a: 1, b: null } });
  for (const name of ["Undeclared", "Ignored", "Only read"])
    Object.assign(row(emulator, "Assistant", name), { max_duration: 99 });
  Object.assign(
    campaigns.find(({ id }) => id === 2)!,
    { status: "in-progress" },
  );
  Object.assign(
    campaigns.find(({ id }) => id === 1)!,
    { status: "stopped" },
  );
  Object.assign(row(other, "Assistant", "There"), { max_duration: 98, timezone: "UTC" });
  const theirs = row(other, "Assistant", "There");
  other.state.assistants.push({
    ...(theirs as (typeof other.state.assistants)[number]),
    id: 950,
    name: "Theirs",
  });
}

describe.sequential("voicecall drift", () => {
  test("nothing changed: no drift, exit 0", async () => {
    const { code, stdout } = await drift();
    expect(stdout).toMatch(/Stack dev, \d+ resources compared: no drift\.\n$/);
    expect(stdout).not.toContain("→");
    expect(code).toBe(0);
  });

  test("each manual change is shown with both values, and nothing else; gone objects, notes, untracked", async () => {
    changeEverything();
    const result = await drift("--untracked", "--json");
    expect(result.code, result.all).toBe(2);
    const { drift: found, gone, notes, notReadable, untracked, errors, ...rest } = report(result);
    expect(errors).toEqual([]);
    expect(rest).toMatchObject({ version: 1, stack: "dev", outcome: "drift" });

    const expected = Object.fromEntries(
      cases.filter(({ sample }) => sample.byHand).map((one) => [one.name, fieldsOf(one)]),
    );
    expect(Object.fromEntries(found.map(({ name, fields }) => [name, fields]))).toEqual({
      ...expected,
      secret: [
        { path: "systemPrompt", declared: "[secret]", live: "[secret]", secret: true },
        { path: "variables.hidden", declared: "[secret]", live: "[secret]", secret: true },
        { path: "variables.shown", declared: 1, live: 2 },
        { path: "variables.moved", live: "[secret]", secret: true },
      ],
      nulls: [{ path: "variables.b", live: null }],
      "by-hand-running": [{ path: "state", declared: "stopped", live: "started" }],
      there: [{ path: "timezone", declared: "Europe/Berlin", live: "UTC" }],
    });
    expect(found.find(({ name }) => name === "there")).toMatchObject({
      kind: "Assistant",
      title: 'Assistant "There"',
      urn: expect.stringMatching(/tests:index:Team\$.*voicecall:Assistant::there$/) as string,
    });
    expect(gone.map(({ name }) => name).sort()).toEqual(["gone-assistant", "gone-tool", "recreated"]);
    expect(notes.map(({ name, text }) => `${name}: ${text}`).sort()).toEqual([
      expect.stringMatching(/^by-hand-stopped: .*declared as started, but the service reports stopped/),
      expect.stringMatching(/^inactive: .*is inactive in the service/),
      expect.stringMatching(/^kept: Lead .*is gone from the service. It stays in state/),
    ]);
    expect(Object.fromEntries(notReadable.map(({ name, paths }) => [name, paths]))).toEqual({
      "Assistant-useMinInterruptWords": ["useMinInterruptWords"],
      "Assistant-endCallTool": ["endCallTool"],
      "Assistant-extraFields": ["extraFields.hidden_setting"],
    });
    expect(untracked!.map(({ account, title }) => `${account} ${title}`).sort()).toEqual(
      [
        ...["get_hours", "get_prices", "get_offers"].map(
          (name) => `${emulator.address} MidCallTool "${name}"`,
        ),
        `${emulator.address} Assistant "Only read"`,
        `${emulator.address} Running campaign "Appointment reminders"`,
        `${other.address} Assistant "Theirs"`,
        `${other.address} Running campaign "Appointment reminders"`,
      ].sort(),
    );
  });

  test("a resource that cannot be read: exit 1, and the other findings are in the Markdown", async () => {
    const id = row(emulator, "MidCallTool", "of_timeout")["id"] as number;
    const fault = { status: 422, body: { message: "not now" } };
    emulator.faults.add({ method: "GET", path: `/user/tools/${id}`, fault });
    // A tool is read by its id only if the listing lacks it.
    emulator.faults.add({
      method: "GET",
      path: "/user/tools",
      exact: true,
      fault: { status: 200, body: [] },
    });
    const { code, stdout } = await drift("--markdown");
    expect(code).toBe(1);
    expect(stdout).toContain("### ❌ Voice assistants: could not tell");
    expect(stdout).toMatch(
      /Could not tell \(1\)[^]*MidCallTool MidCallTool-timeout: read MidCallTool .*rejected the request \(422\)/,
    );
    expect(stdout).toContain("<code>Assistant &#34;Of maxCallDuration&#34; (Assistant-maxCallDuration)");
    expect(stdout).not.toContain("<code>MidCallTool &#34;of_timeout&#34;");
    expect(stdout.length).toBeLessThan(60_000);
  });

  test('if the service is down: exit 1, and never "no drift"', async () => {
    expect([...writes(emulator), ...writes(other)]).toEqual([]);
    await Promise.all([emulator.close(), other.close()]);
    const { code, stdout, stderr } = await drift();
    expect(code).toBe(1);
    expect(stdout).toMatch(/could not tell about \d+ more\.\n$/);
    // All resources that fail for the same reason share one line.
    expect(stdout).toMatch(/^ {2}Assistant .* and \d+ more: the connection/m);
    expect(stdout + stderr).not.toContain("no drift");
  });

  test("nothing was written, and no secret was shown", () => {
    expect(results).toHaveLength(4);
    expect(files()).toEqual(before);
    const text = results.map(({ all }) => all).join("\n");
    for (const secret of [
      OTHER_TOKEN,
      emulator.token,
      PROMPT,
      PROMPT_BY_HAND,
      VARIABLE,
      "secret-a",
      "secret-b",
    ])
      expect(text.split(secret), secret).toHaveLength(1);
  });
});

function fieldsOf({ kind, property, sample }: Case): unknown {
  const key = `${kind} ${property}`;
  if (IN_PARTS[key]) return IN_PARTS[key];
  const live = key in LIVE ? LIVE[key] : Object.values(sample.byHand!)[0];
  return [{ path: property, declared: inOrder(sample.first), live }];
}

/** Sorts an array by name or value, as the provider does if the order of a field's array does not matter. */
function inOrder(value: unknown): unknown {
  const name = (item: unknown): string => String((item as { name?: string }).name ?? item);
  return Array.isArray(value)
    ? [...(value as unknown[])].sort((left, right) => (name(left) < name(right) ? -1 : 1))
    : value;
}
