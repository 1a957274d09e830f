/** The report about a LeadSet. Its leads are secret, so only the provider compares them. */
import { expect, test } from "vitest";
import { asMarkdown } from "../../cli/drift/markdown.js";
import { asText } from "../../cli/drift/text.js";
import type { Message } from "../../provider/base/messages.js";
import { note, read, reportWith } from "./drift-events.js";

const hidden = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const declared = {
  campaign: 1,
  leads: { file: "leads.csv", hash: hidden },
  columns: { phoneNumber: "Phone" },
};
const leadSet = { kind: "LeadSet", name: "people", declared };
const drifted = {
  ...leadSet,
  live: { leads: { file: "leads.csv", hash: { ...hidden } } },
  paths: ["leads.hash"],
};

const difference = (text: string, differs: string): Message => ({
  ...note("LeadSet", "205", text),
  difference: { property: "leads", text: differs },
});

test("the report does not list its leads and columns as unreadable", async () => {
  const report = await reportWith([], ...read(leadSet));
  expect(report).toMatchObject({ outcome: "no drift", notReadable: [] });
});

test("its difference has the number of leads that differ, and no note repeats it", async () => {
  const report = await reportWith(
    [
      difference("2 leads differ in the service.", "2 leads differ (ids 301, 302)"),
      difference("1 lead is gone from the service.", "1 lead is gone (id 303)"),
    ],
    ...read(drifted),
  );
  expect(report).toMatchObject({
    outcome: "drift",
    drift: [{ fields: [{ path: "leads", secret: true }] }],
    notes: [],
    notReadable: [],
  });
  const line = "leads: 2 leads differ (ids 301, 302); 1 lead is gone (id 303)";
  expect(asText(report)).toContain(`  ${line}\n`);
  expect(asMarkdown(report)).toContain(`! ${line}\n`);
});

test("a difference that the report does not contain is a note", async () => {
  const text = "1 lead differs in the service.";
  const report = await reportWith([difference(text, "1 lead differs (id 301)")], ...read(leadSet));
  expect(report).toMatchObject({ outcome: "no drift", notes: [{ text }] });
});
