/** What `voicecall pull` says of values that the report of drift does not show. */
import { expect, test } from "vitest";
import type { Reading } from "../../cli/drift/events.js";
import type { Report } from "../../cli/drift/report.js";
import { wishesOf } from "../../cli/pull/wishes.js";

const SECRET = "it is secret: let the program read it from the secret configuration, and set it there";
const LIST = "the list is not pulled: correct its rows by hand";

test.each([
  ["a secret", { path: "headers", secret: true }, SECRET],
  ["a list of leads", { path: "leads", secret: true }, LIST],
  ["a list with what differs", { path: "leads", secret: true, text: "1 lead differs (id 301)" }, LIST],
])("%s", (_, field, why) => {
  const [urn, kind, name, title] = ["urn:pulumi:dev::it::x:LeadSet::a", "LeadSet", "a", "LeadSet"];
  const drift = [{ urn, kind, name, title, fields: [field] }];
  const reading = { resources: [{ urn, old: { inputs: {} } }] } as unknown as Reading;
  const program = { resources: new Map(), seen: new Map(), prompts: [], data: [] };
  const { wishes, left } = wishesOf({ drift } as unknown as Report, reading, program, () => true);
  expect(wishes).toEqual([]);
  expect(left).toEqual([{ urn, kind, name, title, path: field.path, why }]);
});
