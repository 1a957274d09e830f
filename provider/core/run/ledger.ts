import type { HalfCreated } from "./results.js";
import { ProgramLeads } from "./program-leads.js";
import type { AccountMark } from "./state.js";
import { type Bag, REFERS_TO, isObject, ownValue } from "../fields/values.js";

/** What this run knows about one object, beyond what the listing shows. */
export interface ObjectEntry {
  readonly kind: string;
  readonly id: number;
  /** How a resource obtained the object in this run. Another resource must not delete an adopted object. */
  origin?: "created" | "adopted" | undefined;
  /** The identity of the resource of the program that manages it, or `UNNAMED`. */
  owner?: string | undefined;
  /**
   * What becomes of it. "kept": its owner will not be replaced. "replaced": this run will delete it. "deleted": this
   * run has deleted it. With `retainOnDelete`, the engine does not delete a replaced object.
   */
  fate?: "kept" | "replaced" | "deleted" | undefined;
  /** A resource in state manages it, as a read of this run shows. */
  isInState?: boolean;
  /** In a preview: a resource of the program will adopt it. The value says how to prevent the adoption. */
  promised?: string;
  /** For an assistant: the id of the phone number for incoming calls that this run takes away from it. */
  releasedNumber?: number;
  /** The new key that this run gives the object. */
  newKey?: string;
  /** What the program declares for it, in state and now, and the resource. Only known if the run compares or creates it. */
  declared?: { readonly before: Bag; readonly after: Bag; readonly by?: string | undefined };
  /** A start of the campaign that this run sent or refused, with the failure if its outcome is unknown. */
  start?: { readonly failure?: HalfCreated } | undefined;
  /** A resource of the program will stop the campaign in this run. */
  isStopping?: boolean;
  /** When this run stopped the campaign. A listing may still show it as running. */
  stoppedAt?: number | undefined;
}

/** The owner of an object if the engine does not tell the identity of the resource. */
export const UNNAMED = "";

/** What the engine has told this run about one resource of the program. */
export interface Intent {
  /** The resource is in state, and check has accepted its inputs. A refresh checks no resource. */
  isChecked?: boolean;
  /** What state has of its object, as a diff or the delete of this run shows. */
  recorded?: { readonly id: string; readonly olds: Bag };
  /** This run has called its delete. */
  isRemoved?: boolean;
  /** Only check learns it. */
  urn?: string;
  /** The prompt variables that the service fills in. Only check learns them. */
  filledIn?: unknown;
  /** What `voicecall pull` has merged of it. Only check learns it. */
  merged?: unknown;
  /** Its object, if an attempt has left it half-created and no later attempt has completed it. */
  halfCreated?: HalfCreated | undefined;
}

/** Whether this run has deleted the object, or will delete it for a replacement. It does not block other resources. */
export const isSuperseded = ({ fate }: ObjectEntry): boolean => fate === "replaced" || fate === "deleted";

/** A resource of the program that declares a key. */
export interface KeyClaim {
  /** The identity of the resource. */
  readonly resource: string;
  /** Whether no other resource may declare the key. */
  readonly isUnique: boolean;
}

/** What a preview knows of an object that the run will create. */
export interface Coming {
  readonly news: Bag;
  readonly hints: Bag;
  readonly identity: string | undefined;
  readonly onExisting: unknown;
}

/** Checks whether the account contains a recorded object, for example with the same id and creation time. */
export type AccountProof = () => Promise<boolean>;

/** A token recorded in state, and the objects that can prove its account. */
export interface RecordedAccount {
  readonly account: AccountMark;
  /** The earlier tokens of all its objects. */
  readonly former: Set<string>;
  /** Empty once the account is proven, because each proof keeps the whole state of an object in memory. */
  readonly proofs: AccountProof[];
  isProven: boolean;
  pendingCheck: Promise<unknown>;
}

/** Names that the program adds or changes, and that a listing may not show yet. */
export interface DeclaredNames {
  readonly added: Set<string>;
  /** New names, by old names. */
  readonly renamed: Map<string, string>;
  /** By name of an object: a text that says which resource refers to the object by this name. */
  readonly users: Map<string, string>;
}

/**
 * What one run has done and learned. The engine passes none of this from one operation to the next, and
 * listings lag.
 *
 * The engine reports the resources of a program one by one: a check with the inputs, and then, for a resource
 * in state, a diff with the same inputs and the id. In a refresh it calls diff without check, also for
 * resources that the program no longer has.
 */
export class Ledger {
  /**
   * The accounts recorded with the objects of this run (`noteAccount`). The engine reports objects one at a time, and one
   * can prove the account of all that were recorded with the same token.
   */
  readonly accounts = new Map<string, RecordedAccount>();
  readonly leads = new ProgramLeads();
  /** Keys that this run has assigned, with the id of the object (undefined if the response was lost). */
  readonly assignedKeys = new Map<string, number | undefined>();
  /** Ids of phone numbers that this run has assigned or tried to assign. */
  readonly assignedNumbers = new Set<number>();
  /**
   * What the create of a replacement needs from the old resource, because the engine does not pass it. The code of each
   * kind chooses the map keys, such as the identity of the resource.
   */
  readonly replaced = new Map<string, unknown>();

  /** Whether this run is a preview. Known only if the program declares resources with the SDK's classes. */
  isPreview = false;
  readonly #coming = new Map<string, Coming>();
  readonly #objects = new Map<string, ObjectEntry>();
  readonly #intents = new Map<string | undefined, Intent>();
  readonly #names = new Map<string, DeclaredNames>();
  readonly #readings = new Map<string, Promise<unknown>>();
  readonly #keyClaims = new Map<string, KeyClaim[]>();

  /** In a preview: notes a new object of the program, whose id is not known. */
  noteComing(kind: string, one: Coming): void {
    this.#coming.set(`${kind} ${String(one.news["name"])}`, one);
  }

  coming(kind: string, name: unknown): Coming | undefined {
    return this.#coming.get(`${kind} ${String(name)}`);
  }

  /** The new object of this kind whose resource an argument refers to. */
  comingFor(hints: Bag, property: string, kind: string): Coming | undefined {
    const names = ownValue(hints, REFERS_TO);
    return isObject(names) ? this.coming(kind, names[property]) : undefined;
  }

  object(kind: string, id: string | number): ObjectEntry {
    const key = `${kind}:${id}`;
    const entry = this.#objects.get(key) ?? { kind, id: Number(id) };
    this.#objects.set(key, entry);
    return entry;
  }

  /** @param identity undefined if the engine does not tell it; these resources share one intent */
  intent(identity: string | undefined): Intent {
    const intent = this.#intents.get(identity) ?? {};
    this.#intents.set(identity, intent);
    return intent;
  }

  names(kind: string): DeclaredNames {
    const names = this.#names.get(kind) ?? { added: new Set(), renamed: new Map(), users: new Map() };
    this.#names.set(kind, names);
    return names;
  }

  /** Another object that will get the same new key in this run. */
  rival({ newKey, ...object }: ObjectEntry): ObjectEntry | undefined {
    if (newKey === undefined) return undefined;
    return [...this.#objects.values()].find((other) => other.newKey === newKey && other.id !== object.id);
  }

  /** Reads once per run, even if there are writes in between. */
  readOnce<T>(what: string, read: () => Promise<T>): Promise<T> {
    const reading = this.#readings.get(what) ?? read();
    this.#readings.set(what, reading);
    return reading as Promise<T>;
  }

  /** Records that the resource managing this object will not be replaced. */
  keep(kind: string, id: string | number): void {
    const object = this.object(kind, id);
    if (object.owner !== undefined && object.fate !== "deleted") object.fate = "kept";
  }

  /**
   * Records which resource of the program manages an object that it did not create, such as a campaign. Until
   * `keep` is called for the object, the resource may still be replaced.
   * @returns another resource that manages the same object, if there is one
   */
  claim(object: ObjectEntry, resource: string): string | undefined {
    if (object.owner !== undefined && object.owner !== resource) return object.owner;
    object.owner = resource;
    object.fate = undefined;
    return undefined;
  }

  /**
   * Records that a resource declares the key.
   * @returns another resource that declares it, if that is a mistake
   */
  claimKey(key: string, claim: KeyClaim): string | undefined {
    const others = this.#otherClaims(key, claim);
    this.#keyClaims.set(key, [...others, claim]);
    return others.find(({ isUnique }) => isUnique || claim.isUnique)?.resource;
  }

  #otherClaims(key: string, { resource }: KeyClaim): KeyClaim[] {
    return (this.#keyClaims.get(key) ?? []).filter((other) => other.resource !== resource);
  }

  isClaimed = (key: string): boolean => this.#keyClaims.has(key);
}
