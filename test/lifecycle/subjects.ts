/** The kinds whose objects are created, listed, changed and deleted one by one, as the rules common to them see them. */
import type { Emulator, FaultRule } from "../../emulator/index.js";
import { EnginePart, type Outcome, type Program, type Props } from "../support/engine-part.js";
import { assistant, lead, tool, type World } from "../support/world.js";

export interface Subject {
  kind: string;
  props: Props;
  create: string;
  list: string;
  /** Path of one object, for updates and deletes. */
  item: string;
  /** The stored objects of this kind. */
  rows: (emulator: Emulator) => Record<string, unknown>[];
  /** A field that every kind's update can change: what the program declares, what is sent, what a hand stores. */
  field: string;
  first: unknown;
  second: unknown;
  sent: Props;
  byHand: Props;
  /** A listing of these records, as the service answers it. */
  listing: (records: unknown[]) => unknown;
}

const page = (records: unknown[]): unknown => ({ current_page: 1, total: records.length, data: records });

export const midCallTool: Subject = {
  kind: "MidCallTool",
  props: tool,
  create: "/user/tools",
  list: "/user/tools",
  item: "/user/tools/{id}",
  rows: ({ state }) => state.tools,
  field: "timeout",
  first: 5,
  second: 20,
  sent: { timeout: 20 },
  byHand: { timeout: 12 },
  listing: (records) => records,
};

export const anAssistant: Subject = {
  kind: "Assistant",
  props: assistant,
  create: "/user/assistant",
  list: "/user/assistants/get",
  item: "/user/assistant/{id}",
  rows: ({ state }) => state.assistants,
  field: "maxCallDuration",
  first: 60,
  second: 90,
  sent: { max_call_duration: 90 },
  byHand: { max_duration: 75 },
  listing: page,
};

export const aLead: Subject = {
  kind: "Lead",
  props: lead,
  create: "/user/lead",
  list: "/user/leads",
  item: "/user/leads/{id}",
  rows: ({ state }) => state.leads,
  field: "variables",
  first: { plan: "small" },
  second: { plan: "large" },
  sent: { variables: { plan: "large" } },
  byHand: { variables: { plan: "by hand" } },
  listing: (records) => records,
};

export const subjects: Subject[] = [midCallTool, anAssistant, aLead];

/** One resource of the kind, named «it». */
export const declaring = ({ kind, props }: Subject, more: Props = {}): Program => ({
  it: { kind, props: { ...props, ...more } },
});

/** Somebody else makes an object with the subject's key; answers its id. */
export async function madeElsewhere(here: World, subject: Subject, more: Props = {}): Promise<number> {
  const elsewhere = new EnginePart({ env: here.engine.env, clock: here.clock });
  const { errors } = await elsewhere.up(declaring(subject, more));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  here.requests();
  return subject.rows(here.emulator).at(-1)!["id"] as number;
}

/** The next so many requests of this kind suffer the fault. */
export function strike(
  { emulator }: World,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  fault: FaultRule["fault"],
  more: Partial<FaultRule> = {},
): void {
  emulator.faults.add({ method, path, exact: true, fault, ...more });
}

export const only = ({ errors }: Outcome): string => {
  if (errors.length !== 1) throw new Error(`expected one error, not ${errors.length}: ${errors.join("\n")}`);
  return errors[0]!;
};

/** How often such requests were made since the last look. */
export const count = (requests: string[], method: string): number =>
  requests.filter((line) => line.startsWith(`${method} `)).length;
