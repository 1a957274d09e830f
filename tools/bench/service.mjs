import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { CHANGED_PROMPT, DRIFTED, toolCount } from "./account.mjs";

const require = createRequire(import.meta.url);

/** A local service in this process, whose plan allows enough tools for this many assistants. */
export async function startService(assistants) {
  const { startEmulator, defaultSeed } = require(path.join(ROOT, "emulator/dist/index.js"));
  const seed = defaultSeed();
  seed.users[0].toolLimit = toolCount(assistants);
  const emulator = await startEmulator({ seed, assistantById: true });
  const { state } = emulator;
  return {
    address: emulator.address,
    token: emulator.token,
    begin: () => emulator.reset(),
    /** The number of requests since `begin`. */
    requests: () => emulator.requests().length,
    count: () => ({ assistants: state.assistants.length, tools: state.tools.length }),
    changed: () =>
      state.assistants
        .filter(({ system_prompt }) => system_prompt === CHANGED_PROMPT)
        .map(({ name }) => name),
    /** Makes a manual change to an assistant. Returns a function that undoes it. */
    changeManually: () => {
      const assistant = state.assistants.find(({ name }) => name === DRIFTED);
      const before = assistant.system_prompt;
      assistant.system_prompt = `${before}\nA line that somebody added in the dashboard.`;
      return () => (assistant.system_prompt = before);
    },
    close: () => emulator.close(),
  };
}
