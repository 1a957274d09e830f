import { type ErrorCode, type ErrorDetails, VoicecallError } from "../http/errors.js";
import type {
  Advice,
  Change,
  Checked,
  Created,
  DiffResult,
  Finding,
  Assessment,
  ReadResult,
} from "./results.js";
import type { Severity } from "../engine-log.js";
import { label } from "./describe.js";
import type { ApiForm, ComputedTable, FieldTable } from "./fields.js";
import type { ObjectEntry } from "./ledger.js";
import type { ServiceRecord } from "./record.js";
import type { RecordListing } from "./record-listing.js";
import type { Session, Subject } from "./session.js";
import { type Memory, memory } from "./state.js";
import type { Bag } from "./values.js";
import { type WantedFields, resolveAll } from "./wanted.js";

/** The tables and rules of a resource. */
export interface Definition {
  readonly kind: string;
  readonly fields: FieldTable;
  readonly computed: ComputedTable;
  /** The 2025 form has no such kind. */
  readonly only?: "2026";
  /** A read compares all fields, also those that no record has by itself. */
  readonly readsAll?: true;
  /** Why the API cannot change any object once it exists; absent: it can. Such an object is adopted only if nothing differs. */
  readonly unchangeable?: string;
  /** The property with the engine mode, for a kind whose fields depend on it. */
  readonly modeField?: string;
  /** The form of the API that the fields have. Absent in the definition that covers all forms. */
  readonly form?: ApiForm;
  /** The definition that covers all forms, if this one is of a single form. */
  readonly base?: Definition;
  /** Properties that the form or the engine mode lacks, each with the reason. */
  readonly lacks?: Readonly<Record<string, string>>;
  /** Rules between properties that need only the program. Values may be unknown. */
  rules?(inputs: Bag, definition: Definition): Finding[];
  /** Final decision about a difference: what an update of this kind cannot or must not change. */
  assess?(olds: Bag, news: Bag, found: readonly Change[], label: string): Assessment;
  /** Notes about the object itself: shown when it is created or adopted, and in each preview and drift report. */
  standing?(outputs: Bag, label: string): readonly string[];
  /** The same for a kind that needs the account to decide. Not called for reports. */
  decide?(operation: Operation, found: readonly Change[]): Promise<Assessment>;
  /** Whether the account has the object as state recorded it, which shows whose account it is. */
  isInAccount(operation: Operation): Promise<boolean>;
  /**
   * Mistakes in texts that the service would accept. `voicecall:promptChecks` makes them warnings or errors.
   * @param isNew whether the object will be created, in which case fields that the program leaves out are empty
   */
  lint?(operation: Operation, isNew: boolean): Promise<Finding[]>;
  /** Rules that need the account; called with a token only, after names were resolved. */
  advise?(operation: Operation): Promise<Advice>;
}

/** A resource whose objects are created, listed, changed and deleted one by one; all but the campaign state. */
export interface Standard extends Definition {
  /** What identifies an object to people, e.g. `name`. */
  readonly key: string;
  connect(operation: Operation): Api;
  /** Whether a record has the key that the program declares. */
  sameKey(record: ServiceRecord, wanted: WantedFields): boolean;
  /** The properties of the key. Writes with the same key run one after another. */
  readonly keyFields: readonly string[];
  /** Outputs that a record does not show under one key. */
  compute?(record: ServiceRecord): Bag;
  /** Adds the fields that the service requires together with those of an update. */
  addBoundFields?(body: Record<string, unknown>, record: ServiceRecord): void;
  /**
   * Runs before a create or update is sent. Throws if the request must not be sent.
   * @param id of the object that is adopted or updated
   */
  beforeWrite?(operation: Operation, wanted: WantedFields, id?: number): Promise<void>;
  /** Throws if another resource of the program declares what only one object can have, besides the key. */
  assertAlone?(operation: Operation): Promise<void>;
  /** Why the API cannot change an object; undefined if it can. Such an object is not adopted, updated or exported. */
  isReadOnly?(record: ServiceRecord): string | undefined;
  /** Runs before a delete is sent. Throws if the request must not be sent. */
  beforeDelete?(operation: Operation): Promise<void>;
  /** The outputs under which an object that is gone stays in state. It is not created again automatically. */
  whenGone?(olds: Bag): Bag;
}

/** The requests of one kind, made for an operation. */
export interface Api {
  /** The living records of the account. */
  readonly listing: RecordListing<ServiceRecord>;
  /** One record, or undefined when a complete listing lacks it: a 404 by itself proves nothing. */
  find(id: number, again?: boolean): Promise<ServiceRecord | undefined>;
  /** `whole`: the response contains every field, so no read-back is needed. */
  create(body: Bag): Promise<{ id: number; whole?: ServiceRecord }>;
  update(id: number, body: Bag): Promise<{ whole?: ServiceRecord }>;
  remove(id: number): Promise<void>;
}

/** The life cycle of one kind, as the engine calls it. */
export interface Resource<D extends Definition = Definition> {
  readonly definition: D;
  check(this: void, operation: Operation<D>): Promise<Checked>;
  diff(this: void, operation: Operation<D>): Promise<DiffResult>;
  create(this: void, operation: Operation<D>): Promise<Created>;
  read(this: void, operation: Operation<D>): Promise<ReadResult>;
  update(this: void, operation: Operation<D>): Promise<Record<string, unknown>>;
  remove(this: void, operation: Operation<D>): Promise<void>;
}

export type Verb = "check" | "compare" | "create" | "adopt" | "read" | "update" | "delete";

interface Call<D extends Definition> {
  readonly definition: D;
  /** Opened on first use, so that mistakes in the program are reported before those in the settings. */
  readonly open: () => Session;
  readonly verb: Verb;
  readonly id?: string;
  /** Outputs in state; absent for an object that is created. */
  readonly olds?: Bag | undefined;
  /** Inputs of the program; absent when there is only state. */
  readonly news?: Bag;
  /** What the SDK adds to the inputs, under keys that begin with two underscores. */
  readonly hints?: Bag;
  /** The attempted action, if the verb does not name it. */
  readonly purpose?: string;
}

/** One call of the engine: the action, the resource, and what is known about it. */
export class Operation<D extends Definition = Definition> {
  readonly #call: Call<D>;
  readonly definition: D;
  readonly verb: Verb;

  constructor(call: Call<D>) {
    this.#call = call;
    this.definition = call.definition;
    this.verb = call.verb;
  }

  /** The same operation with more information, or a step of it. */
  with(more: Partial<Call<D>>): Operation<D> {
    return new Operation({ ...this.#call, ...more });
  }

  get kind(): string {
    return this.definition.kind;
  }

  get session(): Session {
    return this.#call.open();
  }

  get id(): string {
    return this.#call.id ?? "";
  }

  /** The id in the form that records use. */
  get recordId(): number {
    return Number(this.id);
  }

  get isNew(): boolean {
    return this.#call.olds === undefined;
  }

  get olds(): Bag {
    return this.#call.olds ?? {};
  }

  /** What the program declares; for a read or delete, what it declared last. */
  get news(): Bag {
    return this.#call.news ?? this.olds;
  }

  get hints(): Bag {
    return this.#call.hints ?? {};
  }

  get memory(): Memory {
    return memory(this.olds);
  }

  /** What messages call the resource. */
  get label(): string {
    return label(this.kind, this.news, this.#call.id);
  }

  /** The action and the resource. Every error begins with it. */
  get purpose(): string {
    return this.#call.purpose ?? `${this.verb} ${this.label}`;
  }

  /** What this run knows about the object. */
  get object(): ObjectEntry {
    return this.objectWith(this.id);
  }

  objectWith(id: string | number): ObjectEntry {
    return this.session.ledger.object(this.kind, id);
  }

  api(this: Operation<Standard>): Api {
    return this.definition.connect(this);
  }

  /** What the program declares, with its names resolved. */
  resolved(): Promise<WantedFields> {
    return resolveAll(this.definition.fields, this.news, this.session.names);
  }

  /** A line about the resource, shown once in a run: on the resource, if the program sends its identity. */
  say(
    line: string,
    severity: Severity = "info",
    more: Pick<Partial<Subject>, "starts" | "difference"> = {},
  ): void {
    const { session, kind, id, news } = this;
    const urn = session.ledger.urnOf(kind, news);
    const shown = urn !== undefined && { shownOn: { urn, severity } };
    session.say(line, { kind, id, ...more, ...shown });
  }

  /** The same, beginning with the resource. */
  note(text: string, severity?: Severity): void {
    this.say(`${this.label}: ${text}`, severity);
  }

  /** A warning of a preview that applying this starts a campaign, or may start it. */
  noteStart(text: string): void {
    this.say(`${this.label}: ${text}`, "warning", { starts: true });
  }

  /** A note about a difference that the values of the property cannot show. */
  noteDifference(text: string, difference: Subject["difference"]): void {
    this.say(`${this.label}: ${text}`, "info", { difference });
  }

  error(code: ErrorCode, what: string, details?: ErrorDetails): VoicecallError {
    return new VoicecallError(code, what, { operation: this.purpose, ...details });
  }

  /** An error about the declaration of the resource, whatever the operation. */
  mistake(code: ErrorCode, what: string): VoicecallError {
    return new VoicecallError(code, what, { resource: this.label });
  }
}
