import { VoicecallError } from "../http/errors.js";
import type { Session } from "./session.js";
import type { AccountMark, Memory } from "./state.js";

/** What is recorded of the account with each object. */
export function accountMark(session: Session, before?: AccountMark): AccountMark {
  const userId = session.userId ?? (isTakenOver(session, before) ? undefined : before?.userId);
  return {
    baseUrl: session.settings.baseUrl,
    ...(userId !== undefined && { userId }),
    token: session.settings.tokenFingerprint ?? before?.token ?? "",
  };
}

/** Whether this run takes the object over to another account or token, as the setting accountChange allows. */
export function isTakenOver({ settings, offline }: Session, account: AccountMark | undefined): boolean {
  if (!account || offline || settings.accountChange !== "allow") return false;
  return account.baseUrl !== settings.baseUrl || account.token !== settings.tokenFingerprint;
}

/** Stops before anything is read, changed or deleted in another account than the one the object was made in. */
export async function assertSameAccount(session: Session, kept: Memory, purpose: string): Promise<void> {
  session.requireToken(purpose);
  const { settings } = session;
  const { account } = kept;
  if (!account || settings.accountChange === "allow") return;
  if (account.baseUrl !== settings.baseUrl) {
    throw wrongAccount(
      session,
      purpose,
      `it was made at ${account.baseUrl}, and the base URL is now ${settings.baseUrl || "not set"} (${settings.baseUrlSource})`,
    );
  }
  if (account.token === settings.tokenFingerprint || account.userId === undefined) return;
  const userId = await session.learnUserId();
  if (userId !== undefined && userId !== account.userId) {
    throw wrongAccount(
      session,
      purpose,
      `it belongs to user ${account.userId}, and the token is of user ${userId}`,
    );
  }
}

function wrongAccount(session: Session, purpose: string, why: string): VoicecallError {
  return new VoicecallError(
    "wrong-account",
    `${purpose}: this is another account: ${why}. The token came from ${session.settings.tokenSource}. ` +
      "Use the token of that account, or, if the account itself was moved, set voicecall:accountChange to allow for one `pulumi up`.",
  );
}

/**
 * Absence proves «gone» only in the account that the object was made in: with the recorded token, or when this run
 * has seen that the token belongs to the recorded user.
 */
export async function assertAbsenceCounts(session: Session, kept: Memory, purpose: string): Promise<void> {
  const { settings } = session;
  const { account } = kept;
  if (!account || settings.accountChange === "allow" || account.token === settings.tokenFingerprint) return;
  const userId = await session.learnUserId();
  if (userId !== undefined && userId === account.userId) return;
  throw new VoicecallError(
    "could-not-tell",
    `${purpose}: it was not found, but the token is not the one it was last seen with (now from ${settings.tokenSource}), ` +
      "and nothing shows that it belongs to the same account. State is kept. If it does, set voicecall:accountChange to allow for one `pulumi up`.",
  );
}
