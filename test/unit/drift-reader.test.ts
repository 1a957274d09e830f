/** Parsing of the engine's output lines. */
import { expect, test } from "vitest";
import { EventReader } from "../../cli/drift/events.js";
import { diagnostic, ended, read, support, urnOf } from "./drift-events.js";

function reading(...events: (object | string)[]) {
  const reader = new EventReader();
  for (const event of events) reader.add(typeof event === "string" ? event : JSON.stringify(event));
  return reader.end();
}

test("each resource counts once it has been read", () => {
  const reader = new EventReader();
  const lines = [...read({ declared: support }), ...read({ name: "other", declared: support })];
  expect(lines.map((event) => reader.add(JSON.stringify(event)))).toEqual([0, 1, 1, 2]);
});

test("resources come in the order of their URNs, whatever the engine's", () => {
  const names = ["c", "a", "d", "b"];
  const { resources } = reading(...names.flatMap((name) => read({ name, declared: support })));
  expect(resources.map(({ urn }) => urn)).toEqual(names.toSorted().map((name) => urnOf("Assistant", name)));
});

test("a resource has both sides and, each once, the paths that the engine names as different", () => {
  const [, outputs] = read({ declared: support, live: { voice: "Sophia" }, paths: ["voice", "tools[0]"] });
  const { metadata } = (outputs as { resOutputsEvent: { metadata: object } }).resOutputsEvent;
  const [one] = reading({
    resOutputsEvent: { metadata: { ...metadata, diffs: ["voice", "language"] } },
  }).resources;
  expect(one).toMatchObject({
    urn: urnOf("Assistant", "support"),
    kind: "Assistant",
    op: "update",
    old: { id: "205", inputs: { voice: "Sarah" } },
    live: { id: "205", inputs: { voice: "Sophia" } },
  });
  expect(one!.paths).toEqual(["voice", "tools[0]", "language"]);
  const bare = { ...metadata, old: null, new: null, detailedDiff: null, diffs: null };
  expect(reading({ resOutputsEvent: { metadata: bare } }).resources).toMatchObject([
    { old: { inputs: {}, outputs: {} }, live: undefined, paths: [] },
  ]);
});

test("resources of other packages, and lines that are not events, are ignored", () => {
  const metadata = {
    op: "same",
    urn: "urn:pulumi:dev::x::aws:s3/bucket:Bucket::b",
    type: "aws:s3/bucket:Bucket",
  };
  const found = reading(
    { resourcePreEvent: { metadata } },
    { resOutputsEvent: { metadata } },
    "warning: something",
    "{ half of a line",
    '{"diagnosticEvent": 7}',
    '["{"]',
  );
  expect(found).toEqual({ resources: [], failures: [], warnings: [], complete: false });
});

test("the final event counts as the end, with or without a result", () => {
  expect(reading(ended).complete).toBe(true);
  expect(reading({ summaryEvent: {} }).complete).toBe(true);
  expect(reading(...read({ declared: support })).complete).toBe(false);
});

test("warnings: other lines and blank lines are left out", () => {
  const { warnings, failures } = reading(
    diagnostic("  a note "),
    diagnostic("a warning", "warning"),
    diagnostic("VoicecallError: no", "info#err"),
    diagnostic("a detail", "debug"),
    diagnostic(" "),
    diagnostic(" ", "error"),
  );
  expect(warnings).toEqual(["a warning"]);
  expect(failures).toEqual([]);
});

test("failures: those of resources replace that of the whole run, which adds no information", () => {
  const urn = urnOf("Lead", "l");
  const whole = diagnostic("Preview failed: update failed", "error");
  expect(reading(whole).failures).toEqual([{ text: "update failed" }]);
  expect(reading(whole, diagnostic("it is Preview failed: no", "error", urn)).failures).toEqual([
    { urn, text: "it is Preview failed: no" },
  ]);
});

test("a resource whose read began, and neither finished nor failed, counts as failed", () => {
  const [begun, outputs] = read({ name: "a", declared: support });
  const silent = {
    urn: urnOf("Assistant", "a"),
    text: "The engine did not report whether it read the resource.",
  };
  expect(reading(begun!).failures).toEqual([silent]);
  expect(reading(begun!, outputs!).failures).toEqual([]);
  expect(reading(begun!, diagnostic("no", "error", silent.urn)).failures).toEqual([
    { ...silent, text: "no" },
  ]);
});
