/**
 * For each managed field two valid values, and how a hand would change it in the service. Written from the
 * specification, not derived from the tables: a test checks that no field of a table is missing here.
 */
import type { Emulator } from "../../../emulator/index.js";
import type { World } from "../../support/world.js";

export interface Sample {
  first: unknown;
  second: unknown;
  /** What one update of this field carries, by request name. */
  body: Record<string, unknown>;
  /** Merges this into what the service keeps, as an edit on its web page would. */
  byHand?: Record<string, unknown>;
  /** The request when the field is taken out; absent: nothing is sent and the live value stays. */
  emptied?: Record<string, unknown>;
  /** Other properties that this one needs. */
  beside?: Record<string, unknown>;
  /** Why the live object cannot be compared, from behaviour.md or api-gaps.md. */
  notReadable?: string;
  /** Required: cannot be taken out. */
  required?: true;
}

export interface Kind {
  base: Record<string, unknown>;
  /** The stored objects of this kind. */
  rows: (emulator: Emulator) => Record<string, unknown>[];
  samples: Record<string, Sample>;
  /** Prepares what the samples refer to. */
  prepare?: (world: World) => Promise<void>;
}

export const number = (
  request: string,
  stored: string,
  first: number,
  second: number,
  third: number,
): Sample => ({
  first,
  second,
  body: { [request]: second },
  byHand: { [stored]: third },
});

export const flag = (request: string, stored = request): Sample => ({
  first: true,
  second: false,
  body: { [request]: false },
  byHand: { [stored]: false },
});
