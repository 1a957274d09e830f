/** What the core asks of the code of a kind that manages one object each. */
import type { VoicecallError } from "../../base/errors.js";
import type { ServiceRecord } from "../records/record.js";
import type { Age } from "../records/snapshot.js";
import type { Bag } from "../fields/values.js";
import type { Values } from "./sides.js";

/** What is about to be done with an object. */
export type Act =
  /** Takes over an existing object. A preview asks too. */
  | { readonly kind: "adopt"; readonly record: ServiceRecord }
  /** Sends a create or an update. */
  | {
      readonly kind: "write";
      readonly wanted: Values;
      /** The object that is adopted or updated. */
      readonly record?: ServiceRecord;
      /** The properties that an update sends; absent for a create or adoption. */
      readonly sent?: readonly string[];
    }
  | { readonly kind: "delete" };

/** The requests for one kind, on behalf of one operation. */
export interface Requests {
  /**
   * One record. Undefined only if the record is marked as deleted, or if a complete listing does not have it:
   * a 404 alone proves nothing. Absent if the API cannot read a single object.
   */
  find?(this: void, id: number, age: Age): Promise<ServiceRecord | undefined>;
  create(body: Bag): Promise<Pick<Written, "whole"> & { id: number }>;
  update(id: number, body: Bag): Promise<Written>;
  remove(id: number): Promise<void>;
}

export interface Api extends Requests {
  find(id: number, age?: Age): Promise<ServiceRecord | undefined>;
}

export interface Written {
  /** The record in the response, if it contains every field. Then no read-back is needed. */
  readonly whole?: ServiceRecord;
  /** The error of the last request of an update, if an earlier request has already changed the object. */
  readonly failure?: VoicecallError;
}
