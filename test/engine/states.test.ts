/**
 * The states of earlier releases, in test/states/<version>/. This build must find no difference in them,
 * except for a half-created object, and must be able to destroy their objects. `npm run record:states`
 * records the state of the program.js in the folder of the version in package.json, once per release.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Emulator, type Seed, defaultSeed } from "../../emulator/index.js";
import { stateSchema } from "../../emulator/base/lists.js";
import { type Stack, must } from "../support/engine.js";
import { service, stackOn, steps, writes } from "../support/engine-world.js";
import { REPOSITORY } from "../support/project.js";

const STATES = path.join(REPOSITORY, "test/states");
const TOKEN = "recorded-token";
/** Replaces the service's address in recorded states. */
const ADDRESS = "http://127.0.0.1:4010";
const config = { "voicecall:listLag": "200ms" };

const seed: Seed = {
  ...defaultSeed(),
  assistants: [
    { id: 950, name: "Made by hand", voice_id: 1, timezone: "Europe/Berlin", system_prompt: "By hand." },
  ],
};

if (process.env["RECORD_STATES"]) {
  test("the state of this version is recorded", async () => {
    const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, "package.json"), "utf8")) as {
      version: string;
    };
    const folder = path.join(STATES, version);
    if (existsSync(path.join(folder, "state.json")))
      throw new Error(`${folder} has a state. The state of a release is recorded only once.`);
    const program = readFileSync(path.join(folder, "program.js"), "utf8");
    const emulator = await service({ token: TOKEN, seed });
    const stack = await stackOn(emulator, program, { env: { RECORDED_STEP: "first" }, config });
    must(await stack.up());
    emulator.state.leads = emulator.state.leads.filter(({ phone_number }) => phone_number !== "+12025550145");
    must(await stack.refresh());
    stack.setEnv({ RECORDED_STEP: undefined });
    emulator.faults.add({ method: "GET", path: "/user/assistants/get", fault: { listLagMs: 600_000 } });
    expect((await stack.up()).all).toContain("but the listing does not show it yet");
    // The key service of these tests forgets its keys.
    must(await stack.run("stack", "change-secrets-provider", "passphrase"));
    const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
    write("service.json", `${JSON.stringify(emulator.state, null, 2)}\n`);
    // Leaves out the source positions of resources, which are paths on this machine.
    const state = JSON.stringify(
      await stack.exportState(),
      (key, value: unknown) => (["sourcePosition", "stackTrace"].includes(key) ? undefined : value),
      2,
    );
    write("state.json", `${state.replaceAll(emulator.address, ADDRESS)}\n`);
  });
}

async function recorded(version: string): Promise<{ emulator: Emulator; stack: Stack }> {
  const read = (name: string): string => readFileSync(path.join(STATES, version, name), "utf8");
  const emulator = await service({ token: TOKEN });
  // `stateSchema` adds lists and keys that the local service of that release did not have.
  Object.assign(emulator.state, stateSchema.parse(JSON.parse(read("service.json"))));
  const stack = await stackOn(emulator, read("program.js"), {
    env: { VOICECALL_ACCESS_TOKEN: TOKEN },
    config,
  });
  stack.write("state.json", read("state.json").replaceAll(ADDRESS, emulator.address));
  must(await stack.run("stack", "import", "--file", "state.json"));
  return { emulator, stack };
}

const versions = readdirSync(STATES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(versions.map(({ name }) => name))("the state of %s", (version) => {
  test("shows no difference except for a half-created object, and can be destroyed", async () => {
    const { emulator, stack } = await recorded(version);
    expect((await steps(stack)).filter((step) => !step.startsWith("same "))).toEqual(["update half-made"]);
    must(await stack.refresh("--expect-no-changes"));
    expect(writes(emulator)).toEqual([]);
    must(await stack.destroy());
    const { tools, assistants, leads, campaigns } = emulator.state;
    expect([tools, assistants, leads]).toEqual([[], [], []]);
    expect(campaigns.map(({ status }) => status)).toEqual(["stopped", "draft", "in-progress", "stopped"]);
  });
});
