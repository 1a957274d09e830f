import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStack, must } from "../support/engine.js";
import { REPOSITORY } from "../support/project.js";
import { startService } from "../support/service.js";
import { packAndInstall, type Installed } from "./installed.js";
import { playWorkflows } from "./workflows.js";

let installed: Installed;

beforeAll(async () => {
  installed = await packAndInstall();
});

afterAll(() => {
  installed.dispose();
});

describe("the tarball", () => {
  test("holds what is built and what a reader needs, and nothing else", () => {
    const allowed =
      /^(dist\/(sdk|provider|emulator|cli)\/.+\.(js|d\.ts)|templates\/ci\/voicecall-\w+\.yml|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/;
    expect(installed.files.filter((file) => !allowed.test(file))).toEqual([]);
  });

  test("holds the licence, the entry points and every document there is", () => {
    const documents = ["README.md", "CHANGELOG.md"].filter((name) => existsSync(path.join(REPOSITORY, name)));
    const entries = [
      "sdk/index.js",
      "sdk/index.d.ts",
      "provider/index.js",
      "emulator/index.js",
      "cli/main.js",
    ];
    const expected = ["LICENSE", "package.json", ...documents, ...entries.map((name) => `dist/${name}`)];
    expect(installed.files).toEqual(expect.arrayContaining(expected));
  });
});

describe("the installed package", () => {
  test("gives an ES module by name all that it gives by require", async () => {
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
    const script = `[require("pulumi-voicecall/runtime").open, require("pulumi-voicecall/emulator").startEmulator].map((one) => typeof one).join()`;
    const answer = must(await installed.node("-p", script));
    expect(answer.stdout.trim()).toBe("function,function");
  });

  test("has a command that explains itself", async () => {
    const answer = must(await installed.node("node_modules/.bin/voicecall", "--help"));
    expect(answer.stdout).toContain("Usage: voicecall");
  });

  test.each(["node16", "bundler"])("is typed, with module resolution %s", async (moduleResolution) => {
    const program = [
      `import { Assistant, MidCallTool } from "pulumi-voicecall";`,
      `import { open } from "pulumi-voicecall/runtime";`,
      `import { startEmulator } from "pulumi-voicecall/emulator";`,
      `export const all = { Assistant, MidCallTool, open, startEmulator };`,
    ];
    writeFileSync(path.join(installed.folder, "typed.ts"), program.join("\n"));
    const module = moduleResolution === "bundler" ? "esnext" : moduleResolution;
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--types", "node"];
    const roots = ["--typeRoots", path.join(REPOSITORY, "node_modules/@types")];
    const compiler = path.join(REPOSITORY, "node_modules/typescript/bin/tsc");
    const kind = ["--module", module, "--moduleResolution", moduleResolution];
    const answer = await installed.node(compiler, ...options, ...roots, ...kind, "typed.ts");
    expect(answer.all).toBe("");
    expect(answer.code).toBe(0);
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
