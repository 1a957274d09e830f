/**
 * Retries in the same process, because a program's `onError` hook asks for them. See
 * test/support/error-hook.ts.
 */
import { describe, expect } from "vitest";
import type { Props } from "../support/engine-part.js";
import { urnOf } from "../support/sdk-part.js";
import type { ErrorHook } from "../support/error-hook.js";
import { type World, campaignState, lead, tool, world, succeeded, test } from "../support/world.js";
import { hostProcess } from "../support/runtime.js";
import { TWO, leadSet } from "./lead-set-lists.js";

const ORDER = "/user/campaigns/update-status";

const ways: ErrorHook["afterHalfCreated"][] = ["create", "update"];

async function withHook(afterHalfCreated: ErrorHook["afterHalfCreated"]): Promise<World> {
  const here = await world();
  here.engine.errorHook = { retries: 3, afterHalfCreated };
  return here;
}

const sent = (here: World): string[] => here.writes().map(({ method, path }) => `${method} ${path}`);

describe.each(ways)("a start that may have had no effect (half-created: retried as %s)", (way) => {
  const started = { spring: { kind: "CampaignState", props: { ...campaignState, state: "started" } } };
  const stopped = { spring: { kind: "CampaignState", props: campaignState } };

  test.each([
    ["create", {}],
    ["update", stopped],
  ])("of a %s fails again with the same error, and is sent once", async (_, before) => {
    const here = await withHook(way);
    expect(await here.engine.up(before)).toMatchObject(succeeded);
    here.emulator.faults.add({ method: "POST", path: ORDER, times: 1, fault: "cut-before" });
    const { errors } = await here.engine.up(started);
    expect(errors).toEqual([expect.stringMatching(/not started again automatically.*give `trigger`/)]);
    expect(sent(here)).toEqual([`POST ${ORDER}`]);
    expect(here.engine.state.get("spring")).toMatchObject({
      initErrors: errors,
      outputs: { state: "started" },
    });
  });

  test("is a success once the listing shows that it was processed", async () => {
    const here = await withHook(way);
    here.emulator.faults.add({ method: "POST", path: ORDER, times: 1, fault: "cut-after" });
    // The first attempt cannot read the listing of campaigns.
    here.emulator.faults.add({ method: "GET", path: "/user/campaigns", nth: 3, fault: { status: 404 } });
    expect(await here.engine.up(started)).toMatchObject(succeeded);
    expect(sent(here)).toEqual([`POST ${ORDER}`]);
    expect(here.engine.state.get("spring")?.outputs).toMatchObject({
      status: "in-progress",
      lastAction: "start",
    });
  });

  test("that the service confirmed and did not process fails again", async () => {
    const here = await withHook(way);
    const body = { success: true, data: { campaign_id: 1, status: "stopped" } };
    here.emulator.faults.add({ method: "POST", path: ORDER, times: 1, fault: { status: 200, body } });
    const { errors } = await here.engine.up(started);
    expect(errors).toEqual([expect.stringContaining("reported success, but the campaign is still")]);
    expect(sent(here)).toEqual([`POST ${ORDER}`]);
  });
});

describe.each(ways)("a create that left a half-created object (retried as %s)", (way) => {
  const weather = { it: { kind: "MidCallTool", props: { ...tool, timeout: 5 } } };
  const half = { method: "POST", path: "/user/tools", times: 1, fault: { dropField: "timeout" } } as const;

  test("continues with that object", async () => {
    const here = await withHook(way);
    here.emulator.faults.add(half);
    expect(await here.engine.up(weather)).toMatchObject(succeeded);
    expect(sent(here)).toEqual(["POST /user/tools", "PUT /user/tools/101"]);
    expect(here.emulator.state.tools).toEqual([expect.objectContaining({ id: 101, timeout: 5 })]);
    expect(here.engine.state.get("it")?.id).toBe("101");
  });

  test("keeps that object in state when every further attempt fails", async () => {
    const here = await withHook(way);
    here.emulator.faults.add(half);
    here.emulator.faults.add({ method: "PUT", path: "/user/tools/{id}", fault: { status: 403 } });
    const { errors } = await here.engine.up(weather);
    expect(errors).toHaveLength(1);
    expect(here.engine.state.get("it")).toMatchObject({ id: "101", initErrors: errors });
    here.emulator.faults.clear();
    expect(await here.engine.up(weather)).toMatchObject(succeeded);
    expect(here.emulator.state.tools).toEqual([expect.objectContaining({ id: 101, timeout: 5 })]);
  });
});

test("an object that seems to be gone at the retry stays in state, with the error of the first attempt", async () => {
  const here = await withHook("update");
  here.emulator.faults.add({
    method: "POST",
    path: "/user/tools",
    times: 1,
    fault: { dropField: "timeout" },
  });
  here.engine.errorHook = {
    afterHalfCreated: "update",
    get retries() {
      here.emulator.state.tools.length = 0;
      return 1;
    },
  };
  const { errors } = await here.engine.up({ it: { kind: "MidCallTool", props: { ...tool, timeout: 5 } } });
  expect(errors).toEqual([expect.stringContaining("did not keep")]);
  expect(here.engine.state.get("it")).toMatchObject({ id: "101", initErrors: errors });
});

test("an update continues from a half-created object, although the engine passes older outputs", async () => {
  const here = await withHook("create");
  const weather = (timeout: number) => ({ it: { kind: "MidCallTool", props: { ...tool, timeout } } });
  expect(await here.engine.up(weather(5))).toMatchObject(succeeded);
  const dropTimeout = {
    method: "PUT",
    path: "/user/tools/{id}",
    times: 1,
    fault: { dropField: "timeout" },
  } as const;
  here.emulator.faults.add(dropTimeout);
  here.engine.errorHook = {
    afterHalfCreated: "create",
    // Before the retry, the value in the service changes again. Compared with the older outputs, this third
    // value looks like a manual change.
    get retries() {
      here.emulator.state.tools[0]!.timeout = 12;
      return 1;
    },
  };
  expect(await here.engine.up(weather(20))).toMatchObject(succeeded);
  expect(here.emulator.state.tools[0]!.timeout).toBe(20);
});

test('a lost create is not sent again, even with onExisting: "create"', async () => {
  const here = await withHook("create");
  here.emulator.faults.add({ method: "POST", path: "/user/lead", times: 1, fault: "cut-before" });
  const { errors } = await here.engine.up({ it: { kind: "Lead", props: { ...lead, onExisting: "create" } } });
  expect(errors).toEqual([
    expect.stringMatching(/and the response was lost.*Check the account before the next `pulumi up`/),
  ]);
  expect(sent(here)).toEqual(["POST /user/lead"]);
});

test("a list goes on with a lead of which nothing showed whether it was created", async () => {
  const here = await withHook("update");
  here.emulator.faults.add({ method: "POST", path: "/user/lead", times: 1, fault: "cut-after" });
  // After the create, the first attempt cannot read the listing of leads.
  for (const nth of [2, 3])
    here.emulator.faults.add({ method: "GET", path: "/user/leads", nth, fault: { status: 404 } });
  expect(await here.engine.up({ people: leadSet(TWO) })).toMatchObject(succeeded);
  expect(sent(here)).toEqual(["POST /user/lead", "POST /user/lead"]);
});

test("an adoption that the service rejected is retried", async () => {
  const here = await withHook("create");
  await here.engine.up({ it: { kind: "MidCallTool", props: tool } });
  here.engine.state.clear();
  here.writes();
  here.emulator.faults.add({ method: "PUT", path: "/user/tools/{id}", times: 1, fault: { status: 403 } });
  const adopted = { ...tool, timeout: 9, onExisting: "adopt" };
  expect(await here.engine.up({ it: { kind: "MidCallTool", props: adopted } })).toMatchObject(succeeded);
  expect(sent(here)).toEqual(["PUT /user/tools/101", "PUT /user/tools/101"]);
});

test("two resources with the same inputs get one object each, although the first is half-created", async ({
  here: { emulator, engine, clock },
}) => {
  const hosted = hostProcess(clock, engine.env).open("MidCallTool");
  const wanted = { ...tool, timeout: 5, onExisting: "create", __provider: "text" };
  const declared = async (name: string): Promise<Props> => {
    const { inputs } = await hosted.check({}, { ...wanted, __urn: urnOf("MidCallTool", name) });
    return { ...inputs, __provider: "text" };
  };
  const [one, other] = [await declared("one"), await declared("other")];
  emulator.faults.add({ method: "POST", path: "/user/tools", times: 1, fault: { dropField: "timeout" } });
  await expect(hosted.create(one)).rejects.toMatchObject({ id: "101" });
  expect(await hosted.create(other)).toMatchObject({ id: "102" });
  expect(await hosted.create(one)).toMatchObject({ id: "101" });
  expect(emulator.state.tools.map(({ id }) => id)).toEqual([101, 102]);
});

test("a success ends the doubt: a later update in the same process overwrites no manual change", async ({
  here: { emulator, engine, clock },
}) => {
  const hosted = hostProcess(clock, engine.env).open("MidCallTool");
  const wanted = { ...tool, timeout: 5, __provider: "text", __urn: urnOf("MidCallTool", "it") };
  const inputs = { ...(await hosted.check({}, wanted)).inputs, __provider: "text" };
  emulator.faults.add({ method: "POST", path: "/user/tools", times: 1, fault: { dropField: "timeout" } });
  await expect(hosted.create(inputs)).rejects.toMatchObject({ id: "101" });
  const { id, outs } = await hosted.create(inputs);
  emulator.state.tools[0]!.timeout = 20;
  await expect(hosted.update(id, outs, { ...inputs, timeout: 9 })).rejects.toThrow("manual change");
});
