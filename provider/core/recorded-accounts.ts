/** The account that an object was made in, as far as the service has shown it. */
export interface AccountMark {
  baseUrl: string;
  /** From an assistant's record; absent until one was seen. */
  userId?: number;
  /** First 8 hex digits of the token's SHA-256. */
  token: string;
  /** The same of earlier tokens of this account: what one object has shown need not be shown by each. */
  former?: readonly string[];
}

/** Whether the account has an object just as state recorded it. */
export type Look = () => Promise<boolean>;

/** A token that objects in state were recorded with, and the objects that may show whose token it was. */
export interface RecordedAccount {
  readonly account: AccountMark;
  readonly looks: Look[];
  readonly former: Set<string>;
  isShown: boolean;
  looking: Promise<unknown>;
}

/**
 * The accounts in which the objects of this run were recorded. The engine reports them one by one, so one object may
 * show whose account it is for all that were recorded with the same token.
 */
export class RecordedAccounts {
  readonly #accounts = new Map<string, RecordedAccount>();

  get all(): readonly RecordedAccount[] {
    return [...this.#accounts.values()];
  }

  add(account: AccountMark, look?: Look): RecordedAccount {
    const key = JSON.stringify([account.baseUrl, account.token, account.userId]);
    const entry = this.#accounts.get(key) ?? {
      account,
      looks: [],
      former: new Set<string>(),
      isShown: false,
      looking: Promise.resolve(),
    };
    this.#accounts.set(key, entry);
    if (look) entry.looks.push(look);
    for (const token of account.former ?? []) entry.former.add(token);
    return entry;
  }

  /** Whether an object that is in this account was recorded with the token at an earlier time. */
  vouchFor(token: string): boolean {
    return this.all.some(({ isShown, former }) => isShown && former.has(token));
  }
}
