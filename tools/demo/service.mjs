import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../setup/root.mjs";
import { record } from "./record.mjs";
import { StepFailed, check } from "./story.mjs";

const require = createRequire(import.meta.url);

/** The local service in this process. */
export async function startService(form) {
  const { startEmulator } = require(path.join(ROOT, "emulator/dist/index.js"));
  const emulator = await startEmulator({ port: 0, form });
  return { ...client(emulator), close: () => emulator.close() };
}

/** The local service in a separate process, which keeps running after the demo. */
export async function startKeptService(folder, form) {
  const logFile = path.join(folder, "service.log");
  const log = openSync(logFile, "a");
  const command = [path.join(ROOT, "dist/cli/main.js"), "emulator", "--port", "0", "--form", form, "--json"];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", log], detached: true });
  // Stored immediately, so that `--end` finds the service even if this process is killed.
  record(folder, { pid: child.pid, form });
  child.unref();
  for await (const line of createInterface({ input: child.stdout })) {
    child.stdout.destroy();
    const started = JSON.parse(line);
    record(folder, { address: started.address });
    return { ...client(started), pid: child.pid, close: () => end(child) };
  }
  throw new StepFailed(`The service did not start:\n${readFileSync(logFile, "utf8").trim()}`);
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.kill();
  await once(child, "exit");
}

function client({ address, token }) {
  const ask = async (method, route, body) => {
    const answer = await fetch(address + route, {
      method,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    check(answer.ok, `The service responded to ${method} ${route} with ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  return { address, token, ask };
}

/** The number of objects of each kind in the account, and the names of running campaigns. */
export async function inventory(service) {
  const [tools, assistants, leads, campaigns] = await Promise.all([
    service.ask("GET", "/user/tools"),
    service.ask("GET", "/user/assistants/get?per_page=100"),
    service.ask("GET", "/user/leads"),
    service.ask("GET", "/user/campaigns"),
  ]);
  return {
    tools: total(tools),
    assistants: total(assistants),
    leads: total(leads),
    campaigns: total(campaigns),
    running: campaigns.filter(({ status }) => status === "in-progress").map(({ name }) => name),
  };
}

/** The 2026 form lists leads in pages, and the 2025 form as an array. */
const total = (listing) => (Array.isArray(listing) ? listing.length : listing.total);

export function isEmpty({ tools, assistants, leads }) {
  return tools + assistants + leads === 0;
}

export function describe({ tools, assistants, leads }) {
  return `${count(tools, "tool")}, ${count(assistants, "assistant")} and ${count(leads, "lead")}`;
}

export function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

export async function firstAssistant(service) {
  const { data } = await service.ask("GET", "/user/assistants/get");
  check(data.length > 0, "The service has no assistant, though the program declares one.");
  return data[0];
}
