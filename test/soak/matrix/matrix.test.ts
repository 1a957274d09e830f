/**
 * Several versions of `@pulumi/pulumi` and Node, and programs with hooks. The programs are inline, because
 * the language host that the tests build does not support hooks.
 */
import { describe, expect, test } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { service, writes } from "../../support/engine-world.js";
import { inlineStack } from "./inline.js";
import { type Pair, pairs, sdks } from "./versions.js";

const program = (timeout: number, more = ""): string => `
const { Assistant, CampaignState, Lead, MidCallTool } = voicecall;
const note = (name) => ({ id, oldInputs, newInputs, oldOutputs, newOutputs }) => {
  calls.push([name, id, oldInputs?.timeout, newInputs?.timeout, oldOutputs?.timeout, newOutputs?.timeout]);
};
const onDryRun = new pulumi.ResourceHook("before", note("before"), { onDryRun: true });
const hours = new MidCallTool("hours", {
  name: "get_hours", description: "Opening hours.", endpoint: "https://tools.example.com/hours", method: "GET",
  timeout: ${timeout}, headers: [{ name: "Authorization", value: process.env.CANARY_HEADER }],
}, { hooks: { beforeUpdate: [onDryRun], afterUpdate: [note("after")] } });
const support = new Assistant("support", {
  name: "Support", voice: "Sarah", language: "English", llmModel: "GPT-4o-mini", callsDirection: "make",
  engineType: "pipeline", timezone: "Europe/Berlin", initialMessage: "Hello!", systemPrompt: "You help.", tools: [hours],
});
const ada = new Lead("ada", { campaign: "Spring renewals", phoneNumber: "+12025550143" });
const all = [hours, support, ada];
${more}`;

const starting = (state: string, more = ""): string => `
const retry = pulumi.ErrorHook && new pulumi.ErrorHook("retry", ({ failedOperation, errors }) => {
  calls.push(["error", failedOperation, errors.length]);
  return errors.length < 3;
});
new CampaignState("spring", { campaign: "Spring renewals", state: "${state}", ${more} }, {
  dependsOn: all, ...(retry && { hooks: { onError: [retry] } }),
});`;

const title = ({ sdk, node }: Pair): string => `@pulumi/pulumi ${sdk} on Node ${node}`;

const ORDER = "/user/campaigns/update-status";
const config = { "voicecall:listLag": "100ms" };

const tested = pairs();
const named = (some: Pair[]): (readonly [string, Pair])[] => some.map((pair) => [title(pair), pair] as const);

/** The oldest supported version lacks `ErrorHook`. */
const attemptsOf = ({ sdk }: Pair, operation: string): unknown[] =>
  sdk === sdks.oldest ? [] : [1, 2, 3].map((attempt) => ["error", operation, attempt]);

const lost = { method: "POST", path: ORDER, times: 1, fault: "cut-before" } as const;
const inDoubt = expect.stringContaining("is not started again automatically") as unknown;

describe.each(named(tested))("%s", (_, pair) => {
  test("a retry hook does not make a lost start succeed, and no second start is sent", async () => {
    const emulator = await service();
    const { run } = await inlineStack(emulator, pair, { config });
    emulator.faults.add(lost);
    const [up] = await run({ command: "up", program: program(5, starting("started")) });
    expect(up).toMatchObject({ ok: false, message: inDoubt, calls: attemptsOf(pair, "create") });
    const paths = writes(emulator).map(({ path }) => path);
    expect(paths.at(-1)).toBe(ORDER);
    expect(paths.sort()).toEqual(["/user/assistant", ORDER, "/user/lead", "/user/tools"]);
    expect(emulator.state.campaigns[0]!.status).not.toBe("in-progress");
  });

  test("hooks run in a preview and around an update; a lost start fails despite a retry hook", async () => {
    const emulator = await service();
    const { stack, run } = await inlineStack(emulator, pair, { config });
    const [made, changing, changed] = await run(
      { command: "up", program: program(5, starting("stopped")) },
      { command: "preview", program: program(20, starting("stopped")) },
      { command: "up", program: program(20, starting("stopped")) },
    );
    const id = String(emulator.state.tools[0]!.id);
    const before = ["before", id, 5, 20, 5, null];
    expect(made).toMatchObject({ ok: true, calls: [] });
    expect(changing).toMatchObject({ ok: true, changes: { update: 1 }, calls: [before] });
    const after = ["after", id, 5, 20, 5, 20];
    expect(changed).toMatchObject({ ok: true, changes: { update: 1 }, calls: [before, after] });
    expect(emulator.state.tools[0]!.timeout).toBe(20);

    emulator.reset();
    emulator.faults.add(lost);
    const [start] = await run({ command: "up", program: program(20, starting("started")) });
    expect(start).toMatchObject({ ok: false, message: inDoubt, calls: attemptsOf(pair, "update") });
    expect(writes(emulator).map(({ path }) => path)).toEqual([ORDER]);
    const { deployment } = await stack.exportState();
    const spring = deployment.resources!.find(({ urn }) => urn.endsWith("::spring"));
    expect(spring).toMatchObject({ id: "1", initErrors: [inDoubt] });
  });
});

describe.each(named(tested))("%s", (_, pair) => {
  test("a whole life cycle", async () => {
    const emulator = await service();
    const { stack, run } = await inlineStack(emulator, pair, { config });
    const started = program(5, starting("started"));
    const results = await run(
      { command: "up", program: started },
      { command: "up", program: started, options: { expectNoChanges: true } },
      { command: "refresh", options: { expectNoChanges: true } },
      { command: "up", program: program(5, starting("started", 'trigger: "again",')) },
      { command: "destroy" },
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    expect(emulator.state.campaigns[0]!.status).toBe("stopped");
    expect([emulator.state.tools, emulator.state.assistants, emulator.state.leads]).toEqual([[], [], []]);
    expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
  });
});

const reading = ({ tools, assistants, leads }: Emulator["state"]): string => `
const { Assistant, Lead, MidCallTool } = voicecall;
MidCallTool.get("hours", "${tools[0]!.id}"); Assistant.get("support", "${assistants[0]!.id}"); Lead.get("ada", "${leads[0]!.id}");`;

describe.each(named(tested))("%s", (_, pair) => {
  test("get() keeps no secret in state and prints none, also after a refresh", async () => {
    const emulator = await service();
    const owner = await inlineStack(emulator, pair, { config });
    await owner.run({ command: "up", program: program(5) });
    const { stack, run } = await inlineStack(emulator, pair, { config });
    const read = reading(emulator.state);
    emulator.state.tools[0]!.timeout = 20;
    const results = await run(
      { command: "up", program: read },
      { command: "preview", program: read, options: { refresh: true, diff: true } },
      { command: "refresh" },
      { command: "up", program: read, options: { refresh: true, diff: true } },
    );
    expect(results.filter(({ ok }) => !ok)).toEqual([]);
    const { resources = [] } = (await stack.exportState()).deployment;
    const inputs = resources.flatMap((one) =>
      one.type.includes("voicecall:") ? [Object.keys(one.inputs!)] : [],
    );
    expect(inputs).toEqual([["__provider"], ["__provider"], ["__provider"]]);
  });
});

const twins = `
const retry = new pulumi.ErrorHook("retry", ({ failedOperation, errors }) => {
  calls.push([failedOperation, errors.length]);
  return errors.length < 3;
});
for (const name of ["one", "two"]) new voicecall.MidCallTool(name, {
  name: "get_hours", description: "Opening hours.", endpoint: "https://tools.example.com/hours", method: "GET",
  timeout: 5, onExisting: "create", headers: [{ name: "Authorization", value: process.env.CANARY_HEADER }],
}, { hooks: { onError: [retry] } });`;

describe.each(named(tested.filter(({ sdk }) => sdk !== sdks.oldest)))("%s", (_, pair) => {
  test("a retry hook completes half-created objects without creating second ones, even for identical resources", async () => {
    const emulator = await service();
    const { stack, run } = await inlineStack(emulator, pair, { config });
    emulator.faults.add({ method: "POST", path: "/user/tools", times: 1, fault: { dropField: "timeout" } });
    const [up] = await run({ command: "up", program: twins });
    expect(up).toMatchObject({ ok: true, calls: [["create", 1]] });
    const sent = writes(emulator).map(({ method }) => method);
    expect(sent.sort()).toEqual(["POST", "POST", "PUT"]);
    expect(emulator.state.tools.map(({ timeout }) => timeout)).toEqual([5, 5]);
    const { resources = [] } = (await stack.exportState()).deployment;
    const ids = resources.flatMap(({ type, id }) => (type.endsWith("MidCallTool") ? [id] : []));
    expect(ids.sort()).toEqual(emulator.state.tools.map(({ id }) => String(id)));
  });
});
