/** `voicecall init ci` in repositories that differ: several programs, other names of Pulumi's files, files in the way. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/after-test.js";
import { voicecall } from "../../support/voicecall.js";
import { readWorkflow, stepNamed } from "../../support/workflow.js";

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
      const { code, stderr } = await init(["--program", program, "--dir", root, "--force", ...stacks]);
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
    writeFileSync(path.join(folder, "package-lock.json"), "{}");
    expect((await init()).stderr).toBe("");
    const other = await init(["--stack", "live", "--force"]);
    expect(other.stderr).toContain(`There is no Pulumi.live${end} (the program has such files for prod)`);
  },
);

test.each([
  ["an npm workspace", "package-lock.json", { workspaces: ["infra/*"] }],
  ["npm-shrinkwrap.json", "infra/voice/npm-shrinkwrap.json", {}],
])("with %s, the cache of packages uses the lock file that exists", async (_, lock, manifest) => {
  mkdirSync(path.join(folder, "infra/voice"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, lock), "{}");
  writeFileSync(path.join(folder, "infra/voice/Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  writeFileSync(path.join(folder, "infra/voice/Pulumi.prod.yaml"), "config: {}\n");
  expect((await init(["--program", "infra/voice"])).stderr).toBe("");
  for (const name of ["voicecall-drift.yml", "voicecall-preview.yml"]) {
    const caches = [...readFileSync(fileOf(name), "utf8").matchAll(/cache-dependency-path: (.*)/g)];
    expect(new Set(caches.map(([, one]) => one))).toEqual(new Set([`"${lock}"`]));
  }
});

test("without a program in the folder, nothing is written; with --force, the only warning says so", async () => {
  const refused = await init();
  expect([refused.code, refused.stdout, existsSync(fileOf(NAMES[0]!))]).toEqual([64, "", false]);
  expect(refused.stderr).toMatch(
    /^error: There is no Pulumi\.yaml in \S+, so nothing is written\..*--program.*--force\.\n$/,
  );
  const { code, stderr } = await init(["--force"]);
  expect([code, existsSync(fileOf(NAMES[0]!))]).toEqual([0, true]);
  expect(stderr).toMatch(/^There is no Pulumi\.yaml.*--program.*\n$/);
});

test("without a lock file next to the program or at its workspace, a warning says so", async () => {
  mkdirSync(path.join(folder, "infra/voice"), { recursive: true });
  writeFileSync(path.join(folder, "package-lock.json"), "{}");
  writeFileSync(path.join(folder, "infra/voice/Pulumi.yaml"), "name: it\nruntime: nodejs\n");
  const { code, stderr } = await init(["--program", "infra/voice"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/no package-lock\.json in \S+infra\/voice, .*`npm install`/);
});

test("a run on another branch cannot replace a waiting apply, and drift reads the applied branch", async () => {
  await init(["--branch", "release/1", "--force"]);
  const apply = readWorkflow(fileOf("voicecall-apply.yml"));
  expect(apply.concurrency!.group).toContain("${{ github.ref }}");
  // GitHub runs schedules on the default branch, which is not release/1 here.
  const { drift } = readWorkflow(fileOf("voicecall-drift.yml")).jobs;
  expect(drift!.if).toBe("${{ !github.event.repository.fork }}");
  const checkout = drift!.steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
  expect(checkout!.with).toMatchObject({ ref: "refs/heads/release/1" });
});

test("with several stacks, a missing token is asked for in the environment of its stack", async () => {
  await init(["--stack", "client-a", "client-b", "--force"]);
  for (const name of NAMES) {
    const [check] = /: "\$\{VOICECALL_ACCESS_TOKEN:.*/.exec(readFileSync(fileOf(name), "utf8"))!;
    const env = { PULUMI_STACK: "client-a", VOICECALL_ACCESS_TOKEN: "" };
    const { stderr } = spawnSync("bash", ["-c", check], { encoding: "utf8", env });
    // A repository secret would be used for the stacks of all accounts.
    expect(stderr).toContain("gh secret set VOICECALL_ACCESS_TOKEN --env client-a\n");
  }
});

test("with an empty passphrase, the warning has a command for each stack", async () => {
  const { stderr } = await init(["--state", "s3", "--force", "--stack", "client-a", "client-b"], {
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

/** Writes a program with a file for each stack, and its configuration. */
function program(at: string, stacks: Record<string, string>): void {
  mkdirSync(path.join(folder, at), { recursive: true });
  const files = {
    "Pulumi.yaml": "name: it\nruntime: nodejs\n",
    "package-lock.json": "{}",
    ...Object.fromEntries(
      Object.entries(stacks).map(([stack, config]) => [`Pulumi.${stack}.yaml`, `config:\n  ${config}\n`]),
    ),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, at, name), text);
}

const stepEnv = (file: string, job: string, step: string) =>
  stepNamed(readWorkflow(fileOf(file)).jobs[job], step);

describe("two services", () => {
  const ours = "voicecall:baseUrl: https://a.example.com/api";
  const theirs = "voicecall:baseUrl: https://b.example.com/api";

  test("whose base URLs are in the stacks' files: the workflows read no variable", async () => {
    program(".", { staging: ours, prod: theirs });
    const { code, stdout, stderr } = await init(["--stack", "staging", "prod"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).not.toContain("VOICECALL_BASE_URL");
    for (const name of NAMES) expect(readFileSync(fileOf(name), "utf8")).not.toContain("VOICECALL_BASE_URL");
  });

  test("whose base URLs are in GitHub environments: commands and messages name the environment", async () => {
    program(".", { staging: "it:a: 1", prod: "it:a: 1" });
    const { stdout } = await init(["--stack", "staging", "prod"]);
    expect(stdout).toContain("  gh variable set VOICECALL_BASE_URL --env staging\n");
    const { run } = stepEnv("voicecall-drift.yml", "drift", "Look for drift");
    expect(run).toContain("no such variable: gh variable set VOICECALL_BASE_URL --env $PULUMI_STACK}");
  });

  test("a base URL in the file of one stack only: a warning, because one variable contradicts it", async () => {
    program(".", { staging: ours, prod: "it:a: 1" });
    const { stderr } = await init(["--stack", "staging", "prod"]);
    expect(stderr).toMatch(
      /^The files of other stacks have voicecall:baseUrl, but Pulumi\.prod\.yaml has none\..*remove it from each file\.\n$/,
    );
  });
});

describe("two programs", () => {
  const args = (name: string) => ["--program", `infra/${name}`];

  beforeEach(() => {
    for (const name of ["voice", "sales"]) program(`infra/${name}`, { prod: "it:a: 1" });
  });

  test("--name: own files, GitHub environments and paths", async () => {
    for (const name of ["voice", "sales"]) {
      const { code, stdout, stderr } = await init([...args(name), "--name", name]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain(`voicecall-${name}-apply.yml applies the stack "prod"`);
      expect(stdout).toContain(`gh secret set VOICECALL_ACCESS_TOKEN --env ${name}-prod`);
    }
    expect(readdirSync(path.join(folder, ".github/workflows"))).toHaveLength(6);
    const preview = readWorkflow(fileOf("voicecall-sales-preview.yml"));
    const apply = readWorkflow(fileOf("voicecall-sales-apply.yml"));
    const paths = ["infra/sales/**", ".github/workflows/voicecall-sales-*.yml"];
    expect([preview.name, preview.on["pull_request"]]).toEqual(["voicecall sales preview", { paths }]);
    expect(apply.on["push"]).toEqual({ branches: ["main"], paths });
    expect(apply.jobs["apply"]!.environment).toEqual({ name: "sales-prod" });
    expect(preview.jobs["preview"]!.environment).toEqual({ name: "sales-prod", deployment: false });
    expect(preview.jobs["offline"]!.environment).toBeUndefined();
  });

  test("a lock file at the root of the repository is one of the paths", async () => {
    rmSync(path.join(folder, "infra/voice/package-lock.json"));
    writeFileSync(path.join(folder, "package.json"), '{ "workspaces": ["infra/*"] }');
    writeFileSync(path.join(folder, "package-lock.json"), "{}");
    await init([...args("voice"), "--name", "voice"]);
    const { on } = readWorkflow(fileOf("voicecall-voice-preview.yml"));
    expect(on["pull_request"]).toMatchObject({ paths: expect.arrayContaining(["package-lock.json"]) });
  });

  test("the second never overwrites the workflows of the first, not even with --force", async () => {
    await init(args("voice"));
    const before = readFileSync(fileOf("voicecall-apply.yml"), "utf8");
    const { code, stderr } = await init([...args("sales"), "--force"]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/is for the program in the folder infra\/voice\. .*with --name\./),
    ]);
    expect(readFileSync(fileOf("voicecall-apply.yml"), "utf8")).toBe(before);
  });

  test("written to a folder outside of the repository: no warning about what is in the repository", async () => {
    const elsewhere = temporaryFolder();
    const there = [...args("voice"), "--dir", elsewhere];
    expect(await init(there)).toMatchObject({ code: 0, stderr: "" });
    rmSync(path.join(folder, "infra/voice/package-lock.json"));
    expect((await init([...there, "--force"])).stderr).toMatch(/^There is no package-lock\.json in .*\n$/);
  });
});
