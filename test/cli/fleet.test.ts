/** `voicecall fleet` with many stacks, and a script instead of the Pulumi CLI. */
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { type FakeFleet, fakeFleet, type FleetAnswer } from "../support/fake-fleet.js";
import { voicecall } from "../support/voicecall.js";
import { ended, read } from "../unit/drift-events.js";
import { change, changed, lines, outcomes, reportOf, root, rows, run, unchanged } from "./fleet-run.js";

const startWarning = "CampaignState 1 (id 1): applying this will START the campaign, and people are called.";
const starting: FleetAnswer = {
  ...changed,
  messages: [{ kind: "CampaignState", id: "1", text: startWarning, starts: true }],
};
const broken: FleetAnswer = { code: 255, stderr: "error: no such passphrase\n" };

test("drift of a hundred stacks: one report with a line for each, and a failing stack stops no other", async () => {
  const stacks = Array.from({ length: 100 }, (_, index) => `client-${String(index).padStart(3, "0")}`);
  const prompt = {
    declared: { name: "Desk", systemPrompt: "old" },
    live: { systemPrompt: "new" },
    paths: ["systemPrompt"],
  };
  const fleet = fakeFleet({
    refresh: lines(...read({ declared: { name: "Desk" }, op: "same" }), ended),
    "refresh client-041": lines(...read(prompt), ended),
    "refresh client-042": lines(...read({ declared: { name: "Desk" }, live: undefined }), ended),
    "refresh client-077": broken,
  });
  fleet.program("agency", stacks);
  const result = await run(fleet, "drift", "--cwd", "agency", "--concurrency", "8");
  expect(result.code, result.all).toBe(1);
  expect(rows(result)).toHaveLength(100);
  expect(rows(result).filter((row) => !row.endsWith("no drift"))).toEqual([
    "client-041  drifted: 1 field of 1 resource",
    "client-042  drifted: 1 resource gone",
    expect.stringMatching(/^client-077 {2}failed: read the stack: .* no such passphrase/),
  ]);
  expect(stripVTControlCharacters(result.stdout)).toContain('systemPrompt: "old" → "new"');
  expect(result.stdout).toContain("`pulumi up --refresh --stack client-042 --cwd agency` restores");
  expect(result.stdout.trimEnd()).toMatch(/100 stacks: 97 no drift, 2 drifted, 1 failed\.$/);
  expect(result.stderr).toContain("[100/100] ");
  expect(fleet.commands().filter((one) => one.startsWith("refresh "))).toHaveLength(100);
  // At most eight stacks run at the same time, with two commands each.
  expect(fleet.atOnce()).toBeLessThanOrEqual(16);
  expect(fleet.atOnce()).toBeGreaterThan(2);
});

test("drift of stacks in several folders: suggested commands name the folder", async () => {
  const gone = lines(...read({ declared: { name: "Desk" }, live: undefined }), ended);
  const fleet = fakeFleet({ refresh: gone });
  for (const name of ["north", "south"]) fleet.program(name, ["prod"]);
  const { stdout } = await run(fleet, "drift", "--cwd", "north", "south");
  for (const name of ["north", "south"])
    expect(stdout).toContain(`\`pulumi up --refresh --stack prod --cwd ${name}\` restores`);
});

test("preview: exit 2 for changes, with their fields, as text, JSON and Markdown", async () => {
  const fleet = fakeFleet({
    preview: unchanged,
    "preview client-b": changed,
    "preview client-c": lines(root({ url: "x" }), ended),
    "preview client-d": starting,
  });
  fleet.program("agency", ["client-a", "client-b", "client-c", "client-d"]);
  const preview = (...more: string[]) => run(fleet, "preview", "--cwd", "agency", ...more);
  const [text, json, markdown] = await Promise.all([preview(), preview("--json"), preview("--markdown")]);
  expect([text.code, json.code, markdown.code]).toEqual([2, 2, 2]);
  expect(rows(text)).toEqual([
    "client-a  unchanged",
    "client-b  will change 2 (1 to update, 1 to create)",
    "client-c  will change outputs only",
    "client-d  will change 2 (1 to update, 1 to create); 1 campaign will or may START",
  ]);
  expect(stripVTControlCharacters(text.stdout)).toContain(
    "client-b\n  update Assistant desk: systemPrompt, voice\n  create Assistant night\n",
  );
  expect(text.stdout).toContain(startWarning);
  const report = reportOf(json);
  expect([report.outcome, report.stacks[1]!.changes[0], report.stacks[3]!.starts]).toEqual([
    "changes",
    { op: "update", kind: "Assistant", name: "desk", fields: ["systemPrompt", "voice"] },
    [startWarning],
  ]);
  expect(markdown.stdout).toMatch(
    /^### 📝 Voice assistants, preview of 4 stacks\n\n4 stacks: 1 unchanged, 3 will change\./,
  );
  expect(markdown.stdout).toContain("| <code>client-a</code> | <code>unchanged</code> |");
  expect(fleet.commands().filter((one) => one.startsWith("up"))).toEqual([]);
});

describe("up", () => {
  const answers = {
    preview: unchanged,
    up: changed,
    "preview client-b": changed,
    "preview client-c": starting,
    "preview client-d": broken,
    "preview client-e": changed,
    "up client-e": { ...lines(...change("update", "desk"), ended), code: 1, stderr: "error: conflict" },
  };
  const stacks = ["client-a", "client-b", "client-c", "client-d", "client-e"];
  const ups = (fleet: FakeFleet): string[] =>
    fleet
      .commands()
      .filter((one) => one.startsWith("up "))
      .sort();

  test("applies stacks with changes, holds stacks that would start a campaign, and a failure stops no other", async () => {
    const fleet = fakeFleet(answers);
    fleet.program("agency", stacks);
    const result = await run(fleet, "up", "--cwd", "agency", "--stacks", "*", "--yes", "--json");
    expect(result.code).toBe(1);
    const report = reportOf(result);
    expect(outcomes(report)).toEqual({
      "client-a": "unchanged",
      "client-b": "changed",
      "client-c": "held",
      "client-d": "failed",
      "client-e": "failed",
    });
    expect(report.stacks[2]!.starts).toEqual([startWarning]);
    expect(ups(fleet)).toEqual(["up client-b", "up client-e"]);
  });

  test("the text shows what was done, what failed, and what a held stack would change", async () => {
    const fleet = fakeFleet(answers);
    fleet.program("agency", stacks);
    const result = await run(fleet, "up", "--cwd", "agency", "--stacks", "*", "--yes");
    expect(rows(result)).toEqual([
      "client-a  unchanged",
      "client-b  changed 2 (1 updated, 1 created)",
      expect.stringMatching(
        /^client-c {2}held: not applied, .*; an apply would change 2 \(1 to update, 1 to create\)$/,
      ),
      expect.stringMatching(
        /^client-d {2}failed: pulumi preview exited with code 255\. error: no such passphrase$/,
      ),
      "client-e  failed: pulumi up exited with code 1. error: conflict; changes: 1 (1 update)",
    ]);
  });

  test("--start-campaigns shows the warning about a start, and applies", async () => {
    const fleet = fakeFleet(answers);
    fleet.program("agency", stacks);
    const args = ["--cwd", "agency", "--stacks", "client-[a-c]", "--yes", "--start-campaigns"];
    const result = await run(fleet, "up", ...args);
    expect(result.code, result.all).toBe(0);
    expect(ups(fleet)).toEqual(["up client-b", "up client-c"]);
    expect(result.stderr.indexOf(`client-c: ${startWarning}`)).toBeGreaterThan(0);
  });

  test.each([
    ["have another form", [{ resource: "CampaignState", text: startWarning, starts: true }]],
    ["are missing", null],
  ])("a stack is held if the messages of its provider %s", async (_, messages) => {
    const fleet = fakeFleet({ preview: { ...changed, messages }, up: changed });
    fleet.program("agency", ["client-a"]);
    const up = (...more: string[]) =>
      run(fleet, "up", "--cwd", "agency", "--stacks", "*", "--yes", "--json", ...more);
    const held = await up();
    expect(held.code).toBe(1);
    expect(outcomes(reportOf(held))).toEqual({ "client-a": "held" });
    expect(reportOf(held).stacks[0]!.starts).toEqual([
      expect.stringContaining("Install the version of this command in the program's folder."),
    ]);
    expect(ups(fleet)).toEqual([]);
    const applied = await up("--start-campaigns");
    expect(applied.code, applied.all).toBe(0);
    expect(applied.stderr).toContain("client-a: Applying this may START a campaign");
    expect(ups(fleet)).toEqual(["up client-a"]);
  });

  test("a program in which no provider of this package runs is applied", async () => {
    const bucket = {
      op: "create",
      urn: "urn:pulumi:dev::x::aws:s3/bucket:Bucket::logs",
      type: "aws:s3/bucket:Bucket",
    };
    const events = [{ resourcePreEvent: { metadata: bucket } }, { resOutputsEvent: { metadata: bucket } }];
    const others = { ...lines(...events, ended), messages: null };
    const deleted = { ...lines(...change("delete", "desk"), ended), messages: null };
    const fleet = fakeFleet({
      "preview client-a": others,
      "up client-a": others,
      "preview client-b": deleted,
      "up client-b": deleted,
    });
    fleet.program("agency", ["client-a", "client-b"]);
    const result = await run(fleet, "up", "--cwd", "agency", "--stacks", "*", "--yes");
    expect(result.code, result.all).toBe(0);
    expect(ups(fleet)).toEqual(["up client-a", "up client-b"]);
  });

  test.each([
    [["--stacks", "*"], "add --yes"],
    [["--yes"], "needs --stacks"],
  ])("%j: wrong usage, and nothing runs", async (args, reason) => {
    const fleet = fakeFleet(answers);
    fleet.program("agency", stacks);
    const { code, stderr } = await run(fleet, "up", "--cwd", "agency", ...args);
    expect([code, stderr]).toEqual([64, expect.stringContaining(reason)]);
    expect(fleet.commands()).toEqual([]);
  });
});

test.each([
  ["Ctrl-C", "SIGINT"],
  ["a closed terminal", "SIGHUP"],
] as const)(
  "%s: the running stack gets one SIGINT, no other stack starts, and the report lists all",
  async (_, signal) => {
    const fleet = fakeFleet({
      preview: changed,
      up: changed,
      "up client-b": { ...changed, code: 1, stderr: "error: update canceled\n", untilInterrupted: true },
    });
    fleet.program("agency", ["client-a", "client-b", "client-c"]);
    const args = ["fleet", "up", "--cwd", "agency", "--stacks", "*", "--yes", "--concurrency", "1", "--json"];
    const command = voicecall(args, { cwd: fleet.folder, env: fleet.env });
    await fleet.waits("up client-b");
    // A terminal sends the signal to the whole process group.
    command.signalGroup(signal);
    const result = await command.ended;
    expect(result.code).toBe(1);
    expect(outcomes(reportOf(result))).toEqual({
      "client-a": "changed",
      "client-b": "failed",
      "client-c": "not begun",
    });
    expect(result.stderr).toContain("Interrupted: no further stack starts");
    expect(fleet.commands()).not.toContain("preview client-c");
  },
);
