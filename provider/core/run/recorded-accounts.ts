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
export class RecordedAccount {
  #proofs: AccountProof[] = [];
  #isProven = false;
  readonly former = new Set<string>();
  pendingCheck: Promise<unknown> = Promise.resolve();

  constructor(readonly account: AccountMark) {}

  get proofs(): readonly AccountProof[] {
    return this.#proofs;
  }

  get isProven(): boolean {
    return this.#isProven;
  }

  /** Once proven, drops the proofs, because each keeps the whole state of an object in memory. */
  set isProven(isProven: boolean) {
    this.#isProven = isProven;
    if (isProven) this.#proofs = [];
  }

  add(proof: AccountProof): void {
    if (!this.#isProven) this.#proofs.push(proof);
  }
}

/**
 * The accounts recorded with this run's objects. The engine reports objects one at a time. One object can
 * prove the account of all objects that were recorded with the same token.
 */
export class RecordedAccounts {
  readonly #accounts = new Map<string, RecordedAccount>();

  get all(): readonly RecordedAccount[] {
    return [...this.#accounts.values()];
  }

  add(account: AccountMark, proof?: AccountProof): RecordedAccount {
    const key = JSON.stringify([account.baseUrl, account.token, account.userId]);
    const entry = this.#accounts.get(key) ?? new RecordedAccount(account);
    this.#accounts.set(key, entry);
    if (proof) entry.add(proof);
    for (const token of account.former ?? []) entry.former.add(token);
    return entry;
  }

  /** Whether the token is an earlier token of an account that is already proven. */
  vouchFor(token: string): boolean {
    return this.all.some(({ isProven, former }) => isProven && former.has(token));
  }
}
