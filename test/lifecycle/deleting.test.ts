/** A missing object counts as deleted. A failed delete is an error. A tool in use is not deleted. */
import { describe, expect } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, world, succeeded, appliedLongAgo, test, oneStep } from "../support/world.js";
import { type Subject, aLead, anAssistant, declaring, midCallTool, subjects } from "../kinds/index.js";
import { count, madeElsewhere, only, strike } from "./subjects.js";
import { hostProcess } from "../support/runtime.js";

const applied = (subject: Subject, ...options: Parameters<typeof world>): Promise<World> =>
  appliedLongAgo(declaring(subject), ...options);

const path = ({ engine }: World, subject: Subject): string =>
  subject.item.replace("{id}", engine.state.get("it")!.id);

describe.each(subjects)("$kind", (subject) => {
  const { item, rows } = subject;

  test("one DELETE, and it is gone from service and state", async () => {
    const here = await applied(subject);
    const expected = { method: "DELETE", path: path(here, subject), body: null };
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.writes()).toEqual([expected]);
    expect(rows(here.emulator)).toEqual([]);
    expect(here.engine.state.size).toBe(0);
  });

  test.each(["fail", subject.kind])(
    "voicecall:deletions %s: nothing is sent, unless one run allows it",
    async (setting) => {
      const here = await applied(subject);
      here.engine.config["voicecall:deletions"] = setting;
      here.writes();
      const error = only(await here.engine.destroy());
      expect(error).toContain(
        "voicecall:deletions does not allow it. To delete it in one run, set VOICECALL_DELETIONS=allow",
      );
      expect(here.writes()).toEqual([]);
      expect(here.engine.state.size).toBe(1);
      here.engine.env["VOICECALL_DELETIONS"] = "allow";
      expect(await here.engine.destroy()).toMatchObject(succeeded);
      expect(rows(here.emulator)).toEqual([]);
    },
  );

  test("rejected: the error has the reason, and no read follows", async () => {
    const here = await applied(subject);
    strike(here, "DELETE", item, { status: 422, body: { message: "It is in use." } });
    here.requests();
    const error = only(await here.engine.destroy());
    expect(error).toContain("422: It is in use");
    expect(error).not.toContain("retainOnDelete");
    expect(here.requests().at(-1)).toMatch(/^DELETE /);
    expect(here.engine.state.size).toBe(1);
  });

  test("each response is lost, and the object is gone: done", async () => {
    const here = await applied(subject);
    strike(here, "DELETE", item, { status: 500 }, { when: "after" });
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(rows(here.emulator)).toEqual([]);
  });

  test("the response is lost, and the listing still shows the object for a while: done", async () => {
    const here = await applied(subject, { listLag: 5_000 });
    strike(here, "DELETE", item, "cut-after", { times: 1 });
    const began = here.clock.now();
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(rows(here.emulator)).toEqual([]);
    expect(here.clock.now() - began).toBeLessThan(10_000);
  });

  test("the response is lost and the listing fails: an error, never a false success", async () => {
    const here = await applied(subject);
    strike(here, "DELETE", item, { status: 500 }, { when: "after" });
    strike(here, "GET", subject === midCallTool ? item : subject.list, { status: 500 });
    expect(only(await here.engine.destroy())).toContain("500");
    expect(here.engine.state.size).toBe(1);
  });
});

const routeless: [Subject, string][] = [
  [midCallTool, "deleteTool"],
  [aLead, "deleteLead"],
];

describe.each(routeless)("$kind without the delete route", (subject, route) => {
  const strict = () => applied(subject, { routes: { [route]: "none" } });
  const none = { "voicecall:routes": JSON.stringify({ [route]: "none" }) };

  test("the object is still there: an error that names the setting and retainOnDelete", async () => {
    const here = await strict();
    const began = here.clock.now();
    const error = only(await here.engine.destroy());
    for (const part of ["voicecall:routes", "retainOnDelete: true", "still exists"])
      expect(error).toContain(part);
    expect(error).not.toContain("could not tell");
    expect(here.clock.now()).toBe(began);
    expect(here.engine.state.size).toBe(1);
  });

  test("404 instead of 405, and the object is still there: the same error", async () => {
    const here = await applied(subject);
    strike(here, "DELETE", subject.item, { status: 404 }, { when: "before" });
    expect(only(await here.engine.destroy())).toContain("retainOnDelete");
    expect(here.engine.state.size).toBe(1);
  });

  test("contradictory reads: an error, and the object stays in state", async () => {
    const here = await strict();
    const lie = { status: 200, body: { current_page: 1, total: 7, data: [] } };
    strike(here, "GET", subject === midCallTool ? subject.item : subject.list, lie);
    const error = only(await here.engine.destroy());
    expect(error).toMatch(subject === aLead ? /inconsistent/ : /retainOnDelete/);
    if (subject === aLead) expect(error).not.toContain("retainOnDelete");
    expect(here.engine.state.size).toBe(1);
  });

  test("the object is absent: success", async () => {
    const here = await strict();
    subject.rows(here.emulator).length = 0;
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });

  test("the read fails: an error without claims about the object", async () => {
    const here = await strict();
    strike(here, "GET", subject === midCallTool ? subject.item : subject.list, { status: 500 });
    const error = only(await here.engine.destroy());
    expect(error).not.toContain("still exists");
    expect(here.engine.state.size).toBe(1);
  });

  test('set to "none": an error that names retainOnDelete, and nothing is sent', async () => {
    const here = await applied(subject, {}, none);
    const error = only(await here.engine.destroy());
    expect(error).toContain("retainOnDelete: true");
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.size).toBe(1);
  });

  test('set to "none", and deleted manually: success', async () => {
    const here = await applied(subject, {}, none);
    subject.rows(here.emulator).length = 0;
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.engine.state.size).toBe(0);
  });

  test("moved by the setting: deleted there", async () => {
    const moved = `DELETE /user/v2/${route}/{id}`;
    const here = await applied(
      subject,
      { routes: { [route]: moved } },
      { "voicecall:routes": JSON.stringify({ [route]: moved }) },
    );
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });
});

describe("a tool in use", () => {
  const inUse = async (options: EmulatorOptions = {}, props: Props = {}): Promise<World> => {
    const here = await applied({ ...midCallTool, props: { ...midCallTool.props, ...props } }, options);
    await madeElsewhere(here, anAssistant, { tools: [here.engine.state.get("it")!.id] });
    here.clock.advance(3_600_000);
    return here;
  };

  test.each(["objects", "ids"] as const)(
    "listed as %s: an error after listLag names the assistant, no delete",
    async (toolItems) => {
      const here = await inUse({ toolItems });
      const began = here.clock.now();
      const error = only(await here.engine.destroy());
      expect(error).toContain('still attached to Assistant "Support" (id 201)');
      expect(error).toContain('onDestroy: "detach"');
      expect(here.clock.now() - began).toBeGreaterThanOrEqual(10_000);
      expect(here.writes()).toEqual([]);
      expect(here.emulator.state.assistants[0]!.tool_ids).toHaveLength(1);
    },
  );

  test("onDestroy detach deletes it immediately", async () => {
    const here = await inUse({}, { onDestroy: "detach" });
    const began = here.clock.now();
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.clock.now()).toBe(began);
    expect(here.emulator.state.tools).toEqual([]);
    expect(here.emulator.state.assistants[0]!.tool_ids).toEqual([]);
  });

  test("onDestroy detach and `--replace`: the assistant gets the new tool, without a conflict", async () => {
    const here = await world();
    const tool = { kind: "MidCallTool", props: { ...midCallTool.props, onDestroy: "detach" } };
    const using = (id: unknown): Props => ({ ...anAssistant.props, tools: [id] });
    const program = { tool, bot: { kind: "Assistant", props: (of) => using(of("tool")["id"]) } } as Program;
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    const [old, bot] = ["tool", "bot"].map((name) => here.engine.state.get(name)!);
    const host = hostProcess(here.clock, here.engine.env);
    await host.open("MidCallTool").delete(old!.id, old!.outputs);
    const { id } = await host.open("MidCallTool").create(old!.inputs);
    await host.open("Assistant").update(bot!.id, bot!.outputs, using(id));
    expect(here.emulator.state.assistants[0]!.tool_ids).toEqual([Number(id)]);
  });

  test("onDestroy set by a later up applies, and that up only reads", async () => {
    const here = await inUse();
    here.requests();
    expect(await here.engine.up(declaring(midCallTool, { onDestroy: "detach" }))).toMatchObject(
      oneStep("update", "onDestroy"),
    );
    // The voices are read to detect the form of the API, the tools to find others of the same name.
    expect(here.requests()).toEqual(["GET /user/assistants/voices", "GET /user/tools"]);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });

  test("an assistant with deleted_at does not use the tool", async () => {
    const here = await inUse();
    here.emulator.state.assistants[0]!.deleted_at = "2026-01-01T00:00:00.000000Z";
    expect(await here.engine.destroy()).toMatchObject(succeeded);
  });

  test("the listing of assistants cannot be read: an error, nothing is deleted", async () => {
    const here = await inUse();
    strike(here, "GET", anAssistant.list, { status: 500 });
    expect(only(await here.engine.destroy())).toContain("500");
    expect(here.emulator.state.tools).toHaveLength(1);
  });

  const both = {
    it: { kind: "MidCallTool", props: midCallTool.props },
    bot: {
      kind: "Assistant",
      props: (of: (name: string) => Props) => ({ ...anAssistant.props, tools: [of("it")["id"]] }),
    },
  };

  test.each([0, 8_000])(
    "the same destroy deletes the assistant first, listing lag %i ms: the tool's delete waits",
    async (listLag) => {
      const here = await world({ listLag });
      expect(await here.engine.up(both)).toMatchObject(succeeded);
      here.clock.advance(3_600_000);
      expect(await here.engine.destroy()).toMatchObject(succeeded);
      expect(here.emulator.state).toMatchObject({ tools: [], assistants: [] });
    },
  );

  test("the assistant is deleted at the same time, in the same process: the tool's delete waits", async ({
    here,
  }) => {
    await here.engine.up(both);
    const process = hostProcess(here.clock, here.engine.env);
    const remove = (name: string): Promise<void> => {
      const { kind, id, outputs } = here.engine.state.get(name)!;
      return process.open(kind).delete(id, outputs);
    };
    await Promise.all([remove("it"), remove("bot")]);
    expect(here.emulator.state).toMatchObject({ tools: [], assistants: [] });
  });
});

describe.each(subjects)("$kind replaced at the user's request", (subject) => {
  test("deleted and created in one process: a listing that still shows the old object does no harm", async () => {
    const here = await world({ listLag: 5_000 });
    await here.engine.up(declaring(subject));
    here.clock.advance(3_600_000);
    const { id, outputs, inputs } = here.engine.state.get("it")!;
    const hosted = hostProcess(here.clock, here.engine.env).open(subject.kind);
    here.requests();
    await hosted.delete(id, outputs);
    const created = await hosted.create(inputs);
    expect(created.id).not.toBe(id);
    const requests = here.requests();
    expect([count(requests, "DELETE"), count(requests, "POST")]).toEqual([1, 1]);
    expect(subject.rows(here.emulator)).toHaveLength(1);
  });

  test("if the engine replaces a changed object, it deletes the old one first", async ({ here }) => {
    await here.engine.up(declaring(subject, { [subject.field]: subject.first }));
    const { id, outputs, inputs } = here.engine.state.get("it")!;
    const hosted = hostProcess(here.clock, here.engine.env).open(subject.kind);
    const diff = await hosted.diff(id, outputs, { ...inputs, [subject.field]: subject.second });
    expect(diff).toEqual({ deleteBeforeReplace: true });
  });
});
