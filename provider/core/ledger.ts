import { createHash } from "node:crypto";
import type { VoicecallError } from "../http/errors.js";
import type { HalfCreated } from "./half-created.js";
import { RecordedAccounts } from "./recorded-accounts.js";
import { type Bag, isObject, normal } from "./values.js";

/** What this run knows about one object, in addition to the listing. */
export interface ObjectEntry {
  readonly kind: string;
  readonly id: number;
  /** How a resource of this run obtained it. Another resource must not delete an adopted object. */
  origin?: "created" | "adopted" | undefined;
  /** Deleted by this run, or about to be, before it is created again: it blocks no other resource. */
  isReplaced?: boolean;
  /** A resource of the program manages it. */
  isOwned?: boolean;
  /** The resource that manages it will not be replaced. */
  isKept?: boolean;
  /** A resource of the program is about to adopt it. */
  isPromised?: boolean;
  /** The resource of the program that refers to it. */
  claimedBy?: string;
  /** The new key that this run gives it. */
  newKey?: string;
  /** The last operation that left it half-created. */
  halfCreated?: HalfCreated | undefined;
  /** A start that this run sent, with the failure if its outcome is not known. */
  start?: { readonly doubt?: VoicecallError } | undefined;
  /** When this run stopped it: a listing may still show it running. */
  stoppedAt?: number | undefined;
}

/** A resource of the program that declares a key. */
export interface KeyClaim {
  readonly resource: string;
  /** No other resource may have the key. */
  readonly isUnique: boolean;
}

/** Names that the program changes, which no listing shows yet. */
export interface DeclaredNames {
  readonly added: Set<string>;
  /** New names by old ones. */
  readonly renamed: Map<string, string>;
}

/**
 * What one run did and learned. The engine passes none of it from one call to the next, and listings lag.
 *
 * The engine reports the resources of a program one by one: a check with the inputs, then a diff with the same inputs
 * and the id. A refresh asks for a diff without a check, also for resources that the program no longer has.
 */
export class Ledger {
  readonly accounts = new RecordedAccounts();
  /** Keys that this run has assigned, with the id of the object unless the response was lost. */
  readonly assignedKeys = new Map<string, number | undefined>();
  /** Ids of phone numbers that this run has assigned or tried to assign. */
  readonly assignedNumbers = new Set<number>();
  /** State of objects under each name that they had: a create in the same run may replace one. */
  readonly stateByName = new Map<string, Bag>();
  /** Creates that a check announced and that are still expected, by fingerprint of their inputs. */
  readonly announcedCreates = new Map<string, number>();
  /** Ids of half-created objects that no attempt is completing, by fingerprint of their inputs. */
  readonly halfCreatedIds = new Map<string, string[]>();
  /** Whether this run is a preview, which applies nothing. Only the SDK's classes know it. */
  isPreview = false;
  /** In a preview, the file for errors that the program reports. */
  failuresFile: string | undefined;
  readonly #objects = new Map<string, ObjectEntry>();
  readonly #names = new Map<string, DeclaredNames>();
  readonly #readings = new Map<string, Promise<unknown>>();
  readonly #checked = new Set<string>();
  readonly #urns = new Map<string, string>();
  readonly #newLeads = new Map<number, Map<string, number>>();
  readonly #keyClaims = new Map<string, KeyClaim[]>();

  object(kind: string, id: string | number): ObjectEntry {
    const key = `${kind}:${id}`;
    const entry = this.#objects.get(key) ?? { kind, id: Number(id) };
    this.#objects.set(key, entry);
    return entry;
  }

  /** How many objects of the kind this run has met that have a smaller id. */
  countBelow(kind: string, id: number): number {
    let count = 0;
    for (const object of this.#objects.values()) if (object.kind === kind && object.id < id) count += 1;
    return count;
  }

  names(kind: string): DeclaredNames {
    const names = this.#names.get(kind) ?? { added: new Set(), renamed: new Map<string, string>() };
    this.#names.set(kind, names);
    return names;
  }

  /** Another object that will get the same new key. */
  rival({ newKey, ...object }: ObjectEntry): ObjectEntry | undefined {
    if (newKey === undefined) return undefined;
    return [...this.#objects.values()].find((other) => other.newKey === newKey && other.id !== object.id);
  }

  /** Reads only once in a run, even if there are writes in between. */
  readOnce<T>(what: string, read: () => Promise<T>): Promise<T> {
    const reading = this.#readings.get(what) ?? read();
    this.#readings.set(what, reading);
    return reading as Promise<T>;
  }

  /** Records which resource of the program has these inputs. */
  noteUrn(kind: string, inputs: Bag, urn: string): void {
    this.#urns.set(fingerprint(kind, inputs), urn);
  }

  /** The resource of the program with these inputs, if check has seen it. */
  urnOf(kind: string, inputs: Bag): string | undefined {
    return this.#urns.get(fingerprint(kind, inputs));
  }

  noteChecked(kind: string, inputs: Bag): void {
    this.#checked.add(fingerprint(kind, inputs));
  }

  /** Whether the program declares a resource with these inputs. */
  wasChecked(kind: string, inputs: Bag): boolean {
    return this.#checked.has(fingerprint(kind, inputs));
  }

  /** Records that the resource that manages the object will not be replaced. */
  keep(kind: string, id: string | number): void {
    const object = this.object(kind, id);
    object.isKept ||= object.isOwned ?? false;
  }

  /**
   * Records which resource of the program manages an object that the program identifies, such as a campaign. Until the
   * resource's diff or create calls `keep`, the resource may still be replaced.
   * @returns another resource that manages the same object, if there is one
   */
  claim(object: ObjectEntry, resource: string): string | undefined {
    if (object.claimedBy !== undefined && object.claimedBy !== resource) return object.claimedBy;
    object.claimedBy = resource;
    object.isOwned = true;
    object.isKept = false;
    return undefined;
  }

  /**
   * Records how many leads of a campaign the program will create.
   * @param source the resource that will create them, or the inputs of one whose name is not known
   */
  announceLeads(campaign: number, source: string, count: number): void {
    const sources = this.#newLeads.get(campaign) ?? new Map<string, number>();
    this.#newLeads.set(campaign, sources.set(source, count));
  }

  /** How many leads of a campaign the resources that were checked so far will create. */
  announcedLeads(campaign: number): number {
    return [...(this.#newLeads.get(campaign)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  /** @returns another resource that declares the key, if that is a mistake */
  claimKey(key: string, claim: KeyClaim): string | undefined {
    const others = (this.#keyClaims.get(key) ?? []).filter(({ resource }) => resource !== claim.resource);
    this.#keyClaims.set(key, [...others, claim]);
    return others.find(({ isUnique }) => isUnique || claim.isUnique)?.resource;
  }
}

/** A key as `Ledger.assignedKeys` stores it. Different spellings of the same values give the same text. */
export const keyOf = (kind: string, values: readonly unknown[]): string =>
  `${kind}:${JSON.stringify(normal(values))}`;

/** A hash of the inputs. It stays the same when the engine reorders keys or drops nulls. */
export function fingerprint(kind: string, inputs: Bag): string {
  const sorted = JSON.stringify(inputs, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, item]) => item !== null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
  return createHash("sha256").update(`${kind} ${sorted}`).digest("base64");
}
