/** Names for ids in the report of `voicecall drift`. */
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { asMarkdown } from "../../cli/drift/markdown.js";
import { asText } from "../../cli/drift/text.js";
import { read, reportWith, support } from "./drift-events.js";

test("tools of the stack have their name beside the id, in the report and in text", async () => {
  const report = await reportWith(
    [],
    ...read({ kind: "MidCallTool", name: "hours", id: "101", declared: { name: "get_hours" } }),
    ...read({ declared: { ...support, tools: ["101"] }, live: { tools: ["101", "spare"] } }),
  );
  const [field] = report.drift[0]!.fields;
  const names = { "101": "get_hours" };
  expect(field).toEqual({ path: "tools", declared: ["101"], live: ["101", "spare"], names });
  expect(stripVTControlCharacters(asText(report))).toContain(
    'tools: ["get_hours (id 101)"] → ["get_hours (id 101)","spare"]',
  );
  expect(asMarkdown(report)).toContain('- ["get_hours (id 101)"]');
});

test("objects that no resource of the stack manages have the name that the provider has read", async () => {
  const about = { kind: "Assistant", id: "205", text: "" };
  const report = await reportWith(
    [
      { ...about, names: { tools: { "7": "get_offers" } } },
      { ...about, names: { voice: { "1": "Sarah" } } },
    ],
    ...read({
      declared: { ...support, tools: [7], voice: 1, maxCallDuration: 1 },
      live: { tools: [], voice: "Michael", maxCallDuration: 2 },
    }),
  );
  expect(stripVTControlCharacters(asText(report))).toContain('voice: "Sarah (id 1)" → "Michael"');
  expect(stripVTControlCharacters(asText(report))).toContain('tools: ["get_offers (id 7)"] → []');
  expect(stripVTControlCharacters(asText(report))).toContain("maxCallDuration: 1 → 2");
  expect(report.notes).toEqual([]);
});
