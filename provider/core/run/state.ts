import type { ApiForm, FieldTable } from "../fields/fields.js";
import { type Bag, ownValue } from "../fields/values.js";

/**
 * Outputs for the provider and `voicecall drift`. They are never inputs, so they never show as a difference.
 */
export const HIDDEN = {
  version: "__v",
  account: "__account",
  createdAt: "__createdAt",
  partial: "__partial",
  resets: "__resets",
  notReadable: "__notReadable",
  foreign: "__foreign",
  overwritten: "__overwritten",
  /** True in state of an object that the program only reads, with `get`. */
  external: "__external",
  /** For CampaignState: the campaign's id and name together prove the account. */
  campaignName: "__campaignName",
} as const;

export const STATE_VERSION = 1;

/** What state records about the account of an object. */
export interface AccountMark {
  baseUrl: string;
  /** The owner in an assistant's record; absent until an assistant was read. */
  userId?: number;
  /** First 8 hex digits of the token's SHA-256. */
  token: string;
  /**
   * Fingerprints of this account's earlier tokens. Objects recorded with one of them need no separate proof.
   */
  former?: readonly string[];
  /** The form of the API. Absent: 2025, or the kind has the same fields in both API forms. */
  form?: ApiForm;
}

/**
 * Whether two objects were certainly recorded with one account. The owner is known only after an assistant was
 * read, so the first objects of an account are recorded without it.
 */
export function isSameAccount(one: AccountMark, other: AccountMark): boolean {
  if (one.baseUrl !== other.baseUrl) return false;
  if (one.userId !== undefined && other.userId !== undefined) return one.userId === other.userId;
  const tokens = [other.token, ...(other.former ?? [])];
  return [one.token, ...(one.former ?? [])].some((token) => tokens.includes(token));
}

export interface Memory {
  account?: AccountMark;
  /** Milliseconds since the epoch; absent for an adopted object. */
  createdAt?: number;
  /** Properties that the service may not have kept in the last write. */
  partial: readonly string[];
  /** Properties that the service has reset in an update without them. Every update contains them. */
  resets?: readonly string[];
  /** Properties whose recorded value a refresh has taken from the service: no apply has written it. */
  foreign?: readonly string[];
  /** What writes have replaced although no program had declared it, oldest first. Secret. */
  overwritten?: readonly Overwritten[];
}

/** A value that a write has replaced or deleted although no program had declared it. */
export interface Overwritten {
  readonly property: string;
  readonly value: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly by: "update" | "adoption" | "deletion";
}

/** Whether state was written in this form of the API. An unknown form counts as the same. */
export const isOfForm = (form: ApiForm | undefined, { account }: Memory): boolean =>
  form === undefined || (account?.form ?? "2025") === form;

/** The properties of the field table that the program has set. */
export function declared(fields: FieldTable, bag: Bag): Record<string, unknown> {
  const keys = Object.keys(fields).filter((key) => ownValue(bag, key) !== undefined);
  return Object.fromEntries(keys.map((key) => [key, bag[key]]));
}

export function memory(bag: Bag): Memory {
  const account = ownValue(bag, HIDDEN.account) as AccountMark | undefined;
  const createdAt = ownValue(bag, HIDDEN.createdAt) as number | undefined;
  const resets = ownValue(bag, HIDDEN.resets) as string[] | undefined;
  const foreign = ownValue(bag, HIDDEN.foreign) as string[] | undefined;
  const overwritten = ownValue(bag, HIDDEN.overwritten) as Overwritten[] | undefined;
  return {
    ...(account && { account }),
    ...(createdAt !== undefined && { createdAt }),
    ...(resets && { resets }),
    ...(foreign && { foreign }),
    ...(overwritten && { overwritten }),
    partial: (ownValue(bag, HIDDEN.partial) as string[] | undefined) ?? [],
  };
}

/** Paths of declared fields that the last read could not compare, although the service usually shows them. */
export const notReadableIn = (bag: Bag): readonly string[] =>
  (ownValue(bag, HIDDEN.notReadable) as string[] | undefined) ?? [];

/** Whether state has an object that the program only reads. False before its first read. */
export const isExternal = (bag: Bag): boolean => ownValue(bag, HIDDEN.external) === true;

/** Whether a resource of the program manages the object. False in a read for `get` or `pulumi import`. */
export const isManaged = (bag: Bag): boolean =>
  ownValue(bag, HIDDEN.version) !== undefined && !isExternal(bag);

/** What state stores: declared inputs, computed outputs, and the provider's hidden data. */
export function outputs(
  inputs: Bag,
  computed: Bag,
  memory: Memory,
  notReadable: readonly string[] = [],
): Record<string, unknown> {
  const { account, createdAt, partial, resets = [], foreign = [], overwritten = [] } = memory;
  return {
    ...inputs,
    ...computed,
    [HIDDEN.version]: STATE_VERSION,
    ...(account && { [HIDDEN.account]: account }),
    ...(createdAt !== undefined && { [HIDDEN.createdAt]: createdAt }),
    ...(partial.length > 0 && { [HIDDEN.partial]: [...partial] }),
    ...(resets.length > 0 && { [HIDDEN.resets]: [...resets] }),
    ...(foreign.length > 0 && { [HIDDEN.foreign]: [...foreign] }),
    ...(overwritten.length > 0 && { [HIDDEN.overwritten]: [...overwritten] }),
    ...(notReadable.length > 0 && { [HIDDEN.notReadable]: [...notReadable] }),
  };
}
