/** The table of faults: what each looks like in a rule, when it strikes, and what it does. */
import type { z } from "zod";
import { answerFaults } from "./answer-faults.js";
import { connectionFaults } from "./connection-faults.js";
import { deliveryFaults } from "./delivery-faults.js";
import type { Kind } from "./kind.js";
import { limitFaults } from "./limit-faults.js";
import { processingFaults } from "./processing-faults.js";

export const kinds = {
  ...answerFaults,
  ...connectionFaults,
  ...deliveryFaults,
  ...processingFaults,
  ...limitFaults,
};

export type Fault = { [K in keyof typeof kinds]: z.output<(typeof kinds)[K]["schema"]> }[keyof typeof kinds];

/** The kind of a rule's `fault`, or undefined when it is none of the table. */
export function kindOf(fault: unknown): Kind<unknown> | undefined {
  const all = Object.values(kinds) as Kind<unknown>[];
  return all.find(({ schema }) => schema.safeParse(fault).success);
}

/** For messages: how each fault is written. */
export const faultForms = Object.values(kinds)
  .map(({ form }) => form)
  .join(", ");
