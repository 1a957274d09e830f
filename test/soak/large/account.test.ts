/**
 * Listings of many times the size that one response may have. The account has 20 times LEADS leads; a quarter of
 * them are in the program's list.
 */
import path from "node:path";
import { isValidPhoneNumber } from "libphonenumber-js/max";
import { describe, expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.js";
import { temporaryFolder } from "../../support/after-test.js";
import { must } from "../../support/engine.js";
import { addLead } from "../../support/stored-lead.js";
import { js, service, stackOn } from "../../support/engine-world.js";

const LEADS = 20 * Number(process.env["LEADS"] ?? 10_000);
const LISTED = LEADS / 4;
const MINUTES = 60_000;

const AREAS = Array.from({ length: 800 }, (_, index) => 200 + index).filter((area) =>
  isValidPhoneNumber(`+1${area}2000000`),
);
const phoneOf = (index: number): string =>
  `+1${AREAS[index % AREAS.length]}${200 + Math.floor(index / AREAS.length / 10_000)}${String(Math.floor(index / AREAS.length) % 10_000).padStart(4, "0")}`;

const csv = (rows: number, changed = -1): string =>
  [
    "Phone,Name,Plan,City",
    ...Array.from(
      { length: rows },
      (_, index) => `${phoneOf(index)},Person ${index}${index === changed ? "!" : ""},Gold,Springfield`,
    ),
  ].join("\n");

const program = js(`
const { LeadSet } = require("pulumi-voicecall");
const people = new LeadSet("people", {
  campaign: 1, leads: "people.csv", defaultCountry: "US",
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name", plan: "Plan", city: "City" } },
});
const ada = new Lead("ada", { campaign: 1, phoneNumber: pulumi.secret(process.env.CANARY_PHONE) });
new MidCallTool("hours", tool("hours"));
new CampaignState("start", { campaign: 1, state: process.env.START ?? "stopped" }, { dependsOn: [people, ada] });
`);

/** Leads of three other campaigns. */
function fill(emulator: Emulator): void {
  const { campaigns } = emulator.state;
  const [campaign] = campaigns;
  while (campaigns.length < 4)
    campaigns.push({ ...campaign!, id: 900 + campaigns.length, name: `Other ${campaigns.length}` });
  const now = emulator.state.campaigns[0]!.created_at;
  for (let index = LISTED + 1; index < LEADS; index += 1)
    addLead(emulator.state, {
      id: 1_000_000 + index,
      campaign_id: campaigns[1 + (index % 3)]!.id,
      phone_number: phoneOf(index),
      variables: { customer_name: `Person ${index}`, plan: "Gold", city: "Springfield" },
      created_at: now,
      updated_at: now,
    });
}

describe.each<[string, EmulatorOptions]>([
  ["as a plain array", {}],
  ["in pages", { leadsEnvelope: true }],
])(`${LEADS} leads %s`, (_, options) => {
  test(
    `a list of ${LISTED}: created, changed, shortened, refreshed, compared, announced and destroyed`,
    { timeout: 60 * MINUTES },
    async () => {
      const emulator = await service(options);
      fill(emulator);
      const stack = await stackOn(emulator, program);
      const run = async (...args: string[]): Promise<string> => must(await stack.run(...args)).all;
      const up = ["up", "--yes", "--skip-preview"];
      stack.write("people.csv", csv(LISTED));
      expect(await run("preview")).toContain(`${LISTED} leads will be created`);
      await run(...up);
      expect(emulator.state.leads).toHaveLength(LEADS);
      await run("preview", "--expect-no-changes");
      stack.write("people.csv", csv(LISTED, 5));
      await run(...up);
      const names = emulator.state.leads.filter((lead) => lead.variables["customer_name"] === "Person 5!");
      expect(names).toHaveLength(1);
      stack.write("people.csv", csv(LISTED - 100, 5));
      await run(...up);
      expect(emulator.state.leads).toHaveLength(LEADS - 100);
      await run("refresh", "--yes");
      const drift = await stack.voicecall("drift");
      expect(drift.code, drift.all).toBe(0);
      stack.setEnv({ START: "started" });
      expect(await run("preview")).toContain(`will call ${LISTED - 99} leads`);
      await run("destroy", "--yes", "--skip-preview");
      expect(emulator.state.leads).toHaveLength(LEADS - LISTED - 1);
    },
  );
});

test("120 assistants with prompts of 200 kB", { timeout: 60 * MINUTES }, async () => {
  const emulator = await service();
  const stack = await stackOn(
    emulator,
    js(`
new MidCallTool("hours", tool("hours"));
new Lead("ada", { campaign: 1, phoneNumber: pulumi.secret(process.env.CANARY_PHONE) });
const systemPrompt = "You help. ".repeat(20_000);
for (let n = 0; n < 120; n += 1)
  new Assistant("a" + n, { ...support, name: "Support " + n, systemPrompt: n === 0 ? systemPrompt + process.env.MORE : systemPrompt });
`),
    { env: { MORE: "" } },
  );
  const run = async (...args: string[]): Promise<string> => must(await stack.run(...args)).all;
  // The report, the plan and the import file have all prompts, too.
  const report = await stack.voicecall("preview", "--report", "preview.md", "--", "--save-plan", "plan.json");
  expect(report.code, report.all).toBe(0);
  await run("up", "--yes", "--skip-preview", "--plan", "plan.json");
  expect(emulator.state.assistants).toHaveLength(120);
  const exported = await stack.voicecall("export", path.join(temporaryFolder(), "exported"));
  expect(exported.code, exported.all).toBe(0);
  stack.setEnv({ MORE: "More." });
  await run("up", "--yes", "--skip-preview");
  expect(emulator.state.assistants.filter((one) => JSON.stringify(one).includes("More."))).toHaveLength(1);
  await run("refresh", "--yes");
  const drift = await stack.voicecall("drift");
  expect(drift.code, drift.all).toBe(0);
  await run("destroy", "--yes", "--skip-preview");
  expect(emulator.state.assistants).toEqual([]);
});
