/** `voicecall init ci`: which files it writes, and what the workflows may do. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { REPOSITORY } from "../support/project.js";
import { voicecall } from "../support/voicecall.js";
import { type Workflow, readWorkflow, steps } from "../support/workflow.js";
import { temporaryFolder } from "../support/after-test.js";

const STATES = ["pulumi-cloud", "s3", "postgres", "azblob", "gcs"];
const NAMES = ["voicecall-apply.yml", "voicecall-drift.yml", "voicecall-preview.yml"];

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, "infra/voice"), { recursive: true });
  for (const program of [".", "infra/voice"])
    writeFileSync(path.join(folder, program, "Pulumi.yaml"), "name: it\nruntime: nodejs\n");
});

const init = (...args: string[]) => voicecall(["init", "ci", ...args], { cwd: folder }).ended;
const workflowsIn = (root: string) => path.join(root, ".github/workflows");
const textOf = (name: string, root = folder) => readFileSync(path.join(workflowsIn(root), name), "utf8");
const all = (root = folder): Workflow[] =>
  NAMES.map((name) => readWorkflow(path.join(workflowsIn(root), name)));

const example = (state: string) => path.join(REPOSITORY, "examples/github-actions", state);

test.each(STATES)("--state %s: writes the files of examples/, and names their settings", async (state) => {
  const { code, stdout, stderr } = await init("--state", state, "--json");
  expect(code, stderr).toBe(0);
  expect(readdirSync(workflowsIn(folder)).sort()).toEqual(NAMES);
  for (const name of NAMES) {
    const again = `voicecall init ci --state ${state} --dir examples/github-actions/${state} --force`;
    expect(textOf(name) === textOf(name, example(state)), `${name} of examples/ is stale: ${again}`).toBe(
      true,
    );
  }
  const output = JSON.parse(stdout) as { settings: { name: string; kind: string; command: string }[] };
  const named = output.settings.map(({ name, kind }) => `${kind === "secret" ? "secrets" : "vars"}.${name}`);
  const taken = NAMES.map((name) => [...textOf(name).matchAll(/\b(?:secrets|vars)\.\w+/g)].map(String));
  for (const names of taken) expect([...new Set(names)].sort()).toEqual(named.sort());
  expect(output.settings.map(({ command }) => command)).toContain("gh secret set VOICECALL_ACCESS_TOKEN");
  const page = readFileSync(path.join(REPOSITORY, "docs/ci.md"), "utf8");
  for (const word of [state, ...output.settings.map(({ name }) => name)])
    expect(page).toContain(`\`${word}\``);
});

/** The workflows of this repository, of examples/, and of two commands with unusual options. */
async function allWorkflows(): Promise<string[]> {
  const choice = ["--stack", "acme/eu.prod", "--branch", "release/1", "--program", "infra/voice/"];
  const { code, stderr } = await init(...choice);
  expect(code, stderr).toBe(0);
  const several = temporaryFolder();
  const many = await init(
    ...["--stack", "client-a", "acme/client-b", "--state", "s3", "--drift", "pull-request", "--dir", several],
    ...["--review", "none", "--at-once", "--name", "voice", "--program", "infra/voice", "--force"],
  );
  expect(many.code, many.stderr).toBe(0);
  const folders = [...STATES.map(example), folder, several, REPOSITORY].map(workflowsIn);
  const files = folders.flatMap((one) => readdirSync(one).map((name) => path.join(one, name)));
  expect(files).toHaveLength(STATES.length * 3 + 3 + 3 + 3);
  return files;
}

test("actionlint accepts all workflows, and rejects a broken one", async () => {
  expect(linted("actionlint", ...(await allWorkflows()))).toEqual({ status: 0, text: "" });

  const broken = path.join(folder, "broken.yml");
  writeFileSync(
    broken,
    textOf("voicecall-apply.yml").replace("run: npm ci", "run: echo ${{ github.head_ref }}"),
  );
  const { status, text } = linted("actionlint", broken);
  expect([status, text]).toEqual([1, expect.stringContaining("untrusted")]);
}, 300_000);

test("zizmor accepts all workflows, and rejects a broken one", async ({ skip }) => {
  const { status, text } = linted("zizmor", ...(await allWorkflows()));
  if (status === 69) skip(text.trim());
  expect([status, text]).toEqual([0, expect.stringMatching(/^No findings to report\. Good job!/)]);

  const broken = path.join(workflowsIn(folder), "broken.yml");
  const actor = textOf("voicecall-preview.yml").replaceAll(
    "github.event.pull_request.user.login",
    "github.actor",
  );
  writeFileSync(broken, actor.replace(/checkout@\S+/, "checkout@v6"));
  const found = linted("zizmor", broken);
  expect(found.status).toBeGreaterThan(10);
  expect(found.text).toContain("error[bot-conditions]");
  expect(found.text).toContain("error[unpinned-uses]");
}, 300_000);

test("without Python, zizmor's tool gives the reason and has its own exit code", () => {
  const env = { PATH: folder, HOME: folder, LOCALAPPDATA: folder, XDG_CACHE_HOME: folder };
  const tool = path.join(REPOSITORY, "tools/zizmor.mjs");
  const { status, stderr } = spawnSync(process.execPath, [tool, "any.yml"], { encoding: "utf8", env });
  expect([status, stderr]).toEqual([
    69,
    "zizmor is not run: there is no python3 with pip on the PATH to install it with\n",
  ]);
});

function linted(program: string, ...files: string[]): { status: number | null; text: string } {
  const tool = path.join(REPOSITORY, `tools/${program}.mjs`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...files], { encoding: "utf8" });
  // Only the run that builds or installs the tool prints this line.
  return { status, text: stdout + stderr.replace(/^(building|installing) .*\n/, "") };
}

test("stack, branch and folder are in the right places", async () => {
  await init("--stack", "acme/eu.prod", "--branch", "release/1", "--program", "infra/voice/");
  for (const workflow of all()) {
    expect(workflow.env["PULUMI_STACK"]).toBe("acme/eu.prod");
    expect(workflow.concurrency!.group).toContain("acme/eu.prod");
    expect(workflow.defaults.run["working-directory"]).toBe("infra/voice");
    const node = steps(workflow).filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
    const ofNode =
      workflow.name === "voicecall apply"
        ? { "package-manager-cache": false }
        : { cache: "npm", "cache-dependency-path": "infra/voice/package-lock.json" };
    for (const step of node) expect(step.with).toEqual({ "node-version": 24, ...ofNode });
  }
  expect(readWorkflow(path.join(workflowsIn(folder), "voicecall-apply.yml")).on["push"]).toEqual({
    branches: ["release/1"],
  });
  for (const name of NAMES) expect(textOf(name)).not.toMatch(/[^$]\{\{/);
});

describe("permissions of the workflows", () => {
  const jobs = () => all(example("s3")).flatMap((workflow) => Object.entries(workflow.jobs));

  test("no text of a pull request reaches a shell or a script, and nothing runs on pull_request_target", () => {
    for (const workflow of all(example("s3"))) {
      expect(Object.keys(workflow.on)).not.toContain("pull_request_target");
      for (const step of steps(workflow)) {
        expect(step.run ?? "").not.toContain("${{");
        expect(String(step.with?.["script"] ?? "")).not.toContain("${{");
      }
    }
  });

  test("a job has only the permissions and the time that it needs, and keeps no checkout token", () => {
    for (const workflow of all(example("s3"))) expect(workflow.permissions).toEqual({});
    const rights = jobs().map(([name, job]) => [name, job.permissions]);
    expect(Object.fromEntries(rights)).toEqual({
      preview: { contents: "read", "pull-requests": "write" },
      offline: { contents: "read" },
      plan: { contents: "read" },
      approve: { actions: "read" },
      apply: { contents: "read" },
      drift: { contents: "read", issues: "write" },
    });
    for (const [, job] of jobs()) {
      expect(job["timeout-minutes"]).toBeLessThanOrEqual(60);
      const checkout = job.steps.find(({ uses }) => uses?.startsWith("actions/checkout@"));
      if (checkout) expect(checkout.with).toMatchObject({ "persist-credentials": false });
    }
  });

  test("secrets go only to the step that needs them, and never to a job that runs a stranger's code", () => {
    const holders = jobs().flatMap(([name, job]) => {
      expect(JSON.stringify(job.env ?? {})).not.toContain("secrets.");
      return job.steps
        .filter((step) => JSON.stringify(step).includes("secrets."))
        .map((step) => `${name}: ${step.name}`);
    });
    expect(holders.sort()).toEqual([
      "apply: Apply",
      "drift: Look for drift",
      "plan: Plan",
      "preview: Preview",
    ]);
    const { preview, offline } = Object.fromEntries(jobs());
    const same = "github.event.pull_request.head.repo.full_name == github.repository";
    // The conditions use the author, because the actor is the last person who pushed or ran the job again.
    const author = "github.event.pull_request.user.login";
    expect(preview!.if).toBe(`${same} && ${author} != 'dependabot[bot]'`);
    expect(offline!.if).toBe(`${same.replace("==", "!=")} || ${author} == 'dependabot[bot]'`);
    for (const name of NAMES) expect(textOf(name, example("s3"))).not.toContain("github.actor");
  });

  test("an apply is never canceled, and official actions are pinned by commit, with a version", () => {
    const [apply, drift, preview] = all(example("s3")).map(({ concurrency }) => concurrency!);
    expect([apply, drift, preview].map((one) => one!["cancel-in-progress"])).toEqual([false, false, true]);
    expect(new Set([apply!.group, drift!.group, preview!.group]).size).toBe(3);
    const ours = path.join(workflowsIn(REPOSITORY), "ci.yml");
    const texts = [...NAMES.map((name) => textOf(name, example("s3"))), readFileSync(ours, "utf8")];
    const used = texts.flatMap((text) => text.match(/uses: .*/g) ?? []);
    expect(used.length).toBeGreaterThan(15);
    for (const action of used)
      expect(action).toMatch(
        /^uses: (actions\/(checkout|setup-node|setup-go|cache|github-script|(up|down)load-artifact)|pulumi\/actions)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });
});

test("if a file differs, nothing at all is written without --force", async () => {
  expect((await init()).code).toBe(0);
  const again = await init("--json");
  expect(JSON.parse(again.stdout)).toMatchObject({
    written: [],
    unchanged: expect.arrayContaining(NAMES.map(full)),
  });

  rmSync(path.join(folder, full("voicecall-preview.yml")));
  writeFileSync(path.join(folder, full("voicecall-drift.yml")), "name: mine\n");
  const refused = await init("--json");
  expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
    1,
    { error: expect.stringContaining("--force") },
  ]);
  expect(refused.stderr).toContain(`${full("voicecall-drift.yml")} exists and differs`);
  expect(readdirSync(workflowsIn(folder)).sort()).toEqual(["voicecall-apply.yml", "voicecall-drift.yml"]);
  expect(textOf("voicecall-drift.yml")).toBe("name: mine\n");

  const forced = await init("--force");
  expect(forced.code).toBe(0);
  expect(forced.stdout).toContain(`wrote      ${full("voicecall-drift.yml")}`);
  expect(forced.stdout).toContain(`unchanged  ${full("voicecall-apply.yml")}`);
  expect(textOf("voicecall-drift.yml")).toContain("voicecall drift --stack");
});

const full = (name: string) => `.github/workflows/${name}`;

test("prints what to set and why, and where GitHub looks for workflows", async () => {
  const { stdout, stderr } = await init("--state", "gcs");
  expect(stdout).toMatch(/gh variable set PULUMI_BACKEND_URL +where Pulumi keeps its state, such as gs:/);
  expect(stdout).toMatch(/gh secret set GOOGLE_CREDENTIALS +the JSON key/);
  expect(stdout).toContain("Pulumi.prod.yaml");
  expect(stderr).toContain("contains no .git");
  repository();
  expect((await init("--state", "gcs")).stderr).toBe("");
});

/** Creates a repository whose program has the stacks dev and prod and these dependencies. */
function repository(dependencies: Record<string, string> = {}, program = "."): void {
  mkdirSync(path.join(folder, ".git"));
  mkdirSync(path.join(folder, program), { recursive: true });
  const files = {
    "Pulumi.yaml": "name: it\nruntime: nodejs\n",
    "Pulumi.dev.yaml": "config: {}\n",
    "Pulumi.prod.yaml": "config: {}\n",
    "package.json": JSON.stringify({ dependencies }),
    "package-lock.json": "{}",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, program, name), text);
}

describe("warnings, with all files written", () => {
  const warnings = async (args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string[]> => {
    const all = ["init", "ci", "--json", ...args];
    const { code, stdout, stderr } = await voicecall(all, { cwd: folder, env }).ended;
    expect(code, stderr).toBe(0);
    const found = (JSON.parse(stdout) as { warnings: string[] }).warnings;
    expect(stderr).toBe(found.map((line) => `${line}\n`).join(""));
    expect(readdirSync(workflowsIn(folder)).sort()).toEqual(NAMES);
    return found;
  };

  test("none if nothing is wrong", async () => {
    repository({ "pulumi-voicecall": "file:vendor/it.tgz", other: "^1.0.0" });
    expect(await warnings()).toEqual([]);
    expect(await warnings(["--stack", "acme/it/dev", "--force"])).toEqual([]);
  });

  test("about a stack without a settings file", async () => {
    repository({}, "infra/voice");
    const [only, ...others] = await warnings(["--stack", "acme/live", "--program", "infra/voice"]);
    expect(others).toEqual([]);
    expect(only).toMatch(/no Pulumi\.live\.yaml/);
    expect(only).toContain("dev, prod");
    expect(only).toContain("pulumi stack init acme/live");
  });

  test("none about stacks of a program with another stackConfigDir", async () => {
    repository();
    writeFileSync(path.join(folder, "Pulumi.yaml"), "name: it\nruntime: nodejs\nstackConfigDir: stacks\n");
    expect(await warnings(["--stack", "live"])).toEqual([]);
  });

  test.each(["dependencies", "devDependencies", "optionalDependencies"])(
    "about a package from outside the repository, in %s",
    async (kind) => {
      repository({}, "infra/voice");
      const file = path.join(folder, "infra/voice/package.json");
      writeFileSync(
        file,
        JSON.stringify({ [kind]: { inside: "file:../../vendor/it.tgz", out: "file:../../../it.tgz" } }),
      );
      const [only, ...others] = await warnings(["--program", "infra/voice"]);
      expect(others).toEqual([]);
      expect(only).toMatch(
        /out from file:\.\.\/\.\.\/\.\.\/it\.tgz.*npm ci.*npm install \.\/vendor\/it\.tgz/,
      );
    },
  );

  test("about an empty passphrase where a passphrase is needed", async () => {
    repository();
    const empty = { PULUMI_CONFIG_PASSPHRASE: "" };
    expect(await warnings(["--state", "s3"], empty)).toEqual([
      expect.stringContaining("pulumi stack change-secrets-provider passphrase --stack prod"),
    ]);
    expect(await warnings(["--state", "s3", "--force"], { PULUMI_CONFIG_PASSPHRASE: "x" })).toEqual([]);
    expect(await warnings(["--state", "pulumi-cloud", "--force"], empty)).toEqual([]);
  });
});

test.each([
  [["--state", "floppy"]],
  [["--stack", "a b"]],
  [["--stack", "a", "b", "a"]],
  [["--stack", "$(id)"]],
  [["--stack", "a/b/c/d"]],
  [["--branch", "'main'"]],
  [["--program", "../elsewhere"]],
  [["--program", "/etc"]],
  [["--program", "infra"]],
  [["--dir", "nowhere"]],
  [["--review", "some"]],
])("%j is a usage error, exit 64, and writes nothing", async (args) => {
  const { code, stdout } = await init(...args);
  expect([code, stdout]).toEqual([64, ""]);
  expect(readdirSync(folder).sort()).toEqual(["Pulumi.yaml", "infra"]);
});
