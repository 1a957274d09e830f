/** The demo that `npm run demo -- --keep` leaves behind. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { closeAfterTest, temporaryFolder } from "../support/after-test.js";
import { kill } from "../support/processes.js";

const demoModule = import("../../tools/demo/kept.mjs");
const projects = import("../../tools/demo/project.mjs");
const ended = import("../../tools/demo/end.mjs");
const records = import("../../tools/demo/record.mjs");
const services = import("../../tools/demo/service.mjs");

let folder: string;

beforeEach(() => {
  folder = path.join(temporaryFolder(), "kept");
  mkdirSync(folder);
});

async function startService() {
  const { startKeptService } = await services;
  const service = await startKeptService(folder, "2025");
  closeAfterTest({ close: () => kill(service.pid, "SIGKILL") });
  return service;
}

async function printed(action: () => Promise<unknown>): Promise<string> {
  const log = vi.spyOn(console, "log").mockReturnValue();
  closeAfterTest({ close: () => log.mockRestore() });
  await action();
  return log.mock.calls.splice(0).flat().join("\n");
}

const end = async (): Promise<string> => printed(async () => (await ended).endKept(folder));

/** Does the last step of `npm run demo -- --keep`, which keeps the demo, and returns the output. */
async function handOver(): Promise<string> {
  const { Project } = await projects;
  const program = path.join(folder, "bin", "pulumi");
  const stack = {
    engine: { folder: path.dirname(program) },
    folder,
    project: new Project(folder, { pulumi: program }),
    variables: { VOICECALL_ACCESS_TOKEN: "it's local" },
  };
  return printed(async () => (await demoModule).handOver(stack, 201));
}

describe("npm run demo -- --keep", () => {
  test("leaves a file for a shell to source; npx voicecall then asks no registry", async () => {
    folder = path.join(folder, "a folder's name");
    mkdirSync(folder);
    await startService();
    const text = await handOver();
    const source = /^ {2}source .*$/m.exec(text)![0];
    const script = `${source} && pwd && npx voicecall --version && echo "$VOICECALL_ACCESS_TOKEN"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script], {
      encoding: "utf8",
      env: { ...process.env, npm_config_offline: "true", npm_config_update_notifier: "false" },
    });
    const { version } = createRequire(__filename)("../../package.json") as { version: string };
    expect(stdout, stderr).toMatch(new RegExp(`^${folder}/program\n.*${version}.*\nit's local\n$`));
  });

  test("shows again how to continue if a demo is already kept", async () => {
    const { showKept } = await demoModule;
    await startService();
    const first = await handOver();
    let isKept;
    const again = await printed(async () => (isKept = await showKept(folder)));
    expect(isKept).toBe(true);
    expect(again).toContain("A demo is already kept, with the 2025 form of the API.");
    expect(again).toContain(first.trim());
  });

  test("is an error if the kept demo has no service any more, or its story has not ended", async () => {
    const { showKept } = await demoModule;
    const { close } = await startService();
    await expect(showKept(folder)).rejects.toThrow(/is incomplete\. End it first: .*--end$/);
    await handOver();
    await close();
    await expect(showKept(folder)).rejects.toThrow(/has no running service any more\. End it first/);
  });

  test("is an error if a demo with the other form of the API is kept", async () => {
    const { showKept } = await demoModule;
    await startService();
    await handOver();
    await expect(showKept(folder, "2026")).rejects.toThrow(
      /kept, with the 2025 form .* a demo with the 2026 form, end the kept demo first: .*--end$/,
    );
    expect(await printed(() => showKept(folder, "2025"))).toContain("already kept");
  });

  test("begins if no demo is kept", async () => {
    const { showKept } = await demoModule;
    expect(await showKept(path.join(folder, "none"))).toBe(false);
  });
});

describe("npm run demo -- --end", () => {
  test("stops the service of a demo that was killed before its story ended", async () => {
    const { responds } = await ended;
    const { pid, address } = await startService();
    expect(await responds(address)).toBe(true);
    expect(await end()).toContain(`Its service (process ${pid}) is stopped.`);
    expect(await responds(address)).toBe(false);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(existsSync(folder)).toBe(false);
  });

  test("says that the service had already exited", async () => {
    const { pid, close } = await startService();
    await close();
    expect(await end()).toContain(`Its service (process ${pid}) had already exited.`);
    expect(existsSync(folder)).toBe(false);
  });

  test("says that no service process is recorded", async () => {
    const text = await end();
    expect(text).toContain("does not record the process id of the service, so no process was stopped");
    expect(text).not.toContain("is stopped");
  });

  test("does not stop another program that now has the process id", async () => {
    const { record } = await records;
    const { address, close } = await startService();
    await close();
    record(folder, { pid: process.pid, address });
    const signal = vi.spyOn(process, "kill");
    closeAfterTest({ close: () => signal.mockRestore() });
    expect(await end()).toContain(`Process ${process.pid} does not respond at the address of the service`);
    expect(signal.mock.calls).toEqual([[process.pid, 0]]);
  });

  test("says how to leave the removed folder in a shell that has read its file", async () => {
    await startService();
    await handOver();
    expect(await end()).toMatch(/^ {2}cd .+; unset VOICECALL_ACCESS_TOKEN$/m);
  });

  test("says that there is nothing to end", async () => {
    folder = path.join(folder, "none");
    expect(await end()).toBe("There is no kept demo, so there is nothing to end.");
  });
});
