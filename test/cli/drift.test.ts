/** `voicecall drift` as a command line; what it finds is in test/engine/drift.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { voicecall } from "../support/voicecall.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "voicecall-drift-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => voicecall(["drift", ...args], { cwd: folder }).ended;

test("--help tells the exit codes and examples", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("Exit codes: 0 no drift; 1 could not tell");
  expect(stdout).toContain("voicecall drift --stack production --json");
});

test.each([[["--nothing"]], [["--json", "--markdown"]], [["--stack"]], [["production"]]])(
  "%j is wrong usage, exit 64",
  async (args) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(64);
    expect(stderr).toMatch(/^error: /);
  },
);

test("a folder without a program is wrong usage, told as JSON too", async () => {
  const { code, stdout } = await run("--json");
  expect(code).toBe(64);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining("no Pulumi.yaml") as string });
});

interface Played {
  stdout?: string;
  stderr?: string;
  code?: number;
}

/** Runs the command where a program stands in for the Pulumi CLI, which says that and nothing else. */
async function withPulumiSaying({ stdout = "", stderr = "", code = 0 }: Played, ...args: string[]) {
  const play = `process.stdout.write(${JSON.stringify(stdout)}); process.stderr.write(${JSON.stringify(stderr)}); process.exitCode = ${code};`;
  writeFileSync(path.join(folder, "pulumi"), `#!${process.execPath}\n${play}`, { mode: 0o755 });
  const project = mkdtempSync(path.join(folder, "project-"));
  writeFileSync(path.join(project, "Pulumi.yaml"), "name: played\nruntime: nodejs\n");
  const env = { PATH: `${folder}${path.delimiter}${process.env["PATH"]}` };
  return voicecall(["drift", ...args], { cwd: project, env }).ended;
}

test("a CLI that tells no events is a failure, never «no drift»", async () => {
  const { code, stdout } = await withPulumiSaying({ stdout: '{\n  "steps": []\n}\n' }, "--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining("3.254 or later") as string });
});

test("a CLI that cannot begin is a failure with its words", async () => {
  const { code, stdout, stderr } = await withPulumiSaying({
    stderr: "error: no stack selected\n",
    code: 255,
  });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("ended with 255.\nerror: no stack selected");
});

test("a CLI that ends in the middle of its events is a failure", async () => {
  const begun = { resourcePreEvent: { metadata: resource("Assistant", "support") } };
  const { code, stdout, stderr } = await withPulumiSaying({ stdout: `${JSON.stringify(begun)}\n`, code: 1 });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("The engine did not say what became of it.");
});

test("a stack without a resource of this package has no drift", async () => {
  const ended = { summaryEvent: { result: "succeeded" } };
  const { code, stdout } = await withPulumiSaying({ stdout: `${JSON.stringify(ended)}\n` }, "-s", "bare");
  expect([code, stdout]).toEqual([0, "Stack bare, 0 resources compared: no drift.\n"]);
});

function resource(kind: string, name: string) {
  const type = `pulumi-nodejs:dynamic/voicecall:${kind}`;
  return { op: "refresh", urn: `urn:pulumi:dev::played::${type}::${name}`, type };
}
