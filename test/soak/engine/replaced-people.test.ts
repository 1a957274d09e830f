/** Each way in which the engine replaces leads: nobody is created again who is blacklisted or gone. */
import { expect, test } from "vitest";
import { serviceOf } from "../../kinds/index.js";
import { must } from "../../support/engine.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const ADA = "+12025550110";

interface Way {
  /** Options of the lead or list, and of its campaign, now and after the change. */
  readonly options?: readonly [before: string, after: string];
  readonly campaign?: readonly [before: string, after: string];
  /** Whether a property of the campaign changes, which replaces it. */
  readonly changes?: true;
  readonly flags?: readonly string[];
  readonly taints?: RegExp;
}

const same = (options: string): readonly [string, string] => [options, options];

const ways: Record<string, Way> = {
  "the campaign changes": { changes: true },
  deletedWith: { changes: true, options: same("{ deletedWith: offers }") },
  replaceWith: { changes: true, options: same("{ replaceWith: [offers] }") },
  replacementTrigger: { options: ["{ replacementTrigger: 1 }", "{ replacementTrigger: 2 }"] },
  "replacementTrigger of the campaign": { campaign: ["replacementTrigger: 1", "replacementTrigger: 2"] },
  "--replace": { flags: ["--replace", "**people"] },
  "--replace of the campaign": { flags: ["--replace", "**offers"] },
  taint: { taints: /::people$/ },
};

const program = (kind: string, retries: number, options: string, campaign: string): string =>
  js(`const { LeadSet } = require("pulumi-voicecall");
const offers = new Campaign("offers", { name: "Summer offers", assistant: "Caller", maxRetries: ${retries}, onChange: "replace", onDestroy: "deleteLeads" }, { ${campaign} });
${
  kind === "Lead"
    ? `new Lead("people", { campaign: offers, phoneNumber: "${ADA}" }, ${options});`
    : `new LeadSet("people", { campaign: offers, leads: [{ phone: "${ADA}" }, { phone: "+12025550111" }], columns: { phoneNumber: "phone" } }, ${options});`
}`);

const rows = Object.keys(ways).flatMap((way) =>
  ["Lead", "LeadSet"].flatMap((kind) => ["blacklisted", "gone"].map((ada) => [way, kind, ada] as const)),
);

test.each(rows)("%s, %s: a person who is %s is not called again", async (way, kind, ada) => {
  const { options = same("{}"), campaign = same(""), changes, flags = [], taints } = ways[way]!;
  const emulator = await service(serviceOf("Campaign", {}));
  const stack = await stackOn(emulator, program(kind, 2, options[0], campaign[0]), {
    config: { "voicecall:listLag": "1ms" },
  });
  must(await stack.up());
  if (ada === "gone") emulator.state.leads.shift();
  else emulator.state.leads[0]!.status = "blacklisted";
  stack.write(program(kind, changes ? 4 : 2, options[1], campaign[1]));
  const { resources = [] } = (await stack.exportState()).deployment;
  for (const { urn } of resources)
    if (taints?.test(urn)) must(await stack.run("state", "taint", urn, "--yes"));
  must(await stack.preview(...flags));
  must(await stack.up(...flags));
  const statuses = emulator.state.leads
    .filter((lead) => lead.phone_number === ADA)
    .map((lead) => lead.status);
  expect(statuses.filter((status) => status !== "blacklisted")).toEqual([]);
  expect(emulator.state.leads.length - statuses.length).toBe(kind === "LeadSet" ? 1 : 0);
  must(await stack.preview("--expect-no-changes"));
});
