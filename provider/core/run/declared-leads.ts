import { type Bag, DECLARED_LEADS, isObject, ownValue } from "../fields/values.js";
import type { ServiceRecord } from "../records/record.js";

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
 * The leads that resources of the program declare. The engine reports the resources one by one, some only after others
 * are applied, and never those that `--target` leaves out. So the SDK passes all phone numbers with each resource that
 * counts the other leads of its campaign.
 */
export class DeclaredLeads {
  readonly #places = new Map<string | undefined, Place>();
  readonly #numbers = new Map<Place, string | null>();
  /** The same numbers. There may be thousands, and each lead of a campaign is looked for. */
  readonly #known = new Set<unknown>();
  readonly #sets = new Set<Place>();
  readonly #reported = new Set<Place>();
  #isPassed = false;

  readonly #campaigns = new Set<number>();

  /** The campaigns of the Lead resources reported since the last call. */
  takeCampaigns(): readonly number[] {
    const campaigns = [...this.#campaigns];
    this.#campaigns.clear();
    return campaigns;
  }

  /** For a campaign whose LeadSet this run has compared: the leads that no list and no resource names. */
  readonly unlisted = new Map<number, readonly number[]>();

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

  /**
   * Notes that the ledger has what the resource declares, and the object that it manages.
   * @param campaign of a Lead resource, if it is known
   */
  report({ identity }: Call, campaign?: number): void {
    const place = this.#places.get(identity);
    if (place === undefined) return;
    this.#reported.add(place);
    if (campaign !== undefined) this.#campaigns.add(campaign);
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
