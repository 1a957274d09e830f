/** `voicecall pull` after 60 edits in the dashboard, in programs that share values. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { type Emulator, defaultSeed } from "../../../emulator/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { snippets } from "../../support/documents.js";
import { type Stack, must } from "../../support/engine.js";
import { service, stackOn } from "../../support/engine-world.js";
import { REPOSITORY } from "../../support/project.js";
import { QUICK, change, commit, isInService, pull } from "../../support/pulled-stack.js";
import { voicecall } from "../../support/voicecall.js";

const many = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

interface Edit {
  readonly name: string;
  readonly body: object;
}

/**
 * Makes the edits, pulls, and applies.
 * @returns the edits that are left, as the report for people groups them
 */
async function after(stack: Stack, emulator: Emulator, edits: readonly Edit[], code = 0): Promise<string[]> {
  commit(stack.folder);
  for (const { name, body } of edits) await change(emulator, name, body);
  const { left, pulled } = await pull(stack, code);
  expect(left.length + pulled.length).toBe(edits.length);
  if (code === 0) await isInService(stack, emulator, new Set(edits.map(({ name }) => name)).size);
  return [...new Set(left.map(({ path: property, line, value }) => JSON.stringify([property, line, value])))];
}

test("README's shared defaults", async () => {
  const readme = readFileSync(path.join(REPOSITORY, "README.md"), "utf8");
  const { code } = snippets("README.md", readme, "ts").find((one) => one.code.includes("const greetings"))!;
  const roles = many(30).map((n) => `desk${n}: "Desk ${n} of Acme."`);
  const program = code.replace(/const greetings = .*;/, `const greetings = {\n  ${roles.join(",\n  ")},\n};`);
  expect(program).not.toBe(code);
  const emulator = await service();
  const stack = await stackOn(emulator, program, {
    language: "ts",
    config: { "engine-test:voice": "Sarah", "engine-test:longestCall": "300" },
    env: QUICK,
  });
  must(await stack.up());
  const edits = [
    ...many(30).map((n) => ({ n, body: { timezone: "Europe/Berlin" } })),
    ...many(22).map((n) => ({ n, body: { initial_message: `Desk ${n} of Acme, hello!` } })),
    ...many(8).map((n) => ({ n, body: { max_call_duration: 600 } })),
  ];
  const named = edits.map(({ n, body }) => ({ name: `desk${n} (dev)`, body }));
  // In a loop, eight of thirty get another value only by a condition that a person writes.
  const left = await after(stack, emulator, named, 2);
  expect(left).toHaveLength(1);
  expect(left[0]).toContain("maxCallDuration");
});

test("examples/several-environments", async () => {
  const dir = path.join(temporaryFolder(), "program");
  cpSync(path.join(REPOSITORY, "examples/several-environments"), dir, { recursive: true });
  const file = path.join(dir, "index.ts");
  const roles = many(20).map((n) => `desk${n}: \`\${company}, desk ${n}.\``);
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(/const greetings = \{[^]*?\n\};/, `const greetings = {\n  ${roles.join(",\n  ")},\n};`),
  );
  for (const n of many(20))
    writeFileSync(path.join(dir, `prompts/desk${n}.md`), "You work for {{company}}.\n");
  const emulator = await service();
  const stack = await stackOn(emulator, "", {
    program: { dir },
    config: { company: "Acme", voice: "Sarah", longestCall: "300" },
    env: QUICK,
  });
  must(await stack.up());
  const edits = many(20).flatMap((n) => [
    { name: `desk${n} (dev)`, body: { timezone: "Europe/Berlin" } },
    { name: `desk${n} (dev)`, body: { voice_id: 2 } },
    { name: `desk${n} (dev)`, body: { max_call_duration: 600 } },
  ]);
  expect(await after(stack, emulator, edits)).toEqual([]);
});

test("an exported account whose assistants share a file of defaults", async () => {
  const seed = {
    ...defaultSeed(),
    assistants: many(30).map((n) => ({
      id: 201 + n,
      name: `Branch ${n}`,
      initial_message: `Hello, branch ${n}!`,
      system_prompt: `You answer for branch ${n}.`,
      max_duration: 400,
      timezone: "Europe/Paris",
    })),
  };
  const emulator = await service({ seed });
  const root = temporaryFolder();
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  must(await voicecall(["export", "mine", "--json"], { cwd: root, env }).ended, "export");
  const dir = path.join(root, "mine");
  const stack = await stackOn(emulator, "", { program: { dir }, env: QUICK });
  must(
    await stack.run("import", "--file", "import.json", "--generate-code=false", "--yes", "--skip-preview"),
    "import",
  );
  stack.write(
    "defaults.ts",
    'export const common = { timezone: "Europe/Paris", maxCallDuration: 400 } as const;\n',
  );
  for (const n of many(30)) {
    const file = path.join(stack.folder, `assistants/branch-${n}.ts`);
    const text = readFileSync(file, "utf8");
    const shared = text
      .replace(/\n *(timezone|maxCallDuration): .*/g, "")
      .replace(/(new \w+\(\s*"[^"]*",\s*\{)/, "$1 ...common,");
    expect(shared).not.toMatch(/Europe.Paris|400/);
    expect(shared).toContain("...common");
    writeFileSync(file, `import { common } from "../defaults";\n${shared}`);
  }
  const edits = [
    ...many(30).map((n) => ({ name: `Branch ${n}`, body: { timezone: "Europe/Berlin" } })),
    ...many(22).map((n) => ({ name: `Branch ${n}`, body: { max_call_duration: 600 } })),
    ...many(8).map((n) => ({ name: `Branch ${n}`, body: { initial_message: `Hi from branch ${n}!` } })),
  ];
  expect(await after(stack, emulator, edits)).toEqual([]);
});
