/** The report of `voicecall preview`. */
import { describe, expect, test } from "vitest";
import { NOT_DELETED } from "../../provider/facade.js";
import { asMarkdown } from "../../cli/preview/markdown.js";
import { type IsFenced, type Review, reviewOf } from "../../cli/preview/review.js";

const urn = (name: string): string => `urn:pulumi:dev::it::pulumi-nodejs:dynamic/voicecall:Lead::${name}`;
const step = (op: string, name: string) => ({
  resourcePreEvent: { metadata: { op, urn: urn(name), type: "pulumi-nodejs:dynamic/voicecall:Lead" } },
});
const problem = (message: string, about = "", severity = "error") => ({
  diagnosticEvent: { message, severity, ...(about && { urn: urn(about) }) },
});
const end = { summaryEvent: {} };
const log = (...events: object[]): string[] => events.map((event) => JSON.stringify(event));

const nothing: Review = {
  complete: true,
  changes: false,
  starts: [],
  calls: [],
  deletions: [],
  replacements: [],
  failures: [],
  warnings: [],
};

describe("what a preview would do", () => {
  test("an unchanged resource, a read one, a provider, and notes are nothing", () => {
    const provider = "pulumi:providers:pulumi-nodejs";
    const metadata = { op: "update", urn: `urn:pulumi:dev::it::${provider}::default`, type: provider };
    const events = log(
      { resourcePreEvent: { metadata } },
      step("same", "a"),
      step("read", "b"),
      problem("a note", "a", "warning"),
      end,
    );
    expect(reviewOf(events, [{ kind: "Lead", id: "1", text: "A note." }])).toEqual(nothing);
  });

  test("a forbidden deletion is a failure, also by the setting of an account", () => {
    const account = "urn:pulumi:dev::it::pulumi:providers:pulumi-nodejs::berlin";
    const inputs = { "voicecall:deletions": "fail" };
    const metadata = { op: "same", urn: account, type: "pulumi:providers:pulumi-nodejs", new: { inputs } };
    const ofAccount = step("delete", "b");
    Object.assign(ofAccount.resourcePreEvent.metadata, { provider: `${account}::an-id` });
    const events = log({ resourcePreEvent: { metadata } }, step("delete", "a"), ofAccount, end);
    const found = (isFenced: IsFenced) => reviewOf(events, [], true, [], isFenced).failures;
    const text = (name: string): string => `Lead ${name}: will fail: ${NOT_DELETED}`;
    expect(found((kind, own) => kind === "Lead" && own === "fail")).toEqual([text("b")]);
    expect(found((kind, own) => kind === "Lead" && own === undefined)).toEqual([text("a")]);
    expect(found((kind) => kind === "Assistant")).toEqual([]);
  });

  test("a replacement is no deletion, and each resource is named once", () => {
    const replacing = ["create-replacement", "replace", "delete-replaced", "delete"].map((op) =>
      step(op, "a"),
    );
    expect(reviewOf(log(...replacing, step("delete", "b"), end), [])).toEqual({
      ...nothing,
      changes: true,
      replacements: ["Lead a"],
      deletions: ["Lead b"],
    });
  });

  test("only a message of the provider is a start; lines in names and texts add nothing", () => {
    const start = { kind: "CampaignState", id: "1", text: "will\nSTART", effect: "start" } as const;
    const found = reviewOf(log(step("update", "a\n- Lead b"), problem("x\nwill START", "a"), end), [
      start,
      start,
    ]);
    expect(found).toEqual({
      ...nothing,
      complete: false,
      changes: true,
      starts: ["will START"],
      failures: ["Lead a: x will START"],
    });
    expect(reviewOf(log(step("delete", "a\nLead b"), end), []).deletions).toEqual(["Lead a Lead b"]);
  });

  test("whom a running campaign may call right away stands before the deletions", () => {
    const call = { kind: "Lead", id: "", text: "Lead a: may be called.", effect: "call" } as const;
    const found = reviewOf(log(step("create", "a"), step("delete", "b"), end), [call]);
    expect(found).toMatchObject({ starts: [], calls: ["Lead a: may be called."] });
    expect(asMarkdown(found, "")).toMatch(/May call people right away[^]*Lead a: may be called[^]*Deletes/);
  });

  test("a failure that a replacement prevents counts only without one", () => {
    const failure = {
      kind: "Lead",
      id: "",
      text: "It fails.",
      effect: "failure",
      unlessReplaced: urn("a"),
    } as const;
    expect(reviewOf(log(step("create", "a"), end), [failure]).failures).toEqual(["It fails."]);
    expect(reviewOf(log(step("create-replacement", "a"), end), [failure]).failures).toEqual([]);
  });

  test("a lead that is deleted with its campaign counts as a deletion, unless it is replaced too", () => {
    const text = "Lead a: deleted with its campaign.";
    const loss = { kind: "Lead", id: "1", text, effect: "loss", unlessReplaced: urn("a") } as const;
    expect(reviewOf(log(step("update", "a"), end), [loss]).deletions).toEqual([text]);
    expect(reviewOf(log(step("replace", "a"), end), [loss]).deletions).toEqual([]);
  });

  test("errors without a resource count only if no other has one", () => {
    const general = problem("preview failed");
    expect(reviewOf(log(general, end), []).failures).toEqual(["preview failed"]);
    expect(reviewOf(log(general, problem("wrong", "a"), end), []).failures).toEqual(["Lead a: wrong"]);
  });

  test.each([
    ["it ends in the middle of a line", [...log(step("same", "a")), '{"summaryEv'], true],
    ["it is empty", [], true],
    ["a resource has an error, after which the engine skips others", log(problem("no", "a"), end), true],
    ["the engine has an error", log(problem("preview failed"), end), true],
    ["the command was killed, or timed out", log(step("same", "a"), end), false],
  ])("a log is incomplete, and may hide changes, if %s", (_, lines, isWhole) => {
    expect(reviewOf(lines, [], isWhole)).toMatchObject({ complete: false, changes: true, starts: [] });
  });
});

describe("the report", () => {
  const fenceOf = (report: string): string => /\n(`{3,})\n/.exec(report)![1]!;

  test("says that nothing would change, or first of all that the preview is incomplete", () => {
    const counts = "**0 starts, 0 deletions, 0 replacements, 0 failures.**";
    expect(asMarkdown(nothing, "")).toMatch(`${counts} Nothing would change.\n`);
    const early = { ...nothing, complete: false, changes: true };
    const report = asMarkdown({ ...early, deletions: ["Lead b"] }, "error: no such stack");
    expect(report).toMatch(/^\*\*⚠️ Incomplete: .* Seen before that: 1 deletion\. Correct .* again\.\n/);
    expect(report).toContain("```\nerror: no such stack\n```");
    for (const text of [report, asMarkdown(early, "")]) expect(text).not.toMatch(/\b0 |Nothing would change/);
  });

  test("keeps the beginning and the end of a long diff, and all of the lists", () => {
    const deletions = Array.from({ length: 90 }, (_, n) => `Lead ${n} ${"x".repeat(60)}`);
    const report = asMarkdown({ ...nothing, deletions }, `begin\n${"😀".repeat(60_000)}x\nerror: the end`);
    expect(report.length).toBeLessThan(60_000);
    expect(Buffer.from(report).toString()).toBe(report);
    for (const text of ["Lead 89 ", "begin\n", "error: the end"]) expect(report).toContain(text);
    expect(report).toMatch(/… \d+ characters are left out/);
  });

  test("shows a prompt with fences in it as text", () => {
    const text = "before\n````\n</details> @everyone\n````\nafter";
    expect(asMarkdown(nothing, text)).toContain(`\n\`\`\`\`\`\n${text}\n\`\`\`\`\`\n`);
  });

  test.each(["`".repeat(40_000), `${"`".repeat(31)}x`.repeat(2_000), "`".repeat(59_999)])(
    "shortens long runs of backticks to fit GitHub's size limit",
    (text) => {
      const report = asMarkdown(nothing, `begin\n${text}\nend`);
      expect(report.length).toBeLessThan(60_000);
      expect(report).toMatch(/\nbegin\n`{30}… \(\d+ backticks\)/);
      expect(report).toContain("\nend\n");
      expect(fenceOf(report)).toHaveLength(31);
    },
  );
});
