/** Changes to the service and its objects, for tests of rules that hold for all kinds. */
import { expect } from "vitest";
import type { FaultRule } from "../../emulator/index.js";
import { type Subject, declaring } from "../kinds/index.js";
import { EnginePart, type Outcome, type Props } from "../support/engine-part.js";
import type { World } from "../support/world.js";

export { aLead, anAssistant, declaring, midCallTool, type Subject, subjects } from "../kinds/index.js";

/** Creates an object with the subject's key in an apply of another stack, and returns its id. */
export async function madeElsewhere(here: World, subject: Subject, more: Props = {}): Promise<number> {
  const elsewhere = new EnginePart({ env: here.engine.env, clock: here.clock });
  const { errors } = await elsewhere.up(declaring(subject, more));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  here.requests();
  return subject.rows(here.emulator).at(-1)!["id"] as number;
}

/** Adds a fault to requests with this method and path. */
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

export const count = (requests: string[], method: string): number =>
  requests.filter((line) => line.startsWith(`${method} `)).length;

/**
 * Checks that an error offers a second object with the same key, but never for a lead: its person would be called twice.
 * For errors about two resources of the program, or about an object of the stack: otherwise, the account may be wrong.
 */
export const expectOffersSecond = (text: string | undefined, kind: string): void =>
  expect(text?.includes('onExisting: "create"'), text).toBe(kind !== "Lead");
