/**
 * The workflow scripts that call GitHub write one comment and one issue, of limited size, and reject a rerun of an
 * older commit.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { BOT, GitHub } from "../support/github.js";
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
  const show = async (text: string | undefined, outcome = "success") => {
    if (text !== undefined) writeFileSync(path.join(folder, "preview.txt"), text);
    const payload = { pull_request: { number: 1, head: { sha: "abc123" } } };
    await github.run(
      script("voicecall-preview.yml", "preview", "Post the preview as one comment"),
      env({ OUTCOME: outcome }),
      payload,
    );
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
    expect(body.startsWith(`${marker}\n### voicecall: preview of \`prod\` failed\n`)).toBe(true);
    expect(body).toContain("\n```\n~ update two\n```\n");
    expect(body).toContain("For abc123");
    expect(body).not.toContain("create one");
  });

  test("keeps the beginning and the end within GitHub's size limit", async () => {
    const pull = github.issue({ pull_request: {} });
    await show(`begin\n${"😀".repeat(60_000)}x\nResources: 5 to update`);
    const { body } = pull.comments[0]!;
    expect(body.length).toBeLessThan(62_000);
    expect(isWellFormed(body)).toBe(true);
    expect(body).toContain("begin\n");
    expect(body).toContain("Resources: 5 to update");
    expect(body).toMatch(/… 62\d{3} characters are left out/);
  });

  test("shows a prompt with fences in it as text", async () => {
    const pull = github.issue({ pull_request: {} });
    await show("before\n````\n</details> @everyone\n````\nafter");
    expect(pull.comments[0]!.body).toContain(
      "\n`````\nbefore\n````\n</details> @everyone\n````\nafter\n`````\n",
    );
  });

  test("shortens long runs of backticks to fit GitHub's size limit, and shows their length", async () => {
    const pull = github.issue({ pull_request: {} });
    for (const text of ["`".repeat(40_000), `${"`".repeat(31)}x`.repeat(2_000), "`".repeat(59_999)]) {
      await show(`begin\n${text}\nend`);
      const { body } = pull.comments[0]!;
      expect(body.length).toBeLessThan(62_000);
      expect(body).toMatch(/\n`{31}\nbegin\n`{30}… \(\d+ backticks\)/);
      expect(body).toMatch(/\nend\n`{31}\n/);
    }
    expect(pull.comments[0]!.body).toContain("… (59999 backticks)");
  });

  test("is not created when there is no preview", async () => {
    const pull = github.issue({ pull_request: {} });
    await show(undefined, "failure");
    expect([pull.comments, github.warnings]).toEqual([[], ["There is no preview to show."]]);
  });
});

describe("a rerun of an apply", () => {
  const reject = () =>
    github.run(script("voicecall-apply.yml", "apply", "Reject a rerun of an older commit"), env({}));

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
    expect(readWorkflow(file).jobs["apply"]!.steps[0]).toMatchObject({
      name: "Reject a rerun of an older commit",
      if: "github.run_attempt > 1",
    });
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
  });

  test("no step prints that output without the filter", () => {
    const printing = workflows
      .flatMap((workflow) => steps(workflow))
      .flatMap(({ run }) => (run ?? "").replaceAll("\\\n", " ").split("\n"))
      .filter((line) => /^\s*(exec )?(pulumi (preview|up)|npx .* voicecall drift)\b/.test(line));
    expect(printing).toHaveLength(4);
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
      await voicecall(["init", "ci", "--program", program], { cwd: root }).ended;
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
