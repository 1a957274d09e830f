/** `voicecall pull` in a stack of the real engine. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Emulator } from "../../emulator/index.js";
import type { Pulled } from "../../cli/pull/report.js";
import { type Stack, must } from "./engine.js";
import { byHand, writes } from "./engine-world.js";

export const QUICK = {
  PULUMI_SKIP_CHECKPOINTS: "true",
  PULUMI_EXPERIMENTAL: "true",
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
};

export const git = (folder: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=it", "-c", "user.email=it@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

export function commit(folder: string): void {
  git(folder, "init", "-q");
  writeFileSync(path.join(folder, ".git/info/exclude"), "node_modules\n.pulumi\n");
  git(folder, "add", "--all");
  git(folder, "commit", "-q", "-m", "It");
}

export async function pull(stack: Stack, code: number, ...args: string[]): Promise<Pulled> {
  const result = await stack.voicecall("pull", "--json", ...args);
  expect(result.code, result.all).toBe(code);
  return JSON.parse(result.stdout) as Pulled;
}

/** A preview and an up that change nothing in the service. */
export async function isInService(stack: Stack, emulator: Emulator, changed: number): Promise<void> {
  emulator.reset();
  const { all } = must(await stack.run("up", "--yes"));
  expect(writes(emulator)).toEqual([]);
  const said = new Set(all.match(/".*already so in the service/g));
  expect(said.size, all).toBe(changed);
}

export const assistant = (emulator: Emulator, name: string) =>
  emulator.state.assistants.find((one) => one.name === name)!;
export const change = (emulator: Emulator, name: string, body: object): Promise<void> =>
  byHand(emulator, "PUT", `/user/assistant/${assistant(emulator, name).id}`, body);
