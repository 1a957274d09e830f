/** `voicecall init ci` in repositories that differ: several programs, other names of Pulumi's files, files in the way. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { voicecall } from "../support/voicecall.js";
import { readWorkflow } from "../support/workflow.js";

const NAMES = ["voicecall-apply.yml", "voicecall-drift.yml", "voicecall-preview.yml"];

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, ".git"));
});

const init = (args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
  voicecall(["init", "ci", ...args], { cwd: folder, env }).ended;
const fileOf = (name: string, root = folder) => path.join(root, ".github/workflows", name);

test.each([[[]], [["--stack", "client-a", "client-b"]]])(
  "workflows of two programs share no concurrency group and no marker, with the same stacks (%j)",
  async (stacks) => {
    const identities = async (program: string) => {
      const root = temporaryFolder();
      const { code, stderr } = await init(["--program", program, "--dir", root, ...stacks]);
      expect(code, stderr).toBe(0);
      return NAMES.flatMap((name) => {
        const markers = readFileSync(fileOf(name, root), "utf8").match(/<!-- .* -->/g) ?? [];
        return [readWorkflow(fileOf(name, root)).concurrency!.group, ...markers];
      });
    };
    const [voice, sales, atRoot] = [
      await identities("infra/voice"),
      await identities("infra/sales"),
      await identities("."),
    ];
    expect(voice).toHaveLength(5);
    expect(new Set([...voice, ...sales, ...atRoot]).size).toBe(15);
  },
);

test.each([
  ["Pulumi.yml", "name: it", 'cp "$RUNNER_TEMP/offline.yaml" "Pulumi.$stack.yml"', "Pulumi.prod.yml"],
  [
    "Pulumi.yaml",
    "name: it\nstackConfigDir: of stacks",
    `cp "$RUNNER_TEMP/offline.yaml" 'of stacks'/"Pulumi.$stack.yaml"`,
    "of stacks/Pulumi.prod.yaml",
  ],
])("%s (%j): the offline check writes the file that Pulumi reads", async (project, text, copy, file) => {
  writeFileSync(path.join(folder, project), text);
  const { code, stdout } = await init();
  expect(code).toBe(0);
  expect(stdout).toContain(`Commit the workflows with package-lock.json and ${file}.`);
  const lines = readFileSync(fileOf("voicecall-preview.yml"), "utf8").split("\n");
  expect(lines.map((line) => line.trim())).toContain(copy);
});

test.each([".yml", ".json"])(
  "Pulumi%s is a project, and the files of its stacks have the same extension",
  async (end) => {
    writeFileSync(path.join(folder, `Pulumi${end}`), '{"name": "it", "runtime": "nodejs"}');
    writeFileSync(path.join(folder, `Pulumi.prod${end}`), "{}");
    expect((await init()).stderr).toBe("");
    const other = await init(["--stack", "live", "--force"]);
    expect(other.stderr).toContain(`There is no Pulumi.live${end} (the program has such files for prod)`);
  },
);

test("with an empty passphrase, the warning has a command for each stack", async () => {
  const { stderr } = await init(["--state", "s3", "--stack", "client-a", "client-b"], {
    PULUMI_CONFIG_PASSPHRASE: "",
  });
  for (const stack of ["client-a", "client-b"])
    expect(stderr).toContain(`\`pulumi stack change-secrets-provider passphrase --stack ${stack}\``);
});

test.each([".github", ".github/workflows"])(
  "if %s is a file, nothing is written, and the error names it",
  async (name) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), "mine");
    const { code, stderr } = await init(["--force"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /Nothing was written: \S+ is a file, but \.github\/workflows\/voicecall-\w+\.yml needs a folder there\.\n$/,
    );
    expect(readFileSync(path.join(folder, name), "utf8")).toBe("mine");
  },
);

test("if a workflow's name is that of a folder, nothing is written, and the error names it", async () => {
  mkdirSync(fileOf(NAMES[0]!), { recursive: true });
  const { code, stderr } = await init(["--force"]);
  expect([code, readdirSync(path.dirname(fileOf("any")))]).toEqual([1, [NAMES[0]]]);
  expect(stderr).toMatch(/Nothing was written: \S+voicecall-apply\.yml is a folder\.\n$/);
});
