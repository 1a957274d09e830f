import { readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStack, must } from "../support/engine.js";
import { runClean } from "../support/npm.js";
import { REPOSITORY } from "../support/project.js";
import { startService } from "../support/service.js";
import { inSoak } from "../support/soak.js";
import { packAndInstall, type Installed } from "./installed.js";
import { playWorkflows } from "./workflows.js";

let installed: Installed;

beforeAll(async () => {
  installed = await packAndInstall();
});

afterAll(() => {
  installed.dispose();
});

describe("the tarballs", () => {
  test("contain the built files and the documents, and nothing else", () => {
    const allowed =
      /^(dist\/((sdk|provider)\/.+\.(js|d\.ts)|(cli|chunks)\/[\w-]+\.js|THIRD-PARTY-LICENSES\.txt)|templates\/(ci\/[\w-]+\.yml|new\/.+)|(docs|examples)\/.+|README\.md|SKILL\.md|LICENSE|CHANGELOG\.md|package\.json)$/;
    expect(installed.provider.files.filter((file) => !allowed.test(file))).toEqual([]);
    const emulator =
      /^(dist\/.+\.d\.ts|dist\/(chunks\/[\w-]+|index)\.js|dist\/THIRD-PARTY-LICENSES\.txt|README\.md|LICENSE|package\.json)$/;
    expect(installed.emulator.files.filter((file) => !emulator.test(file))).toEqual([]);
  });

  test("contain the license, the entry points and the documents", () => {
    const entries = [
      "sdk/index.js",
      "sdk/index.d.ts",
      "provider/index.js",
      "provider/index.d.ts",
      "cli/main.js",
      "cli/compile-cache.js",
    ];
    const documents = [
      "README.md",
      "SKILL.md",
      "CHANGELOG.md",
      "LICENSE",
      "package.json",
      "docs/commands.md",
    ];
    const expected = [...documents, ...entries.map((name) => `dist/${name}`)];
    expect(installed.provider.files).toEqual(expect.arrayContaining(expected));
    const emulator = ["LICENSE", "README.md", "package.json", "dist/index.js", "dist/index.d.ts"];
    expect(installed.emulator.files).toEqual(expect.arrayContaining(emulator));
  });

  test("name the license of each bundled library", () => {
    const read = (name: string): string =>
      readFileSync(
        path.join(installed.folder, "node_modules", name, "dist/THIRD-PARTY-LICENSES.txt"),
        "utf8",
      );
    for (const name of ["zod", "undici", "yaml", "libphonenumber-js", "commander", "diff"])
      expect(read("pulumi-voicecall")).toMatch(new RegExp(`^${name} [\\d.]+, license `, "m"));
    expect(read("pulumi-voicecall-emulator")).toMatch(/^fastify [\d.]+, license MIT$/m);
  });

  test("have documents whose links lead to a file in the package, or to the web", () => {
    const { files } = installed.provider;
    const broken = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => relativeLinks(file).map((link) => ({ file, link })))
      .filter(({ file, link }) => !isPacked(path.posix.join(path.posix.dirname(file), link), files));
    expect(broken).toEqual([]);
  });

  test("have the same version, homepage, issue tracker and repository", () => {
    const [provider, emulator] = ["package.json", "emulator/package.json"].map(
      (file) => JSON.parse(readFileSync(path.join(REPOSITORY, file), "utf8")) as Manifest,
    );
    const { version, homepage, bugs, repository } = provider!;
    expect(emulator).toMatchObject({ version, homepage, bugs, repository });
    expect(provider!.peerDependencies["pulumi-voicecall-emulator"]).toBe(version);
  });

  test.each([
    ["publint", ["--strict"]],
    // Loads a compiler, and fails only if package.json or the layout of dist/ changes.
    ...(inSoak("workflows") ? [["attw", ["--no-emoji"]] as const] : []),
  ] as const)("%s finds nothing to correct", async (program, options) => {
    for (const { file } of [installed.provider, installed.emulator]) {
      const bin = path.join(REPOSITORY, "node_modules/.bin", program);
      const { code, all } = await runClean(installed.folder, bin, [file, ...options]);
      expect(code, all).toBe(0);
    }
  });
});

describe("npm install pulumi-voicecall", () => {
  test("adds at most 12 packages and 8 MB to @pulumi/pulumi", () => {
    expect(installed.added).toContain("node_modules/pulumi-voicecall");
    expect(installed.added.length).toBeLessThanOrEqual(12);
    const bytes = installed.added
      .flatMap((folder) => filesUnder(path.join(installed.folder, folder)))
      .reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThanOrEqual(8_000_000);
  });

  test("without the local service, its command names the package to install", async () => {
    const hidden = path.join(installed.folder, "node_modules/pulumi-voicecall-emulator");
    renameSync(hidden, `${hidden}-hidden`);
    try {
      const { code, stderr } = await installed.node("node_modules/.bin/voicecall", "emulator");
      expect(code).toBe(1);
      expect(stderr).toContain("npm install --save-dev pulumi-voicecall-emulator");
    } finally {
      renameSync(`${hidden}-hidden`, hidden);
    }
  });
});

describe("the installed package", () => {
  test("exports to an ES module every name that require returns", async () => {
    const required = must(
      await installed.node("-p", `JSON.stringify(Object.keys(require("pulumi-voicecall")))`),
    );
    const script = `import * as all from "pulumi-voicecall"; console.log(JSON.stringify(Object.keys(all)));`;
    const imported = must(await installed.node("--input-type=module", "-e", script));
    const names = JSON.parse(required.stdout) as string[];
    expect(names).toEqual(
      expect.arrayContaining(["MidCallTool", "Assistant", "Lead", "CampaignState", "Account"]),
    );
    expect(JSON.parse(imported.stdout)).toEqual(expect.arrayContaining(names));
  });

  test("has the runtime that state refers to, and the local service", async () => {
    const script = `[require("pulumi-voicecall/runtime").open, require("pulumi-voicecall-emulator").startEmulator, require("pulumi-voicecall/testing").conversation].map((one) => typeof one).join()`;
    const result = must(await installed.node("-p", script));
    expect(result.stdout.trim()).toBe("function,function,function");
  });

  test("has a runtime that loads nothing of the tests and models", async () => {
    const script = `require("pulumi-voicecall/runtime"); Object.keys(require.cache).filter((file) => /testing|openai/.test(file)).length`;
    expect(must(await installed.node("-p", script)).stdout.trim()).toBe("0");
  });

  test("has notifications that load nothing of Pulumi", async () => {
    const script = `require("pulumi-voicecall/notifications"); Object.keys(require.cache).filter((file) => file.includes("@pulumi")).length`;
    expect(must(await installed.node("-p", script)).stdout.trim()).toBe("0");
  });

  test("has a command that prints its usage", async () => {
    const result = must(await installed.node("node_modules/.bin/voicecall", "--help"));
    expect(result.stdout).toContain("Usage: voicecall");
  });

  // In the soak, attw checks how each kind of module resolution finds these types.
  test("is typed", async () => {
    const program = [
      `import { Assistant, MidCallTool } from "pulumi-voicecall";`,
      `import { open } from "pulumi-voicecall/runtime";`,
      `import { type Conversation, conversation, scripted } from "pulumi-voicecall/testing";`,
      `import { type PostCallNotification, postCallNotification } from "pulumi-voicecall/notifications";`,
      `import { type Emulator, type Seed, defaultSeed, startEmulator } from "pulumi-voicecall-emulator";`,
      `export const all = { Assistant, MidCallTool, open, startEmulator };`,
      `export const chat = (one: Assistant): Promise<Conversation> => conversation(one, { model: scripted(["Hi."]) });`,
      `export const read = (body: unknown): PostCallNotification => postCallNotification.parse(body);`,
      `export const started: Promise<Emulator> = startEmulator({ seed: defaultSeed() satisfies Seed });`,
    ];
    writeFileSync(path.join(installed.folder, "typed.ts"), program.join("\n"));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--types", "node"];
    const roots = ["--typeRoots", path.join(REPOSITORY, "node_modules/@types")];
    const compiler = path.join(REPOSITORY, "node_modules/typescript/bin/tsc");
    const kind = ["--module", "node16", "--moduleResolution", "node16"];
    const result = await installed.node(compiler, ...options, ...roots, ...kind, "typed.ts");
    expect(result.all).toBe("");
    expect(result.code).toBe(0);
  });

  test("runs a program with the real engine", async () => {
    const emulator = await startService();
    await using stack = await createStack({
      program: PROGRAM,
      modules: path.join(installed.folder, "node_modules"),
      emulator,
    });
    try {
      must(await stack.up());
      expect(emulator.state.tools.map((tool) => tool.name)).toEqual(["get_weather"]);
      must(await stack.preview("--refresh", "--expect-no-changes"));
      must(await stack.destroy());
      expect(emulator.requests().at(-1)).toMatchObject({ method: "DELETE" });
    } finally {
      await emulator.close();
    }
  });
});

interface Manifest {
  version: string;
  homepage: string;
  bugs: string;
  repository: { url: string };
  peerDependencies: Record<string, string>;
}

const relativeLinks = (file: string): string[] =>
  [...readFileSync(path.join(REPOSITORY, file), "utf8").matchAll(/(?:\]\(|(?:src|href)=")([^)"\s]+)/g)]
    .map(([, link]) => link!.replace(/#.*$/, ""))
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link));

const isPacked = (link: string, files: string[]): boolean =>
  files.some((file) => file === link || file.startsWith(link.replace(/\/?$/, "/")));

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

describe("the workflows that the installed package writes", () => playWorkflows(() => installed));

const PROGRAM = `
const voicecall = require("pulumi-voicecall");
new voicecall.MidCallTool("weather", {
  name: "get_weather",
  description: "Tells the weather of a town",
  endpoint: "https://example.com/weather",
  method: "GET",
});
`;
