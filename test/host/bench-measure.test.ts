import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const measure = import("../../tools/bench/subjects/measure.mjs");

/** Uses 0.2 s of CPU time, however busy the machine is. */
const BURN = "while (process.cpuUsage().user < 200_000);";

/** Exits before its child process does. */
const PARENT = `
  const { spawn } = require("node:child_process");
  spawn(process.execPath, ["-e", ${JSON.stringify(BURN)}], { detached: true, stdio: "ignore" }).unref();
  console.log("started");
  process.exitCode = 3;
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "voicecall-measure-"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("what is measured includes a process whose parent ended first", async () => {
  const { measured, obstacle } = await measure;
  const reason = await obstacle();
  if (reason !== undefined) {
    expect(reason).toMatch(/Linux|python3/);
    return;
  }
  const result = await measured(process.execPath, ["-e", PARENT], { cwd: folder, env: process.env, folder });
  expect(result).toMatchObject({ exitCode: 3, output: "started" });
  expect(result.figures["cpu"]).toBeGreaterThan(0.2);
  // MiB. A Node process cannot run with less than ten, or read without a figure.
  expect(result.figures["memory"]).toBeGreaterThan(10);
});
