import type { Clock } from "../../base/clock.js";
import type { Client } from "../../http/client.js";
import { VoicecallError, orElse } from "../../base/errors.js";
import * as lookup from "../lookup/api.js";
import { counted } from "../../base/quoted.js";
import { type Kind, nounsOf } from "../../base/kind.js";
import { type Sign, formOf, modelSigns, voiceSigns } from "../lookup/form.js";
import { Names, references } from "../lookup/names.js";
import type { ModelType } from "../lookup/records.js";
import type { Model, Voice } from "../lookup/schema.js";
import { type LookUp, nameSources } from "../lookup/sources.js";
import type { Message } from "../../base/messages.js";
import type { Listing, OnePage } from "../../http/pages.js";
import type { Settings } from "../../http/settings.js";
import type { ApiForm, EngineMode, Reference } from "../fields/fields.js";
import { type Campaign, type ServiceRecord, isLiving } from "../records/record.js";
import { Ledger } from "./ledger.js";
import { type Age, Snapshot } from "../records/snapshot.js";
import { UnreadableRecords } from "../records/unreadable.js";

type How = Pick<Listing<ServiceRecord>, "query" | "isUnwanted" | "unidentified" | "kept" | "whole">;

/** How the records of a kind are read. */
export interface Loader {
  /** Loads every object. */
  list(this: void, client: Client, how?: How): Promise<ServiceRecord[]>;
  /** Reads one page; absent if the listing has no pages. */
  page?(this: void, client: Client, number: number, how: How): Promise<OnePage<ServiceRecord>>;
  /** The key of a record by which the 2026 form filters the listing. Its parameter has the same name. */
  readonly filter?: string;
  /** The key of a record, in the format of `keyText` in wanted.ts. Undefined if it cannot be read. */
  keyOf(this: void, record: ServiceRecord): string | undefined;
  /** Set if each record shows the user who owns the account. */
  readonly showsOwner?: true | undefined;
  /** Reads one record; absent if the API cannot. The response can show a new object before the listing does. */
  find?(this: void, client: Client, id: number): Promise<ServiceRecord>;
}

/** Provided by the catalog, because the core does not import the code of any kind. */
export type Loaders = Readonly<Partial<Record<Kind, Loader>>>;

export interface EngineCalls {
  /** The number of calls so far. */
  begun: number;
  /** The number of checks and diffs that are running. */
  open: number;
  /** The number of creates and updates that are running. */
  applying: number;
  /** The highest value of `applying` so far. */
  mostApplying: number;
}

export type Severity = "info" | "warning" | "error";

/** Where the engine shows a line. */
export interface About {
  readonly urn: string;
  readonly severity: Severity;
}

/** The resource that a printed line is about. */
export type Subject = Readonly<Pick<Message, "kind" | "id" | "effect" | "unlessReplaced" | "difference">> & {
  readonly shownOn?: About;
};

export interface Output {
  print(this: void, line: string, about?: Subject): void;
  /** False if the command itself names the objects whose records cannot be read. */
  readonly namesUnreadable?: false | undefined;
  /** Receives messages as data. Present if a `voicecall` command reads them. */
  readonly report?: ((message: Message) => void) | undefined;
}

/** One account in one process: its client, its listings, and the lines printed so far. */
export class Session {
  readonly names: Names;
  readonly phoneNumbers = this.lookUp("phoneNumber", () => lookup.listPhoneNumbers(this.client));
  readonly #voices = new Map<EngineMode | undefined, LookUp<Voice>>();
  readonly #models = new Map<ModelType, LookUp<Model>>();
  readonly #records: ReadonlyMap<string, Snapshot<ServiceRecord>>;
  #userId: number | undefined;
  readonly #printed = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  readonly settings: Settings;

  constructor(
    readonly client: Client,
    readonly clock: Clock,
    private readonly loaders: Loaders,
    private readonly output: Output,
  ) {
    this.settings = client.settings;
    this.#records = new Map(
      Object.entries(loaders).map(([kind, loader]) => {
        const noun = nounsOf(kind).plural;
        const { filter } = loader;
        const how = (part: number | undefined): How =>
          filter === undefined || part === undefined
            ? {}
            : { query: { [filter]: part }, isUnwanted: (record) => record[filter] !== part };
        return [
          kind,
          new Snapshot({
            noun,
            all: async (part, { unidentified, kept, whole }) => {
              const rows = await loader.list(client, {
                ...how(part),
                kept,
                whole,
                unidentified: (count) => {
                  unidentified(count);
                  this.say(
                    `The listing of ${noun} has ${counted(count, "record")} without a readable id, left out here. Correct them in the service.`,
                  );
                },
              });
              if (output.namesUnreadable !== false) this.noteUnreadable(noun, rows);
              if (loader.showsOwner)
                this.#userId ??= rows.map((row) => row["user_id"]).find((id) => typeof id === "number");
              return rows;
            },
            page:
              loader.page &&
              ((number, part) =>
                loader.page!(client, number, { ...how(part), unidentified: () => undefined })),
            ...(filter !== undefined && { partOf: (record: ServiceRecord) => record[filter] }),
            keyOf: loader.keyOf,
            isLiving,
            now: () => clock.now(),
            allWait: (waiting) => this.#allWait(waiting),
          }),
        ];
      }),
    );
    this.names = new Names(nameSources(this));
    this.knownForm = this.settings.apiForm === "auto" ? undefined : this.settings.apiForm;
  }

  /** The form of the service's API, once it is known. */
  knownForm: ApiForm | undefined;
  #form: Promise<ApiForm> | undefined;

  readonly #signs = new Map<string, Sign>();

  /** The signs of the API form in the voices and models read so far, those of voices first. */
  get formSigns(): readonly Sign[] {
    return [...this.#signs.values()].sort((one, other) => (one.text < other.text ? 1 : -1));
  }

  /**
   * The form of the service's API. If it is not known yet, reads the voices, and also the multimodal models
   * if the voices do not show the form. If neither listing shows it, assumes the 2025 form.
   * @throws VoicecallError "config", as `formOf` does
   */
  async form(): Promise<ApiForm> {
    this.knownForm ??= await (this.#form ??= this.#settledForm().finally(() => (this.#form = undefined)));
    this.assertOneForm();
    return this.knownForm;
  }

  async #settledForm(): Promise<ApiForm> {
    await this.voices();
    if (this.formSigns.length === 0) await this.models("multimodal");
    return formOf(this.formSigns, this.settings.apiForm) ?? "2025";
  }

  /**
   * Checks the API form against what name lookups have shown.
   * @throws VoicecallError "config", as `formOf` does
   */
  assertOneForm(): void {
    formOf(this.formSigns, this.settings.apiForm);
  }

  /** The voices of an engine mode; without it, of all modes. */
  voices(mode?: EngineMode): Promise<readonly Voice[]> {
    return getOrCreate(this.#voices, mode, () =>
      this.lookUp("voice", () => lookup.listVoices(this.client, { mode }), voiceSigns),
    )();
  }

  /** The models of a type. Without a type, the language models: the 2025 form lists no others. */
  models(type?: ModelType): Promise<readonly Model[]> {
    return getOrCreate(this.#models, type ?? "llm", () =>
      this.lookUp("model", () => lookup.listModels(this.client, { type }), modelSigns),
    )();
  }

  /** A listing for lookups of names. */
  lookUp<T extends { id: number }>(
    to: Reference,
    all: () => Promise<T[]>,
    signsIn: (rows: T[]) => readonly Sign[] = () => [],
  ): LookUp<T> {
    const read = async (): Promise<readonly T[]> => {
      const rows = await all();
      this.noteUnreadable(references[to].many, rows);
      for (const sign of signsIn(rows)) this.#signs.set(sign.text, sign);
      return rows;
    };
    let reading: Promise<readonly T[]> | undefined;
    return async () => {
      try {
        return await (reading ??= read());
      } catch (error) {
        reading = undefined;
        throw error;
      }
    };
  }

  /** All campaigns in the account, including those that no Campaign resource manages. */
  get campaigns(): Snapshot<Campaign> {
    const campaigns: Snapshot<ServiceRecord> = this.records("Campaign");
    return campaigns as Snapshot<Campaign>;
  }

  /** The records of a kind, without deleted ones. */
  records(kind: Kind): Snapshot<ServiceRecord> {
    const found = this.#records.get(kind);
    if (!found) throw new TypeError(`${kind} has no listing`);
    return found;
  }

  /**
   * Whether the account certainly has no object with this id. False if the listing cannot be read, because
   * the apply reports that error. Also false for references whose ids are verified when names are resolved.
   */
  async lacks(to: Reference, id: number): Promise<boolean> {
    const { kind } = references[to];
    if (!kind || this.ledger.object(kind, id).origin) return false;
    try {
      // Read once per run, although each write makes the listing stale. New objects are in the ledger.
      const rows = await this.ledger.readOnce(`ids of ${to}`, () => this.names.ids(to));
      if (rows.has(id) || this.records(kind).last.unidentified > 0) return false;
      return !(await this.#isThere(kind, id));
    } catch (error) {
      if (error instanceof VoicecallError) return false;
      throw error;
    }
  }

  /** Whether the object exists, even if the listing does not show it yet. */
  async #isThere(kind: Kind, id: number): Promise<boolean> {
    const { find } = this.loaders[kind]!;
    if (!find) return false;
    const found = await find(this.client, id).catch(orElse(undefined, "not-found"));
    return found?.id === id && isLiving(found);
  }

  /** The owner of this token's records. Undefined until a record shows it. */
  get userId(): number | undefined {
    return this.#userId;
  }

  /** Reads records until one shows the owner of the token. Undefined if the account has no such record. */
  async learnUserId(): Promise<number | undefined> {
    for (const [kind, { showsOwner }] of Object.entries(this.loaders))
      if (showsOwner && this.#userId === undefined) await this.records(kind as Kind).read("known");
    return this.#userId;
  }

  /** Whether there is no token, so that nothing can be looked up or applied. */
  get offline(): boolean {
    return this.settings.accessToken === undefined;
  }

  /** Passes messages as data to a command, if one reads them. */
  get report(): Output["report"] {
    return this.output.report;
  }

  requireToken(purpose: string): void {
    if (!this.offline) return;
    throw new VoicecallError("config", `there is no access token; ${this.settings.tokenSource}.`, {
      operation: purpose,
    });
  }

  /**
   * Prints a line for the user, unless this session has already printed it.
   * @param about the resource; absent for a line about the whole run
   */
  say(line: string, about?: Subject): void {
    if (this.#printed.has(line)) return;
    this.#printed.add(line);
    this.output.print(line, about);
  }

  readonly #unreadable = new UnreadableRecords((line) => this.say(line));

  /** Names the objects whose records cannot be read, each once. */
  noteUnreadable(plural: string, rows: readonly { readonly id: number }[]): void {
    this.#unreadable.note(plural, rows);
  }

  readonly ledger = new Ledger();

  engineCalls: EngineCalls = { begun: 0, open: 0, applying: 0, mostApplying: 0 };

  /**
   * Resolves when the engine has made no new call for a moment, which means that it has probably reported all
   * objects in state. Waits up to half a minute for slow lookups, and at most a second for a program that is
   * still registering resources.
   */
  async engineIsQuiet(): Promise<void> {
    for (let rounds = 0; rounds < 4 || (this.engineCalls.open > 0 && rounds < 120); rounds += 1) {
      const { begun } = this.engineCalls;
      await this.clock.sleep(250);
      if (begun === this.engineCalls.begun && this.engineCalls.open === 0) return;
    }
  }

  /**
   * Resolves when as many operations wait as the engine has run in parallel so far, or when the engine has made no
   * new call for an eighth of a second. Waits at most half a second after the last operation has started to wait.
   */
  async #allWait(waiting: () => number): Promise<void> {
    let [rounds, quiet] = [0, 0];
    while (rounds < 20 && quiet < 5 && waiting() < this.engineCalls.mostApplying) {
      const { begun } = this.engineCalls;
      const count = waiting();
      await this.clock.sleep(25);
      rounds = waiting() > count ? 0 : rounds + 1;
      quiet = rounds > 0 && begun === this.engineCalls.begun && this.engineCalls.open === 0 ? quiet + 1 : 0;
    }
  }

  /**
   * Runs operations with the same key one after another. In parallel, two creates with the same name would
   * not see each other's objects.
   */
  async inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(run);
    this.#turns.set(key, mine);
    try {
      return await mine;
    } finally {
      // The promise would keep its result, such as all outputs of a resource, in memory.
      if (this.#turns.get(key) === mine) this.#turns.delete(key);
    }
  }

  /**
   * Calls `look` at growing intervals until it is done or the listing lag has passed.
   * @param look receives "now" on repeated calls, which must not use rows listed earlier
   */
  async lookUntil<T>(
    look: (age: Age) => Promise<{ done: boolean; value: T }>,
    until = this.clock.now() + this.settings.listLag,
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const { done, value } = await look(tries > 0 ? "now" : "current");
      const left = until - this.clock.now();
      if (done || left <= 0) return value;
      await this.clock.sleep(Math.min(left, 250 * 2 ** tries));
    }
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
