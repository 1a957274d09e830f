/** Existing objects are adopted only on request, with as few writes as possible. Previews show adoptions. */
import { describe, expect } from "vitest";
import type { Program, Props } from "../support/engine-part.js";
import { assistant, world, succeeded, unchanged, test, oneStep } from "../support/world.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { aLead, anAssistant, declaring, midCallTool, subjects } from "../kinds/index.js";
import { count, madeElsewhere, only, strike } from "./subjects.js";

describe.each(subjects)("$kind", (subject) => {
  const { field, first, second, sent, rows } = subject;
  const ways: [string, (id: number) => Props][] = [
    ["onExisting", () => ({ onExisting: "adopt" })],
    ["adoptId", (id) => ({ adoptId: id })],
  ];

  test.each(ways)("%s: an equal object is adopted without a write, and announced", async (_, option) => {
    const here = await world();
    const id = await madeElsewhere(here, subject, { [field]: first });
    const program = declaring(subject, { [field]: first, ...option(id) });
    const preview = await here.engine.preview(program);
    expect(preview).toMatchObject(oneStep("create"));
    expect(preview.lines).toEqual([
      expect.stringContaining(`will adopt the existing object with id ${id} without changing anything`),
      expect.stringContaining("do not delete that resource with --target"),
    ]);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")!.id).toBe(String(id));
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__createdAt");
    expect(await here.engine.preview(program)).toMatchObject({ ...unchanged, lines: [] });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test.each(ways)("%s: one request with only the differences, as preview announced", async (_, option) => {
    const here = await world();
    const id = await madeElsewhere(here, subject, { [field]: first });
    const program = declaring(subject, { [field]: second, ...option(id) });
    const line = (await here.engine.preview(program)).lines.join("\n");
    expect(line).toContain(`will adopt the existing object with id ${id} and change ${field} (`);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.writes()).toEqual([
      { method: "PUT", path: subject.item.replace("{id}", String(id)), body: sent },
    ]);
    expect(rows(here.emulator)).toHaveLength(1);
    expect(await here.engine.preview(program)).toMatchObject({ lines: [], steps: [{ op: "same" }] });
  });

  test("voicecall:onExisting adopt, for one run: announced with its changes, and then managed", async ({
    here,
  }) => {
    const id = await madeElsewhere(here, subject, { [field]: first });
    const program = declaring(subject, { [field]: second });
    here.engine.config = { "voicecall:onExisting": "adopt" };
    const preview = (await here.engine.preview(program)).lines.join("\n");
    expect(preview).toContain(`will adopt the existing object with id ${id} and change ${field} (`);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(rows(here.emulator)).toHaveLength(1);
    here.engine.config = {};
    expect(await here.engine.preview(program)).toMatchObject({ ...unchanged, lines: [] });
  });

  test("a leftover onExisting of a resource that --replace replaces: the preview says that nothing is adopted", async ({
    here,
  }) => {
    const program = declaring(subject, { onExisting: "adopt" });
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    here.clock.advance(60_000);
    // The engine then only checks the resource like a new one.
    here.engine.state.clear();
    expect((await here.engine.preview(program)).lines.join("\n")).toContain(
      ". If this run replaces the resource that has it (--replace or taint), it is deleted and created again instead.",
    );
  });

  test("adoptId of no object: preview announces the failure, up fails, nothing is sent", async ({ here }) => {
    await madeElsewhere(here, subject);
    const program = declaring(subject, { adoptId: 999 });
    expect((await here.engine.preview(program)).lines.join()).toMatch(
      /adoptId is 999, and the account has no such object\. Applying this will fail\./,
    );
    expect(only(await here.engine.up(program))).toContain("adoptId is 999");
    expect(here.writes()).toEqual([]);
  });

  test("adoptId selects one of several objects", async ({ here }) => {
    const chosen = await madeElsewhere(here, subject);
    await madeElsewhere(here, subject, {
      onExisting: "create",
      ...(subject === aLead && { allowDuplicate: true }),
    });
    expect(await here.engine.up(declaring(subject, { adoptId: chosen }))).toMatchObject(succeeded);
    expect(here.engine.state.get("it")!.id).toBe(String(chosen));
    expect(here.writes()).toEqual([]);
  });

  test.each(ways)("%s: two resources of a program never get the same object", async (_, option) => {
    const here = await world();
    const id = await madeElsewhere(here, subject);
    const resource = { kind: subject.kind, props: { ...subject.props, ...option(id) } };
    here.engine.knowsUrns = false;
    const error = only(await here.engine.up({ one: resource, two: resource }));
    expect(error).toContain(`id ${id}`);
    expect([...here.engine.state.keys()]).toEqual(["one"]);
  });

  test("onExisting adopt does not adopt an object that another resource has just created", async ({
    here,
  }) => {
    const resource = { kind: subject.kind, props: { ...subject.props, onExisting: "adopt" } };
    only(await here.engine.up({ one: resource, two: resource }));
    expect([...here.engine.state.keys()]).toEqual(["one"]);
    expect(count(here.requests(), "POST")).toBe(1);
  });

  test("onExisting adopt without an existing object creates one", async ({ here }) => {
    const program = declaring(subject, { onExisting: "adopt" });
    expect((await here.engine.preview(program)).lines).toEqual([]);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["POST"]);
  });

  test("later changes to onExisting are not differences; an adoptId of another object is an error", async ({
    here,
  }) => {
    const id = await madeElsewhere(here, subject);
    await here.engine.up(declaring(subject, { onExisting: "adopt" }));
    for (const option of [
      {},
      { onExisting: "create" },
      { adoptId: id },
      { onExisting: "fail", adoptId: id },
    ]) {
      expect(await here.engine.preview(declaring(subject, option))).toMatchObject({
        ...unchanged,
        lines: [],
      });
      expect(await here.engine.up(declaring(subject, option))).toMatchObject(unchanged);
    }
    const contradictory = declaring(subject, { adoptId: id + 1, [field]: second });
    for (const run of [here.engine.preview(contradictory), here.engine.up(contradictory)]) {
      expect(only(await run)).toMatch(
        new RegExp(`adoptId is ${id + 1}, but this resource already manages the object with id ${id}`),
      );
    }
    expect(here.writes()).toEqual([]);
  });

  test("a lost response of an adopting write: settled by a read or by the next up", async ({ here }) => {
    const id = await madeElsewhere(here, subject, { [field]: first });
    const program = declaring(subject, { [field]: second, adoptId: id });
    strike(here, "PUT", subject.item, "cut-after", { times: 4 });
    const up = await here.engine.up(program);
    if (up.errors.length > 0) expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.engine.state.get("it")!.id).toBe(String(id));
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
    expect(count(here.requests(), "POST")).toBe(0);
  });

  test("a rejected adopting write leaves state and object unchanged", async ({ here }) => {
    const id = await madeElsewhere(here, subject, { [field]: first });
    const before = structuredClone(rows(here.emulator));
    strike(here, "PUT", subject.item, { status: 422 }, { when: "before" });
    expect(only(await here.engine.up(declaring(subject, { [field]: second, adoptId: id })))).toContain("422");
    expect(here.engine.state.size).toBe(0);
    expect(rows(here.emulator)).toEqual(before);
  });

  test("the provider waits for a listing that lags behind the adopting write", async () => {
    const here = await world({ listLag: 5_000 });
    const id = await madeElsewhere(here, subject, { [field]: first });
    here.clock.advance(60_000);
    expect(await here.engine.up(declaring(subject, { [field]: second, adoptId: id }))).toMatchObject(
      succeeded,
    );
    expect(here.bodies()).toEqual([sent]);
  });
});

test("adoption sends unreadable fields, and preview names them", async ({ here }) => {
  const unreadable = { useMinInterruptWords: true, endCallTool: { description: "When all is said." } };
  const id = await madeElsewhere(here, anAssistant, unreadable);
  const program = declaring(anAssistant, { ...unreadable, onExisting: "adopt" });
  const [line] = (await here.engine.preview(program)).lines;
  expect(line).toContain(
    "change useMinInterruptWords (not readable → true), endCallTool (differs: not readable → 1 key)",
  );
  expect(line).not.toContain("When all is said");
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.writes()).toEqual([
    {
      method: "PUT",
      path: `/user/assistant/${id}`,
      body: { use_min_interrupt_words: true, end_call_tool: unreadable.endCallTool },
    },
  ]);
});

test("preview shows numbers, booleans, enumerations and names; of texts only lengths", async ({ here }) => {
  const rare = "ada@example.com is a rare text";
  await madeElsewhere(here, anAssistant, { systemPrompt: rare, variables: { who: rare } });
  const news = {
    systemPrompt: "Short.",
    variables: {},
    callsDirection: "receive",
    recordCall: true,
    speechSpeed: 1.1,
    voice: "Michael",
  };
  const [line] = (await here.engine.preview(declaring(anAssistant, { ...news, onExisting: "adopt" }))).lines;
  expect(line).toContain('callsDirection ("make" → "receive")');
  expect(line).toContain("recordCall (false → true)");
  expect(line).toContain("speechSpeed (1 → 1.1)");
  expect(line).toContain('voice ("Sarah" (id 1) → "Michael" (id 2))');
  expect(line).toContain(`systemPrompt (differs: ${rare.length} characters → 6 characters)`);
  expect(line).toContain("variables (differs: 1 key → 0 keys)");
  expect(line).not.toMatch(/ada@|Short/);
});

test("an adoption that removes the webhook also disables it, in the same request", async ({ here }) => {
  await madeElsewhere(here, anAssistant, {
    webhookUrl: "https://hooks.example.com/a",
    isWebhookActive: true,
  });
  const program = declaring(anAssistant, { webhookUrl: null, onExisting: "adopt" });
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ webhook_url: null, is_webhook_active: false }]);
});

test("no line of an adoption has header values", async ({ here }) => {
  await madeElsewhere(here, midCallTool, { headers: [{ name: "X-Key", value: "old-secret" }] });
  const program = declaring(midCallTool, {
    headers: [{ name: "X-Key", value: "new-secret" }],
    onExisting: "adopt",
  });
  const preview = await here.engine.preview(program);
  const up = await here.engine.up(program);
  expect(up.errors).toEqual([]);
  expect([...preview.lines, ...up.lines].join("\n")).not.toMatch(/old-secret|new-secret/);
});

test("a lead's declared status is an action: preview announces it", async ({ here }) => {
  await madeElsewhere(here, aLead);
  const program = declaring(aLead, { status: "completed", onExisting: "adopt" });
  const [line] = (await here.engine.preview(program)).lines;
  await here.engine.up(program);
  expect(here.bodies()).toEqual([{ status: "completed" }]);
  expect(line).toContain('status ("created" → "completed")');
  expect(here.engine.state.get("it")!.outputs).toMatchObject({
    status: "completed",
    currentStatus: "completed",
  });
});

test.each([0, 5_000])(
  "a replaced resource's adoptId does not bring back the deleted object (lag %i ms)",
  async (listLag) => {
    const here = await world({ listLag });
    const id = await madeElsewhere(here, aLead, { variables: { a: 1 } });
    here.clock.advance(60_000);
    const adopted = { adoptId: id, onUnconvergent: "replace" };
    await here.engine.up(declaring(aLead, { ...adopted, variables: { a: 1 } }));
    here.clock.advance(60_000);
    here.requests();
    const replaced = declaring(aLead, { ...adopted, variables: {} });
    const preview = await here.engine.preview(replaced);
    expect(preview).toMatchObject(oneStep("replace"));
    expect(preview.lines.join()).not.toContain("will adopt");
    expect(await here.engine.up(replaced)).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["DELETE", "POST"]);
    expect(here.emulator.state.leads.map((row) => String(row.id))).toEqual([here.engine.state.get("it")!.id]);
    expect(only(await here.engine.preview(replaced))).toContain("Remove adoptId");
  },
);

test("a record whose secondary contacts contain null can be adopted", async ({ here }) => {
  await madeElsewhere(here, aLead, { secondaryContacts: [{ phoneNumber: "+12025550151" }] });
  const body = [{ ...here.emulator.state.leads[0]!, secondary_contacts: [null] }];
  here.emulator.faults.add({ method: "GET", path: aLead.list, fault: { status: 200, body } });
  const program = declaring(aLead, {
    secondaryContacts: [{ phoneNumber: "+12025550151" }],
    onExisting: "adopt",
  });
  expect(await here.engine.preview(program)).toMatchObject(succeeded);
});

describe("fields that the service validates or resets together", () => {
  const declared = (props: Props): Program => ({ it: { kind: "Assistant", props } });

  test("a change of the engine mode keeps a declared field that the service would reset", async () => {
    const here = await world({ form: "2026" });
    const shared = { name: "Support", synthesizer: "ElevenLabs" };
    const dualplex = { ...assistantIn2026("dualplex").props, ...shared };
    expect(await here.engine.up(declared(dualplex))).toMatchObject(succeeded);
    here.engine.state.clear();
    const pipeline = { ...assistantIn2026("pipeline").props, ...shared, onExisting: "adopt" };
    expect(await here.engine.up(declared(pipeline))).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("switching notifications on also sends their URL, as an update does", async ({ here }) => {
    const program = (more: Props): Program =>
      declared({ ...assistant, webhookUrl: "https://api.example.com/voice", ...more });
    expect(await here.engine.up(program({ isWebhookActive: false }))).toMatchObject(succeeded);
    here.engine.state.clear();
    here.requests();
    const adopted = program({ isWebhookActive: true, onExisting: "adopt" });
    expect(await here.engine.up(adopted)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([
      { webhook_url: "https://api.example.com/voice", is_webhook_active: true },
    ]);
  });
});
