/**
 * The steps of the state backend tests: a team uses one stack, and each step continues where the previous one ended.
 * docs/state-backends.md describes the results.
 */
import path from "node:path";
import { expect } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { closeAfterTest } from "../../support/after-test.js";
import { canaries } from "../../support/canaries.js";
import { must, type Stack } from "../../support/engine.js";
import { count, js, service, stackOn } from "../../support/engine-world.js";
import { kill } from "../../support/processes.js";
import { MESSAGES, named } from "../../engine/kill/messages.js";
import type { StateBackend } from "./backend.js";

export interface Team {
  backend: StateBackend;
  emulator: Emulator;
  stack: Stack;
  /**
   * Calls `then` before or after the service processes the next POST to this path. The service continues when the
   * promise resolves.
   */
  hold(path: string, when: "before" | "after", then: () => Promise<unknown>): void;
}

const TOOL = "/user/tools";
const ASSISTANT = "/user/assistant";
const LEAD = "/user/lead";

/** Each resource depends on the one before it, so the engine does not create two at once. */
const program = (more = ""): string =>
  js(`
const weather = new MidCallTool("weather", tool("get_weather"));
const it = new Assistant("support", { ...support, tools: [weather] });
${more}
exports.header = pulumi.secret(process.env.CANARY_HEADER);
`);
const withLead = (adopted = ""): string =>
  program(`new Lead("ada", { campaign: 1, phoneNumber: "+12025550143"${adopted} }, { dependsOn: it });`);

// With its own Pulumi.yaml, the stack is created in this backend instead of copied from another test.
const PROJECT = JSON.stringify({ name: "team", runtime: { name: "nodejs", options: { typescript: false } } });

export async function teamOn(start: () => Promise<StateBackend>): Promise<Team> {
  const backend = closeAfterTest(await start());
  const waits: (() => Promise<unknown>)[] = [];
  // The service passes the `delayMs` of a fault to `sleep`. Here, this number is an index into `waits`.
  const clock = { now: () => Date.now(), sleep: async (ms: number) => void (await waits[ms]!()) };
  const emulator = await service({ clock });
  const options = { env: backend.env, files: { "Pulumi.yaml": PROJECT } };
  const stack = await stackOn(emulator, program(), options);
  return {
    backend,
    emulator,
    stack,
    hold: (path, when, then) => {
      const fault = { delayMs: waits.push(then) - 1 };
      emulator.faults.add({ method: "POST", path, exact: true, times: 1, when, fault });
    },
  };
}

/**
 * Starts a second apply during the first one. Pulumi rejects the second apply, and the provider host of the first one
 * is killed. `cutConnection` runs the next apply.
 */
export async function twoAppliesAndAKilledHost({ stack, emulator, hold }: Team): Promise<void> {
  let refused = "";
  hold(TOOL, "before", async () => {
    const { code, stderr } = await stack.up();
    expect(code).not.toBe(0);
    refused = stderr;
  });
  hold(ASSISTANT, "before", async () => {
    for (const { pid, command } of stack.processes())
      if (command.includes("dynamic-provider")) kill(pid, "SIGKILL");
  });
  emulator.faults.add({ method: "POST", path: ASSISTANT, exact: true, fault: "cut-before" });
  const first = await stack.up();
  emulator.faults.clear();
  expect(refused).toContain(MESSAGES.locked);
  expect(refused).toMatch(/: created by \S+@\S+ \(pid \d+\) at /);
  expect(refused).not.toContain("engine-test-secret");
  expect(first.all).toContain("MidCallTool weather created");
  expect(first.all).toContain(MESSAGES.eof);
  expect(count(emulator, "POST", TOOL)).toBe(1);
}

/**
 * Cuts the connection to the backend during a create, until Pulumi gives up writing the state. Then removes the lock,
 * and adopts the created object.
 */
export async function cutConnection({ stack, emulator, backend, hold }: Team): Promise<void> {
  stack.write(withLead());
  hold(LEAD, "after", async () => backend.cut());
  const cut = await stack.up();
  expect(cut.code).not.toBe(0);
  expect(cut.all).toContain("Assistant support created");
  expect(cut.all).toContain("failed to save snapshot");
  expect(cut.all).toContain("there was a problem deleting the lock at");
  backend.mend();

  const locked = await stack.up();
  expect([locked.code, locked.stderr]).toEqual([
    expect.any(Number),
    expect.stringContaining(MESSAGES.locked),
  ]);
  must(await stack.run("cancel", "--yes"));
  const { id } = emulator.state.leads[0]!;
  const next = await stack.up();
  expect(next.code).not.toBe(0);
  expect(next.all).toContain(`Lead::ada, ${MESSAGES.interrupted.create}`);
  expect(next.all).toContain(named(id));
  stack.write(withLead(`, adoptId: ${id}`));
  must(await stack.up());
  const { tools, assistants, leads } = emulator.state;
  expect([tools.length, assistants.length, leads.length]).toEqual([1, 1, 1]);
}

interface Entry {
  kind: string;
  result: string;
}

export async function historyExportAndImport({ stack }: Team): Promise<void> {
  const history = must(await stack.run("stack", "history", "--json"));
  const results = (JSON.parse(history.stdout) as Entry[]).map(({ kind, result }) => `${kind} ${result}`);
  // The interrupted apply could not write its entry in the history.
  expect(results).toEqual(["update succeeded", "update failed", "update failed"]);

  const file = "exported.json";
  must(await stack.run("stack", "export", "--file", file));
  const imported = must(await stack.run("stack", "import", "--file", path.join(stack.folder, file)));
  // The warning is about the interrupted create. Its object has been adopted since.
  expect(imported.all).toContain("removing pending operation 'creating'");
  must(await stack.preview("--expect-no-changes"));
}

/**
 * Checks only that state has encrypted values. `stateText` runs `pulumi stack export`, and the canary watch searches
 * the output of that command for the secret.
 */
export async function secrets({ stack }: Team): Promise<void> {
  expect(await stack.stateText()).toContain('"ciphertext"');
  expect(await stack.outputs()).toEqual({ header: canaries.header });
  stack.setEnv({ PULUMI_CONFIG_PASSPHRASE: "another" });
  const { code, all } = await stack.run("stack", "output", "--show-secrets");
  expect([code, all]).toEqual([1, expect.stringContaining("incorrect passphrase")]);
}
