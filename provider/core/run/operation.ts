import { type ErrorCode, type ErrorDetails, VoicecallError } from "../../base/errors.js";
import type {
  Assessment,
  Change,
  Checked,
  Created,
  DiffResult,
  Finding,
  Findings,
  ReadResult,
} from "./results.js";
import { type InProgram, label, nameIn, inProgram } from "./describe.js";
import type { ApiForm, ComputedTable, FieldTable } from "../fields/fields.js";
import type { ObjectEntry } from "./ledger.js";
import type { Act, Requests } from "./requests.js";
import type { Session, Severity, Subject } from "./session.js";
import type { ListedKind } from "../../base/kind.js";
import { type Memory, memory } from "./state.js";
import { type Bag, hasUnknown, ownValue } from "../fields/values.js";
import type { Values } from "./sides.js";

/** The tables and rules of a resource. */
export interface Definition {
  readonly kind: string;
  readonly fields: FieldTable;
  readonly computed: ComputedTable;
  /** The 2025 form has no such kind. */
  readonly only?: "2026";
  /** Its values are personal data: nothing keeps those that a write replaces. */
  readonly personal?: true;
  /** A read compares all fields, including those that a record shows only indirectly. */
  readonly readsAll?: true;
  /** Why the API cannot change any existing object; absent if it can. It adopts only an object that is as declared. */
  readonly unchangeable?: string;
  /** The property with the engine mode, for a kind whose fields depend on it. */
  readonly modeField?: string;
  /** The output that repeats the id, so that an id edited in state does not pass for that of another object. */
  readonly idOutput?: string;
  /** The form of the API that the fields are for. Absent if the definition covers all forms. */
  readonly form?: ApiForm;
  /** The definition that covers all forms, if this one is for a single form. */
  readonly base?: Definition;
  /** Properties that the form or the engine mode lacks, each with the reason. */
  readonly lacks?: Readonly<Record<string, string>>;
  /** Rules about several properties, checked with the inputs alone. Values may be unknown. */
  rules?(inputs: Bag, definition: Definition): Finding[];
  /**
   * Checks more than the fields. Names are resolved, but without a token nothing is looked up. In a preview, mistakes
   * may have been found before, and their properties count as unknown.
   */
  check?(operation: Operation, findings: Findings): Promise<void>;
  /**
   * Which changes count, and what an apply does about them, from state and program alone. `voicecall drift` calls it too.
   */
  assess?(olds: Bag, news: Bag, found: readonly Change[], label: string): Assessment;
  /** Goes on where `assess` ends, and may read the account. Returns the changes that count, unless all do. */
  compare?(
    operation: Operation,
    found: readonly Change[],
    findings: Findings,
  ): Promise<readonly Change[] | undefined>;
  /**
   * Notes about the object itself, shown when it is created, adopted, changed or refreshed, and in each drift report.
   */
  standing?(outputs: Bag, label: string): readonly string[];
  /**
   * Whether the account contains what state records about the object, such as its id with its creation time.
   * This proves that the account is the recorded one. Default: its listing has the id with its creation time.
   */
  isInAccount?(operation: Operation): Promise<boolean>;
}

/** The definition of a kind whose resources manage one object each. */
export interface Standard extends Definition {
  readonly kind: ListedKind;
  /** How messages name the key, such as `name` or `campaign and phone number`. */
  readonly key: string;
  /**
   * The properties of the key. Creates, adoptions and key changes that result in the same key run one after
   * another.
   */
  readonly keyFields: readonly string[];
  connect(operation: Operation): Requests;
  /** Throws if the act is forbidden. A preview asks about adoptions too, and predicts only the code "unsupported". */
  guard?(operation: Operation<Standard>, act: Act): Promise<void>;
  /**
   * Set if an object that is gone stays in state and is not created again automatically. Returns why it is not created
   * again in any case; undefined if the program decides.
   */
  staysGone?(olds: Bag): string | undefined;
}

/** The life-cycle methods of one kind, one for each engine call. */
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
  readonly session: Session;
  readonly verb: Verb;
  readonly id?: string;
  /** Outputs in state; absent if the object is being created. */
  readonly olds?: Bag | undefined;
  /** Inputs of the program; absent if there is only state. */
  readonly news?: Bag;
  /** The inputs are values of a live object. No program declares them yet. */
  readonly isLive?: true;
  /** What the SDK adds to the inputs, under keys with two leading underscores. */
  readonly hints?: Bag;
  /** What identifies the resource among those of its kind; absent for an object that no program declares. */
  readonly self?: string | undefined;
  /** The action and the resource, for messages. Absent: the verb and the label. */
  readonly purpose?: string;
}

/** What a line is about, for commands that read it as data (`Message` in base/messages.ts). */
type More = Pick<Partial<Subject>, "effect" | "difference" | "unlessReplaced" | "adopts">;

/** One engine call: the action, the resource, and what is known about it. */
export class Operation<D extends Definition = Definition> {
  readonly #call: Call<D>;
  #label: string | undefined;
  readonly definition: D;
  readonly session: Session;
  readonly kind: D["kind"];
  readonly verb: Verb;
  readonly id: string;
  /** The id as a number, as in records. */
  readonly recordId: number;
  readonly isNew: boolean;
  readonly olds: Bag;
  readonly memory: Memory;
  /** The inputs of the program. In a read or delete, the outputs in state, which include the inputs. */
  readonly news: Bag;
  readonly isLive: boolean;
  readonly hints: Bag;
  /** What the program wants if another object has the key. */
  readonly onExisting: unknown;
  /** Identifies the resource in the program, in every call about it. */
  readonly identity: string | undefined;

  constructor(call: Call<D>) {
    const { definition, session, verb, id = "", olds, news, isLive = false, hints = {}, self } = call;
    this.#call = call;
    this.definition = definition;
    this.session = session;
    this.kind = definition.kind;
    this.verb = verb;
    this.id = id;
    this.recordId = Number(id);
    this.isNew = olds === undefined;
    this.olds = olds ?? {};
    this.memory = memory(this.olds);
    this.news = news ?? this.olds;
    this.isLive = isLive;
    this.hints = hints;
    this.onExisting = ownValue(this.news, "onExisting") ?? session.settings.onExisting;
    this.identity = self === undefined ? undefined : `${this.kind} ${self}`;
  }

  with(more: Partial<Call<D>>): Operation<D> {
    return new Operation({ ...this.#call, ...more });
  }

  /** Without the inputs that are not known yet. */
  known(): Operation<D> {
    const known = Object.entries(this.news).filter(([, value]) => !hasUnknown(value));
    return this.with({ news: Object.fromEntries(known) });
  }

  /** Whether check has seen the resource of state. A refresh, which applies nothing, calls diff without it. */
  get isChecked(): boolean {
    return this.session.ledger.intent(this.identity).isChecked === true;
  }

  get label(): string {
    const { urn } = this.session.ledger.intent(this.identity);
    return (this.#label ??= label(this.kind, this.news, this.#call.id, urn));
  }

  /** Such as `update Assistant "Support"`. Errors of the operation start with it, except those about the declaration. */
  get purpose(): string {
    return this.#call.purpose ?? `${this.verb} ${this.label}`;
  }

  /** How commands name the resource: the name in the program, and the option that selects it alone. */
  get inProgram(): InProgram {
    return inProgram(this.kind, this.identity && nameIn(this.identity));
  }

  get object(): ObjectEntry {
    return this.session.ledger.object(this.kind, this.id);
  }

  /** What the program declares, with names resolved to ids. */
  async resolved(): Promise<Values> {
    const values = new Map<string, unknown>();
    for (const property of Object.keys(this.definition.fields))
      if (ownValue(this.news, property) !== undefined) values.set(property, await this.resolve(property));
    return values;
  }

  /** A value of a property, by default the declared one, with names resolved to ids. */
  async resolve(property: string, value = ownValue(this.news, property)): Promise<unknown> {
    const { refers } = this.definition.fields[property]!;
    if (!refers || value === null) return value;
    const one = async (item: unknown): Promise<number> =>
      (await this.session.names.resolve(refers.to, item as string | number)).id;
    return refers.many ? Promise.all((value as unknown[]).map(one)) : one(value);
  }

  /** Prints a line once per run. If the SDK passed the URN, the engine shows the line on the resource. */
  say(line: string, severity: Severity = "info", more: More = {}): void {
    const { session, kind, id, identity } = this;
    const urn = session.ledger.intent(identity).urn;
    const target = urn !== undefined && { shownOn: { urn, severity } };
    session.say(line, { kind, id, ...more, ...target });
  }

  note(text: string, severity?: Severity, more?: More): void {
    this.say(`${this.label}: ${text}`, severity, more);
  }

  /** A warning that the apply will or may start a campaign, or that one that runs may call somebody because of it. */
  warn(effect: "start" | "call", text: string): void {
    this.note(text, "warning", { effect });
  }

  /**
   * A preview's warnings that the apply will fail, or lose what the service has.
   * @param unlessReplaced whether it will not if the engine replaces the resource, which check cannot know
   */
  predict(lines: readonly string[], unlessReplaced = false, effect: "failure" | "loss" = "failure"): void {
    const { urn } = this.session.ledger.intent(this.identity);
    const more = { effect, ...(unlessReplaced && { unlessReplaced: urn }) };
    for (const line of lines) this.say(line, "warning", more);
  }

  error(code: ErrorCode, what: string, details?: ErrorDetails): VoicecallError {
    return new VoicecallError(code, what, { operation: this.purpose, ...details });
  }

  /** An error about the declaration. Its text does not name the operation. */
  mistake(code: ErrorCode, what: string, remedy?: string): VoicecallError {
    return new VoicecallError(code, what, { resource: this.label, remedy });
  }
}
