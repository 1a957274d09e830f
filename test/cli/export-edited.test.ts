/** An export to a folder with edited files. Without --force, it leaves them unchanged. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { choiceFrom } from "../../cli/export/choice.js";
import { exportTo } from "../../cli/export/run.js";
import { exportWorld, filesIn } from "../support/export-world.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const whole = { initial_message: "Hello!", system_prompt: "You help." };

async function exported() {
  const world = await exportWorld({
    assistants: [
      { id: 201, name: "Support", ...whole, tool_ids: [101] },
      { id: 202, name: "Sales", ...whole },
    ],
    tools: [
      { id: 101, name: "get_weather", description: "Tells." },
      { id: 102, name: "end_call", description: "Ends." },
    ],
  });
  expect(await world.run()).toMatchObject({ code: 0 });
  const edit = (file: string, text = `// Mine.\n${world.read(file)}`): string => {
    world.write(file, text);
    return text;
  };
  const result = async (...args: string[]) => {
    const { code, stdout } = await world.run("--json", ...args);
    return { code, ...(JSON.parse(stdout) as object) };
  };
  const [support, sales] = world.emulator.state.assistants;
  return { ...world, edit, result, support: support!, sales: sales! };
}

const TITLE =
  "Files left as they are, because they were edited since the last export, or an edited file reads them:";

test("an edited file is kept and named, all others are written; exit 3 if its objects have changed too", async () => {
  const { run, read, edit, result, support, sales } = await exported();
  const mine = edit("assistants/support.ts");
  sales.initial_message = "Good day!";
  expect(await result()).toMatchObject({
    code: 0,
    changed: ["assistants/sales.ts"],
    leftAlone: [{ file: "assistants/support.ts", why: "unchanged" }],
  });
  expect(read("assistants/support.ts")).toBe(mine);
  expect(read("assistants/sales.ts")).toContain("Good day!");

  support.initial_message = "Good morning!";
  // Every export lists the file until its content matches an export again.
  for (const title of [TITLE, TITLE]) {
    const { code, stdout } = await run();
    expect(code).toBe(3);
    expect(stdout).toContain(`${title}\n  assistants/support.ts: may lack changes from the account\n`);
    expect(stdout).toMatch(/\n1 edited file named above may lack changes from the account: exit code 3\./);
    expect(stdout).not.toContain("Files that changed");
  }
  expect(await result()).toMatchObject({ leftAlone: [{ file: "assistants/support.ts", why: "changed" }] });
  expect(read("assistants/support.ts")).toBe(mine);

  expect(await result("--force")).toMatchObject({
    code: 0,
    overwritten: ["assistants/support.ts"],
    leftAlone: [],
  });
  expect(read("assistants/support.ts")).toContain("Good morning!");
  expect(await result()).toMatchObject({ code: 0, leftAlone: [] });
});

test("a file does not count as edited if the edit is undone or the account has the same text", async () => {
  const { edit, read, result, support } = await exported();
  const [before, prompt] = [read("assistants/support.ts"), "You help a lot.\n"];
  edit("assistants/support.ts");
  edit("prompts/support.md", prompt);
  support.system_prompt = prompt.trim();
  expect(await result()).toMatchObject({
    code: 0,
    leftAlone: [{ file: "assistants/support.ts", why: "unchanged" }],
  });
  edit("assistants/support.ts", before);
  expect(await result()).toMatchObject({ code: 0, leftAlone: [] });
});

test("an edited file of a gone object is kept, even with --force, and is no longer part of the program", async () => {
  const { emulator, edit, read, result } = await exported();
  edit("prompts/sales.md", "Mine.\n");
  edit("prompts/support.md", "Mine.\n");
  emulator.state.assistants.splice(1);
  expect(await result()).toMatchObject({
    code: 0,
    removed: ["assistants/sales.ts"],
    leftAlone: [
      { file: "prompts/support.md", why: "unchanged" },
      { file: "prompts/sales.md", why: "removed" },
    ],
  });
  emulator.state.assistants.splice(0);
  expect(await result("--force")).toMatchObject({
    removed: ["assistants/support.ts"],
    leftAlone: [{ file: "prompts/support.md", why: "removed" }],
  });
  for (const file of ["prompts/sales.md", "prompts/support.md"]) expect(read(file)).toBe("Mine.\n");
});

test("a prompt file that the program no longer needs stays while an edited file still reads it", async () => {
  const { emulator, edit, read, result, support } = await exported();
  const prompt = read("prompts/sales.md");
  edit("assistants/sales.ts");
  edit("assistants/support.ts");
  emulator.state.assistants.splice(1);
  support.system_prompt = "You \u202Ehelp.";
  expect(await result()).toMatchObject({
    code: 3,
    removed: [],
    leftAlone: [
      { file: "assistants/support.ts", why: "changed" },
      { file: "assistants/sales.ts", why: "removed" },
      { file: "prompts/sales.md", why: "read" },
      { file: "prompts/support.md", why: "read" },
    ],
    notes: expect.arrayContaining([
      'Assistant "Support" (id 201): its prompt is in the program instead of a file, because it contains characters that a reader of a file would not see: U+202E on line 1.',
    ]),
  });
  expect(read("prompts/sales.md")).toBe(prompt);
});

test("an edited index.ts is kept only if it imports every file that exists, and none that is gone", async () => {
  const { emulator, run, edit, read, out, result, sales } = await exported();
  const mine = edit("index.ts");
  emulator.state.assistants[1] = { ...sales, id: 203, name: "Desk" };
  const before = filesIn(out);
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain(
    "index.ts does not have ./assistants/desk; index.ts still has ./assistants/sales, now gone",
  );
  expect(stderr).toContain("--force");
  expect(filesIn(out)).toEqual(before);

  // With the import in a comment, the edited index.ts is not rejected, but it does not count as complete.
  edit("index.ts", mine.replace('import "./assistants/sales"', "// import './assistants/desk'"));
  expect(await result()).toMatchObject({
    code: 3,
    added: ["assistants/desk.ts", "prompts/desk.md"],
    leftAlone: [{ file: "index.ts", why: "changed" }],
  });
  const other = 'import { mine } from "./mine.js";\n';
  edit("index.ts", other + mine.replace('"./assistants/sales"', "'./assistants/desk'"));
  expect(await result()).toMatchObject({ code: 0, leftAlone: [{ file: "index.ts", why: "unchanged" }] });
  expect(read("index.ts")).toContain("// Mine.");
});

test("an edited tools.ts is rejected if it lacks a new object or still has a gone one", async () => {
  const { emulator, run, edit, result } = await exported();
  const mine = edit("tools.ts");
  const [, second] = emulator.state.tools;
  emulator.state.tools[1] = { ...second!, id: 103, name: "transfer" };
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain(
    'tools.ts does not have MidCallTool 103 ("transfer"); tools.ts still has MidCallTool 102 ("end-call"), now gone',
  );
  expect(stderr).toContain(
    "To get the declaration of an object, run `npx voicecall export out-new` and copy the declaration from the new folder.",
  );
  edit("tools.ts", mine.replace('"end-call"', '"transfer"'));
  expect(await result()).toMatchObject({ code: 3, leftAlone: [{ file: "tools.ts", why: "changed" }] });
});

test("the files of an interrupted export do not count as edited", async () => {
  const { emulator, out, read, result, support } = await exported();
  vi.stubEnv("VOICECALL_BASE_URL", emulator.address);
  vi.stubEnv("VOICECALL_ACCESS_TOKEN", emulator.token);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { writeFileSync, rmSync } = fs;
  const isReached = (file: unknown): boolean => String(file).endsWith("support.ts");
  for (const text of ["Good day!", "Good morning!"]) {
    support.initial_message = text;
    vi.spyOn(fs, "writeFileSync").mockImplementation((...args) => {
      if (isReached(args[0])) throw new Error("no space left");
      writeFileSync(...args);
    });
    vi.spyOn(fs, "rmSync").mockImplementation((...args) => {
      if (!isReached(args[0])) rmSync(...args);
    });
    syncBuiltinESMExports();
    const once = exportTo(out, { ...choiceFrom({}), force: false });
    await expect(once).rejects.toThrow("no space left");
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(read("assistants/support.ts")).toContain("Hello!");
  expect(await result()).toMatchObject({ code: 0, leftAlone: [] });
  expect(read("assistants/support.ts")).toContain("Good morning!");
});
