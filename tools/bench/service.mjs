import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { CHANGED_PROMPT, toolCount } from "./objects.mjs";

const require = createRequire(import.meta.url);

/**
 * How each condition changes the local service. A rate limit starts with a full burst for each command. With
 * `checkpoints`, Pulumi writes the whole state after each step, which is its default.
 */
export const CONDITIONS = {
  none: { title: "no latency", faults: [] },
  checkpoints: { title: "no latency, state written after each step", faults: [], checkpoints: true },
  latency: { title: "80 ms", faults: [{ fault: { delayMs: 80 } }] },
  limited: {
    title: "80 ms, 60 requests a minute",
    // The subjects run at the same time, because they mostly wait.
    inParallel: true,
    faults: [{ fault: { ratePerSecond: 1, burst: 60 } }, { fault: { delayMs: 80 } }],
  },
};

/** A local service in this process, whose plan allows enough tools for this many assistants. */
export async function startService(condition, assistants) {
  const { startEmulator, defaultSeed } = require(path.join(ROOT, "emulator/dist/index.js"));
  const seed = defaultSeed();
  seed.users[0].toolLimit = toolCount(assistants);
  let responses = [];
  const emulator = await startEmulator({
    seed,
    assistantById: true,
    // The service itself records at most 10,000 requests.
    onResponse: ({ method, path: url, status }) => responses.push({ method, path: url, status }),
  });
  const named = (name) => emulator.state.assistants.find((assistant) => assistant.name === name);
  return {
    address: emulator.address,
    token: emulator.token,
    /** Drops the requests of the previous command, and applies the condition. */
    begin: () => {
      emulator.reset();
      responses = [];
      for (const fault of CONDITIONS[condition].faults) emulator.faults.add(fault);
    },
    /** Removes latency and limits until the next command. */
    beCalm: () => emulator.faults.clear(),
    /** The requests since `begin`, by route. */
    requests: () => byRoute(responses),
    count: () => ({ assistants: emulator.state.assistants.length, tools: emulator.state.tools.length }),
    changed: () =>
      emulator.state.assistants
        .filter(({ system_prompt }) => system_prompt === CHANGED_PROMPT)
        .map(({ name }) => name),
    /** Makes a manual change to an assistant. Returns a function that undoes it. */
    changeManually: (name) => {
      const assistant = named(name);
      const before = assistant.system_prompt;
      assistant.system_prompt = `${before}\nA line that somebody added in the dashboard.`;
      return () => (assistant.system_prompt = before);
    },
    close: () => emulator.close(),
  };
}

/**
 * The number of requests for each route, such as `GET /user/tools/{id}`, without rejected requests (429), and
 * the total number of rejected requests.
 */
export function byRoute(requests) {
  const routes = {};
  let refused = 0;
  for (const { method, path: url, status } of requests) {
    if (status === 429) refused += 1;
    else {
      const route = `${method} ${url.replace(/\/\d+(?=\/|$)/g, "/{id}")}`;
      routes[route] = (routes[route] ?? 0) + 1;
    }
  }
  return { routes, refused };
}

export const total = ({ routes }) => Object.values(routes).reduce((sum, count) => sum + count, 0);
