import type { Clock } from "../clock.js";
import type { Client } from "../http/client.js";
import { VoicecallError } from "../http/errors.js";
import * as lookup from "../lookup/api.js";
import type { Kind } from "../kind.js";
import { Names, references } from "../lookup/names.js";
import type { Campaign, PhoneNumber, Voice } from "../lookup/schema.js";
import type { Settings } from "../settings.js";
import { type ServiceRecord, isLiving } from "./record.js";
import { Ledger } from "./ledger.js";
import { Listing } from "./listing.js";

/** How the records of a kind are listed. */
export interface Loader {
  list(this: void, client: Client): Promise<ServiceRecord[]>;
  /** Each record shows whose account it is in. */
  readonly showsOwner?: true | undefined;
}

/** The catalog provides these, since the core knows no kind. */
export type Loaders = Readonly<Partial<Record<Kind, Loader>>>;

export interface EngineCalls {
  begun: number;
  open: number;
}

/** One account within one process: its client, its listings, and the lines it has printed. */
export class Session {
  readonly names: Names;
  readonly voices: Listing<Voice>;
  readonly phoneNumbers: Listing<PhoneNumber>;
  readonly campaigns: Listing<Campaign>;
  readonly #records: ReadonlyMap<string, Listing<ServiceRecord>>;
  #userId: number | undefined;
  readonly #said = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  readonly settings: Settings;

  constructor(
    readonly client: Client,
    readonly clock: Clock,
    private readonly loaders: Loaders,
    private readonly print: (line: string) => void,
  ) {
    this.settings = client.settings;
    const listing = <T>(load: () => Promise<T[]>): Listing<T> => new Listing(load);
    const models = listing(() => lookup.listModels(client));
    const languages = listing(() => lookup.listLanguages(client));
    this.voices = listing(() => lookup.listVoices(client));
    this.phoneNumbers = listing(() => lookup.listPhoneNumbers(client));
    this.campaigns = listing(() => lookup.listCampaigns(client));
    this.#records = new Map(
      Object.entries(loaders).map(([kind, loader]) => [
        kind,
        listing(async () => this.#living(loader, await loader.list(client))),
      ]),
    );
    const byName = async (rows: Promise<readonly { id: number; name?: unknown }[]>) =>
      (await rows).map(({ id, name }) => ({ id, names: [String(name)] }));
    this.names = new Names({
      voice: () => byName(this.voices.rows()),
      model: () => byName(models.rows()),
      language: async () =>
        (await languages.rows()).map((row) => ({
          id: row.id,
          names: [row.name, ...(row.iso_2 ? [row.iso_2] : [])],
        })),
      phoneNumber: async () =>
        (await this.phoneNumbers.rows()).map(({ id, phone_number }) => ({ id, names: [phone_number] })),
      tool: () => byName(this.records(references.tool.kind!).rows()),
      campaign: () => byName(this.campaigns.rows()),
    });
  }

  /** The living records of a kind that can be listed. */
  records(kind: Kind): Listing<ServiceRecord> {
    const found = this.#records.get(kind);
    if (!found) throw new TypeError(`${kind} has no listing`);
    return found;
  }

  #living({ showsOwner }: Loader, rows: readonly ServiceRecord[]): ServiceRecord[] {
    if (showsOwner) this.#userId ??= rows.map((row) => row["user_id"]).find((id) => typeof id === "number");
    return rows.filter(isLiving);
  }

  /** The owner of this token's records, once a record has shown it. */
  get userId(): number | undefined {
    return this.#userId;
  }

  /** Looks for a record that shows the owner of the token. An account may have no such record. */
  async learnUserId(): Promise<number | undefined> {
    for (const [kind, { showsOwner }] of Object.entries(this.loaders))
      if (showsOwner && this.#userId === undefined) await this.records(kind as Kind).rows();
    return this.#userId;
  }

  /** Without a token nothing is looked up, and nothing can be applied. */
  get offline(): boolean {
    return this.settings.accessToken === undefined;
  }

  requireToken(purpose: string): void {
    if (!this.offline) return;
    throw new VoicecallError("config", `there is no access token; ${this.settings.tokenSource}.`, {
      operation: purpose,
    });
  }

  /** A line to the user, once in a process. */
  say(line: string): void {
    if (this.#said.has(line)) return;
    this.#said.add(line);
    this.print(line);
  }

  readonly ledger = new Ledger();

  /** The number of engine calls so far, and of checks and diffs that have not ended. */
  engineCalls: EngineCalls = { begun: 0, open: 0 };

  /**
   * Resolves when the engine has made no new call for a moment. By then it has reported what it can about the state.
   * Waits for a slow look-up, but not for a program that registers resources for longer than a second.
   */
  async engineIsQuiet(): Promise<void> {
    for (let rounds = 0; rounds < 4 || (this.engineCalls.open > 0 && rounds < 120); rounds += 1) {
      const { begun } = this.engineCalls;
      await this.clock.sleep(250);
      if (begun === this.engineCalls.begun && this.engineCalls.open === 0) return;
    }
  }

  /** Runs operations with the same key one after another: two creates of one name must see each other's objects. */
  async inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(run);
    this.#turns.set(key, mine);
    return mine;
  }

  /**
   * Looks again, at growing intervals, until `look` is done or the listing lag has passed.
   * @param look receives whether this is a repetition, which must not use rows listed before
   */
  async lookUntil<T>(
    look: (again: boolean) => Promise<{ done: boolean; value: T }>,
    until = this.clock.now() + this.settings.listLag,
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const { done, value } = await look(tries > 0);
      const left = until - this.clock.now();
      if (done || left <= 0) return value;
      await this.clock.sleep(Math.min(left, 250 * 2 ** tries));
    }
  }
}
