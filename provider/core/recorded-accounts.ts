import type { ApiForm } from "./fields.js";

/** What is known about the account in which an object was created. */
export interface AccountMark {
  baseUrl: string;
  /** The owner in an assistant's record; absent until an assistant was read. */
  userId?: number;
  /** First 8 hex digits of the token's SHA-256. */
  token: string;
  /** Fingerprints of earlier tokens of this account. Objects recorded with one of them need no proof of their own. */
  former?: readonly string[];
  /** The form of the API. Absent: 2025, or the kind has the same fields in both forms. */
  form?: ApiForm;
}

/** Checks whether the account contains an object exactly as state recorded it. */
export type AccountProof = () => Promise<boolean>;

/** A token in state, and the objects that can prove which account it belongs to. */
export interface RecordedAccount {
  readonly account: AccountMark;
  readonly proofs: readonly AccountProof[];
  readonly former: Set<string>;
  isProven: boolean;
  pendingCheck: Promise<unknown>;
}

class Recorded implements RecordedAccount {
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

  /** Each proof refers to the whole state of an object, so none of them is kept for longer than it is needed. */
  set isProven(isProven: boolean) {
    this.#isProven = isProven;
    if (isProven) this.#proofs = [];
  }

  add(proof: AccountProof): void {
    if (!this.#isProven) this.#proofs.push(proof);
  }
}

/**
 * The recorded accounts of this run's objects. The engine reports objects one at a time, and one object may prove the
 * account of all objects that were recorded with the same token.
 */
export class RecordedAccounts {
  readonly #accounts = new Map<string, Recorded>();

  get all(): readonly RecordedAccount[] {
    return [...this.#accounts.values()];
  }

  add(account: AccountMark, proof?: AccountProof): RecordedAccount {
    const key = JSON.stringify([account.baseUrl, account.token, account.userId]);
    const entry = this.#accounts.get(key) ?? new Recorded(account);
    this.#accounts.set(key, entry);
    if (proof) entry.add(proof);
    for (const token of account.former ?? []) entry.former.add(token);
    return entry;
  }

  /** Whether an object proven to be in this account was once recorded with this token. */
  vouchFor(token: string): boolean {
    return this.all.some(({ isProven, former }) => isProven && former.has(token));
  }
}
