/** `voicecall emulator` as a process of its own, from the sources of this tree. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import ts from "typescript";
import { look } from "../support/canary-watch.js";
import { aTool, client, test } from "./harness.js";

const root = path.resolve(__dirname, "../..");
let built: string;
const children: ChildProcess[] = [];

beforeAll(() => {
  built = mkdtempSync(path.join(tmpdir(), "voicecall-command-"));
  symlinkSync(path.join(root, "node_modules"), path.join(built, "node_modules"));
  const sources = ["cli", "emulator", "provider"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  );
  for (const file of sources.filter((name) => name.endsWith(".ts"))) {
    const target = path.join(built, file.replace(/\.ts$/, ".js"));
    const { outputText } = ts.transpileModule(readFileSync(path.join(root, file), "utf8"), {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
        esModuleInterop: true,
      },
    });
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(built, { recursive: true }));

interface Run {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** The first line on stdout. */
  line: Promise<string>;
}

function voicecall(...args: string[]): Run {
  const child = spawn(process.execPath, [path.join(built, "cli/main.js"), ...args], {
    cwd: built,
    stdio: "pipe",
  });
  children.push(child);
  const output = { stdout: "", stderr: "" };
  child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString()));
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output.stdout += chunk.toString();
      const end = output.stdout.indexOf("\n");
      if (end >= 0) resolve(output.stdout.slice(0, end));
    });
    child.on("close", () => reject(new Error(`ended without a line: ${output.stderr}`)));
  });
  line.catch(() => undefined);
  const ended = once(child, "close").then(([code]) => {
    for (const text of Object.values(output)) look("printed", `by voicecall ${args.join(" ")}`, text);
    return code as number | null;
  });
  return { child, output, ended, line };
}

describe("voicecall emulator", () => {
  test("prints exactly one line with its address when ready, serves, and ends with 0", async () => {
    const run = voicecall("emulator", "--port", "0");
    const line = await run.line;
    const [, address = ""] =
      /^voicecall emulator ready at (http:\/\/127\.0\.0\.1:\d+) \(token local-token\)$/.exec(line) ?? [];
    expect((await client(address, "local-token")("GET", "/user/tools")).json).toEqual([]);
    run.child.kill("SIGTERM");
    expect(await run.ended).toBe(0);
    expect(run.output).toEqual({ stdout: `${line}\n`, stderr: "" });
  });

  test("--json prints the line as JSON; SIGINT ends it, too", async () => {
    const run = voicecall("emulator", "--port", "0", "--token", "mine", "--json");
    expect(JSON.parse(await run.line)).toEqual({ address: expect.stringMatching(/^http:/), token: "mine" });
    run.child.kill("SIGINT");
    expect(await run.ended).toBe(0);
  });

  test("--data keeps the state across a kill, and --seed gives the first one", async () => {
    const seed = path.join(built, "seed.json");
    const data = path.join(built, "data.json");
    writeFileSync(seed, JSON.stringify({ users: [{ id: 1, token: "seeded", name: "Seeded" }] }));
    const args = ["emulator", "--port", "0", "--json", "--seed", seed, "--data", data];
    const first = voicecall(...args);
    const { address } = JSON.parse(await first.line) as { address: string };
    expect((await client(address, "seeded")("POST", "/user/tools", aTool)).status).toBe(201);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = voicecall(...args);
    const again = JSON.parse(await second.line) as { address: string };
    expect((await client(again.address, "seeded")("GET", "/user/tools")).json).toHaveLength(1);
  });

  test("--strict and --route", async () => {
    const run = voicecall(
      "emulator",
      "--port=0",
      "--json",
      "--strict",
      "--route",
      "updateTool=PATCH /user/tools/{id}",
      "--route",
      "deleteLead=DELETE /user/lead/{id}",
    );
    const call = client((JSON.parse(await run.line) as { address: string }).address, "local-token");
    await call("POST", "/user/tools", aTool);
    expect((await call("PATCH", "/user/tools/101", { timeout: 3 })).status).toBe(200);
    expect((await call("PUT", "/user/tools/101", { timeout: 3 })).status).toBe(405);
    expect((await call("DELETE", "/user/lead/1")).json).toEqual({ message: "Lead not found" });
    expect((await call("GET", "/user/campaigns")).status).toBe(404);
  });

  test("a port that is taken is exit 1 with the port", async ({ emulator }) => {
    const { port } = new URL(emulator.address);
    const run = voicecall("emulator", "--port", port);
    expect(await run.ended).toBe(1);
    expect(run.output.stdout).toBe("");
    expect(run.output.stderr).toMatch(
      new RegExp(`^error: Port ${port} on 127\\.0\\.0\\.1 is already in use.*\n$`),
    );
  });

  test.each([
    [["--seed", "absent.json"], /The seed absent\.json cannot be read/],
    [["--seed", "cli/main.js"], /The seed cli\/main\.js cannot be read/],
    [["--data", "absent/data.json"], /absent\/data\.json/],
  ])("%j is exit 1", async (args, message) => {
    const run = voicecall("emulator", "--port", "0", ...args);
    expect(await run.ended).toBe(1);
    expect(run.output.stderr).toMatch(message);
  });

  test.each([
    [["emulator", "--port", "many"]],
    [["emulator", "--port", "65536"]],
    [["emulator", "--unknown"]],
    [["emulator", "extra"]],
    [["emulator", "--route", "updateTool"]],
    [["emulator", "--route", "unknown=PUT /x/{id}"]],
    [["emulator", "--port", "0", "--route", "updateTool=PUT /x"]],
    [["emulator", "--list-lag", "soon"]],
    [["unknown"]],
    [[]],
  ])("%j is wrong usage, exit 64", async (args) => {
    const run = voicecall(...args);
    expect(await run.ended).toBe(64);
    expect(run.output.stderr).not.toBe("");
    expect(run.output.stdout).toBe("");
  });

  test("--help shows examples", async () => {
    const run = voicecall("emulator", "--help");
    expect(await run.ended).toBe(0);
    expect(run.output.stdout).toMatch(/Examples:\n {2}voicecall emulator\n/);
  });
});
