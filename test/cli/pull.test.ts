/** The command line of `voicecall pull`. test/engine/pull.test.ts runs it with the engine. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { ended, read, secret, support, urnOf } from "../unit/drift-events.js";
import { temporaryFolder } from "../support/after-test.js";

const events = (...all: object[]): Answered => ({
  stdout: [...all, ended].map((one) => `${JSON.stringify(one)}\n`).join(""),
});

const history = JSON.stringify([
  { kind: "update", result: "succeeded", startTime: "2026-11-21T19:21:27.000Z" },
]);

/** @param resources what a refresh shows */
function run(resources: Parameters<typeof read>[0][], args: readonly string[], preview?: Answered) {
  const { folder, bin } = fakePulumi({
    refresh: events(...resources.flatMap(read)),
    preview:
      preview ??
      events(...resources.flatMap(({ name, declared }) => read({ ...(name && { name }), declared }))),
    "stack history": { stdout: history },
    stack: { stdout: "dev\n" },
  });
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  return voicecall(["pull", ...args], { cwd: folder, env: { PATH } }).ended;
}

test("--help shows the exit codes and examples", async () => {
  const { code, stdout } = await voicecall(["pull", "--help"], { cwd: temporaryFolder() }).ended;
  expect(code).toBe(0);
  expect(stdout).toContain("Exit codes: 0 the program has all changes; 2 some are left to you");
  expect(stdout).toContain("voicecall pull support billing.initialMessage");
});

test("without drift there is nothing to pull", async () => {
  const { code, stdout } = await run([{ declared: support }], []);
  expect([code, stdout]).toEqual([0, "Stack dev: the program says what the service holds.\n"]);
});

test("what is left is named with its value, a secret without it, and only for the named resources", async () => {
  const resources = [
    { name: "a", declared: { ...support, maxCallDuration: 600 }, live: { maxCallDuration: 60 } },
    { name: "b", declared: { ...support, systemPrompt: secret }, live: {}, paths: ["systemPrompt"] },
    { name: "c", declared: support, live: undefined },
  ];
  const all = await run(resources, []);
  expect(all.code).toBe(2);
  expect(all.stdout).toBe(`Left to you:
  Assistant "Support" (b), id 205: systemPrompt
    it is secret: let the program read it from the secret configuration, and set it there
  Assistant "Support" (a), id 205: maxCallDuration
    the place of the resource is not known. The service has 60

Gone from the service: remove the resource, or restore it with \`pulumi up --refresh --target '**::NAME'\`:
  Assistant "Support" (c), id 205

Stack dev: 0 values pulled, 0 conflicts, 2 left.
`);
  const { code, stdout } = await run(resources, ["a.maxCallDuration", "--json"]);
  expect(code).toBe(2);
  const report = JSON.parse(stdout) as { left: { name: string; value: unknown }[]; gone: object[] };
  expect(report).toMatchObject({ outcome: "left", left: [{ name: "a", value: 60 }], gone: [] });
});

test("the command for an object that is gone names the stack", async () => {
  const { stdout } = await run([{ name: "c", declared: support, live: undefined }], ["--stack", "prod"]);
  expect(stdout).toContain("restore it with `pulumi up --refresh --stack prod --target '**::NAME'`:");
});

test.each(["suport", "support.sytemPrompt", "support.variables.company"])(
  "%s, which is no resource or property, is wrong usage",
  async (name) => {
    const { code, stderr } = await run([{ declared: support }], [name]);
    const text = `No resource or property of the stack is named ${name}:`;
    expect([code, stderr]).toEqual([64, expect.stringContaining(text)]);
  },
);

test("a program that fails is an error, and nothing is changed", async () => {
  const { code, stderr } = await run([{ declared: support }], [], {
    code: 255,
    stderr: "error: SyntaxError",
  });
  expect(code).toBe(1);
  expect(stderr).toContain(
    "run the program: pulumi preview exited with code 255. Nothing was changed.\nerror: SyntaxError",
  );
});

/** The preview of a program whose resources have their prompts from these files. */
function previewed(resources: { name: string; declared: typeof support }[], files: string[]): Answered {
  const notes = files.flatMap((one, index) => [
    { order: 2 * index, prompt: { file: one, path: one, filled: { values: {}, text: "You help." } } },
    { order: 2 * index + 1, urn: urnOf("Assistant", resources[index]!.name) },
  ]);
  return {
    ...events(...resources.flatMap(({ name, declared }) => read({ name, declared }))),
    notes: { variable: "VOICECALL_PLACES_FILE", text: notes.map((one) => JSON.stringify(one)).join("\n") },
  };
}

test("a prompt that another resource uses by another name of its file is left", async () => {
  const folder = temporaryFolder();
  const [file, link] = ["p.md", "link.md"].map((name) => path.join(folder, name)) as [string, string];
  writeFileSync(file, "You help.\n");
  symlinkSync(file, link);
  const resources = [
    { name: "a", declared: support, live: { systemPrompt: "You whisper." } },
    { name: "b", declared: support },
  ];
  const { code, stdout } = await run(resources, ["--force"], previewed(resources, [file, link]));
  expect([code, readFileSync(file, "utf8")]).toEqual([2, "You help.\n"]);
  expect(stdout).toContain("the file is shared by a, b, which were not changed alike");
});

test("the patch has the characters of the file", async () => {
  const file = path.join(temporaryFolder(), "p.md");
  writeFileSync(file, "You help.\r\n");
  const resources = [{ name: "a", declared: support, live: { systemPrompt: "You whisper." } }];
  const { code, stdout } = await run(resources, ["--dry-run"], previewed(resources, [file]));
  expect([code, stdout]).toEqual([0, expect.stringContaining("\n-You help.\r\n+You whisper.\r\n")]);
});
