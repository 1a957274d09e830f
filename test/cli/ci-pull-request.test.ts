/** The step of `init ci --drift pull-request` that keeps one pull request, with a real git and a fake `gh`. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { voicecall } from "../support/voicecall.js";
import { readWorkflow, stepNamed } from "../support/workflow.js";

let root: string;
let clone: string;

const git = (...args: string[]) => execFileSync("git", ["-C", clone, ...args], { encoding: "utf8" });
const pushed = (file: string) =>
  spawnSync("git", ["-C", path.join(root, "server/acme/voice"), "show", `voicecall-drift/prod:${file}`], {
    encoding: "utf8",
  }).stdout;
const log = () =>
  existsSync(path.join(root, "gh.log")) ? readFileSync(path.join(root, "gh.log"), "utf8") : "";

beforeEach(async () => {
  root = temporaryFolder();
  clone = path.join(root, "clone");
  for (const folder of ["server/acme", "bin", "temp", "clone"])
    mkdirSync(path.join(root, folder), { recursive: true });
  execFileSync("git", ["init", "--quiet", "--bare", path.join(root, "server/acme/voice")]);
  execFileSync("git", ["init", "--quiet", "--initial-branch", "main", clone]);
  await voicecall(["init", "ci", "--drift", "pull-request", "--dir", clone], { cwd: clone }).ended;
  writeFileSync(path.join(clone, "prompt.md"), "Be kind.\n");
  git("add", ".");
  git("-c", "user.name=it", "-c", "user.email=it@example.com", "commit", "--quiet", "--message", "first");
  const gh = path.join(root, "bin/gh");
  // Lists the pull request that was opened and not closed.
  writeFileSync(
    gh,
    `#!/bin/sh
case "$1 $2" in
"pr list") cat "${root}/open" 2>/dev/null ;;
*) echo "$@" >> "${root}/gh.log" ;;
esac
case "$1 $2" in
"pr create") echo 7 > "${root}/open" ;;
"pr close") rm "${root}/open" ;;
esac
`,
  );
  chmodSync(gh, 0o755);
  writeFileSync(path.join(root, "temp/drift.md"), "### Drift\n\nOne line.\n");
  writeFileSync(path.join(root, "temp/pull.txt"), "Changed:\n  ### @mallory\n");
});

/** Runs the step as the runner does. */
function propose(code: "0" | "2"): { outputs: string; body: string } {
  const { jobs } = readWorkflow(path.join(clone, ".github/workflows/voicecall-drift.yml"));
  const { run } = stepNamed(jobs["drift"], "Open, update or close the pull request");
  const output = path.join(root, "output");
  writeFileSync(output, "");
  const env = {
    PATH: `${path.join(root, "bin")}${path.delimiter}${process.env["PATH"]}`,
    HOME: root,
    CODE: code,
    PULUMI_STACK: "prod",
    GH_TOKEN: "canary-token",
    GITHUB_SERVER_URL: path.join(root, "server"),
    GITHUB_REPOSITORY: "acme/voice",
    GITHUB_OUTPUT: output,
    RUNNER_TEMP: path.join(root, "temp"),
  };
  const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", run!], {
    cwd: clone,
    env,
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  expect(stdout + stderr + log()).not.toContain("canary");
  git("switch", "--quiet", "main");
  const body = path.join(root, "temp/body.md");
  return { outputs: readFileSync(output, "utf8"), body: existsSync(body) ? readFileSync(body, "utf8") : "" };
}

test("one pull request is opened, updated and closed", () => {
  writeFileSync(path.join(clone, "prompt.md"), "Be kind.\nBe brief.\n");
  const { outputs, body } = propose("2");
  expect(outputs).toBe("open=true\n");
  expect(pushed("prompt.md")).toBe("Be kind.\nBe brief.\n");
  expect(log()).toMatch(
    /^pr create --base main --head voicecall-drift\/prod --title Changes of the service \(prod\) --body-file \S+\n$/,
  );
  // The text of pull is code, so that names in it mention nobody.
  expect(body).toBe("### Drift\n\nOne line.\n\n\n### Pulled\n\n    Changed:\n      ### @mallory\n");

  writeFileSync(path.join(clone, "prompt.md"), "Be kind.\nBe patient.\n");
  expect(propose("2").outputs).toBe("open=true\n");
  expect(pushed("prompt.md")).toBe("Be kind.\nBe patient.\n");
  expect(log().split("\n").at(-2)).toMatch(/^pr edit 7 --body-file /);

  expect(propose("0").outputs).toBe("");
  expect(log().split("\n").at(-2)).toMatch(/^pr close 7 --delete-branch /);
});

test("what no file of the program can carry is left to the issue", () => {
  expect(propose("2").outputs).toBe("");
  expect(log()).toBe("");
});
