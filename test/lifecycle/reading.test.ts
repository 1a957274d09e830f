/** An object is "gone" only with proof. A failed read is an error, and state stays as it is. */
import { describe, expect } from "vitest";
import { type World, world, succeeded, unchanged, appliedLongAgo, test } from "../support/world.js";
import { EnginePart } from "../support/engine-part.js";
import { type Subject, aLead, anAssistant, declaring, midCallTool, subjects } from "../kinds/index.js";
import { only, strike } from "./subjects.js";

const applied = (subject: Subject): Promise<World> =>
  appliedLongAgo(declaring(subject, { [subject.field]: subject.first }));

const readPath = (subject: Subject): string => (subject === midCallTool ? subject.item : subject.list);
const listed = subjects.filter((subject) => subject !== midCallTool);

/** For an object that is gone: a lead stays in state, other objects do not (docs/behavior.md). */
function expectGone({ engine }: World, subject: Subject): void {
  if (subject === aLead) expect(engine.state.get("it")!.outputs).toMatchObject({ gone: true });
  else expect(engine.state.size).toBe(0);
}

describe.each(subjects)("$kind", (subject) => {
  const { rows } = subject;

  test("absent from the service: gone", async () => {
    const here = await applied(subject);
    rows(here.emulator).length = 0;
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expectGone(here, subject);
  });

  // These faults are in addition to those in outcomes/reading-faults.ts.
  test.each<[string, Parameters<typeof strike>[3]]>([
    ["403 with a page", { status: 403, body: "<html>Forbidden</html>" }],
    ["404 with a page", { status: 404, body: "<!DOCTYPE html><html></html>" }],
    ["404 of the route", { status: 404, body: { message: "The route user/tools could not be found." } }],
    ["422", { status: 422 }],
    ["an empty object", { status: 200, body: {} }],
    ["null", { status: 200, body: "null" }],
    ["a record without id", { status: 200, body: [{ name: "x" }] }],
  ])("%s: an error, and state does not change", async (_, fault) => {
    const here = await applied(subject);
    rows(here.emulator).length = 0;
    const before = structuredClone(here.engine.state.get("it"));
    strike(here, "GET", readPath(subject), fault);
    expect(only(await here.engine.refresh())).not.toBe("");
    expect(here.engine.state.get("it")).toEqual(before);
  });

  test("an object with deleted_at counts as absent", async () => {
    const here = await applied(subject);
    const { id } = rows(here.emulator)[0]!;
    const record = { id, name: "x", user_id: 1, deleted_at: "2026-01-01T00:00:00Z" };
    strike(here, "GET", subject.list, { status: 200, body: subject.listing([record]) });
    if (subject === midCallTool) strike(here, "GET", subject.item, { status: 200, body: record });
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expectGone(here, subject);
  });

  test("a manual change to an undeclared field is not drift, and reaches only computed outputs", async () => {
    const here = await applied(subject);
    Object.assign(rows(here.emulator)[0]!, { updated_at: "2026-05-05 05:05:05" });
    expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same", fields: [] }] });
    expect(here.engine.state.get("it")!.outputs).toMatchObject({ updatedAt: "2026-05-05 05:05:05" });
  });

  test("drift in a declared field is in state with its live value, and no undeclared key is", async () => {
    const here = await applied(subject);
    const declaredKeys = Object.keys(here.engine.state.get("it")!.inputs).sort();
    Object.assign(rows(here.emulator)[0]!, subject.byHand);
    expect(await here.engine.refresh()).toMatchObject({ steps: [{ op: "update", fields: [subject.field] }] });
    const { inputs, outputs } = here.engine.state.get("it")!;
    expect(inputs[subject.field]).toEqual(subject.byHand[Object.keys(subject.byHand)[0]!]);
    expect(outputs[subject.field]).toEqual(inputs[subject.field]);
    expect(Object.keys(inputs).sort()).toEqual(declaredKeys);
  });

  test("many objects are read by one listing in a process", async ({ here }) => {
    const names = "abcdefgh".split("");
    const program = Object.fromEntries(
      names.map((name, index) => {
        const key = subject === aLead ? { phoneNumber: `+1202555014${index}` } : { name };
        return [name, { kind: subject.kind, props: { ...subject.props, ...key } }];
      }),
    );
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    here.requests();
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    const reads = here.requests().filter((line) => line === `GET ${subject.list}`);
    expect(reads).toHaveLength(1);
  });

  test("get: an id returns every readable field; an unknown id is an error", async () => {
    const here = await applied(subject);
    const { id } = here.engine.state.get("it")!;
    const got = await here.engine.get(subject.kind, id);
    expect(got.id).toBe(id);
    expect(got.props).toMatchObject({ [subject.field]: subject.first });
    await expect(here.engine.get(subject.kind, "999999")).rejects.toThrow("the account has no such object");
  });
});

describe.each(listed)("$kind, listed only", (subject) => {
  const { rows } = subject;
  const records = (here: World): unknown[] => rows(here.emulator);
  const lies: [string, (all: unknown[]) => unknown][] = [
    ["a total that is too large", (all) => ({ current_page: 1, total: all.length + 1, data: all })],
    ["a total that is too small", (all) => ({ current_page: 1, total: 0, data: all })],
    ["a different page than requested", (all) => ({ current_page: 7, total: all.length, data: all })],
    ["one id twice", (all) => ({ current_page: 1, total: 2 * all.length, data: [...all, ...all] })],
    ["an empty page of a total above zero", () => ({ current_page: 1, total: 3, data: [] })],
  ];

  test.each(lies)("pages with %s, three times: could not tell, and state stays", async (_, lie) => {
    const here = await applied(subject);
    const all = structuredClone(records(here)).map((row) => ({
      ...(row as object),
      id: 999,
      name: "Another",
    }));
    strike(here, "GET", subject.list, { status: 200, body: lie(all) });
    const before = structuredClone(here.engine.state.get("it"));
    expect(only(await here.engine.refresh())).toMatch(/inconsistent/);
    expect(here.engine.state.get("it")).toEqual(before);
    expect(here.requests().length).toBeGreaterThanOrEqual(3);
  });

  test("inconsistent pages are read again", async () => {
    const here = await applied(subject);
    const body = { current_page: 1, total: 5, data: [] };
    strike(here, "GET", subject.list, { status: 200, body }, { times: 1 });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("created less than listLag ago: absence from the listing proves nothing yet", async ({ here }) => {
    await here.engine.up(declaring(subject));
    strike(here, "GET", subject.list, { status: 200, body: subject.listing([]) }, { times: 3 });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    const created = here.engine.state.get("it")!.outputs["__createdAt"] as number;
    rows(here.emulator).length = 0;
    await here.engine.refresh();
    expectGone(here, subject);
    expect(here.clock.now() - created).toBeGreaterThanOrEqual(10_000);
  });

  test("voicecall:listLag sets how long a read waits for proof", async () => {
    const here = await world({}, { "voicecall:listLag": "60s" });
    await here.engine.up(declaring(subject));
    const began = here.clock.now();
    rows(here.emulator).length = 0;
    await here.engine.refresh();
    expectGone(here, subject);
    expect(here.clock.now() - began).toBeGreaterThanOrEqual(60_000);
  });
});

test('an adopted object: a complete listing without it proves "gone" without waiting', async ({ here }) => {
  const elsewhere = new EnginePart({ env: here.engine.env, clock: here.clock });
  await elsewhere.up(declaring(anAssistant));
  await here.engine.up(declaring(anAssistant, { onExisting: "adopt" }));
  here.emulator.state.assistants.length = 0;
  const began = here.clock.now();
  await here.engine.refresh();
  expect(here.engine.state.size).toBe(0);
  expect(here.clock.now()).toBe(began);
});

test("read keeps the program's spelling of a reference if the live id is the same", async ({ here }) => {
  await here.engine.up(declaring(midCallTool));
  const tool = here.engine.state.get("it")!.id;
  const spelled = { language: "de", voice: "Sarah", phoneNumber: "+12025550102", tools: [tool] };
  const program = {
    ...declaring(midCallTool),
    bot: { kind: "Assistant", props: { ...anAssistant.props, ...spelled } },
  };
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same" }, { op: "same" }] });
  expect(here.engine.state.get("bot")!.inputs).toMatchObject(spelled);
  Object.assign(here.emulator.state.assistants[0]!, { language_id: 3, phone_number_id: null, tool_ids: [] });
  await here.engine.refresh();
  expect(here.engine.state.get("bot")!.inputs).toMatchObject({
    language: "French",
    voice: "Sarah",
    phoneNumber: null,
    tools: [],
  });
});
