/** The command line of `voicecall pull`. test/engine/pull.test.ts runs it with the engine. */
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Pulled } from "../../cli/pull/report.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { ended, read, secret, support, urnOf } from "../unit/drift-events.js";
import { REPOSITORY } from "../support/project.js";
import { temporaryFolder } from "../support/after-test.js";

const events = (...all: object[]): Answered => ({
  stdout: [...all, ended].map((one) => `${JSON.stringify(one)}\n`).join(""),
});

const history = JSON.stringify([
  { kind: "update", result: "succeeded", startTime: "2026-11-21T19:21:27.000Z" },
]);

/** @param resources what a refresh shows */
const run = (resources: Parameters<typeof read>[0][], args: readonly string[], preview?: Answered) =>
  runWith({}, resources, args, preview).ended;

function runWith(
  answers: Record<string, Answered>,
  resources: Parameters<typeof read>[0][],
  args: readonly string[],
  preview?: Answered,
) {
  const { folder, bin, commandLines } = fakePulumi({
    refresh: events(...resources.flatMap(read)),
    preview:
      preview ??
      events(...resources.flatMap(({ name, declared }) => read({ ...(name && { name }), declared }))),
    "stack history": { stdout: history },
    stack: { stdout: "dev\n" },
    ...answers,
  });
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  return { ended: voicecall(["pull", ...args], { cwd: folder, env: { PATH } }).ended, commandLines };
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

test("what is left alike is named once, and of a long text the lines that differ", async () => {
  const lines = "One.\nTwo.\nThree.\nFour.\nFive.";
  const resources = ["a", "b", "c"].map((name) => ({
    name,
    declared: { ...support, maxCallDuration: 600, systemPrompt: lines },
    live: { maxCallDuration: 60, systemPrompt: lines.replace("Four", "4") },
  }));
  const { stdout } = await run(resources, []);
  expect(stdout).toBe(`Left to you:
  3 × assistant: a, b, c: systemPrompt
    the place of the resource is not known.
    systemPrompt:
      @ lines 2-5
        Two.
        Three.
      - Four.
      + 4.
        Five.
  3 × assistant: a, b, c: maxCallDuration
    the place of the resource is not known. The service has 60

Stack dev: 0 values pulled, 0 conflicts, 6 left.
`);
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

describe("what is merged is recorded in the stack's configuration", () => {
  const before = { ...support, maxCallDuration: 300, speechSpeed: 1 };
  const declared = { ...before, maxCallDuration: 600, systemPrompt: "You help.\nBe clear." };
  const old = { ...before, systemPrompt: "You help.\nBe brief." };
  const live = { maxCallDuration: 90, speechSpeed: 1.1, systemPrompt: "You help.\nBe kind." };

  /** The program was changed since the last apply, and the service too. */
  function pulled(
    marks: Record<string, string> = {},
    set: Answered = {},
    more: object = {},
    args: readonly string[] = ["--mine"],
  ) {
    const file = path.join(temporaryFolder(), "p.md");
    writeFileSync(file, `${declared.systemPrompt}\n`);
    const notes = [
      { order: 0, prompt: { file: "p.md", path: file, filled: { values: {}, text: declared.systemPrompt } } },
      { order: 1, urn: urnOf("Assistant", "support") },
    ].map((one) => JSON.stringify(one));
    const preview = {
      ...events(...read({ declared })),
      notes: { variable: "VOICECALL_PLACES_FILE", text: notes.join("\n") },
    };
    const config = JSON.stringify({ "voicecall:merged": { value: "", objectValue: marks, secret: false } });
    const answers = { "config --json": { stdout: config }, "config set-all": set };
    const resources = [{ declared: old, live: { ...live, ...more } }];
    const command = runWith(answers, resources, ["--force", "--json", ...args], preview);
    return command.ended.then(({ code, stdout, stderr }) => {
      const line = command.commandLines().find((one) => one.startsWith("config set-all"));
      const [, json] = /^config set-all --json (.*) --non-interactive$/.exec(line ?? "") ?? [];
      type Recorded = Record<string, { value: string; objectValue: Record<string, string> }>;
      const { "voicecall:merged": recorded } = JSON.parse(json ?? "{}") as Recorded;
      if (recorded) expect(JSON.parse(recorded.value)).toEqual(recorded.objectValue);
      const report = JSON.parse(stdout) as Pulled;
      return { code, stderr, report, recorded: recorded?.objectValue, text: readFileSync(file, "utf8") };
    });
  }
  const paths = (all: readonly { path: string }[]) => all.map((one) => one.path);
  const [prompt, duration] = ["Assistant support.systemPrompt", "Assistant support.maxCallDuration"] as const;

  test("what both sides changed, with --mine also what no file can show, but not what is only left", async () => {
    const { code, report, recorded, text } = await pulled();
    expect(code).toBe(1);
    expect([report.conflicts, report.left, report.merged].map(paths)).toEqual([
      ["systemPrompt"],
      ["maxCallDuration", "speechSpeed"],
      [],
    ]);
    expect(text).toContain("<<<<<<<");
    const mark = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(recorded).toEqual({ [prompt]: mark, [duration]: mark });
    // Nobody has decided yet: a workflow may have run the command.
    expect((await pulled({}, {}, {}, [])).recorded).toEqual({ [prompt]: mark });
  });

  // The program will have the service's text. If it gets another one before the apply, nobody has compared the two.
  test("nothing of what only the service has changed", async () => {
    const file = path.join(temporaryFolder(), "p.md");
    writeFileSync(file, "You help.\n");
    const resources = [{ name: "a", declared: support, live: { systemPrompt: "You whisper." } }];
    const answers = { "config set-all": {} };
    const command = runWith(answers, resources, ["--force"], previewed(resources, [file]));
    expect([(await command.ended).code, readFileSync(file, "utf8")]).toEqual([0, "You whisper.\n"]);
    expect(command.commandLines().filter((line) => line.startsWith("config set-all"))).toEqual([]);
  });

  test("what is recorded is not merged again; a newer edit is, and dead records go", async () => {
    const first = await pulled();
    const known = { ...first.recorded!, "Assistant gone.systemPrompt": "0".repeat(16) };
    const second = await pulled(known);
    expect([second.code, second.recorded, paths(second.report.merged), paths(second.report.left)]).toEqual([
      2,
      undefined,
      ["systemPrompt", "maxCallDuration"],
      ["speechSpeed"],
    ]);
    expect(second.text).toBe(`${declared.systemPrompt}\n`);
    const third = await pulled(known, {}, { systemPrompt: "You help.\nBe very kind." });
    expect([third.code, paths(third.report.merged)]).toEqual([1, ["maxCallDuration"]]);
    expect(third.recorded).toEqual({
      ...first.recorded,
      [prompt]: expect.not.stringMatching(first.recorded![prompt]!),
    });
  });

  test("secrets are never recorded, not even as a hash", async () => {
    const { recorded } = await pulled({}, {}, { systemPrompt: secret });
    expect(Object.keys(recorded!)).toEqual([duration]);
  });

  test("a configuration that cannot be written is a warning, and the files are written", async () => {
    const { code, stderr, text } = await pulled({}, { code: 255, stderr: "error: it is read-only" });
    expect([code, text.includes("<<<<<<<")]).toEqual([1, true]);
    expect(stderr).toMatch(/`pulumi up` will refuse .*record what is merged: .*it is read-only/s);
  });
});

test.each(["mjs", "cjs"])("a program in .%s runs with changes that no file has", (end) => {
  const folder = temporaryFolder();
  const [main, value, trial] = [`main.${end}`, `value.${end}`, "trial.json"].map((one) =>
    path.join(folder, one),
  );
  const read = end === "mjs" ? 'import { x } from "./value.mjs";' : 'const { x } = require("./value.cjs");';
  writeFileSync(main!, `${read}\nconsole.log(x, process.env.PULUMI_CONFIG);\n`);
  writeFileSync(value!, end === "mjs" ? "export const x = 1;\n" : "exports.x = 1;\n");
  const text = readFileSync(value!, "utf8").replace("1", "2");
  writeFileSync(trial!, JSON.stringify({ files: { [value!]: text }, config: { "p:a": "2" } }));
  const script = path.join(REPOSITORY, "dist/cli/trial.js");
  const env = { ...process.env, VOICECALL_TRIAL_FILE: trial, PULUMI_CONFIG: '{"p:a":"1","p:b":"1"}' };
  const output = execFileSync(process.execPath, ["--require", script, main!], { encoding: "utf8", env });
  expect(output).toBe('2 {"p:a":"2","p:b":"1"}\n');
});
