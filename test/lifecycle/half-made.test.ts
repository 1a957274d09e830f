/**
 * A half-created object stays in state, with its id and a mark. The next apply sends only what is missing.
 */
import { describe, expect } from "vitest";
import { createTransport } from "../../provider/http/transport.js";
import { closeAfterTest } from "../support/after-test.js";
import { world, succeeded, unchanged, test, oneStep } from "../support/world.js";
import { anAssistant, declaring, midCallTool, subjects } from "../kinds/index.js";
import { count, madeElsewhere, only, strike } from "./subjects.js";

const partial = (outputs: Record<string, unknown>): unknown => outputs["__partial"];

describe.each(subjects)("$kind", (subject) => {
  const { field, first, second, sent, rows } = subject;
  const requestName = Object.keys(sent)[0]!;
  const create = { [requestName]: first };

  test("a create whose field is not kept: an error, the next up sends only that field", async ({ here }) => {
    strike(here, "POST", subject.create, { dropField: requestName });
    const program = declaring(subject, { [field]: first });
    const error = only(await here.engine.up(program));
    expect(error).toMatch(new RegExp(`the service accepted ${field} but did not keep it as sent.*in state`));
    const [made] = rows(here.emulator);
    expect(here.engine.state.get("it")!.id).toBe(String(made!["id"]));
    expect(partial(here.engine.state.get("it")!.outputs)).toEqual([field]);
    here.requests();
    expect(await here.engine.preview(program)).toMatchObject(oneStep("update"));
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.writes().map(({ method, body }) => [method, body])).toEqual([["PUT", create]]);
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
    expect(await here.engine.up(program)).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });

  test("an update whose field is not kept: an error, and the next up repairs it", async ({ here }) => {
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, { dropField: requestName }, { times: 2 });
    const program = declaring(subject, { [field]: second });
    for (let time = 0; time < 2; time += 1) {
      expect(only(await here.engine.up(program))).toContain(`accepted ${field} but did not keep it`);
      expect(partial(here.engine.state.get("it")!.outputs)).toEqual([field]);
    }
    here.requests();
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([sent]);
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
  });

  test("a refresh in between shows the drift, and the next up repairs it", async ({ here }) => {
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, { dropField: requestName }, { times: 1 });
    const program = declaring(subject, { [field]: second });
    only(await here.engine.up(program));
    expect(await here.engine.refresh()).toMatchObject(oneStep("update", field));
    here.requests();
    expect(await here.engine.up(program)).toMatchObject(oneStep("update", field));
    expect(here.bodies()).toEqual([sent]);
  });

  test("a refresh settles a field that it reads: then the old value in the program is not a difference", async ({
    here,
  }) => {
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, { dropField: requestName }, { times: 1 });
    only(await here.engine.up(declaring(subject, { [field]: second })));
    await here.engine.refresh();
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
    expect(await here.engine.preview(declaring(subject, { [field]: first }))).toMatchObject(unchanged);
  });

  test("the program restores the old value in the meantime: nothing is left to send", async ({ here }) => {
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, { dropField: requestName }, { times: 1 });
    only(await here.engine.up(declaring(subject, { [field]: second })));
    here.requests();
    expect(await here.engine.up(declaring(subject, { [field]: first }))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
  });

  test("a manual change to an unsettled field is not a conflict: the live record counts", async ({
    here,
  }) => {
    strike(here, "POST", subject.create, { dropField: requestName }, { times: 1 });
    const program = declaring(subject, { [field]: first });
    only(await here.engine.up(program));
    Object.assign(rows(here.emulator)[0]!, subject.byHand);
    here.requests();
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([create]);
  });

  test("an adoption whose field is not kept is in state, and the next up repairs it", async ({ here }) => {
    const id = await madeElsewhere(here, subject, { [field]: first });
    strike(here, "PUT", subject.item, { dropField: requestName }, { times: 1 });
    const program = declaring(subject, { [field]: second, adoptId: id });
    expect(only(await here.engine.up(program))).toContain(`accepted ${field} but did not keep it`);
    expect(here.engine.state.get("it")!.id).toBe(String(id));
    here.requests();
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([sent]);
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
  });

  test("a half-created object is deleted like any other", async ({ here }) => {
    strike(here, "POST", subject.create, { dropField: requestName });
    only(await here.engine.up(declaring(subject, { [field]: first })));
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(rows(here.emulator)).toEqual([]);
  });

  test("a lost update that was not processed is unsettled, and the next up repairs it", async ({ here }) => {
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, "cut-before", { times: 4 });
    const program = declaring(subject, { [field]: second });
    expect(only(await here.engine.up(program))).toContain("may or may not have processed the request");
    expect(partial(here.engine.state.get("it")!.outputs)).toEqual([field]);
    here.requests();
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([sent]);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  test("a lost update that was processed is settled by a read, with a note in the output", async ({
    here,
  }) => {
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, { status: 500 }, { when: "after" });
    const program = declaring(subject, { [field]: second });
    const up = await here.engine.up(program);
    expect(up.errors).toEqual([]);
    expect(up.lines.join()).toContain("the response was lost, but the service made the change");
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
  });

  test.each([
    ["was", "cut-after" as const],
    ["was not", "cut-before" as const],
  ])("a lost update that %s processed, and whose retry does not succeed", async (done, fault) => {
    const here = await world();
    await here.engine.up(declaring(subject, { [field]: first }));
    strike(here, "PUT", subject.item, fault, { nth: 1 });
    strike(here, "PUT", subject.item, "success-false", { nth: 2 });
    const program = declaring(subject, { [field]: second });
    const { errors } = await here.engine.up(program);
    expect(errors).toHaveLength(done === "was" ? 0 : 1);
    if (done === "was not") {
      expect(errors[0]).toMatch(/The request could not be completed.*may or may not have processed/);
      expect(partial(here.engine.state.get("it")!.outputs)).toEqual([field]);
    }
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
  });
});

test("an assistant not listed within listLag is in state; the next up sends only unreadable fields", async () => {
  const here = await world({ listLag: 30_000 });
  const program = declaring(anAssistant, { useMinInterruptWords: true, maxCallDuration: 60 });
  expect(only(await here.engine.up(program))).toMatch(
    /was created, but the listing does not show it yet.*kept in state/,
  );
  const { id, outputs } = here.engine.state.get("it")!;
  expect(id).toBe(String(here.emulator.state.assistants[0]!.id));
  expect(outputs).toMatchObject({ voiceId: 1, languageId: 1, llmModelId: 1, name: "Support" });
  here.clock.advance(30_000);
  here.requests();
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.writes().map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { use_min_interrupt_words: true }],
  ]);
  expect(here.engine.state.get("it")!.outputs).toMatchObject({ status: "active", uuid: expect.any(String) });
  expect(await here.engine.preview(program)).toMatchObject(unchanged);
});

test("after a failed read-back, state has the id, and nothing is created twice", async ({ here }) => {
  strike(here, "GET", anAssistant.list, { status: 403 }, { nth: 2 });
  const error = only(await here.engine.up(declaring(anAssistant)));
  expect(error).toContain("403");
  expect(here.engine.state.get("it")!.id).toBe(String(here.emulator.state.assistants[0]!.id));
  expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
  expect(here.methods()).toEqual(["POST"]);
});

test("all fields that are not kept are named, without their text", async ({ here }) => {
  for (const dropField of ["system_prompt", "max_call_duration", "timezone"]) {
    strike(here, "POST", anAssistant.create, { dropField });
  }
  const changed = { systemPrompt: "A private prompt.", maxCallDuration: 61, timezone: "Asia/Tokyo" };
  const program = declaring(anAssistant, changed);
  const error = only(await here.engine.up(program));
  expect(error).toContain("accepted timezone, systemPrompt, maxCallDuration but did not keep them");
  expect(error).not.toContain("private");
  here.requests();
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([
    { system_prompt: "A private prompt.", max_call_duration: 61, timezone: "Asia/Tokyo" },
  ]);
});

test("a decimal that the service rounds: the error names the value to declare", async ({ here }) => {
  const inner = createTransport({ connections: 1, timeout: 30_000 });
  closeAfterTest({ close: () => inner.close() });
  here.engine.transport = {
    send: (request) =>
      inner.send({ ...request, ...(request.body && { body: request.body.replace("1.123", "1.12") }) }),
  };
  const error = only(await here.engine.up(declaring(anAssistant, { speechSpeed: 1.123 })));
  expect(error).toContain("did not keep it as sent");
  expect(error).toMatch(/declare what the service stores \(speechSpeed: 1\.12\)\.$/);
  expect(await here.engine.up(declaring(anAssistant, { speechSpeed: 1.12 }))).toMatchObject(succeeded);
  expect(await here.engine.preview(declaring(anAssistant, { speechSpeed: 1.12 }))).toMatchObject(unchanged);
});

describe("a removed field whose emptying is unsettled", () => {
  const webhook = { webhookUrl: "https://hooks.example.com/a", isWebhookActive: true };
  const inDoubt = async (fault: Parameters<typeof strike>[3]) => {
    const here = await world();
    await here.engine.up(declaring(anAssistant, webhook));
    strike(here, "PUT", anAssistant.item, fault, { times: 4 });
    only(await here.engine.up(declaring(anAssistant)));
    here.emulator.faults.clear();
    here.requests();
    return here;
  };

  test.each([
    ["lost", "cut-before" as const],
    ["not kept", { dropField: "webhook_url" }],
  ])("%s: the next `pulumi up` empties it", async (_, fault) => {
    const here = await inDoubt(fault);
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([expect.objectContaining({ webhook_url: null })]);
    expect(here.emulator.state.assistants[0]).toMatchObject({ webhook_url: null, is_webhook_active: false });
  });

  test("a refresh in between does not settle it", async () => {
    const here = await inDoubt("cut-before");
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    expect(here.emulator.state.assistants[0]).toMatchObject({ webhook_url: null, is_webhook_active: false });
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(unchanged);
  });
});

test("a failed read of a half-created object keeps its id", async ({ here }) => {
  strike(here, "POST", midCallTool.create, { dropField: "description" }, { times: 1 });
  only(await here.engine.up(declaring(midCallTool)));
  strike(here, "GET", midCallTool.item, { status: 503 });
  const error = only(await here.engine.up(declaring(midCallTool)));
  expect(error).toContain("503");
  expect(here.engine.state.get("it")!.outputs).toHaveProperty("__partial");
  expect(count(here.requests(), "POST")).toBe(1);
});
