/** A list in an account with many other leads. `test/soak/large/` has 200,000 of them, and long prompts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { listFile } from "../kinds/index.js";
import type { Program } from "../support/engine-part.js";
import { type World, campaignState, lead, succeeded, tool, world } from "../support/world.js";

const folder = mkdtempSync(path.join(tmpdir(), "large-account-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const phoneOf = (index: number): string => `+1202555${String(100 + index).padStart(4, "0")}`;

/** A list of some people, a person beside it, and a start of their campaign. */
function program(count: number, changed = ""): Program {
  const file = path.join(folder, `${count}${changed}.csv`);
  const rows = Array.from(
    { length: count },
    (_, index) => `${phoneOf(index)},Person ${index}${index === 0 ? changed : ""}`,
  );
  writeFileSync(file, ["Phone,Name", ...rows].join("\n"));
  const columns = { phoneNumber: "Phone", variables: { customer_name: "Name" } };
  return {
    people: { kind: "LeadSet", props: { campaign: 1, leads: listFile(file), columns } },
    tool: { kind: "MidCallTool", props: tool },
    ada: { kind: "Lead", props: { ...lead, campaign: 1 } },
    start: {
      kind: "CampaignState",
      props: { ...campaignState, campaign: 1, state: "started" },
    },
  };
}

/** Gives the account this many leads in several campaigns. */
function fill({ emulator }: World, count: number): void {
  const { leads, campaigns } = emulator.state;
  const [first] = leads;
  for (let id = 1_000; id < 1_000 + count; id += 1)
    leads.push({
      ...first!,
      id,
      phone_number: `+1303555${String(id).padStart(4, "0")}`,
      campaign_id: campaigns[id % campaigns.length]!.id,
      variables: { note: "A note." },
    });
}

describe.each([
  ["a plain array", false],
  ["pages", true],
])("leads in %s", (_, leadsEnvelope) => {
  test("a list is created, changed, shortened, refreshed and destroyed, beside a lead and a start", async () => {
    const here = await world({ leadsEnvelope });
    const { engine } = here;
    expect(await engine.up({ ada: program(1)["ada"]! })).toMatchObject(succeeded);
    fill(here, 250);
    expect(await engine.preview(program(40))).toMatchObject(succeeded);
    expect(await engine.up(program(40))).toMatchObject(succeeded);
    expect((await engine.up(program(40))).steps.map(({ op }) => op)).toEqual([
      "same",
      "same",
      "same",
      "same",
    ]);
    expect(await engine.up(program(40, "a"))).toMatchObject(succeeded);
    expect(await engine.up(program(30, "a"))).toMatchObject(succeeded);
    expect(await engine.refresh()).toMatchObject(succeeded);
    expect(here.emulator.state.leads).toHaveLength(281);
    expect(await engine.up({})).toMatchObject(succeeded);
    expect(here.emulator.state.leads).toHaveLength(250);
  });
});
