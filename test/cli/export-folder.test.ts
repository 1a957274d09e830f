/** Without --force, an export overwrites only files that it wrote, and keeps the values in the stack's configuration. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exportWorld, filesIn, pulumiThatKeeps } from "../support/export-world.js";
import { voicecall } from "../support/voicecall.js";

const seed = {
  assistants: [
    { id: 201, name: "Support", initial_message: "Hello!", system_prompt: "You help." },
    { id: 202, name: "Sales", initial_message: "Hello!", system_prompt: "You sell." },
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

test.each([["Pulumi.yaml"], ["notes.md"], ["tools.ts"]])("a folder with %s is rejected", async (file) => {
  const { run, write, out } = await exportWorld(seed);
  write(file, "mine\n");
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain(file);
  expect(stderr).toContain("--force");
  expect(filesIn(out)).toEqual({ [file]: "mine\n" });
  expect(await run("--force")).toMatchObject({ code: 0 });
  expect(filesIn(out)[file] === "mine\n").toBe(file === "notes.md");
});

test("a folder that contains only .git is written to", async () => {
  const { run, out, root, runWith } = await exportWorld(seed);
  mkdirSync(path.join(out, ".git"), { recursive: true });
  expect(await run()).toMatchObject({ code: 0 });
  writeFileSync(path.join(root, "file"), "");
  expect((await runWith({}, "--force")).code).toBe(0);
});

test("a path of a file is rejected, also with --force", async () => {
  const { run, out } = await exportWorld(seed);
  writeFileSync(out, "mine\n");
  for (const args of [[], ["--force"]]) {
    const { code, stderr } = await run(...args);
    expect(code).toBe(1);
    expect(stderr).toContain("Nothing was written: out is a file. Name a folder.");
  }
  expect(readFileSync(out, "utf8")).toBe("mine\n");
});

test("a path below a file is rejected, and the error names the file", async () => {
  const { root, emulator } = await exportWorld(seed);
  writeFileSync(path.join(root, "file"), "mine\n");
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  for (const below of ["file/sub", "file/sub/deeper"]) {
    const { code, stderr } = await voicecall(["export", below], { cwd: root, env }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/Nothing was written to file.sub\S*: \S*file is a file\. Name another folder\.\n/);
  }
});

test("the owner's own files are left alone", async () => {
  const { run, read, write } = await exportWorld(seed);
  await run();
  const ownFiles = {
    "package.json": "{}\n",
    "tsconfig.json": "{}\n",
    "Pulumi.dev.yaml": "config: {}\n",
    "mine.ts": "export {};\n",
  };
  for (const [file, text] of Object.entries(ownFiles)) write(file, text);
  expect(await run()).toMatchObject({ code: 0 });
  for (const [file, text] of Object.entries(ownFiles)) expect(read(file)).toBe(text);
});

test("--force names each file that it overwrites, before it writes and in the result", async () => {
  const { run, write } = await exportWorld(seed);
  write("index.ts", "mine\n");
  const title =
    "--force overwrites these files, which no export wrote or which were edited since the last export:";
  const first = await run("--force");
  expect(first.stdout).toContain(`${title}\n  index.ts\n`);
  write("tools.ts", "// Mine.\n");
  write("prompts/support.md", "You help a lot.\n");
  const again = await run("--force", "--json");
  expect(again).toMatchObject({ code: 0 });
  expect(again.stderr).toContain(`${title} prompts/support.md, tools.ts`);
  expect(JSON.parse(again.stdout)).toMatchObject({ overwritten: ["prompts/support.md", "tools.ts"] });
  const unchanged = await run("--force", "--json");
  expect(unchanged.all).not.toContain(title);
  expect(JSON.parse(unchanged.stdout)).toMatchObject({ overwritten: [] });
});

test("files of gone objects are removed", async () => {
  const { emulator, run, out } = await exportWorld(seed);
  await run();
  emulator.state.assistants.splice(1);
  const { stdout } = await run("--json");
  expect(JSON.parse(stdout)).toMatchObject({ removed: ["assistants/sales.ts", "prompts/sales.md"] });
  expect(Object.keys(filesIn(out)).filter((file) => file.includes("sales"))).toEqual([]);
});

test("a manifest with other paths removes nothing outside the folder", async () => {
  const { run, write, root } = await exportWorld(seed);
  writeFileSync(path.join(root, "outside.ts"), "mine");
  await run();
  const hash = createHash("sha256").update("mine").digest("hex");
  const listed = { sha256: hash, objects: [] };
  const options = { assistant: [], tool: [], leads: false, campaigns: false, full: false };
  const files = { "../outside.ts": listed, "assistants/../../outside.ts": listed };
  write(".voicecall-export.json", JSON.stringify({ user: 1, options, files }));
  const { code, stderr } = await run("--force");
  expect(code).toBe(1);
  expect(stderr).toContain('files["../outside.ts"] is not a file that an export writes');
  expect(stderr).toContain('files["assistants/../../outside.ts"] is not a file that an export writes');
  expect(filesIn(root)["outside.ts"]).toBe("mine");
});

test("--stack sets the header values over standard input, and only the missing ones", async () => {
  const { run, runWith, root } = await exportWorld(seed);
  const pulumi = pulumiThatKeeps(root);
  const PATH = `${pulumi.bin}${path.delimiter}${process.env["PATH"]}`;
  await run();
  const first = await runWith({ PATH }, "--stack", "dev", "--json");
  expect(first).toMatchObject({ code: 0 });
  expect(pulumi.config()).toEqual({ "out:header_get-weather_X-Key": { value: "canary-5b1f", secret: true } });
  const set = [
    "config",
    "set",
    "--secret",
    "header_get-weather_X-Key",
    "--stack",
    "dev",
    "--non-interactive",
  ];
  expect(pulumi.calls().filter((args) => args[1] === "set")).toEqual([set]);
  expect(JSON.stringify(pulumi.calls()) + first.all).not.toContain("canary");
  expect(JSON.parse(first.stdout)).toMatchObject({
    next: [
      "cd out",
      expect.stringMatching(/^npm install {3}# until pulumi-voicecall is on npm/),
      "pulumi import --file import.json --generate-code=false --yes --stack dev",
      "rm import.json",
      "pulumi preview --stack dev",
    ],
  });

  expect(await runWith({ PATH }, "--stack", "dev")).toMatchObject({ code: 0 });
  expect(pulumi.calls().filter((args) => args[1] === "set")).toEqual([set]);
});

test("--stack keeps a newer value and names its key; --force sets the service's value", async () => {
  const { run, runWith, root } = await exportWorld(seed);
  const pulumi = pulumiThatKeeps(root);
  const PATH = `${pulumi.bin}${path.delimiter}${process.env["PATH"]}`;
  const key = "out:header_get-weather_X-Key";
  const newer = { [key]: { value: "canary-newer-77aa", secret: true } };
  writeFileSync(path.join(root, "config.json"), JSON.stringify(newer));
  await run();
  const again = await runWith({ PATH }, "--stack", "dev");
  expect(again).toMatchObject({ code: 0 });
  expect(pulumi.config()).toEqual(newer);
  expect(again.stdout).toContain(
    "The stack dev has a different value for header_get-weather_X-Key than the service. The stack's value was not changed. `pulumi up --refresh --stack dev` writes it to the service; this command with --force replaces it with the service's value.\n",
  );
  expect(again.all).not.toContain("canary");

  const forced = await runWith({ PATH }, "--stack", "dev", "--force");
  expect(forced).toMatchObject({ code: 0 });
  expect(pulumi.config()).toEqual({ [key]: { value: "canary-5b1f", secret: true } });
  expect(forced.stdout).toContain(
    "The stack dev had a different value for header_get-weather_X-Key than the service. --force has replaced the stack's value with the service's value.\n",
  );
  expect(forced.all).not.toMatch(/canary|has a different value/);
  expect((await runWith({ PATH }, "--stack", "dev", "--force")).stdout).not.toContain("has replaced");
});

test.each([
  ["a comment", "name: out # the phone desk\nruntime: nodejs\nmain: index.ts\n"],
  ["a tag", "name: !!str out\nruntime: nodejs\nmain: index.ts\n"],
  ["a quoted key", '"name": out\nruntime: nodejs\nmain: index.ts\n'],
  ["JSON", '{"name": "out", "runtime": "nodejs", "main": "index.ts"}\n'],
])(
  "--stack finds the stack's values under the project's name, also with %s in Pulumi.yaml",
  async (_, yaml) => {
    const { run, runWith, root, write } = await exportWorld(seed);
    const pulumi = pulumiThatKeeps(root);
    const newer = { "out:header_get-weather_X-Key": { value: "canary-newer-77aa", secret: true } };
    writeFileSync(path.join(root, "config.json"), JSON.stringify(newer));
    await run();
    write("Pulumi.yaml", yaml);
    const again = await runWith(
      { PATH: `${pulumi.bin}${path.delimiter}${process.env["PATH"]}` },
      "--stack",
      "dev",
    );
    expect(again).toMatchObject({ code: 0 });
    expect(pulumi.config()).toEqual(newer);
  },
);

test("a Pulumi.yaml that cannot be parsed is an error that names it", async () => {
  const { run, write } = await exportWorld(seed);
  await run();
  write("Pulumi.yaml", "name: [\n");
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toMatch(/Nothing was written: out.Pulumi\.yaml cannot be parsed: /);
});

test("--stack with an unknown stack: the program is written, and the error names what is missing", async () => {
  const { runWith, root, out } = await exportWorld(seed);
  const { bin } = pulumiThatKeeps(root);
  const { code, stderr } = await runWith(
    { PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
    "--stack",
    "prod",
  );
  expect(code).toBe(1);
  expect(stderr).toContain("pulumi stack init prod");
  expect(Object.keys(filesIn(out))).toContain("tools.ts");
});

test("--stack with an unknown stack in the folder of a program: the error says how to create it", async () => {
  const { run, runWith, root, out } = await exportWorld(seed);
  const { bin } = pulumiThatKeeps(root);
  await run();
  const before = filesIn(out);
  const { code, stderr } = await runWith(
    { PATH: `${bin}${path.delimiter}${process.env["PATH"]}` },
    "--stack",
    "prod",
  );
  expect(code).toBe(1);
  expect(stderr).toBe(
    "error: There is no stack prod in out. Run `pulumi stack init prod` there first, then this command again.\n",
  );
  expect(filesIn(out)).toEqual(before);
});
