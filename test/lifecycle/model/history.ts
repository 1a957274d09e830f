/** The events of a history: edits, applies with faults and kills, and manual changes in between. */
import fc from "fast-check";
import type { Fault } from "../../../emulator/index.js";
import type { Kill } from "../../support/death.js";
import { type Chosen, SLOTS, type Slot } from "./universe.js";

export interface Strike {
  method: "GET" | "POST" | "PUT" | "DELETE";
  nth: number;
  fault: Fault;
  when?: "before" | "after";
}

export type Event =
  | { do: "edit"; program: Chosen }
  | { do: "preview" }
  | { do: "up"; refresh: boolean; strikes: Strike[]; kill?: Kill }
  | { do: "hand"; slot: Slot; change: "edit" | "delete" | "start" | "stop" };

const FAULTS: Pick<Strike, "fault" | "when">[] = [
  { fault: "cut-before" },
  { fault: "cut-after" },
  { fault: { status: 500 } },
  { fault: { status: 500 }, when: "after" },
  { fault: { status: 503 } },
  { fault: { status: 504 }, when: "after" },
  { fault: { status: 429 } },
  { fault: { status: 422, body: { message: "Refused." } } },
  { fault: "html", when: "after" },
  { fault: "invalid-json", when: "after" },
];

const program: fc.Arbitrary<Chosen> = fc.record(
  Object.fromEntries(SLOTS.map((slot) => [slot, fc.integer({ min: 0, max: 3 })])) as Record<
    Slot,
    fc.Arbitrary<number>
  >,
  { requiredKeys: [] },
);

/** An apply sends many reads but few writes, so a fault of a later PUT or DELETE would have no effect. */
const requests = fc.oneof(
  fc.record({ method: fc.constant("GET" as const), nth: fc.integer({ min: 1, max: 8 }) }),
  {
    weight: 2,
    arbitrary: fc.record({ method: fc.constant("POST" as const), nth: fc.integer({ min: 1, max: 5 }) }),
  },
  fc.record({
    method: fc.constantFrom("PUT" as const, "DELETE" as const),
    nth: fc.integer({ min: 1, max: 3 }),
  }),
);

const strike: fc.Arbitrary<Strike> = fc
  .record({ request: requests, kind: fc.constantFrom(...FAULTS) })
  .map(({ request, kind }) => ({ ...request, ...kind }));

const up: fc.Arbitrary<Event> = fc
  .record({
    refresh: fc.boolean(),
    strikes: fc.array(strike, { maxLength: 3 }),
    kill: fc.option(
      fc.record({ request: fc.integer({ min: 1, max: 14 }), when: fc.constantFrom("before", "after") }),
      { freq: 2 },
    ),
  })
  .map(({ refresh, strikes, kill }) => ({ do: "up", refresh, strikes, ...(kill && { kill }) }));

const hand: fc.Arbitrary<Event> = fc.record({
  do: fc.constant("hand" as const),
  slot: fc.constantFrom(...SLOTS),
  change: fc.constantFrom("edit", "edit", "delete", "start", "stop"),
});

/** Histories start with a program and an apply, so that objects exist. */
export const histories: fc.Arbitrary<Event[]> = fc
  .tuple(
    program,
    up,
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: up },
        { weight: 2, arbitrary: program.map((chosen): Event => ({ do: "edit", program: chosen })) },
        { weight: 2, arbitrary: hand },
        { weight: 1, arbitrary: fc.constant<Event>({ do: "preview" }) },
      ),
      { maxLength: 6 },
    ),
  )
  .map(([chosen, first, rest]): Event[] => [{ do: "edit", program: chosen }, first, ...rest]);
