/**
 * State of a different version, or from an import, is read, repaired and deleted. State with a newer `__v` is
 * rejected. Nobody is called.
 */
import { describe, expect, test } from "vitest";
import { type Kind, catalog } from "../../provider/catalog.js";
import { createRuntime } from "../../provider/runtime.js";
import type { Props } from "../support/engine-part.js";
import { kinds, mapped, assistant, lead, tool } from "../kinds/index.js";
import { type World, succeeded, unchanged, appliedLongAgo, oneStep } from "../support/world.js";
import { hostProcess } from "../support/runtime.js";

const base: Record<Kind, Props> = {
  ...mapped(({ props }) => props),
  MidCallTool: { ...tool, headers: [{ name: "X-Key", value: "secret" }] },
  Assistant: { ...assistant, tools: [], phoneNumber: "+12025550101" },
  Lead: { ...lead, variables: { a: 1 } },
  CampaignState: { campaign: "Spring renewals", state: "started" },
};
const changed: Record<Kind, Props> = {
  ...mapped(({ change }) => change),
  MidCallTool: { timeout: 3 },
  Assistant: { maxCallDuration: 61 },
  Lead: { variables: { a: 2 } },
  LeadSet: { columns: { phoneNumber: "Phone", variables: { customer_name: "Notes" } } },
  CampaignState: { onDestroy: "leave" },
};
/** The requests for the change, if they are not one PUT. A LeadSet sends one request per lead. */
const sends: Partial<Record<Kind, string[]>> = {
  Campaign: [],
  LeadSet: ["PUT", "PUT", "PUT"],
  CampaignState: [],
};

const applied = (kind: Kind): Promise<World> => appliedLongAgo({ it: { kind, props: base[kind] } });

test("every kind that users' state may contain is still known", () => {
  const names = ["MidCallTool", "Assistant", "Campaign", "Lead", "LeadSet", "CampaignState"];
  expect(Object.keys(catalog)).toEqual(expect.arrayContaining(names));
});

test("an error names a kind that only a newer version knows", () => {
  for (const kind of ["VoiceMail", "constructor", ""]) {
    expect(() => createRuntime({ env: {} }).open(kind)).toThrow(
      /does not know the kind of resource .*\. A newer version has created the resource: update the package/,
    );
  }
});

const shapes: Record<string, (outputs: Props) => void> = {
  "without the account": (outputs) => void delete outputs["__account"],
  "with an account of which only the base URL is known": (outputs) => {
    outputs["__account"] = { baseUrl: (outputs["__account"] as Props)["baseUrl"] };
  },
  "without the time of creation": (outputs) => void delete outputs["__createdAt"],
  "without the ids of the objects that it refers to": (outputs) => {
    for (const key of [
      "voiceId",
      "languageId",
      "llmModelId",
      "phoneNumberId",
      "toolIds",
      "campaignId",
      "assistantId",
    ])
      delete outputs[key];
  },
  "without any computed output": (outputs) => {
    for (const key of Object.keys(outputs)) {
      if (!key.startsWith("__") && kinds.every((kind) => !Object.hasOwn(base[kind], key)))
        delete outputs[key];
    }
  },
  "with outputs of a newer version": (outputs) =>
    Object.assign(outputs, { toolId: 5, newComputed: [1], __newHidden: { a: 1 } }),
  "with no record of actions": (outputs) => {
    for (const key of ["__ordered", "__ranBefore", "__orderedAt"]) delete outputs[key];
  },
};

describe.each(kinds)("%s", (kind) => {
  const program = (more: Props = {}) => ({ it: { kind, props: { ...base[kind], ...more } } });

  test.each(Object.keys(shapes))("%s: no difference, no drift, then changed and deleted", async (shape) => {
    const here = await applied(kind);
    const stored = here.engine.state.get("it")!;
    shapes[shape]!(stored.outputs);
    expect(await here.engine.preview(program())).toMatchObject(unchanged);
    const copy = structuredClone(stored);
    expect(await here.engine.refresh()).toMatchObject({ errors: [], steps: [{ op: "same", fields: [] }] });
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")!.outputs).toMatchObject({
      ...base[kind],
      __v: expect.any(Number),
      __account: { baseUrl: here.emulator.address },
    });
    // An up without an earlier refresh succeeds too.
    here.engine.state.set("it", copy);
    expect(await here.engine.up(program(changed[kind]))).toMatchObject(succeeded);
    expect(here.methods()).toEqual(sends[kind] ?? ["PUT"]);
    expect(here.engine.state.get("it")!.outputs).toMatchObject({ ...base[kind], ...changed[kind], __v: 1 });
    expect(await here.engine.up(program(changed[kind]))).toMatchObject(unchanged);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.engine.state.size).toBe(0);
  });

  test("written by a newer version: every operation is rejected, nothing is sent, state stays", async () => {
    const here = await applied(kind);
    const stored = here.engine.state.get("it")!;
    Object.assign(stored.outputs, { __v: 2, __newHidden: { a: 1 } });
    const before = structuredClone(stored);
    // After a rejected diff, the engine would not update, so the test calls the update itself.
    const hosted = hostProcess(here.clock, here.engine.env).open(kind);
    const updated = hosted.update(stored.id, stored.outputs, stored.inputs).then(
      () => "updated",
      (error: Error) => error.message,
    );
    const refused: string[] = [
      ...(await here.engine.preview(program())).errors,
      ...(await here.engine.up(program(changed[kind]))).errors,
      ...(await here.engine.refresh()).errors,
      ...(await here.engine.destroy()).errors,
      await updated,
    ];
    expect(refused).toHaveLength(5);
    for (const error of refused)
      expect(error).toMatch(
        /written by a newer version of pulumi-voicecall \(state version 2; this version supports 1\).*npm install pulumi-voicecall@latest/,
      );
    expect(here.writes()).toEqual([]);
    expect(here.engine.state.get("it")).toEqual(before);
  });

  test("half-created by a version with other properties: repaired, and the mark is removed", async () => {
    const here = await applied(kind);
    Object.assign(here.engine.state.get("it")!.outputs, { __partial: ["retired", "constructor"] });
    expect(await here.engine.refresh()).toMatchObject(succeeded);
    expect(await here.engine.up(program())).toMatchObject(succeeded);
    expect(await here.engine.up(program())).toMatchObject(unchanged);
    expect(here.engine.state.get("it")!.outputs).not.toHaveProperty("__partial");
    expect(here.writes()).toEqual([]);
  });

  test("half-created, and not refreshed: repaired too", async () => {
    const here = await applied(kind);
    Object.assign(here.engine.state.get("it")!.outputs, { __partial: ["retired"] });
    expect(await here.engine.up(program())).toMatchObject(oneStep("update"));
    expect(await here.engine.up(program())).toMatchObject(unchanged);
    expect(here.writes()).toEqual([]);
  });
});

test("an imported campaign state that was stopped manually is not started by a change of other properties", async () => {
  const here = await applied("CampaignState");
  here.emulator.state.campaigns[0]!.status = "stopped";
  const stored = here.engine.state.get("it")!;
  const { __provider, __account, __v, campaign, state, campaignId, status } = stored.outputs;
  stored.outputs = { __provider, __account, __v, campaign, state, campaignId, status };
  const program = (props: Props) => ({
    it: { kind: "CampaignState", props: { ...base.CampaignState, ...props } },
  });
  for (const props of [{}, { onDestroy: "leave" }, { campaign: 1, onDestroy: "leave" }]) {
    expect(await here.engine.up(program(props))).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  }
  expect(here.writes()).toEqual([]);
});
