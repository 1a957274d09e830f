import type { ApiForm } from "../fields/fields.js";

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
