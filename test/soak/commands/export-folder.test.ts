/** An export writes only to a new or empty folder, and follows no link out of it. */
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../../emulator/index.js";
import { assertFree, write } from "../../../cli/base/new-folder.js";
import { closeAfterTest, temporaryFolder } from "../../support/after-test.js";
import { exportWorld, filesIn } from "../../support/export-world.js";
import { voicecall } from "../../support/voicecall.js";

const seed = {
  assistants: [{ id: 201, name: "Support", initial_message: "Hello!", system_prompt: "You help." }],
  tools: [{ id: 101, name: "get_weather", description: "Tells." }],
};

/** A folder's entries by path: the content of a file, the target of a link, or a mark for a folder. */
function contents(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const place = path.join(entry.parentPath, entry.name);
    const what = entry.isSymbolicLink()
      ? `-> ${readlinkSync(place)}`
      : entry.isDirectory()
        ? "(folder)"
        : readFileSync(place, "utf8");
    return [path.relative(folder, place), what] as const;
  });
  return Object.fromEntries(entries);
}

/** A world with a folder beside the export's folder, whose content must not change. */
async function withVictim() {
  const world = await exportWorld(seed);
  const victim = path.join(world.root, "victim");
  mkdirSync(path.join(victim, "folder"), { recursive: true });
  writeFileSync(path.join(victim, "file.txt"), "mine\n");
  const link = (file: string, to: string): void => {
    const place = path.join(world.out, file);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.join(victim, to), place);
  };
  const isRejected = async (reason: string): Promise<void> => {
    const before = contents(world.root);
    const { code, stderr } = await world.run();
    expect(code).toBe(1);
    expect(stderr).toBe(`error: Nothing was written: ${reason}. Name a new or empty folder.\n`);
    expect(contents(world.root)).toEqual(before);
    expect(world.emulator.requests()).toEqual([]);
  };
  return { ...world, victim, link, isRejected };
}

test.each(["Pulumi.yaml", "notes.md", ".env", "prompts/support.md"])(
  "a folder with %s is rejected, and nothing is read or written",
  async (file) => {
    const { write, isRejected } = await withVictim();
    write(file, "mine\n");
    await isRejected(`out contains "${file.split("/")[0]}"`);
  },
);

test("a second export to the same folder is rejected, also with the base URL of another service", async () => {
  const { run, runWith, out } = await exportWorld(seed);
  expect(await run()).toMatchObject({ code: 0 });
  const before = filesIn(out);
  const other = closeAfterTest(await startEmulator());
  for (const env of [{}, { VOICECALL_BASE_URL: other.address, VOICECALL_ACCESS_TOKEN: other.token }]) {
    const { code, stderr } = await runWith(env);
    expect(code).toBe(1);
    expect(stderr).toContain("Name a new or empty folder.");
    expect(filesIn(out)).toEqual(before);
  }
});

test("a folder that contains only .git is written to", async () => {
  const { run, out } = await exportWorld(seed);
  mkdirSync(path.join(out, ".git"), { recursive: true });
  expect(await run()).toMatchObject({ code: 0 });
});

test("a path of a file is rejected", async () => {
  const { out, isRejected } = await withVictim();
  writeFileSync(out, "mine\n");
  await isRejected("out is a file");
});

test("a path below a file is rejected, and the error names the file", async () => {
  const { root, emulator } = await exportWorld(seed);
  writeFileSync(path.join(root, "file"), "mine\n");
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  for (const below of ["file/sub", "file/sub/deeper"]) {
    const { code, stderr } = await voicecall(["export", below], { cwd: root, env }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/Nothing was written: \S*file is a file\. Name a new or empty folder\.\n/);
  }
});

test.each([
  ["tools.ts", "file.txt"],
  ["assistants", "folder"],
  ["assistants/support.ts", "file.txt"],
  ["prompts", "missing"],
  ["index.ts", "missing"],
  ["Pulumi.yaml", "missing"],
  ["Pulumi.dev.yaml", "missing"],
  ["README.md", "file.txt"],
  ["import.json", "file.txt"],
])("a link %s -> %s in the folder is rejected", async (file, to) => {
  const { link, isRejected } = await withVictim();
  link(file, to);
  await isRejected(`out contains "${file.split("/")[0]}"`);
});

test("a folder that is a link, also a dangling one, is rejected", async () => {
  const { out, victim, isRejected } = await withVictim();
  for (const to of ["folder", "missing"]) {
    rmSync(out, { force: true });
    symlinkSync(path.join(victim, to), out);
    await isRejected("out is a symbolic link");
  }
  for (const ending of ["", "/", "/."])
    expect(() => assertFree(`${out}${ending}`)).toThrow("is a symbolic link");
});

test("no file is written outside the folder, over another file, or through a link", () => {
  const root = temporaryFolder();
  const out = path.join(root, "out");
  for (const file of ["../../x.ts", "tools/../../x.ts", ".", "..", "a/.."])
    expect(() => write(out, new Map([[file, ""]]))).toThrow("is not in");
  mkdirSync(out);
  writeFileSync(path.join(out, "mine.ts"), "mine\n");
  symlinkSync(path.join(root, "victim.ts"), path.join(out, "link.ts"));
  for (const file of ["mine.ts", "link.ts"])
    expect(() => write(out, new Map([[file, "other\n"]]))).toThrow("EEXIST");
  expect(contents(root)).toEqual({
    out: "(folder)",
    "out/mine.ts": "mine\n",
    "out/link.ts": `-> ${path.join(root, "victim.ts")}`,
  });
});
