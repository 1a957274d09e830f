/**
 * What `test/states/program.js` leaves in a state: secrets, two accounts, an adopted, a vanished and a half-created
 * object. This build must find no difference in its own state and in those of earlier releases, in
 * `test/states/<version>/`, except for the half-created object, and must be able to destroy their objects.
 * `npm run record:states` records the state for the version in package.json, once per release.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Emulator, defaultSeed } from "../../emulator/index.js";
import { stateSchema } from "../../emulator/base/lists.js";
import { type Stack, must } from "../support/engine.js";
import { service, stackOn, steps, writes } from "../support/engine-world.js";
import { REPOSITORY } from "../support/project.js";

const STATES = path.join(REPOSITORY, "test/states");
const TOKEN = "recorded-token";
/** Replaces the service's address in recorded states. */
const ADDRESS = "http://127.0.0.1:4010";
const config = { "voicecall:listLag": "200ms" };

interface Left {
  emulator: Emulator;
  stack: Stack;
}

/** The state that this build leaves. */
async function made(): Promise<Left> {
  const byHand = {
    id: 950,
    name: "Made by hand",
    voice_id: 1,
    timezone: "Europe/Berlin",
    system_prompt: "By hand.",
  };
  const emulator = await service({ token: TOKEN, seed: { ...defaultSeed(), assistants: [byHand] } });
  const program = readFileSync(path.join(STATES, "program.js"), "utf8");
  const stack = await stackOn(emulator, program, { env: { RECORDED_STEP: "first" }, config });
  must(await stack.up());
  emulator.state.leads = emulator.state.leads.filter(({ phone_number }) => phone_number !== "+12025550145");
  must(await stack.refresh());
  stack.setEnv({ RECORDED_STEP: undefined });
  emulator.faults.add({ method: "GET", path: "/user/assistants/get", fault: { listLagMs: 600_000 } });
  expect((await stack.up()).all).toContain("but the listing does not show it yet");
  emulator.reset();
  return { emulator, stack };
}

async function recorded(version: string): Promise<Left> {
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

test("this build's state shows no difference except for a half-created object, and can be destroyed", async () => {
  await judge(await made());
});

const versions = readdirSync(STATES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

for (const { name } of versions)
  test(`so does the state of ${name}`, async () => judge(await recorded(name)));

async function judge({ emulator, stack }: Left): Promise<void> {
  expect((await steps(stack)).filter((step) => !step.startsWith("same "))).toEqual(["update half-made"]);
  must(await stack.refresh("--expect-no-changes"));
  expect(writes(emulator)).toEqual([]);
  must(await stack.destroy());
  const { tools, assistants, leads, campaigns } = emulator.state;
  expect([tools, assistants, leads]).toEqual([[], [], []]);
  expect(campaigns.map(({ status }) => status)).toEqual(["stopped", "draft", "in-progress", "stopped"]);
}

if (process.env["RECORD_STATES"])
  test("the state of this version is recorded", async () => {
    const { version } = JSON.parse(readFileSync(path.join(REPOSITORY, "package.json"), "utf8")) as {
      version: string;
    };
    const folder = path.join(STATES, version);
    if (existsSync(folder))
      throw new Error(`${folder} is there. The state of a release is recorded only once.`);
    const { emulator, stack } = await made();
    // The key service of these tests forgets its keys.
    must(await stack.run("stack", "change-secrets-provider", "passphrase"));
    mkdirSync(folder);
    copyFileSync(path.join(STATES, "program.js"), path.join(folder, "program.js"));
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
