/** The provider creates a second object with the same key only if a program or configuration allows it. */
import { describe, expect } from "vitest";
import { EnginePart, type Props } from "../support/engine-part.js";
import { type World, world, succeeded, unchanged, test, oneStep } from "../support/world.js";
import {
  type Subject,
  aLead,
  anAssistant,
  declaring,
  everySubject,
  midCallTool,
  serviceOf,
  subjects,
} from "../kinds/index.js";
import { count, madeElsewhere, only, strike } from "./subjects.js";
import { hostProcess } from "../support/runtime.js";

describe.each(subjects)("$kind: an object with this key already exists", (subject) => {
  test("a line in preview, an error at apply on how to adopt, and nothing is sent", async ({ here }) => {
    const id = await madeElsewhere(here, subject);
    const preview = await here.engine.preview(declaring(subject));
    expect(preview).toMatchObject(oneStep("create"));
    const line = preview.lines.find((text) => text.includes("Applying this will fail"));
    const error = only(await here.engine.up(declaring(subject)));
    for (const text of [line, error]) {
      for (const part of [`(id ${id})`, `adoptId: ${id}`, "Otherwise, correct the token"])
        expect(text).toContain(part);
      expect(text).not.toContain('onExisting: "create"');
    }
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.size).toBe(0);
  });

  test("several: the error has all ids, and names adoptId", async ({ here }) => {
    const first = await madeElsewhere(here, subject);
    const another = { onExisting: "create", ...(subject === aLead && { allowDuplicate: true }) };
    const second = await madeElsewhere(here, subject, another);
    for (const onExisting of ["fail", "adopt"]) {
      const error = only(await here.engine.up(declaring(subject, { onExisting })));
      expect(error).toContain(`(ids ${first}, ${second})`);
      expect(error).toContain("adoptId");
    }
    expect(here.writes()).toEqual([]);
  });

  test.each([
    ["on the resource", { onExisting: "create" }],
    ["in the configuration", undefined],
  ])("another object is created if onExisting %s allows it", async (_, option) => {
    const here = await world({}, option ? {} : { "voicecall:onExisting": "create" });
    const id = await madeElsewhere(here, subject);
    const more = { ...option, ...(subject === aLead && { allowDuplicate: true }) };
    expect((await here.engine.preview(declaring(subject, more))).lines).toEqual([
      expect.stringMatching(`will create another object beside the one with this .* \\(id ${id}\\)`),
    ]);
    expect(await here.engine.up(declaring(subject, more))).toMatchObject(succeeded);
    expect(here.engine.state.get("it")!.id).not.toBe(String(id));
    expect(subject.rows(here.emulator)).toHaveLength(2);
  });
});

test("an assistant with deleted_at does not count as existing", async ({ here }) => {
  const id = await madeElsewhere(here, anAssistant);
  here.emulator.state.assistants[0]!.deleted_at = "2026-01-01T00:00:00.000000Z";
  expect((await here.engine.preview(declaring(anAssistant))).lines).toEqual([]);
  expect(only(await here.engine.up(declaring(anAssistant, { adoptId: id })))).toContain("no such object");
  expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
});

test("names that the service treats as equal are one key: a trimmed name is found again", async () => {
  const here = await world({ tidyText: true });
  const spaced = { name: " Support " };
  const id = await madeElsewhere(here, anAssistant, spaced);
  expect(only(await here.engine.up(declaring(anAssistant, spaced)))).toContain(`(id ${id})`);
  expect(here.writes()).toEqual([]);
});

test("null in the program is left out of a create", async ({ here }) => {
  const program = declaring(anAssistant, { webhookUrl: null, phoneNumber: null });
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.writes()[0]!.body).not.toHaveProperty("webhook_url");
  expect(here.emulator.state.assistants[0]).toMatchObject({ webhook_url: null, phone_number_id: null });
  expect(await here.engine.preview(program)).toMatchObject(unchanged);
});

type Loss = Parameters<typeof strike>[3];
/** Faults that lose the response to a processed request, in addition to outcomes/write-faults.ts. */
const losses: [string, Loss][] = [
  ["502", { status: 502, body: "<html>Bad gateway</html>" }],
  ["a 200 without the object", { status: 200, body: { message: "OK" } }],
  ["a 200 with a list", { status: 200, body: [] }],
  ["an id that is text", { status: 201, body: { data: { id: "x", name: "x" } } }],
];

describe.each(everySubject)("$kind: the response of a create is lost", (subject) => {
  const { field, first, create, rows } = subject;
  const program = declaring(subject, { [field]: first });

  test.each(losses)("%s, one candidate: adopted with a note, sent once", async (_, fault) => {
    const here = await world(serviceOf(subject.kind));
    strike(here, "POST", create, fault, { when: "after" });
    const up = await here.engine.up(program);
    expect(up.errors).toEqual([]);
    const [made] = rows(here.emulator);
    expect(here.engine.state.get("it")!.id).toBe(String(made!["id"]));
    expect(up.lines.join("\n")).toMatch(/the response was lost, but the service created the object/);
    expect(count(here.requests(), "POST")).toBe(1);
    expect(await here.engine.preview(program)).toMatchObject({ steps: [{ op: "same" }], lines: [] });
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test.each([...losses, ["cut before", "cut-before"] as [string, Loss]])(
    '%s, none within listLag: "may have created the object", sent once',
    async (_, fault) => {
      const here = await world(serviceOf(subject.kind));
      strike(here, "POST", create, fault, { when: "before", times: 1 });
      const began = here.clock.now();
      const error = only(await here.engine.up(program));
      expect(error).toMatch(/may have created the object.*next `pulumi up` looks again/);
      expect(here.clock.now() - began).toBeGreaterThanOrEqual(10_000);
      expect(count(here.requests(), "POST")).toBe(1);
      expect(here.engine.state.size).toBe(0);
      expect(await here.engine.up(program)).toMatchObject(succeeded);
      expect(rows(here.emulator)).toHaveLength(1);
    },
  );

  test("listed only after listLag: the next up finds and rejects it, and adopts it on request", async () => {
    const here = await world(serviceOf(subject.kind, { listLag: 30_000 }));
    strike(here, "POST", create, "cut-after", { times: 1 });
    expect(only(await here.engine.up(program))).toContain("may have created the object");
    here.clock.advance(30_000);
    const [made] = rows(here.emulator);
    const error = only(await here.engine.up(program));
    expect(error).toContain(`adoptId: ${String(made!["id"])}`);
    expect(error).toContain("as after interruptions");
    expect(await here.engine.up(declaring(subject, { [field]: first, onExisting: "adopt" }))).toMatchObject(
      succeeded,
    );
    expect(here.methods()).toEqual(["POST"]);
    expect(here.engine.state.get("it")!.id).toBe(String(made!["id"]));
  });

  test.each<["cut-after" | "cut-before", number]>([
    ["cut-after", 1],
    ["cut-before", 0],
  ])("an older object is not a candidate, even an equal one (%s)", async (fault, made) => {
    const here = await world(serviceOf(subject.kind));
    const other = await madeElsewhere(here, subject, { [field]: first });
    strike(here, "POST", create, fault);
    const more = { onExisting: "create", ...(subject === aLead && { allowDuplicate: true }) };
    const up = await here.engine.up(declaring(subject, { [field]: first, ...more }));
    expect(up.errors).toHaveLength(1 - made);
    expect(here.engine.state.get("it")?.id).not.toBe(String(other));
    expect(here.engine.state.size).toBe(made);
    expect(count(here.requests(), "POST")).toBe(1);
  });

  test("several candidates: an error with the ids, nothing in state", async () => {
    const here = await world(serviceOf(subject.kind));
    const more = subject === aLead ? { allowDuplicate: true } : {};
    const other = await madeElsewhere(here, subject, { [field]: first });
    strike(here, "GET", subject.list, { status: 200, body: subject.listing([]) }, { times: 2 });
    strike(here, "POST", create, "cut-after");
    const engine = new EnginePart({ env: here.engine.env, clock: here.clock });
    // The first two listings lag, so they do not show the other object.
    const error = only(await engine.up(declaring(subject, { [field]: first, ...more })));
    const ownId = rows(here.emulator).at(-1)!["id"] as number;
    expect(error).toContain(`(ids ${other}, ${ownId})`);
    expect(error).toContain("adoptId");
    expect(count(here.requests(), "POST")).toBe(1);
    expect(engine.state.size).toBe(0);
  });

  test("a different object: an error with its id and the field, nothing in state", async () => {
    const here = await world(serviceOf(subject.kind));
    strike(here, "POST", create, { dropField: Object.keys(subject.sent)[0]! });
    strike(here, "POST", create, "cut-after");
    const error = only(await here.engine.up(program));
    expect(error).toContain(`(id ${String(rows(here.emulator)[0]!["id"])})`);
    expect(error).toContain(`differs in ${field}`);
    expect(count(here.requests(), "POST")).toBe(1);
    expect(here.engine.state.size).toBe(0);
  });

  test('the search fails too: "may have created the object", sent once', async () => {
    const here = await world(serviceOf(subject.kind));
    strike(here, "POST", create, "cut-after");
    strike(here, "GET", subject.list, { status: 403 }, { nth: 2 });
    const error = only(await here.engine.up(program));
    expect(error).toMatch(
      /may have created the object, and the search for it failed too.*the next `pulumi up` looks again/i,
    );
    expect(count(here.requests(), "POST")).toBe(1);
  });

  test.each<[number | string, Loss, number]>([
    [422, { status: 422 }, 1],
    [401, { status: 401 }, 1],
    [403, { status: 403 }, 1],
    ["redirect", "redirect", 1],
    // The request is retried, because a request with this response was certainly not processed.
    [429, { status: 429 }, 4],
  ])("%s is a rejection: an error without a search, and nothing in state", async (_, fault, posts) => {
    const here = await world(serviceOf(subject.kind));
    strike(here, "POST", create, fault, { when: "before" });
    const error = only(await here.engine.up(program));
    expect(error).not.toMatch(/may have created|not known|may or may not/);
    const requests = here.requests();
    expect(count(requests, "POST")).toBe(posts);
    expect(requests.at(-1)).toBe(`POST ${create}`);
    expect(here.engine.state.size).toBe(0);
  });
});

describe.each<[string, number]>([
  ["without a lag", 0],
  ["with a lag of 4 s", 4_000],
])("two creates of one key in one process, the service lists %s", (_, listLag) => {
  const both = async (here: World, subject: Subject, first: Props, second: Props) => {
    const hosted = hostProcess(here.clock, here.engine.env).open(subject.kind);
    const create = (more: Props) => hosted.create({ ...subject.props, ...more, __provider: "text" });
    return Promise.allSettled([create(first), create(second)]);
  };

  const twice = { allowDuplicate: true };
  const spellings: [string, Subject, Props, Props][] = [
    ...subjects.map((subject): [string, Subject, Props, Props] => [subject.kind, subject, {}, {}]),
    ["Lead, by id and by name", aLead, { ...twice, campaign: 1 }, { ...twice, campaign: "Spring renewals" }],
    ["Assistant, with another prompt", anAssistant, {}, { onExisting: "fail", systemPrompt: "Another." }],
  ];
  test.each(spellings)("at the same time: %s", async (_name, subject, first, second) => {
    const here = await world({ listLag });
    const settled = await both(here, subject, first, second);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [made] = subject.rows(here.emulator);
    const refused = settled.find((result) => result.status === "rejected")!;
    expect(String(refused.reason)).toContain(`(id ${String(made!["id"])})`);
    expect(count(here.requests(), "POST")).toBe(1);
  });

  test.each(subjects)("$kind: one after the other, in one program", async (subject) => {
    const here = await world({ listLag });
    const program = {
      a: { kind: subject.kind, props: subject.props },
      b: { kind: subject.kind, props: subject.props },
    };
    here.engine.knowsUrns = false;
    const error = only(await here.engine.up(program));
    expect(error).toContain(`(id ${here.engine.state.get("a")!.id})`);
    expect(count(here.requests(), "POST")).toBe(1);
  });

  test("after a create that may have been processed, no second one is sent for the key", async () => {
    const here = await world({ listLag: 60_000 });
    strike(here, "POST", midCallTool.create, "cut-after", { times: 1 });
    const settled = await both(here, midCallTool, {}, {});
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(count(here.requests(), "POST")).toBe(1);
  });
});
