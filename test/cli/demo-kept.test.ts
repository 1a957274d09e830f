/** The demo that `npm run demo -- --keep` leaves. */
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { closeAfterTest, temporaryFolder } from "../support/after-test.js";
import { kill } from "../support/processes.js";

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

/** Ends the demo and returns what it prints. */
async function end(): Promise<string> {
  const { endKept } = await ended;
  const log = vi.spyOn(console, "log").mockReturnValue();
  closeAfterTest({ close: () => log.mockRestore() });
  await endKept(folder);
  return log.mock.calls.flat().join("\n");
}

describe("npm run demo -- --end", () => {
  test("stops the service of a demo that was killed before its story ended", async () => {
    const { responds } = await ended;
    const { pid, address } = await startService();
    expect(await responds(address)).toBe(true);
    expect(await end()).toContain(`Its service (process ${pid}) is stopped.`);
    expect(await responds(address)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  test("says that the service had ended before", async () => {
    const { pid, close } = await startService();
    await close();
    expect(await end()).toContain(`Its service (process ${pid}) had ended before.`);
    expect(existsSync(folder)).toBe(false);
  });

  test("says that it does not know the service", async () => {
    const text = await end();
    expect(text).toContain("does not say which process is its service, so none was stopped");
    expect(text).not.toContain("is stopped");
  });

  test("leaves another program alone that has the process id by now", async () => {
    const { record } = await records;
    const { address, close } = await startService();
    await close();
    record(folder, { pid: process.pid, address });
    const signal = vi.spyOn(process, "kill");
    closeAfterTest({ close: () => signal.mockRestore() });
    expect(await end()).toContain(`Process ${process.pid} does not respond as its service`);
    expect(signal.mock.calls).toEqual([[process.pid, 0]]);
  });

  test("says that there is nothing to end", async () => {
    folder = path.join(folder, "none");
    expect(await end()).toBe("There is no kept demo, so there is nothing to end.");
  });
});
