/** The table of faults: how each is written in a rule, when it applies, and what it does. */
import type { z } from "zod";
import { responseFaults } from "./response-faults.js";
import { connectionFaults } from "./connection-faults.js";
import { deliveryFaults } from "./delivery-faults.js";
import type { Kind } from "./kind.js";
import { limitFaults } from "./limit-faults.js";
import { processingFaults } from "./processing-faults.js";

const kinds = {
  ...responseFaults,
  ...connectionFaults,
  ...deliveryFaults,
  ...processingFaults,
  ...limitFaults,
};

export type Fault = { [K in keyof typeof kinds]: z.output<(typeof kinds)[K]["schema"]> }[keyof typeof kinds];

/** The kind of a rule's `fault`. Undefined if the table has no such fault. */
export function kindOf(fault: unknown): Kind<unknown> | undefined {
  const all = Object.values(kinds) as Kind<unknown>[];
  return all.find(({ schema }) => schema.safeParse(fault).success);
}

export const faultForms = Object.values(kinds)
  .map(({ form }) => form)
  .join(", ");
