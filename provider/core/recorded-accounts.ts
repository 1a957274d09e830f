import type { ApiForm } from "./fields.js";

/** The account in which an object was created, as far as it is known. */
export interface AccountMark {
  baseUrl: string;
  /** From an assistant's record; absent until one was read. */
  userId?: number;
  /** First 8 hex digits of the token's SHA-256. */
  token: string;
  /** The same for earlier tokens of this account, so that not every object needs its own proof. */
  former?: readonly string[];
  /** The form of the API; absent: 2025, or a kind whose fields are the same in both. */
  form?: ApiForm;
}

/** Checks whether the account has an object exactly as state recorded it. */
export type AccountProof = () => Promise<boolean>;

/** A token that state recorded with objects, and the objects that can prove which account it belongs to. */
export interface RecordedAccount {
  readonly account: AccountMark;
  readonly proofs: AccountProof[];
  readonly former: Set<string>;
  isProven: boolean;
  pendingCheck: Promise<unknown>;
}

/**
 * The recorded accounts of this run's objects. The engine reports objects one at a time, and one object may identify
 * the account of all objects that were recorded with the same token.
 */
export class RecordedAccounts {
  readonly #accounts = new Map<string, RecordedAccount>();

  get all(): readonly RecordedAccount[] {
    return [...this.#accounts.values()];
  }

  add(account: AccountMark, proof?: AccountProof): RecordedAccount {
    const key = JSON.stringify([account.baseUrl, account.token, account.userId]);
    const entry = this.#accounts.get(key) ?? {
      account,
      proofs: [],
      former: new Set<string>(),
      isProven: false,
      pendingCheck: Promise.resolve(),
    };
    this.#accounts.set(key, entry);
    if (proof) entry.proofs.push(proof);
    for (const token of account.former ?? []) entry.former.add(token);
    return entry;
  }

  /** Whether an object that is in this account was recorded with the token at an earlier time. */
  vouchFor(token: string): boolean {
    return this.all.some(({ isProven, former }) => isProven && former.has(token));
  }
}
