import { VoicecallError } from "../http/errors.js";
import type { Look, RecordedAccount } from "./recorded-accounts.js";
import type { Session } from "./session.js";
import type { AccountMark } from "./state.js";

/** What state recorded of one object. */
export interface Recorded {
  readonly account?: AccountMark | undefined;
  readonly isInAccount: Look;
}

const mostFormer = 4;

/** What is recorded of the account with each object; that `before` was the same account has been shown by then. */
export function accountMark(session: Session, before?: AccountMark): AccountMark {
  const same = isTakenOver(session, before) ? undefined : before;
  const userId = session.userId ?? same?.userId;
  const token = session.settings.tokenFingerprint ?? before?.token ?? "";
  const former = [...new Set([...(same?.former ?? []), ...(same ? [same.token] : [])])].filter(
    (one) => one !== token,
  );
  return {
    baseUrl: session.settings.baseUrl,
    ...(userId !== undefined && { userId }),
    token,
    ...(former.length > 0 && { former: former.slice(-mostFormer) }),
  };
}

/** Whether this run takes the object over to another account or token, as the setting accountChange allows. */
export function isTakenOver({ settings, offline }: Session, account: AccountMark | undefined): boolean {
  if (!account || offline || settings.accountChange !== "allow") return false;
  return account.baseUrl !== settings.baseUrl || account.token !== settings.tokenFingerprint;
}

/**
 * Stops before anything is read, changed or deleted in another account than the one the object was recorded in.
 * A token that merely differs is no reason to stop, as long as something shows that it belongs to the same account:
 * the user id, or an object that state knows.
 * @param waits whether the engine may report more objects in the meantime; false during check and diff, which it
 * calls one after another
 */
export async function assertSameAccount(
  session: Session,
  { account, isInAccount }: Recorded,
  purpose: string,
  { waits }: { waits: boolean },
): Promise<void> {
  session.requireToken(purpose);
  if (!account || session.settings.accountChange === "allow") return;
  const entry = session.ledger.accounts.add(account, isInAccount);
  if (await isShown(session, entry, purpose)) return;
  if (waits) {
    await session.engineIsQuiet();
    if (await isShown(session, entry, purpose)) return;
  }
  throw notShown(session, purpose);
}

/** The same before an object is created or adopted, of which state knows nothing yet. */
export async function assertAccountBeforeCreate(session: Session, purpose: string): Promise<void> {
  session.requireToken(purpose);
  if (session.settings.accountChange === "allow") return;
  if (session.ledger.accounts.all.length > 0 && (await areAllShown(session, purpose))) return;
  // The engine may create before it reports what is in state.
  await session.engineIsQuiet();
  if (!(await areAllShown(session, purpose))) throw notShown(session, purpose);
  session.ledger.accounts.add(accountMark(session));
}

async function areAllShown(session: Session, purpose: string): Promise<boolean> {
  // Twice, since one that is shown may vouch for another before it.
  for (let round = 0; round < 2; round += 1) {
    let areAll = true;
    for (const entry of session.ledger.accounts.all)
      areAll = (await isShown(session, entry, purpose)) && areAll;
    if (areAll) return true;
  }
  return false;
}

/** One look at a time: each may settle it for those that wait. */
function isShown(session: Session, entry: RecordedAccount, purpose: string): Promise<boolean> {
  const looking = entry.looking.catch(() => undefined).then(() => look(session, entry, purpose));
  entry.looking = looking;
  return looking;
}

async function look(session: Session, entry: RecordedAccount, purpose: string): Promise<boolean> {
  const { settings } = session;
  const { account } = entry;
  if (account.baseUrl !== settings.baseUrl) {
    const now = `${settings.baseUrl || "not set"} (${settings.baseUrlSource})`;
    throw wrongAccount(session, purpose, `it was made at ${account.baseUrl}, and the base URL is now ${now}`);
  }
  entry.isShown ||=
    account.token === settings.tokenFingerprint || session.ledger.accounts.vouchFor(account.token);
  if (entry.isShown) return true;
  if (account.userId !== undefined) {
    const userId = await session.learnUserId();
    if (userId !== undefined && userId !== account.userId) {
      const why = `it belongs to user ${account.userId}, and the token is of user ${userId}`;
      throw wrongAccount(session, purpose, why);
    }
    entry.isShown = userId !== undefined;
  }
  for (const isInAccount of entry.looks) entry.isShown ||= await isInAccount();
  return entry.isShown;
}

function wrongAccount(session: Session, purpose: string, why: string): VoicecallError {
  return new VoicecallError(
    "wrong-account",
    `${purpose}: this is another account: ${why}. The token came from ${session.settings.tokenSource}. ` +
      "Use the token of that account, or, if the account itself was moved, set voicecall:accountChange to allow for one `pulumi up`.",
  );
}

function notShown({ settings }: Session, purpose: string): VoicecallError {
  return new VoicecallError(
    "could-not-tell",
    `${purpose}: the access token (from ${settings.tokenSource}) is not the one that state was recorded with, and nothing shows that it belongs to the same account. State is kept. Nothing was written. ` +
      "If it is the token of another account, use the right one. If it is a new token of the same account, run `pulumi refresh`, which compares every object; where that cannot show it either, set voicecall:accountChange to allow for one `pulumi up`.",
  );
}
