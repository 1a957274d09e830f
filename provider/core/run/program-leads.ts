import { type Bag, DECLARED_LEADS, isObject, ownValue } from "../fields/values.js";
import type { ServiceRecord } from "../records/record.js";

/** What becomes of one lead in this run. */
export interface LeadChange {
  readonly becomes: "new" | "changed" | "gone";
  /** Undefined for a new lead. */
  readonly id?: number;
  /** What state has and what the program declares, in the form of a Lead resource. Values may be unknown. */
  readonly before?: Bag;
  readonly after?: Bag;
  /** Of a new lead: only if the campaign has no lead with this number yet. */
  readonly isAdopting?: boolean;
}

/** What a resource of the program does to leads. */
export interface Told {
  /** Their campaign: its id, or the name of a campaign that this run will create. */
  readonly campaign: number | string;
  readonly changes: readonly LeadChange[];
  /** All numbers that a list has, once they are known. */
  readonly listed?: ReadonlySet<unknown>;
}

/** The key in `told` of the list of a campaign, which can have only one. */
export const listSource = (campaign: number | string): string => `LeadSet ${campaign}`;

/** A number that the SDK gives each resource that has leads. */
type Place = number;

/** What the SDK passes with a resource. */
interface Declared {
  readonly place: Place;
  /** The Lead resources of the program, with their phone numbers; null if the number is computed. */
  readonly leads?: readonly (readonly [Place, phoneNumber: string | null])[];
  readonly sets?: readonly Place[];
}

/** The resource in an engine call. Only check gets the hints. */
interface Call {
  readonly identity: string | undefined;
  readonly hints: Bag;
}

/**
 * What the program does to leads in this run. Each resource tells it when the engine reports it: one by one, some only
 * after others are applied, and never those that `--target` leaves out. So the SDK passes all phone numbers with each
 * resource that counts the other leads of its campaign. They show what is certain.
 */
export class ProgramLeads {
  /** By resource: its identity, or what replaces it; `listSource` for a list. */
  readonly told = new Map<string, Told>();
  /** The lists that are being applied. */
  readonly applying = new Set<string>();

  readonly #places = new Map<string | undefined, Place>();
  readonly #numbers = new Map<Place, string | null>();
  /** The same numbers. There may be thousands, and each lead of a campaign is looked for. */
  readonly #known = new Set<unknown>();
  readonly #sets = new Set<Place>();
  readonly #reported = new Set<Place>();
  #isPassed = false;

  /** The new leads of a campaign. */
  newIn(campaign: number | string): LeadChange[] {
    const told = [...this.told.values()].filter((one) => one.campaign === campaign);
    return told.flatMap(({ changes }) => changes.filter(({ becomes }) => becomes === "new"));
  }

  /** What becomes of the leads that exist. One that a resource removes and another one has stays. */
  changesById(): ReadonlyMap<number, LeadChange> {
    const found = new Map<number, LeadChange>();
    for (const change of [...this.told.values()].flatMap(({ changes }) => changes))
      if (change.id !== undefined && (change.becomes !== "gone" || !found.has(change.id)))
        found.set(change.id, change);
    return found;
  }

  /** The numbers in the list of a campaign, if they are known. */
  listedIn = (campaign: number): ReadonlySet<unknown> | undefined =>
    this.told.get(listSource(campaign))?.listed;

  isTold = (campaign: string): boolean => [...this.told.values()].some((one) => one.campaign === campaign);

  /** Notes that a list has sent its deletes, or has failed. What it did not delete stays. */
  end(list: string): void {
    this.applying.delete(list);
    const told = this.told.get(list);
    if (told)
      this.told.set(list, { ...told, changes: told.changes.filter(({ becomes }) => becomes !== "gone") });
  }

  /** Notes what the SDK passes with a resource. */
  note({ identity, hints }: Call): void {
    const passed = ownValue(hints, DECLARED_LEADS);
    if (!isObject(passed)) return;
    const { place, leads, sets } = passed as unknown as Declared;
    this.#places.set(identity, place);
    if (!leads || !sets) return;
    this.#isPassed = true;
    for (const [lead, number] of leads) {
      this.#numbers.set(lead, number);
      if (number !== null) this.#known.add(number);
    }
    for (const set of sets) this.#sets.add(set);
  }

  /** Notes that the resource has told what it does. */
  report({ identity }: Pick<Call, "identity">): void {
    const place = this.#places.get(identity);
    if (place !== undefined) this.#reported.add(place);
  }

  has(phoneNumber: unknown): boolean {
    return this.#known.has(phoneNumber);
  }

  /**
   * Whether the leads of all Lead resources are known: by their ids, or by their phone numbers if the service has leads
   * with these numbers. Otherwise, the resource may be about to change the number of its lead.
   * @param live the leads in the account
   * @returns "later" if they will be known when the engine has reported all resources
   */
  areKnown(live: readonly ServiceRecord[]): "now" | "later" | "unsure" {
    if (!this.#isPassed) return "unsure";
    const open = [...this.#numbers].filter(([place]) => !this.#reported.has(place));
    if (open.some(([, number]) => number === null)) return "unsure";
    const numbers = new Set(live.map(({ phone_number: number }) => number));
    return open.every(([, number]) => numbers.has(number)) ? "now" : "later";
  }

  /** Whether the engine has reported each Lead and each LeadSet. */
  get areReported(): boolean {
    return this.areSetsKnown && [...this.#numbers.keys()].every((lead) => this.#reported.has(lead));
  }

  /** Whether the program certainly has leads in one campaign at most. */
  get areInOneCampaign(): boolean {
    return this.#isPassed && this.#numbers.size === 0 && this.#sets.size <= 1;
  }

  get hasSeveralSets(): boolean {
    return this.#sets.size > 1;
  }

  /** Whether the engine has reported each LeadSet. */
  get areSetsKnown(): boolean {
    return this.#isPassed && [...this.#sets].every((set) => this.#reported.has(set));
  }
}
