/** Spec 5: one bearer token per user. */
import type { EmulatorState } from "./lists.js";
import type { StoredUser } from "./state.js";

export function tokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

export function userOf(token: string | undefined, state: EmulatorState): StoredUser | undefined {
  return token === undefined ? undefined : state.users.find((user) => user.token === token);
}

/**
 * Whether a header names JSON. If a client does not accept JSON, a missing or wrong token leads to a login
 * page, not to a 401 (docs/assumptions.md: sign-in).
 */
export function wantsJson(accept: string | undefined): boolean {
  return /[/+]json\b/i.test(accept ?? "");
}
