import type { Api, Asked, Known } from "./api.js";
import type { Definition, ServiceRecord } from "./definition.js";
import type { Session } from "./session.js";
import type { Bag } from "./values.js";
import type { WantedFields } from "./wanted.js";

/** A resource whose objects are created, listed, changed and deleted one by one; all but the campaign state. */
export interface Standard extends Definition {
  /** What tells objects apart for a person, e.g. «name». */
  readonly key: string;
  connect(session: Session): Api;
  /** Whether a record is the one that a program would mean by the same key. */
  sameKey(record: ServiceRecord, wanted: WantedFields): boolean;
  /** The properties that make the key: writes of one key run one after another. */
  readonly keyFields: readonly string[];
  /** Outputs that a record does not show under one key. */
  compute?(record: ServiceRecord, session: Session): Bag;
  /** Adds what one rule binds to the fields of an update. */
  bind?(body: Record<string, unknown>, record: ServiceRecord): void;
  /** Runs before a create or update is sent; throws when it must not be. `id` is absent for a create. */
  beforeWrite?(
    inputs: Bag,
    wanted: WantedFields,
    session: Session,
    purpose: string,
    id?: number,
  ): Promise<void>;
  /** Runs before a delete is sent; throws when it must not be. */
  beforeDelete?(known: Known, session: Session, asked: Asked): Promise<void>;
  /** An object that is gone stays in state under these outputs, and is not created again by itself. */
  whenGone?(olds: Bag): Bag;
}
