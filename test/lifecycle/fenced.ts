/** Programs and accounts for the tests of `voicecall:callOnly` and `voicecall:maxLeads`. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Program, Props } from "../support/engine-part.js";
import { addLead } from "../support/stored-lead.js";
import { type World, succeeded, world } from "../support/world.js";

export const INSIDE = "+12025550143";
export const OUTSIDE = "+4930123456";
export const CALL_ONLY = { "voicecall:callOnly": "+1202555" };

export const one = (phoneNumber: unknown, more: Props = {}): Program[string] => ({
  kind: "Lead",
  props: { campaign: 1, phoneNumber, ...more },
});
export const lead = (phoneNumber: unknown, more: Props = {}): Program => ({ ada: one(phoneNumber, more) });
export const start = (more: Props = {}): Program => ({
  spring: { kind: "CampaignState", props: { campaign: 1, state: "started", ...more } },
});

export function list(numbers: readonly string[], more: Props = {}): Program {
  const file = path.join(temporaryFolder(), "people.csv");
  writeFileSync(file, `Phone\n${numbers.map((number) => `"${number}"`).join("\n")}\n`);
  return {
    people: {
      kind: "LeadSet",
      props: { campaign: 1, leads: listFile(file), columns: { phoneNumber: "Phone" }, ...more },
    },
  };
}

/** A lead of campaign 1 that no resource manages. */
export function seed({ emulator: { state } }: World, phone_number: string, more: Props = {}): number {
  return addLead(state, { id: 900 + state.leads.length, phone_number, ...more });
}

export const contact = (phone_number: string) => ({
  id: 990,
  phone_number,
  variables: {},
  status: "created",
  created_at: "2026-01-01 00:00:00",
  updated_at: "2026-01-01 00:00:00",
});

export const fenced = (
  config: Record<string, string> = CALL_ONLY,
  form: "2025" | "2026" = "2025",
): Promise<World> => world({ form, seed: defaultSeed() }, { ...config });

/** Preview and apply fail alike, and nothing is written. */
export async function refused(here: World, program: Program, text: RegExp | string): Promise<void> {
  here.requests();
  const runs = [await here.engine.preview(program), await here.engine.up(program)];
  for (const { errors, lines } of runs) {
    expect(errors).toEqual([expect.stringMatching(text)]);
    for (const line of [...errors, ...lines]) expect(line).not.toMatch(/123456|202555(?!0143", )/);
  }
  expect(here.writes()).toEqual([]);
}

export async function allowed(here: World, program: Program): Promise<void> {
  expect(await here.engine.preview(program)).toMatchObject(succeeded);
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(60_000);
}
