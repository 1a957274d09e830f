import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Declared, Program, Props } from "../support/engine-part.js";
import { type World, succeeded } from "../support/world.js";

export const columns = { phoneNumber: "Phone", variables: { customer_name: "Name" } };
export const TWO = "Phone,Name\n+12025550101,Ada\n+12025550102,Bob\n";

/** Writes a CSV file that is removed after the test. */
export function csv(text: string): { file: string; hash: string } {
  const file = path.join(temporaryFolder(), "people.csv");
  writeFileSync(file, text);
  return listFile(file);
}

/** A set with these rows, in campaign 1. */
export const leadSet = (text: string, more: Props = {}): Declared => ({
  kind: "LeadSet",
  props: { campaign: 1, leads: csv(text), columns, ...more },
});

/** Makes the next commands continue an interrupted apply of the set `people`. */
export function resume({ engine }: World): void {
  engine.env = { ...engine.env, VOICECALL_RESUME: "people" };
}

export const names = ({ emulator }: World): unknown[] =>
  emulator.state.leads.map(({ variables }) => variables["customer_name"]);

/** The number of a person of a list. */
export const numberOf = (person: number): string => `+120255501${String(person).padStart(2, "0")}`;

/** Adds leads in the service, as in its dashboard. */
export function addManually(
  { emulator }: World,
  ...added: (readonly [id: number, person: number, more?: Props])[]
): void {
  const [first] = emulator.state.leads;
  for (const [id, person, more] of added)
    emulator.state.leads.push({ ...structuredClone(first!), id, phone_number: numberOf(person), ...more });
}

/** Applies a program, so long ago that nothing is recent. */
export async function applied(here: World, program: Program): Promise<void> {
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.requests();
}
