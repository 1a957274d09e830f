import type { VoicecallError } from "../base/errors.js";
import type { Recorded, RecordedLead } from "./recorded.js";
import type { Row } from "./rows.js";

export interface FailedRow {
  /** Absent for a lead whose row is no longer in the list. */
  readonly row?: Row | undefined;
  readonly action: "create" | "update" | "delete";
  readonly reason: string;
  /** Whether the service may have processed the request. */
  readonly inDoubt: boolean;
  /** Whether the request was processed, although not as it was sent. */
  readonly isDone?: true;
}

export interface Applied {
  readonly recorded: Recorded;
  readonly failed: readonly FailedRow[];
  /** How many requests were not sent, or failed with an error that all further requests would cause too. */
  readonly unsent: Readonly<Record<FailedRow["action"], number>>;
  readonly stop: VoicecallError | undefined;
  /** When the last request was sent; undefined if none was sent. */
  readonly wroteAt: number | undefined;
}

/** A create whose outcome only a listing can show. */
export interface Doubt {
  readonly row: Row;
  readonly reason: string;
  readonly isLost: boolean;
}

/** A delete whose outcome only a listing can show. */
export interface DoubtfulRemoval {
  readonly lead: RecordedLead;
  readonly error: VoicecallError;
  readonly isLost: boolean;
}
