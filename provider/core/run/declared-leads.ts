import { type Bag, OTHER_LEADS, isObject, ownValue } from "../fields/values.js";
import type { ServiceRecord } from "../records/record.js";

/** What the SDK passes about the resources of the program that have leads. */
interface Declared {
  /** Lead resources, with their phone numbers; null if the number is computed. */
  readonly leads: readonly (readonly [resource: string, phoneNumber: string | null])[];
  readonly sets: readonly string[];
}

/**
 * The leads that resources of the program declare. The engine reports the resources one by one, some only after others
 * are applied, and never those that `--target` leaves out. So the SDK passes all phone numbers with each resource that
 * counts the other leads of its campaign.
 */
export class DeclaredLeads {
  readonly #numbers = new Map<string, string | null>();
  readonly #sets = new Set<string>();
  readonly #reported = new Set<string>();
  #isPassed = false;
  /** For a campaign whose LeadSet this run has compared: the leads that no list and no resource names. */
  readonly unlisted = new Map<number, readonly number[]>();

  /** Notes what the SDK passes with a resource. */
  note(hints: Bag): void {
    const passed = ownValue(hints, OTHER_LEADS);
    if (!isObject(passed)) return;
    const { leads, sets } = passed as unknown as Declared;
    this.#isPassed = true;
    for (const [resource, number] of leads) this.#numbers.set(resource, number);
    for (const set of sets) this.#sets.add(set);
  }

  /** Notes that the ledger has what the resource declares, and the object that it manages. */
  report(resource: unknown): void {
    if (typeof resource === "string") this.#reported.add(resource);
  }

  has(phoneNumber: unknown): boolean {
    return [...this.#numbers.values()].includes(phoneNumber as string);
  }

  /**
   * Whether the leads of all Lead resources are known: by their ids, or by their phone numbers if the service has leads
   * with these numbers. Otherwise, the resource may be about to change the number of its lead.
   * @param live the leads in the account
   * @returns "later" if they will be known when the engine has reported all resources
   */
  areKnown(live: readonly ServiceRecord[]): "now" | "later" | "unsure" {
    if (!this.#isPassed) return "unsure";
    const open = [...this.#numbers].filter(([resource]) => !this.#reported.has(resource));
    if (open.some(([, number]) => number === null)) return "unsure";
    const numbers = new Set(live.map(({ phone_number: number }) => number));
    return open.every(([, number]) => numbers.has(number)) ? "now" : "later";
  }

  /** Whether the engine has reported each LeadSet. */
  get areSetsKnown(): boolean {
    return this.#isPassed && [...this.#sets].every((set) => this.#reported.has(set));
  }
}
