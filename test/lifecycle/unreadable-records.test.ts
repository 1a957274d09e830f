/** Records with a field that cannot be read affect their own resource, and what must prove their absence. */
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { spring, springCampaign } from "../kinds/campaign-state.js";
import { aCampaign, declaring, serviceOf } from "../kinds/index.js";
import { alteringTransport } from "../support/altered.js";
import type { Program } from "../support/engine-part.js";
import { appliedLongAgo, assistant, succeeded, tool, world } from "../support/world.js";
import { columns, csv, leadSet } from "./lead-set-lists.js";
import { type Subject, aLead, anAssistant, madeElsewhere, midCallTool, only, strike } from "./subjects.js";

type Raw = Record<string, unknown>;

/** Changes stored objects to what the service itself would never store. */
function spoil(rows: readonly object[], changes: Raw): void {
  for (const row of rows) Object.assign(row, changes);
}

const unreadableLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.includes("cannot be read, because"));

const numbers = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index);

test("of 300 objects, 20 are malformed: all commands work for the others, and name the 20 once", async () => {
  const seed = {
    ...defaultSeed(),
    tools: numbers(1001, 40).map((id) => ({ id, name: `tool_${id}`, description: "Does it." })),
    assistants: numbers(2001, 110).map((id) => ({ id, name: `Assistant ${id}` })),
    leads: numbers(3001, 147).map((id) => ({
      id,
      campaign_id: 1,
      phone_number: `+1${201 + Math.floor((id - 3001) / 100)}5550${100 + ((id - 3001) % 100)}`,
    })),
  };
  const ours = (maxCallDuration: number): Program => ({
    tool: { kind: "MidCallTool", props: tool },
    support: { kind: "Assistant", props: { ...assistant, tools: [tool.name], maxCallDuration } },
    lead: { kind: "Lead", props: { campaign: 1, phoneNumber: "+12065550123" } },
  });
  const here = await appliedLongAgo(ours(60), { seed });
  const { state } = here.emulator;
  spoil(state.tools.slice(0, 5), { headers: "none" });
  spoil(state.assistants.slice(0, 10), { name: null });
  spoil(state.leads.slice(0, 5), { variables: "none" });
  const lines: string[][] = [];
  for (const command of [
    () => here.engine.preview(ours(60)),
    () => here.engine.refresh(),
    () => here.engine.up(ours(77)),
    () => here.engine.destroy(),
  ]) {
    const done = await command();
    expect(done).toMatchObject(succeeded);
    lines.push(unreadableLines(done.lines));
  }
  const line = (plural: string, fault: string, ids: number[]): string =>
    `Records of ${plural} cannot be read, because ${fault}: ids ${ids.join(", ")}. Correct them in the service's dashboard.`;
  const all = [
    line("tools", "headers is not a list", numbers(1001, 5)),
    line("assistants", "name is not text", numbers(2001, 10)),
    line("leads", "variables is not in the expected form", numbers(3001, 5)),
  ];
  expect(lines[1]!.sort()).toEqual(all.sort());
  for (const named of lines) expect(all).toEqual(expect.arrayContaining(named));
  expect(state.tools.length + state.assistants.length + state.leads.length).toBe(297);
});

/** A field of each kind's records that cannot be read, and one that the kind's key needs. */
const faults: [Subject, fault: Raw, says: string, keyFault: Raw][] = [
  [midCallTool, { headers: "none" }, "headers is not a list", { name: null }],
  [anAssistant, { name: 5 }, "name is not text", { name: null }],
  [aLead, { variables: 5 }, "variables is not in the expected form", { phone_number: 5 }],
  [aCampaign, { name: ["a"] }, "name is not text", { name: null }],
];

test("an answer that cannot be read does not hide what the service did not keep", async () => {
  const here = await world();
  here.emulator.faults.add({ method: "POST", path: midCallTool.create, fault: { dropField: "headers" } });
  const isAnswer = (path: string, body: unknown): boolean =>
    path === midCallTool.create && !Array.isArray(body);
  here.engine.transport = spoiling(isAnswer, { headers: "none" });
  const headers = [{ name: "X-Key", value: "1" }];
  expect(only(await here.engine.up(declaring(midCallTool, { headers })))).toContain("did not keep");
});

describe.each(faults)("$kind", (subject, fault, says, keyFault) => {
  const options = serviceOf(subject.kind);

  test("its own resource keeps its state, fails with the id and the field, and can be destroyed", async () => {
    const here = await appliedLongAgo(declaring(subject), options);
    const before = structuredClone(here.engine.state);
    const [row] = subject.rows(here.emulator);
    spoil([row!], fault);
    const { kind } = subject;
    const noun = kind === "MidCallTool" ? "tool" : kind.toLowerCase();
    const error = only(await here.engine.refresh());
    expect(error).toContain(`the record of ${noun} ${String(row!["id"])} cannot be read: ${says}.`);
    expect(here.engine.state).toEqual(before);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });

  test("a key that cannot be read: no second object, unless the program asks for it", async () => {
    const here = await world(options);
    const id = await madeElsewhere(here, subject);
    spoil(subject.rows(here.emulator).slice(-1), keyFault);
    const preview = await here.engine.preview(declaring(subject));
    expect(preview.lines.join("\n")).toMatch(new RegExp(`may have this .*Applying this will fail`, "s"));
    expect(only(await here.engine.up(declaring(subject)))).toContain(`(id ${id})`);
    expect(here.writes()).toEqual([]);
    const adopting = only(await here.engine.up(declaring(subject, { adoptId: id })));
    expect(adopting).toContain(`the object with id ${id} cannot be adopted`);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(declaring(subject, { onExisting: "create" }))).toMatchObject(succeeded);
  });

  test("a lost create is not repeated if the new record cannot be read", async () => {
    const here = await world(options);
    strike(here, "POST", subject.create, "cut-after");
    here.engine.transport = spoiling((path) => path === subject.list, keyFault);
    only(await here.engine.up(declaring(subject)));
    here.writes();
    only(await here.engine.up(declaring(subject)));
    expect(here.writes()).toEqual([]);
    expect(subject.rows(here.emulator)).toHaveLength(1);
  });

  test("an answer to a write that cannot be read is not used", async () => {
    const here = await world(options);
    const isAnswer = (path: string, body: unknown): boolean =>
      path === subject.create && !Array.isArray(body);
    here.engine.transport = spoiling(isAnswer, { ...fault, ...keyFault });
    expect(await here.engine.up(declaring(subject))).toMatchObject(succeeded);
  });

  test("a record without an id: objects that are listed are read, and none counts as gone", async () => {
    const here = await appliedLongAgo(declaring(subject), options);
    const second = await madeElsewhere(here, subject, { [subject.key]: subject.keys[1] });
    const nameless = (id: number): void => {
      here.engine.transport = spoiling((path) => path === subject.list, { id: "none" }, id);
    };
    nameless(second);
    const first = await here.engine.refresh();
    expect(first).toMatchObject(succeeded);
    expect(first.lines.join()).toContain("has 1 record without a readable id");
    expect(await here.engine.up(declaring(subject))).toMatchObject(succeeded);
    nameless(Number(here.engine.state.get("it")!.id));
    const refresh = await here.engine.refresh();
    // A tool can be read without its listing.
    if (subject === midCallTool) expect(refresh).toMatchObject(succeeded);
    else expect(only(refresh)).toContain("without a readable id");
    const other = {
      other: { kind: subject.kind, props: { ...subject.props, [subject.key]: subject.keys[2] } },
    };
    expect(only(await here.engine.up({ ...declaring(subject), ...other }))).toContain(
      "1 record without an id",
    );
  });
});

/** Changes the records of responses at these paths. Default: the records with any id. */
function spoiling(matches: (path: string, body: unknown) => boolean, changes: Raw, id?: number) {
  const visit = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, key));
    if (typeof value !== "object" || value === null) return value;
    const record = value as Raw;
    const isRecord = "created_at" in record && (id === undefined || record["id"] === id);
    const inside = Object.entries(record).map(([name, item]) => [
      name,
      name === "data" ? visit(item, name) : item,
    ]);
    return { ...Object.fromEntries(inside), ...(isRecord && changes) };
  };
  return alteringTransport((body, path) => (matches(path, body) ? visit(body) : body));
}

test("an assistant that does not show its tools may use a tool, which is then not deleted", async () => {
  const here = await appliedLongAgo(declaring(midCallTool));
  const id = await madeElsewhere(here, anAssistant);
  here.engine.transport = spoiling((path) => path.endsWith("/assistants/get"), {
    name: null,
    tools: undefined,
  });
  expect(only(await here.engine.destroy())).toContain(
    `does not show which tools are attached to Assistant (id ${id})`,
  );
  here.engine.transport = spoiling((path) => path.endsWith("/assistants/get"), { name: null });
  expect(await here.engine.destroy()).toMatchObject(succeeded);
});

test("a key change is refused if an object whose key cannot be read may have it", async () => {
  const here = await appliedLongAgo(declaring(anAssistant));
  const id = await madeElsewhere(here, anAssistant, { name: "Other" });
  spoil(
    here.emulator.state.assistants.filter((row) => row.id === id),
    { name: null },
  );
  const renamed = declaring(anAssistant, { name: "New" });
  expect((await here.engine.preview(renamed)).lines.join()).toContain("may have this name");
  expect(only(await here.engine.up(renamed))).toContain("may have this name");
  expect(here.writes()).toEqual([]);
});

test("a campaign whose status cannot be read is neither started nor stopped", async () => {
  const here = await world();
  spoil([springCampaign(here)], { status: 5 });
  expect(only(await here.engine.up(spring("started")))).toContain(
    "campaign 1 cannot be read: status is not text",
  );
  expect(here.writes()).toEqual([]);
});

describe("a LeadSet", () => {
  const ada = "Phone,Name\n+12025550101,Ada\n";
  const bob = "+12025550102,Bob\n";

  test("an unreadable lead is not gone, does not stop the others, and is not changed", async () => {
    const here = await appliedLongAgo({ people: leadSet(ada + bob) });
    const { leads } = here.emulator.state;
    spoil([leads[0]!], { variables: "none" });
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2, goneCount: 0 });
    const renamed = { people: leadSet(ada + "+12025550102,Rob\n") };
    expect(await here.engine.up(renamed)).toMatchObject(succeeded);
    expect(leads[1]!.variables).toMatchObject({ customer_name: "Rob" });
    here.writes();
    const changed = { people: leadSet("Phone,Name\n+12025550101,Eve\n+12025550102,Rob\n") };
    expect(only(await here.engine.up(changed))).toMatch(/its lead \(id \d+\) cannot be read/);
    expect(here.writes()).toEqual([]);
  });

  test("a lead whose number cannot be read may be the one of a new row", async () => {
    const here = await appliedLongAgo({ people: leadSet(ada) });
    const id = await madeElsewhere(here, aLead, { campaign: 1 });
    spoil(
      here.emulator.state.leads.filter((row) => row.id === id),
      { phone_number: 5 },
    );
    expect(only(await here.engine.up({ people: leadSet(ada + bob) }))).toContain(
      `lead ${id} of the campaign may have this phone number`,
    );
    const exclusive = { ...leadSet(ada, { exclusive: true }) };
    expect(await here.engine.up({ people: exclusive })).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
  });

  test("a created lead whose answer cannot be read is looked for", async () => {
    const here = await world();
    here.engine.transport = spoiling((path) => path === "/user/lead", { variables: 5 });
    const set = { kind: "LeadSet", props: { campaign: 1, leads: csv(ada), columns } };
    expect(await here.engine.up({ people: set })).toMatchObject(succeeded);
  });
});

test.each([
  ["voices", "/voices", { name: null }, { voice: 2 }],
  ["languages", "/languages", { name: null, iso_2: 5 }, {}],
  ["phone numbers", "/phone-numbers", { phone_number: 5, is_available: "maybe" }, {}],
])("one of the %s cannot be read: the others are found", async (plural, route, changes, props) => {
  const here = await world();
  here.engine.transport = alteringTransport((body, path) =>
    path.endsWith(route)
      ? (body as Raw[]).map((row) => (row["id"] === 2 ? { ...row, ...changes } : row))
      : body,
  );
  const program = declaring(anAssistant, { ...props, phoneNumber: 1, callsDirection: "receive" });
  const { lines, errors } = await here.engine.up(program);
  expect(errors).toEqual([]);
  expect(unreadableLines(lines)).toEqual([expect.stringMatching(`^Records of ${plural} .* id 2\\.`)]);
});

test("an id that no listed record has may be the one of a record without an id", async () => {
  const here = await world();
  here.engine.transport = alteringTransport((body, path) =>
    path.endsWith("/campaigns")
      ? (body as Raw[]).map((row) => (row["id"] === 2 ? { ...row, id: "none" } : row))
      : body,
  );
  const program = (campaign: number): Program => ({
    lead: { kind: "Lead", props: { ...aLead.props, campaign } },
  });
  expect(await here.engine.up(program(2))).toMatchObject(succeeded);
});
