/** An export follows no link out of its folder, and changes nothing outside the folder. */
import {
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { refuseLinks } from "../../cli/export/place.js";
import { exportWorld, filesIn, pulumiThatKeeps } from "../support/export-world.js";

const whole = { initial_message: "Hello!", system_prompt: "You help." };

const seed = {
  assistants: [
    { id: 201, name: "Support", ...whole },
    { id: 202, name: "Sales", ...whole },
  ],
  tools: [
    {
      id: 101,
      name: "get_weather",
      description: "Tells.",
      headers: [{ name: "X-Key", value: "canary-5b1f" }],
    },
  ],
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

/** Creates a world with a folder beside the export's folder, whose content must not change. */
async function withVictim() {
  const world = await exportWorld(seed);
  const victim = path.join(world.root, "victim");
  mkdirSync(path.join(victim, "folder"), { recursive: true });
  writeFileSync(path.join(victim, "file.txt"), "mine\n");
  const link = (file: string, to: string): void => {
    const place = path.join(world.out, file);
    mkdirSync(path.dirname(place), { recursive: true });
    rmSync(place, { recursive: true, force: true });
    symlinkSync(path.join(victim, to), place);
  };
  const isRejected = async (file: string, ...args: string[]): Promise<void> => {
    const before = contents(world.root);
    const { code, stderr } = await world.run(...args);
    expect(code).toBe(1);
    expect(stderr).toContain("Nothing was written");
    expect(stderr).toContain("symbolic link");
    expect(stderr).toContain(file);
    expect(contents(world.root)).toEqual(before);
  };
  return { ...world, victim, link, isRejected };
}

test.each([
  ["tools.ts", "file.txt"],
  ["assistants", "folder"],
  ["assistants/support.ts", "file.txt"],
  ["prompts", "missing"],
  ["index.ts", "missing"],
  ["Pulumi.yaml", "missing"],
  ["README.md", "file.txt"],
  ["import.json", "file.txt"],
  [".voicecall-export.json", "missing"],
])("a link %s -> %s in a folder without an export is rejected, even with --force", async (file, to) => {
  const { link, isRejected } = await withVictim();
  link(file, to);
  await isRejected(file, "--force");
});

test("a link in an exported folder is rejected, even to an equal file", { timeout: 120_000 }, async () => {
  const { emulator, run, out, victim, link, isRejected } = await withVictim();
  expect(await run()).toMatchObject({ code: 0 });
  for (const [file, text] of Object.entries(filesIn(out))) {
    mkdirSync(path.dirname(path.join(victim, file)), { recursive: true });
    writeFileSync(path.join(victim, file), text);
  }
  // Makes the next export write tools.ts and remove the files of an assistant.
  emulator.state.tools[0]!.description = "Tells more.";
  emulator.state.assistants.splice(1);
  for (const file of ["tools.ts", "assistants", "assistants/sales.ts", "prompts", ".voicecall-export.json"]) {
    renameSync(path.join(out, file), path.join(out, "kept"));
    link(file, file);
    await isRejected(file, ...(file.includes("s.ts") ? ["--force"] : []));
    rmSync(path.join(out, file));
    renameSync(path.join(out, "kept"), path.join(out, file));
  }
  expect(await run()).toMatchObject({ code: 0 });
});

test("a folder that is a link, also a dangling one, is rejected", async () => {
  const { root, out, victim, isRejected } = await withVictim();
  for (const [to, ...args] of [["folder"], ["missing"], ["folder", "--force"]] as const) {
    rmSync(out, { force: true });
    symlinkSync(path.join(victim, to), out);
    await isRejected("out is a symbolic link", ...args);
  }
  for (const ending of ["", "/", "/."])
    expect(() => refuseLinks(`${out}${ending}`, [])).toThrow("is a symbolic link");
  expect(contents(root)).toMatchObject({ "victim/folder": "(folder)", "victim/file.txt": "mine\n" });
});

test("header values are set in the folder only: a Pulumi.yaml with another stackConfigDir is rejected", async () => {
  const { root, out, write, run } = await exportWorld(seed);
  for (const elsewhere of ["stackConfigDir: ../victim", "config: ../victim"]) {
    mkdirSync(out, { recursive: true });
    expect(await run()).toMatchObject({ code: 0 });
    const project = readFileSync(path.join(out, "Pulumi.yaml"), "utf8");
    write("Pulumi.yaml", `${project}${elsewhere}\n`);
    const { code, stderr } = await run("--force", "--stack", "dev");
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("keeps stack configuration in another folder"),
    ]);
    expect(contents(root)).not.toHaveProperty("victim");
    rmSync(out, { recursive: true });
  }
});

test("a folder in the place of a file is an error that names the folder", async () => {
  const { out, run } = await withVictim();
  mkdirSync(path.join(out, "tools.ts"), { recursive: true });
  const { code, stderr } = await run("--force");
  expect(code).toBe(1);
  expect(stderr).toContain('"tools.ts"');
  expect(contents(out)).toEqual({ "tools.ts": "(folder)" });
});

test("a file with a hard link elsewhere is replaced, not overwritten", async () => {
  const { emulator, run, out, victim, read } = await withVictim();
  expect(await run()).toMatchObject({ code: 0 });
  linkSync(path.join(out, "tools.ts"), path.join(victim, "tools.ts"));
  const before = read("tools.ts");
  emulator.state.tools[0]!.description = "Tells more.";
  expect(await run()).toMatchObject({ code: 0 });
  expect(read("tools.ts")).toContain("Tells more.");
  expect(readFileSync(path.join(victim, "tools.ts"), "utf8")).toBe(before);
});

test("a link in the place of a file that only the first export writes is left alone", async () => {
  const { run, read, victim, link } = await withVictim();
  expect(await run()).toMatchObject({ code: 0 });
  link("tsconfig.json", "file.txt");
  expect(await run("--force")).toMatchObject({ code: 0 });
  expect(read("tsconfig.json")).toBe("mine\n");
  expect(filesIn(victim)).toEqual({ "file.txt": "mine\n" });
});

test("--stack does not let pulumi write through a link", async () => {
  const { root, runWith, link, victim } = await withVictim();
  const pulumi = pulumiThatKeeps(root);
  link("Pulumi.dev.yaml", "missing");
  const { code, stderr } = await runWith(
    { PATH: `${pulumi.bin}${path.delimiter}${process.env["PATH"]}` },
    "--stack",
    "dev",
    "--force",
  );
  expect(code).toBe(1);
  expect(stderr).toContain('"Pulumi.dev.yaml"');
  expect(pulumi.config()).toEqual({});
  expect(Object.keys(filesIn(victim))).toEqual(["file.txt"]);
});
