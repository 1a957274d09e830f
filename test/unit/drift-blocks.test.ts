/** How the report of `voicecall drift` shows changes that several resources share, and times. */
import { expect, test } from "vitest";
import { blocksOf } from "../../cli/drift/blocks.js";
import { asMarkdown } from "../../cli/drift/markdown.js";
import type { Report } from "../../cli/drift/report.js";
import { asText } from "../../cli/drift/text.js";
import { noDrift, read, reportWith, support } from "./drift-events.js";

type Drifted = Report["drift"][number];

const drifted = (name: string, fields: Drifted["fields"], more: Partial<Drifted> = {}): Drifted => ({
  urn: `urn:${name}`,
  kind: "Assistant",
  name,
  title: `Assistant "${name}"`,
  id: "7",
  fields,
  ...more,
});

const voice = { path: "voice", declared: "Sarah", live: "Emma" };
const prompt = (first: string) => ({
  path: "systemPrompt",
  declared: `You are ${first}.\nBe kind.`,
  live: `You are ${first}.\nBe kind.\nOffer a call back.`,
});

test("a change of three resources is shown once; what is left of each stays with it", () => {
  const drift = ["a", "b", "c"].map((name) => drifted(name, [voice, prompt(name)]));
  drift.push(drifted("d", [voice, { path: "maxCallDuration", declared: 600, live: 60 }]));
  drift.push(drifted("e", [voice], { kind: "Campaign" }));
  expect(blocksOf({ drift }).map(({ title, fields }) => [title, ...fields.map(({ path }) => path)])).toEqual([
    ["4 × assistant: a, b, c, d", "voice"],
    ["3 × assistant: a, b, c", "systemPrompt"],
    ['Assistant "d" (d), id 7', "maxCallDuration"],
    ['Assistant "e" (e), id 7', "voice"],
  ]);
  const text = asText({ ...noDrift, outcome: "drift", drift });
  expect(text).toContain("+ Offer a call back.");
  expect(text).not.toContain("You are");
});

test("a change of two resources stays with each", () => {
  const drift = ["a", "b"].map((name) => drifted(name, [voice]));
  expect(blocksOf({ drift })).toHaveLength(2);
});

test("250 assistants with the same changes: at most 40 lines, as text and as a comment", () => {
  const drift = Array.from({ length: 250 }, (_, n) => drifted(`a${n}`, [voice, prompt(`agent ${n}`)]));
  const report: Report = { ...noDrift, compared: 250, outcome: "drift", drift };
  for (const text of [asText(report), asMarkdown(report)]) {
    expect(text.split("\n").length).toBeLessThanOrEqual(40);
    expect(text).toContain("250 × assistant: a0, a1");
    expect(text).toContain("250 differ");
  }
});

test.each([
  [
    "2026-11-21T09:12:00.000000Z",
    "2026-11-20T19:12:00Z",
    ", last changed 21 Nov 2026 09:12 UTC, 14 h after the last apply",
  ],
  ["2026-11-21T10:12:00+01:00", undefined, ", last changed 21 Nov 2026 09:12 UTC"],
  [
    "2026-11-21T09:12:00Z",
    "2026-11-21T09:02:00Z",
    ", last changed 21 Nov 2026 09:12 UTC, 10 min after the last apply",
  ],
  [
    "2026-11-25T09:12:00Z",
    "2026-11-21T09:02:00Z",
    ", last changed 25 Nov 2026 09:12 UTC, 4 days after the last apply",
  ],
  // The history may lack the apply of another machine.
  ["2026-11-21T09:12:00Z", "2026-11-22T09:02:00Z", ", last changed 21 Nov 2026 09:12 UTC"],
])("the time of the change %s, after an apply at %s", (changedAt, appliedAt, expected) => {
  const [block] = blocksOf({
    drift: [drifted("a", [voice], { changedAt })],
    ...(appliedAt !== undefined && { appliedAt }),
  });
  expect(block!.title).toBe(`Assistant "a" (a), id 7${expected}`);
});

test.each([
  ["2026-11-21T09:12:00Z", "2026-11-21T09:12:00Z"],
  // Nothing tells the time zone.
  ["2026-11-21 09:12:00", undefined],
  ["soon", undefined],
])("a record with the time %s", async (updatedAt, changedAt) => {
  const { drift } = await reportWith(
    [],
    ...read({
      declared: { ...support, maxCallDuration: 600 },
      live: { maxCallDuration: 61 },
      outputs: { updatedAt },
    }),
  );
  expect(drift[0]!.changedAt).toBe(changedAt);
});
