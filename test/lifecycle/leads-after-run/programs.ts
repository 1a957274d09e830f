import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { Emulator } from "../../../emulator/index.js";
import { listFile } from "../../kinds/index.js";
import { type Declared, type Program, type Props, UNKNOWN } from "../../support/engine-part.js";
import { addLead } from "../../support/stored-lead.js";
import type { World } from "../../support/world.js";
import { PEOPLE, type Person } from "./people.js";

/** A Lead resource, in campaign 1. */
export const one = (person: Person, more: Props = {}): Declared => ({
  kind: "Lead",
  props: { campaign: 1, phoneNumber: PEOPLE[person], ...more },
});

const FOLDER = mkdtempSync(path.join(tmpdir(), "voicecall-test-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));
let files = 0;

/** A LeadSet, in campaign 1. */
export function list(people: readonly (Person | "a wrong row")[], more: Props = {}): Declared {
  const file = path.join(FOLDER, `${(files += 1)}.csv`);
  const rows = people.map((person) => (person === "a wrong row" ? "12" : PEOPLE[person]));
  writeFileSync(file, `Phone,Name\n${rows.map((row, index) => `${row},Nr ${index}`).join("\n")}\n`);
  const columns = { phoneNumber: "Phone", ...(more["columns"] as Props) };
  return { kind: "LeadSet", props: { campaign: 1, leads: listFile(file), ...more, columns } };
}

/** A Lead whose number only an apply knows, because it comes from another resource of the program. */
export const computed = (person: Person, from: string): Declared => ({
  kind: "Lead",
  props: (of) => ({
    campaign: 1,
    phoneNumber: of(from)["id"] === UNKNOWN ? UNKNOWN : PEOPLE[person],
  }),
});

export const START: Declared = { kind: "CampaignState", props: { campaign: 1, state: "started" } };

export const stored = ({ state }: Emulator, person: Person) =>
  state.leads.find(({ phone_number: number }) => number === PEOPLE[person])!;
/** Somebody adds the people in the service's dashboard, or another stack does. */
export function adds({ emulator }: World, people: readonly Person[], more: Props = {}): void {
  for (const person of people)
    addLead(emulator.state, {
      id: 900 + emulator.state.leads.length,
      phone_number: PEOPLE[person],
      ...more,
    });
}

export const loses = ({ emulator: { state } }: World, person: Person): void =>
  void state.leads.splice(state.leads.indexOf(stored({ state } as Emulator, person)), 1);

/** What the listing of leads returns. */
export const lists = (here: World, response: object): void =>
  void here.emulator.faults.add({ method: "GET", path: "/user/leads", fault: response as never });

export interface Situation {
  /** Applied long before. */
  readonly before?: Program;
  /** What somebody else does after that. */
  readonly then?: (here: World) => unknown;
  /** What the program declares now, besides the start. */
  readonly now: Program;
  /** What somebody else does between the preview and `up`. */
  readonly meanwhile?: (here: World) => unknown;
  /** How the engine runs the program. */
  readonly play?: (here: World) => unknown;
  /** The program also creates the campaign. */
  readonly isComing?: true;
  /** Why people are called whom the preview does not show. */
  readonly why?: string;
}
