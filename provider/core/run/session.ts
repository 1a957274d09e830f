import type { Clock } from "../../base/clock.js";
import type { Client } from "../../http/client.js";
import { VoicecallError, orElse } from "../../base/errors.js";
import type { ListedKind } from "../../base/kind.js";
import { Names, references } from "../lookup/names.js";
import { Choices } from "../lookup/choices.js";
import { nameSources } from "../lookup/sources.js";
import type { Message } from "../../base/messages.js";
import type { Settings } from "../../http/settings.js";
import type { Reference } from "../fields/fields.js";
import { type Loaders, sourceOf } from "../records/loaders.js";
import { type Campaign, type ServiceRecord, isLiving } from "../records/record.js";
import type { EngineCalls } from "./engine-calls.js";
import { Ledger } from "./ledger.js";
import { type Age, Snapshot } from "../records/snapshot.js";
import { UnreadableRecords } from "../records/unreadable.js";

export type Severity = "info" | "warning" | "error";

/** Where the engine shows a line. */
export interface About {
  readonly urn: string;
  readonly severity: Severity;
}

/** The resource that a printed line is about. */
export type Subject = Readonly<
  Pick<Message, "kind" | "id" | "effect" | "unlessReplaced" | "adopts" | "difference">
> & {
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
  readonly choices: Choices;
  /** The records of each kind. Campaigns include those that no Campaign resource manages. */
  readonly records: { readonly Campaign: Snapshot<Campaign> } & Readonly<
    Record<ListedKind, Snapshot<ServiceRecord>>
  >;
  /** The owner of this token's records. Undefined until a record shows it. */
  userId: number | undefined;
  readonly #printed = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();

  readonly settings: Settings;
  readonly clock: Clock;

  constructor(
    readonly client: Client,
    readonly engineCalls: EngineCalls,
    private readonly loaders: Loaders,
    private readonly output: Output,
  ) {
    this.settings = client.settings;
    this.clock = engineCalls.clock;
    const reader = {
      client,
      say: (line: string) => this.say(line),
      now: () => this.clock.now(),
      allWait: (waiting: () => number) => engineCalls.allWait(waiting),
    };
    this.records = Object.fromEntries(
      Object.entries(loaders).map(([kind, loader]) => {
        const rows = (noun: string, all: readonly ServiceRecord[]): void => {
          if (output.namesUnreadable !== false) this.noteUnreadable(noun, all);
          if (loader.showsOwner)
            this.userId ??= all.map((row) => row["user_id"]).find((id) => typeof id === "number");
        };
        return [kind, new Snapshot(sourceOf(kind, loader, { ...reader, rows }))];
      }),
    ) as unknown as Session["records"];
    this.choices = new Choices(client, (to, rows) => this.noteUnreadable(references[to].many, rows));
    this.names = new Names(nameSources(this.choices, this.records));
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
      if (rows.has(id) || this.records[kind].last.unidentified > 0) return false;
      return !(await this.#isThere(kind, id));
    } catch (error) {
      if (error instanceof VoicecallError) return false;
      throw error;
    }
  }

  /** Whether the object exists, even if the listing does not show it yet. */
  async #isThere(kind: ListedKind, id: number): Promise<boolean> {
    const { find } = this.loaders[kind]!;
    if (!find) return false;
    const found = await find(this.client, id).catch(orElse(undefined, "not-found"));
    return found?.id === id && isLiving(found);
  }

  /** Reads records until one shows the owner of the token. Undefined if the account has no such record. */
  async learnUserId(): Promise<number | undefined> {
    for (const [kind, { showsOwner }] of Object.entries(this.loaders))
      if (showsOwner && this.userId === undefined) await this.records[kind as ListedKind].read("known");
    return this.userId;
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
