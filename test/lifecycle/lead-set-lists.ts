import { writeFileSync } from "node:fs";
import path from "node:path";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Declared, Props } from "../support/engine-part.js";
import type { World } from "../support/world.js";

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
