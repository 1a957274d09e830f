import type { ServiceRecord } from "./definition.js";
import type { Memory } from "./state.js";
import type { Bag } from "./values.js";

/** What every request is told about the resource it is for. */
export interface Asked {
  /** What is attempted, on which resource: starts every error. */
  readonly purpose: string;
}

/** The calls of one kind, bound to a session. */
export interface Api {
  /** All living records, as read since the last write. */
  list(): Promise<readonly ServiceRecord[]>;
  /** Reads all records again. */
  listAnew(): Promise<readonly ServiceRecord[]>;
  /** One record, or undefined when a complete listing lacks it: a 404 by itself proves nothing. */
  find(id: number, anew: boolean): Promise<ServiceRecord | undefined>;
  /** `whole`: the answer holds every field, so it is its own read-back. */
  create(body: Bag, asked: Asked): Promise<{ id: number; whole?: ServiceRecord }>;
  update(id: number, body: Bag, asked: Asked): Promise<{ whole?: ServiceRecord }>;
  remove(id: number, asked: Asked): Promise<void>;
}

/** What deleting, or finding out about absence, knows of the object from state. */
export interface Known {
  readonly id: number;
  readonly olds: Bag;
  readonly memory: Memory;
}
