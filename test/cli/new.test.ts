/** What `voicecall new` writes. soak/engine/new.test.ts applies it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { templates } from "../../cli/base/template.js";
import { temporaryFolder } from "../support/after-test.js";
import { startCommand } from "../support/commands.js";
import { compiled } from "../support/exported-program.js";
import { linkModules, REPOSITORY } from "../support/project.js";
import { voicecall } from "../support/voicecall.js";

interface Manifest {
  name: string;
  scripts?: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const json = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8")) as T;
const own = json<{ version: string }>(path.join(REPOSITORY, "package.json"));
const template = (name: string, file: string): string => path.join(REPOSITORY, "templates/new", name, file);

const OWN_FILES: Record<string, string[]> = {
  empty: [],
  inbound: [
    "prompts/support.md",
    "recordings/looks-up-the-opening-hours.json",
    "support.test.ts",
    "support.ts",
  ],
  "outbound-campaign": [
    ...["leads.csv", "prompts/renewals.md", "recordings/does-not-insist.json"],
    ...["renewals.test.ts", "renewals.ts"],
  ],
};

const GIT = 'git init && git add --all && git commit -m "First program"   # for voicecall pull and undo';

test("there is a row for each template, and all templates agree in what they install", () => {
  const inRepository = readdirSync(path.join(REPOSITORY, "templates/new")).sort();
  expect([Object.keys(OWN_FILES).sort(), [...templates].sort()]).toEqual([inRepository, inRepository]);
  const all = json<Manifest>(template("inbound", "package.json"));
  for (const name of templates) {
    const { dependencies, devDependencies } = json<Manifest>(template(name, "package.json"));
    expect(all).toMatchObject({ dependencies, devDependencies });
    expect(dependencies["pulumi-voicecall"]).toBe(own.version);
    expect(readFileSync(template(name, "tsconfig.json"))).toEqual(
      readFileSync(template("empty", "tsconfig.json")),
    );
  }
});

const kinds = templates.flatMap((name) =>
  ["typescript", "javascript"].map((language): [string, string] => [name, language]),
);

test.each(kinds)("%s in %s: compiles, and its test passes from its recording", async (name, language) => {
  const folder = path.join(temporaryFolder(), "My assistants");
  const args = ["new", folder, "--generate-only", "--json", "-t", name, "--language", language];
  const { code, stdout, all } = await voicecall(args, { cwd: "." }).ended;
  expect(code, all).toBe(0);
  const isJavaScript = language === "javascript";
  const inLanguage = (file: string) => (isJavaScript ? file.replace(/\.ts$/, ".mjs") : file);
  const common = ["Pulumi.yaml", "package.json", ".gitignore", ...(isJavaScript ? [] : ["tsconfig.json"])];
  const { files, next } = JSON.parse(stdout) as { files: string[]; next: string[] };
  expect(files.sort()).toEqual(["index.ts", ...OWN_FILES[name]!].map(inLanguage).concat(common).sort());
  expect(next.slice(1)).toEqual([
    "npm install",
    "pulumi stack init dev",
    "pulumi config set voicecall:baseUrl https://…",
    "pulumi config set --secret voicecall:accessToken",
    "pulumi preview",
    GIT,
  ]);
  expect(readFileSync(path.join(folder, "Pulumi.yaml"), "utf8")).toBe(
    `name: "My-assistants"\nruntime: nodejs\nmain: ${inLanguage("index.ts")}\n`,
  );
  expect(json<Manifest>(path.join(folder, "package.json")).name).toBe("my-assistants");

  if (isJavaScript) linkModules(folder);
  else expect(compiled(folder).errors).toEqual([]);
  if (name === "empty") return;
  symlinkSync(
    path.join(REPOSITORY, "node_modules/vitest"),
    path.join(folder, "node_modules/vitest"),
    "junction",
  );
  const vitest = path.join(REPOSITORY, "node_modules/vitest/vitest.mjs");
  const env = { PATH: process.env["PATH"], NO_COLOR: "1" };
  const run = await startCommand(process.execPath, [vitest, "run"], { cwd: folder, env }).ended;
  expect(run.code, run.all).toBe(0);
  expect(run.all).toMatch(/Tests +1 passed/);
});

test("--local without a Pulumi CLI writes nothing", async () => {
  const cwd = temporaryFolder();
  const { code, all } = await voicecall(["new", "calls", "--local"], { cwd, env: { PATH: cwd } }).ended;
  expect([code, all]).toEqual([1, expect.stringMatching(/^error: There is no pulumi command on the PATH\./)]);
  expect(readdirSync(cwd)).toEqual([]);
});

test("--local: the scripts start the service, with the template's records", async () => {
  const folder = path.join(temporaryFolder(), "calls");
  const args = ["new", folder, "--generate-only", "--local", "--template", "outbound-campaign"];
  const { code, stdout, all } = await voicecall(args, { cwd: "." }).ended;
  expect(code, all).toBe(0);
  expect(stdout).toMatch(/\n {2}npm run up\n {2}npm run preview {3}# unchanged\n {2}git init .*\n$/);
  const { scripts, devDependencies } = json<Manifest>(path.join(folder, "package.json"));
  expect(devDependencies).toMatchObject({ "pulumi-voicecall-emulator": own.version });
  expect(scripts).toMatchObject({
    up: "voicecall emulator --seed seed.json --data service-state.json -- pulumi up",
    test: "vitest run",
  });
  expect(readFileSync(path.join(folder, "Pulumi.yaml"), "utf8")).toMatch(
    /\nbackend:\n {2}url: file:\/\/\.\n$/,
  );
  expect(readFileSync(path.join(folder, ".gitignore"), "utf8")).toBe(
    "node_modules/\n.pulumi/\nservice-state.json\n",
  );
});

test.each([
  [
    "a folder with files",
    ["."],
    1,
    /Nothing was written: \. contains "there\.txt"\. Name a new or empty folder\./,
  ],
  [
    "an unknown template",
    ["x", "--template", "chess"],
    64,
    /Allowed choices are inbound, outbound-campaign, empty/,
  ],
])("refuses %s", async (_, args, expected, message) => {
  const cwd = temporaryFolder();
  writeFileSync(path.join(cwd, "there.txt"), "");
  const { code, stderr } = await voicecall(["new", ...args, "--generate-only"], { cwd }).ended;
  expect([code, stderr]).toEqual([expected, expect.stringMatching(message)]);
});

test("in a repository, git init is no step", async () => {
  const cwd = temporaryFolder();
  mkdirSync(path.join(cwd, ".git"));
  const { stdout } = await voicecall(["new", "calls", "--generate-only"], { cwd }).ended;
  expect(stdout).toMatch(/pulumi preview\n$/);
});

test("a clone that is not set up refuses a folder with files before it installs itself", async () => {
  const clone = temporaryFolder();
  cpSync(path.join(REPOSITORY, "tools"), path.join(clone, "tools"), { recursive: true });
  const args = [path.join(clone, "tools/voicecall.mjs"), "new", "tools", "--local"];
  const { code, all } = await startCommand(process.execPath, args, { cwd: clone, env: {} }).ended;
  expect([code, all]).toEqual([1, expect.stringContaining("Nothing was written: tools contains files.")]);
  expect(readdirSync(clone)).toEqual(["tools"]);
});
