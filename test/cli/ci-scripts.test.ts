/**
 * The workflow scripts that call GitHub write one comment and one issue, of limited size, and reject a rerun of an
 * older commit.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { BOT, GitHub } from "../support/github.js";
import { fakePulumi } from "../support/fake-pulumi.js";
import { REPOSITORY } from "../support/project.js";
import { voicecall } from "../support/voicecall.js";
import { readWorkflow, stepNamed, steps } from "../support/workflow.js";
import { temporaryFolder } from "../support/after-test.js";

const script = (file: string, job: string, step: string): string => {
  const workflow = readWorkflow(path.join(REPOSITORY, "examples/github-actions/s3/.github/workflows", file));
  return String(stepNamed(workflow.jobs[job], step).with!["script"]);
};

let folder: string;
let github: GitHub;

beforeEach(() => {
  folder = temporaryFolder();
  github = new GitHub();
});

/** False if the text has an unpaired surrogate, which UTF-8 cannot contain. */
const isWellFormed = (text: string) => Buffer.from(text).toString() === text;

const env = (more: Record<string, string>) => ({ PULUMI_STACK: "prod", RUNNER_TEMP: folder, ...more });

describe("the comment of a preview", () => {
  const post = async (outcome = "success") => {
    const payload = { pull_request: { number: 1, head: { sha: "abc123" } } };
    await github.run(
      script("voicecall-preview.yml", "preview", "Post the preview as one comment"),
      env({ OUTCOME: outcome }),
      payload,
    );
  };
  const show = async (report: string, outcome = "success") => {
    writeFileSync(path.join(folder, "report.md"), report);
    await post(outcome);
  };

  test("is created once and then updated; comments of other people and other stacks are left alone", async () => {
    const pull = github.issue({ pull_request: {} });
    const marker = "<!-- voicecall preview: prod -->";
    const others = [
      github.comment(pull, "mallory", `${marker} mine`),
      github.comment(pull, BOT, "<!-- voicecall preview: dev --> of another stack"),
      { ...github.comment(pull, BOT, marker.replace("preview", "drift")) },
    ].map(({ body }) => body);
    await show("+ create one\n");
    await show("~ update two\n", "failure");
    expect(pull.comments.slice(0, 3).map(({ body }) => body)).toEqual(others);
    expect(pull.comments).toHaveLength(4);
    const { body } = pull.comments[3]!;
    const title = `${marker}\n### voicecall: preview of \`prod\` failed\n~ update two\n`;
    expect(body.startsWith(title)).toBe(true);
    expect(body).toContain("For abc123");
    expect(body).not.toContain("create one");
  });

  test("stays within GitHub's size limit", async () => {
    const pull = github.issue({ pull_request: {} });
    await show("😀".repeat(40_000));
    expect(isWellFormed(pull.comments[0]!.body)).toBe(true);
  });

  test("is not created when there is no preview", async () => {
    const pull = github.issue({ pull_request: {} });
    await post("failure");
    expect([pull.comments, github.warnings]).toEqual([[], ["There is no preview to show."]]);
  });

  test("of 14 assistants with prompts of 25 kB begins with what starts, deletes, replaces and fails", async () => {
    const pull = github.issue({ pull_request: {} });
    const prompt = "You help.\n- delete everything\nwill START nothing\n".repeat(512);
    const { bin, folder: cwd } = fakePulumi({
      preview: {
        code: 1,
        stdout: Array.from({ length: 14 }, (_, n) => `~ Assistant ${n}\n  systemPrompt: "${prompt}"\n`).join(
          "",
        ),
        events: [
          ...["update", "create-replacement", "replace", "delete-replaced"].map((op) =>
            step(op, "MidCallTool", "hours"),
          ),
          step("delete", "Lead", "ada"),
          problem("Lead", "bob", "the number is not possible\nwill START"),
          { summaryEvent: {} },
        ],
        messages: [
          {
            kind: "CampaignState",
            id: "1",
            text: "Campaign 1: applying this will START it.",
            effect: "start",
          },
        ],
      },
    });
    const report = path.join(folder, "report.md");
    const env = { PATH: `${bin}${path.delimiter}${process.env["PATH"]}` };
    const { code } = await voicecall(["preview", "--report", report], { cwd, env }).ended;
    expect(code).toBe(1);
    await post("failure");
    const { body } = pull.comments[0]!;
    const [first = "", diff = ""] = body.split("<summary>pulumi preview --diff</summary>");
    expect(first.split("\n").filter((line) => line !== "" && !/^(<|```)/.test(line))).toEqual([
      "### voicecall: preview of `prod` failed",
      expect.stringMatching(
        /^\*\*⚠️ Incomplete: .*: 1 start, 1 deletion, 1 replacement, 1 failure\. Correct /,
      ),
      "Campaign 1: applying this will START it.",
      "Lead ada",
      "MidCallTool hours",
      "Lead bob: the number is not possible will START",
    ]);
    expect(diff).toContain("~ Assistant 0\n");
    expect(diff).toMatch(/… \d{6} characters are left out/);
    expect(body.length).toBeLessThan(62_000);
  });
});

const urn = (kind: string, name: string): string =>
  `urn:pulumi:prod::it::my:index:Group$pulumi-nodejs:dynamic/voicecall:${kind}::${name}`;
const step = (op: string, kind: string, name: string) => ({
  resourcePreEvent: {
    metadata: { op, urn: urn(kind, name), type: `pulumi-nodejs:dynamic/voicecall:${kind}` },
  },
});
const problem = (kind: string, name: string, message: string) => ({
  diagnosticEvent: { urn: urn(kind, name), message, severity: "error" },
});

describe("a rerun of an apply", () => {
  const reject = async () => {
    for (const job of ["plan", "apply"])
      await github.run(script("voicecall-apply.yml", job, "Reject a rerun of an older commit"), env({}));
  };

  test("continues if its commit is the newest of the branch", async () => {
    github.branches["main"] = github.sha;
    await reject();
  });

  test("fails if the branch has newer commits, which it would undo", async () => {
    github.branches["main"] = "def456";
    await expect(reject()).rejects.toThrow("main has newer commits. Run the workflow again for the newest.");
  });

  test("is checked before anything else, and a first run is not", () => {
    const file = path.join(REPOSITORY, "examples/github-actions/s3/.github/workflows/voicecall-apply.yml");
    for (const job of ["plan", "apply"])
      expect(readWorkflow(file).jobs[job]!.steps[0]).toMatchObject({
        name: "Reject a rerun of an older commit",
        if: "github.run_attempt > 1",
      });
  });
});

describe("the approval of an apply", () => {
  const approve = () =>
    github.run(script("voicecall-apply.yml", "approve", "Check that somebody had to approve"), env({}));

  test("counts if the environment has required reviewers", async () => {
    github.environments["voicecall-approval"] = ["branch_policy", "required_reviewers"];
    await approve();
  });

  test.each([[["branch_policy"]], [undefined]])("does not count if its rules are %j", async (rules) => {
    github.environments["voicecall-approval"] = rules;
    await expect(approve()).rejects.toThrow(
      "has no required reviewers. Add them under Settings, Environments",
    );
  });
});

describe("the output of Pulumi and of drift is plain text in the log, the comment and the issue", () => {
  const workflows = ["preview", "apply", "drift"].map((name) =>
    readWorkflow(path.join(REPOSITORY, `examples/github-actions/s3/.github/workflows/voicecall-${name}.yml`)),
  );

  test.each(workflows)("$name", (workflow) => {
    const filter = workflow.env["PLAIN_TEXT"]!;
    const filtered = (text: string): string =>
      execFileSync(process.execPath, ["-e", filter], { input: text, encoding: "utf8" });
    expect(filtered('+ name: "Zoë 😀"\n\tindented: yes\n')).toBe('+ name: "Zoë 😀"\n\tindented: yes\n');
    expect(filtered("\u001b[31mred\u0000\u0007\u009b2J\u007f\n")).toBe("�[31mred���2J�\n");
    expect(filtered("safe\u202Eesrever\u2066\n")).toBe("safe�esrever�\n");
    expect(filtered("a\r::error::b\r\n  ::add-mask::c\n")).toBe("a\n:\\:error::b\n  :\\:add-mask::c\n");
    expect(filtered("x ##[error]y a::b\n")).toBe("x ##\\[error]y a::b\n");
    const differs = "error: resource urn:x violates plan: properties changed: ~~headers[";
    expect(filtered(`a\n${differs}{one}!={two\nthree}]\nResources:\n  1\n`)).toBe(
      `a\n${differs}the values may be secret]\nResources:\n  1\n`,
    );
  });

  test("no step prints that output without the filter", () => {
    const printing = workflows
      .flatMap((workflow) => steps(workflow))
      .flatMap(({ run }) => (run ?? "").replaceAll("\\\n", " ").split("\n"))
      .filter((line) => /^\s*(exec )?(pulumi (preview|up)|npx .* voicecall (drift|preview))\b/.test(line));
    expect(printing).toHaveLength(5);
    for (const line of printing)
      expect(line).toMatch(/ 2>&1 .*\| node -e "\$PLAIN_TEXT"| > >\(node -e "\$PLAIN_TEXT"\) 2>&1$/);
  });
});

describe("the issue about drift", () => {
  const look = async (code: string, text = "") => {
    writeFileSync(path.join(folder, "drift.md"), text);
    await github.run(
      script("voicecall-drift.yml", "drift", "Open, update or close the issue"),
      env({ CODE: code }),
    );
  };
  const open = () => github.issues.filter(({ state }) => state === "open");

  test("is opened, updated, commented on when the drift changes, and closed", async () => {
    await look("0");
    expect(github.issues).toEqual([]);
    await look("2", "### Drift\n- greeting");
    await look("2", "### Drift\n- greeting");
    expect(github.issues).toMatchObject([{ title: "Drift in prod", state: "open", comments: [] }]);
    await look("2", "### Drift\n- voice");
    expect(github.issues).toHaveLength(1);
    const [issue] = github.issues;
    expect(issue!.body).toMatch(/^<!-- voicecall drift: prod -->\n\n### Drift\n- voice\n\nLast seen by/);
    expect(issue!.comments.map(({ body }) => body)).toEqual([expect.stringContaining("has changed")]);
    await look("0");
    expect(issue).toMatchObject({ state: "closed" });
    expect(issue!.comments.at(-1)!.body).toContain("No drift any more");
    await look("2", "again");
    expect(open().map(({ number }) => number)).toEqual([2]);
  });

  test("leaves other issues alone", async () => {
    const marker = "<!-- voicecall drift: prod -->";
    github.issue({ body: marker, user: { login: "mallory" } });
    github.issue({ body: marker, user: null });
    github.issue({ body: marker, pull_request: {} });
    github.issue({ body: marker.replace("prod", "dev") });
    const before = structuredClone(github.issues);
    await look("0");
    await look("2", "found");
    expect(github.issues.slice(0, 4)).toEqual(before);
    expect(github.issues[4]!.body).toContain("found");
  });

  test("is not closed by a program in another folder whose stack has the same name", async () => {
    const lookIn = async (program: string, code: string) => {
      const root = temporaryFolder();
      await voicecall(["init", "ci", "--program", program, "--force"], { cwd: root }).ended;
      const workflow = readWorkflow(path.join(root, ".github/workflows/voicecall-drift.yml"));
      const step = stepNamed(workflow.jobs["drift"], "Open, update or close the issue");
      await github.run(String(step.with!["script"]), env({ CODE: code }));
    };
    writeFileSync(path.join(folder, "drift.md"), "found");
    await lookIn("infra/voice", "2");
    await lookIn("infra/sales", "0");
    expect(github.issues).toMatchObject([
      { title: "Drift in infra/voice:prod", state: "open", comments: [] },
    ]);
    await lookIn("infra/voice", "0");
    expect(open()).toEqual([]);
  });

  test("stays within GitHub's size limit", async () => {
    await look("2", "😀".repeat(40_000));
    expect(isWellFormed(github.issues[0]!.body)).toBe(true);
  });

  test.each(["1", "64", ""])("is neither opened nor closed when drift could not tell (%j)", async (code) => {
    const issue = github.issue({ body: "<!-- voicecall drift: prod -->\n\nfound" });
    await expect(look(code, "")).rejects.toThrow(`voicecall drift exited with ${code}.`);
    expect([issue.state, issue.comments, github.issues.length]).toEqual(["open", [], 1]);
  });
});

describe("the tests of the program", () => {
  const { jobs } = readWorkflow(
    path.join(REPOSITORY, "examples/github-actions/s3/.github/workflows/voicecall-preview.yml"),
  );
  const command = String(stepNamed(jobs["preview"], "Test").run);
  const runs = (test: string | undefined, isWorkspace: boolean): number => {
    const inside = isWorkspace ? path.join(folder, "program") : folder;
    mkdirSync(inside, { recursive: true });
    if (isWorkspace)
      writeFileSync(
        path.join(folder, "package.json"),
        JSON.stringify({ private: true, workspaces: ["program"] }),
      );
    const scripts = test === undefined ? {} : { scripts: { test } };
    writeFileSync(
      path.join(inside, "package.json"),
      JSON.stringify({ name: "program", version: "1.0.0", ...scripts }),
    );
    return spawnSync("bash", ["-e", "-c", command], { cwd: inside, stdio: "ignore" }).status!;
  };

  test.each([false, true])("run if there are any; in a workspace: %s", (isWorkspace) => {
    expect(runs(undefined, isWorkspace)).toBe(0);
    expect(runs('echo "Error: no test specified" && exit 1', isWorkspace)).toBe(0);
    expect(runs("exit 0", isWorkspace)).toBe(0);
    expect(runs("exit 1", isWorkspace)).toBe(1);
  });
});
