/**
 * Whether a stack's history shows that a refresh may have changed state after the last apply. The format is that
 * of `pulumi stack history --json` (Pulumi 3.255.0).
 */
import { expect, test } from "vitest";
import { type Entry, standingAfter, type Standing, withStanding } from "../../cli/drift/history.js";
import { noDrift } from "./drift-events.js";

const entry = (kind: string, changes: Record<string, number>, ...flags: string[]): Entry => ({
  kind,
  result: "succeeded",
  startTime: "2026-11-21T19:21:27.000Z",
  resourceChanges: changes,
  environment: Object.fromEntries(flags.map((flag) => [`pulumi.flag.${flag}`, "true"])),
});
const failed = (one: Entry): Entry => ({ ...one, result: "failed" });

const up = entry("update", { create: 5 });
const found = entry("refresh", { same: 3, update: 2 });
const applied: Standing = { kind: "applied", at: up.startTime };
const refreshed: Standing = { kind: "refreshed", at: found.startTime };
const failedRefresh: Standing = { ...refreshed, isFailed: true };

test.each<[string, Entry[], Standing | undefined]>([
  ["nothing but an update", [up], applied],
  ["a refresh that found nothing", [entry("refresh", { same: 5 }), up], applied],
  ["a refresh that found a change", [found, up], refreshed],
  ["a refresh that found something gone", [entry("refresh", { delete: 1, same: 4 }), up], refreshed],
  [
    "a refresh that found a change, then one that found nothing",
    [entry("refresh", { same: 5 }), found, up],
    refreshed,
  ],
  ["a refresh that failed half-way", [failed(found), up], failedRefresh],
  ["a refresh that found a change, then an update", [entry("update", { same: 5 }), found, up], applied],
  [
    "a refresh that found a change, then an update of one resource",
    [entry("update", { update: 1 }, "target"), found, up],
    refreshed,
  ],
  [
    "a refresh that found a change, then an update that excluded a resource",
    [entry("update", { update: 1 }, "exclude"), found, up],
    refreshed,
  ],
  [
    "a refresh that found a change, then an update that failed",
    [failed(entry("update", { same: 4 })), found, up],
    refreshed,
  ],
  ["a refresh that failed before it changed anything", [failed(entry("refresh", { same: 1 })), up], applied],
  // The entry of an update counts the steps of the update, but not the changes of its refresh.
  ["up --refresh that failed", [failed(entry("update", { same: 4 }, "refresh")), up], failedRefresh],
  // State contains what the refresh stored before it failed. The history does not show what that was.
  ["up --refresh whose refresh failed", [failed(entry("update", {}, "refresh")), up], failedRefresh],
  ["up that failed", [failed(entry("update", { same: 4, update: 1 })), up], applied],
  ["up --refresh that succeeded", [entry("update", { same: 4 }, "refresh"), found, up], applied],
  ["a refresh that found a change, then an import of state", [entry("import", {}), found, up], applied],
  ["a refresh that found a change, then a destroy", [entry("destroy", { delete: 5 }), found, up], applied],
  [
    "a refresh that found a change, then a destroy that excluded a resource",
    [entry("destroy", { delete: 1 }, "exclude"), found, up],
    refreshed,
  ],
  [
    "a refresh that found a change, then an update that replaced one resource",
    [entry("update", { replace: 1 }, "target-replace"), found, up],
    refreshed,
  ],
  // The command refreshed only the resource that it also updated.
  ["up --refresh of one resource", [entry("update", { update: 1 }, "refresh", "target"), up], applied],
  ["an update of one resource that failed", [failed(entry("update", {}, "target")), up], applied],
  ["a preview --refresh that failed", [failed(entry("preview", {}, "refresh")), up], applied],
  [
    "a refresh that found a change, then an import of one resource",
    [entry("resource-import", { import: 1 }), found, up],
    refreshed,
  ],
  [
    "no entry that shows whether state was refreshed",
    [entry("refresh", { same: 5 }), entry("resource-import", { import: 1 })],
    undefined,
  ],
])("%s", (_, entries, standing) => {
  expect(standingAfter(entries)).toEqual(standing);
});

test("if the project refreshes with every update, a failed update may have refreshed state", () => {
  const broken = failed(entry("update", { same: 4 }));
  expect(standingAfter([broken, up], true)).toEqual(failedRefresh);
  expect(standingAfter([up], true)).toEqual(applied);
});

test("an option that is turned off does not count, and a variable counts like a flag", () => {
  const environment = (key: string, value: string): Entry => ({
    ...failed(up),
    environment: { [key]: value },
  });
  expect(standingAfter([environment("pulumi.flag.refresh", "false"), up])).toEqual(applied);
  expect(standingAfter([environment("pulumi.env.PULUMI_OPTION_REFRESH", "set"), up])).toEqual(failedRefresh);
  // The environment also has data about the machine and the repository.
  expect(standingAfter([environment("git.head", "refresh"), up])).toEqual(applied);
  expect(standingAfter([environment("ci.pulumi.flag.refresh", "true"), up])).toEqual(applied);
});

test('after a refresh, "no drift" becomes "could not tell", with what to do; an unknown history is a note', () => {
  expect(withStanding(noDrift, applied)).toEqual({ ...noDrift, appliedAt: up.startTime });
  const report = withStanding({ ...noDrift, compared: 0 }, refreshed);
  expect(report.outcome).toBe("could not tell");
  expect(report.errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^State was refreshed on 2026-11-21 19:21 UTC, and no update .*: manual changes from before the refresh .* not reported here\. `pulumi preview` shows/,
    ),
  ]);
  const partly = withStanding(noDrift, failedRefresh);
  expect(partly.outcome).toBe("could not tell");
  expect(partly.errors.map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^A run with a refresh on 2026-11-21 19:21 UTC failed, and no update .*it may have written/,
    ),
  ]);
  const undated = withStanding({ ...noDrift, errors: [{ text: "no" }] }, { kind: "refreshed", at: "lately" });
  expect(undated.errors.map(({ text }) => text.slice(0, 30))).toEqual([
    "State was refreshed on lately,",
    "no",
  ]);
  const unknown = withStanding(noDrift, { kind: "unknown" });
  expect(unknown).toMatchObject({
    outcome: "no drift",
    notes: [{ text: expect.stringContaining("history") as string }],
  });
  expect(withStanding({ ...noDrift, compared: 0 }, { kind: "unknown" }).notes).toEqual([]);
});
