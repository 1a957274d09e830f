import type { ComputedTable, FieldTable } from "./fields.js";
import type { Change } from "./diff.js";
import type { Session } from "./session.js";
import type { Bag } from "./values.js";

/** A record of the service, as parsed: the id is sure, the rest is read by the field table. */
export interface ServiceRecord {
  readonly id: number;
  readonly [key: string]: unknown;
}

/** What is marked as deleted counts as absent everywhere. */
export const isLiving = (record: ServiceRecord): boolean => (record["deleted_at"] ?? null) === null;

export interface Finding {
  /** Path of the property, e.g. `schema[0].name`. */
  readonly path: string;
  readonly reason: string;
}

/** What a name check finds: mistakes stop the preview, notes are said and go on. */
export interface Advice {
  readonly failures: readonly Finding[];
  readonly notes: readonly string[];
}

export interface AdviceRequest {
  readonly inputs: Bag;
  /** The inputs of the last apply; undefined when the resource is new or about to be replaced. */
  readonly olds: Bag | undefined;
  readonly session: Session;
}

/** What a look at texts needs: mistakes that the service would not refuse. */
export interface LintRequest {
  readonly inputs: Bag;
  /** What the SDK says beside the properties, under keys that begin with two underscores; neither inputs nor outputs keep it. */
  readonly hints: Bag;
  /** Whether the object is about to be made, so that what the program leaves out is empty. */
  readonly isNew: boolean;
  readonly session: Session;
}

export interface Judgement {
  readonly found: readonly Change[];
  /** Properties because of which the object is deleted and created again. */
  readonly replaces?: readonly string[];
  readonly notes?: readonly string[];
}

/** What a resource is made of: its tables, its rules, and what create, read, update and delete mean for it. */
export interface Definition {
  readonly kind: string;
  readonly fields: FieldTable;
  readonly computed: ComputedTable;
  /** Rules between properties, judged from the program alone. Values may be unknown. */
  rules?(inputs: Bag): Finding[];
  /** Has the last word on a difference: what a kind cannot or must not change by an update. */
  judge?(olds: Bag, news: Bag, found: readonly Change[], who: string): Judgement;
  /** Whether the account has the object as state recorded it, which shows whose account it is. */
  isInAccount(session: Session, id: string, olds: Bag): Promise<boolean>;
  /** Mistakes in texts; said or refused as `voicecall:promptChecks` says. */
  lint?(request: LintRequest): Promise<Finding[]>;
  /** Rules that need the account; called with a token only, after names were resolved. */
  advise?(request: AdviceRequest): Promise<Advice>;
}
