// See docs/decisions/accounts.md.
import type { VoicecallError } from "../../base/errors.js";
import type { ListedKind } from "../../base/kind.js";
import type { Operation } from "../run/operation.js";
import type { AccountProof, RecordedAccount } from "../run/ledger.js";
import type { AccountMark } from "../run/state.js";
import type { Session } from "../run/session.js";
import { isListed } from "../records/record.js";
import { ownValue } from "../fields/values.js";

const mostFormer = 4;

/** The account data recorded with each object. The caller has verified that `before` is the same account. */
export function accountMark(
  { session, definition: { form } }: Pick<Operation, "session" | "definition">,
  before?: AccountMark,
): AccountMark {
  const userId = session.userId ?? before?.userId;
  const token = session.settings.tokenFingerprint ?? before?.token ?? "";
  const former = [...new Set([...(before?.former ?? []), ...(before ? [before.token] : [])])].filter(
    (one) => one !== token,
  );
  return {
    baseUrl: session.settings.baseUrl,
    ...(userId !== undefined && { userId }),
    token,
    ...(former.length > 0 && { former: former.slice(-mostFormer) }),
    ...(form && { form }),
  };
}

/**
 * Whether state was recorded at another base URL. Another service can have an unrelated object with the same id, and
 * the same user id and names. So each object must be found there itself, and nothing vouches for it.
 */
export const isMoved = ({ session: { settings }, memory: { account } }: Operation): boolean =>
  account !== undefined && account.baseUrl !== settings.baseUrl;

/** Notes a recorded account. There is one entry per base URL, token and owner. */
export function noteAccount(
  { ledger: { accounts } }: Session,
  account: AccountMark,
  proof?: AccountProof,
): RecordedAccount {
  const key = JSON.stringify([account.baseUrl, account.token, account.userId]);
  const entry = accounts.get(key) ?? {
    account,
    former: new Set(),
    proofs: [],
    isProven: false,
    pendingCheck: Promise.resolve(),
  };
  accounts.set(key, entry);
  if (proof && !entry.isProven) entry.proofs.push(proof);
  for (const token of account.former ?? []) entry.former.add(token);
  return entry;
}

/**
 * Throws unless the token is proven to belong to the account recorded in state. Each of these is a proof: the
 * token is the recorded one, a proven account once had the recorded token, the user id is the same, or the
 * account contains an object in state. At another base URL, only the object itself is a proof.
 */
export async function assertRecordedAccount(operation: Operation): Promise<void> {
  const { session, purpose } = operation;
  session.requireToken(purpose);
  const { account } = operation.memory;
  if (!account) return;
  const entry = noteAccount(session, account, () => isInAccount(operation));
  const isOurs = async (): Promise<boolean> =>
    (await isProven(operation, entry)) &&
    (!isMoved(operation) || ownValue(operation.olds, "gone") === true || (await isInAccount(operation)));
  if (await isOurs()) return;
  // Waiting is useless in a diff: the engine reports no other resource until this operation returns.
  if (operation.verb !== "compare") {
    await session.engineCalls.quiet();
    if (await isOurs()) return;
  }
  throw notProven(operation, account);
}

async function isInAccount(operation: Operation): Promise<boolean> {
  const { definition, session, kind, id, olds } = operation;
  if (definition.isInAccount) return definition.isInAccount(operation);
  return isListed(await session.records[kind as ListedKind].read("known"), id, olds);
}

/** Checks the account before a create or an adoption, where state does not contain the object yet. */
export async function assertAccountBeforeCreate(operation: Operation): Promise<void> {
  const { session, purpose } = operation;
  session.requireToken(purpose);
  if (session.ledger.accounts.size > 0 && !(await firstUnproven(operation))) return;
  // The engine may start a create before it has reported all objects in state, and an object that it reports
  // later may prove the account.
  await session.engineCalls.quiet();
  const unproven = await firstUnproven(operation);
  if (unproven) throw notProven(operation, unproven.account);
  noteAccount(session, accountMark(operation));
}

async function firstUnproven(operation: Operation): Promise<RecordedAccount | undefined> {
  let unproven: RecordedAccount | undefined;
  // Two rounds: an account proven late in the list may prove an earlier one.
  for (let round = 0; round < 2; round += 1) {
    unproven = undefined;
    for (const entry of [...operation.session.ledger.accounts.values()])
      if (!(await isProven(operation, entry))) unproven ??= entry;
    if (!unproven) return undefined;
  }
  return unproven;
}

/** Runs one check per entry at a time, because its result may make the waiting checks unnecessary. */
function isProven(operation: Operation, entry: RecordedAccount): Promise<boolean> | true {
  if (entry.isProven) return true;
  const check = entry.pendingCheck.catch(() => undefined).then(() => prove(operation, entry));
  entry.pendingCheck = check;
  return check;
}

async function prove(operation: Operation, entry: RecordedAccount): Promise<boolean> {
  const { session } = operation;
  const { settings } = session;
  const { account } = entry;
  const isHere = account.baseUrl === settings.baseUrl;
  // An earlier token of a proven account is a proof too.
  const isFormer = [...session.ledger.accounts.values()].some(
    (one) => one.isProven && one.former.has(account.token),
  );
  entry.isProven ||= isHere && (account.token === settings.tokenFingerprint || isFormer);
  if (!entry.isProven && account.userId !== undefined) {
    const userId = await session.learnUserId();
    if (userId !== undefined && userId !== account.userId)
      throw operation.error(
        "wrong-account",
        `state was recorded with another account: its objects belong to user ${account.userId}, but the token (from ${settings.tokenSource}) belongs to user ${userId}. ` +
          `Use a token of user ${account.userId}, ${NEW_STACK}.`,
      );
    entry.isProven = isHere && userId !== undefined;
  }
  for (const proof of entry.proofs) entry.isProven ||= await proof();
  if (entry.isProven) entry.proofs.length = 0;
  return entry.isProven;
}

const NEW_STACK = "or use a new stack for another account (`pulumi stack init`)";

function notProven(operation: Operation, { baseUrl }: AccountMark): VoicecallError {
  const { settings } = operation.session;
  const text =
    baseUrl === settings.baseUrl
      ? `the access token (from ${settings.tokenSource}) is not the recorded one, and no object of this stack is in its account. Nothing was written. ` +
        `Use a token of the recorded account (then run \`pulumi refresh\`), ${NEW_STACK}.`
      : `state was recorded at ${baseUrl}, and its objects are not in the account at ${settings.baseUrl || "no base URL"} (from ${settings.baseUrlSource}). Nothing was written. ` +
        `Correct the base URL, ${NEW_STACK}.`;
  return operation.error("could-not-tell", text);
}
