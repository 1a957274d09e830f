import type { VoicecallError } from "../http/errors.js";
import { keyOf } from "./ledger.js";
import type { Operation, Standard } from "./operation.js";
import { type ServiceRecord, isListed } from "./record.js";
import type { AccountMark, RecordedAccount } from "./recorded-accounts.js";
import type { Session } from "./session.js";
import { recorded, recordKey } from "./wanted.js";

const mostFormer = 4;

/**
 * The account data recorded with each object. The caller has verified that `before` is the same account,
 * unless the setting accountChange allows another account.
 */
export function accountMark(
  { session, definition: { form } }: Pick<Operation, "session" | "definition">,
  before?: AccountMark,
): AccountMark {
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
    ...(form && { form }),
  };
}

/** Whether this run accepts another account or token for the object, as the setting accountChange allows. */
export function isTakenOver({ settings, offline }: Session, account: AccountMark | undefined): boolean {
  if (!account || offline || settings.accountChange !== "allow") return false;
  return account.baseUrl !== settings.baseUrl || account.token !== settings.tokenFingerprint;
}

/**
 * Throws unless the token is proven to belong to the account recorded in state. Each of these is a proof: the
 * token is the recorded one, a proven account once had the recorded token, the user id is the same, or the
 * account contains an object in state. With accountChange "allow", only requires that there is a token.
 */
export async function assertRecordedAccount(operation: Operation): Promise<void> {
  const { session, purpose, definition } = operation;
  session.requireToken(purpose);
  const { account } = operation.memory;
  if (!account || session.settings.accountChange === "allow") return;
  const entry = session.ledger.accounts.add(account, () => definition.isInAccount(operation));
  if (await isProven(operation, entry)) return;
  // Waiting is useless in a diff: the engine reports no other resource until this operation returns.
  if (operation.verb !== "compare") {
    await session.engineIsQuiet();
    if (await isProven(operation, entry)) return;
  }
  throw notProven(operation);
}

/**
 * With accountChange "allow", the new account may contain an unrelated object with the same id. Accepting that
 * object would let a later run delete it.
 * @throws VoicecallError "wrong-account" if neither the key nor the creation time is as in state
 */
export function assertSameObject(operation: Operation<Standard>, record: ServiceRecord): void {
  const { kind, definition, session, id, olds, memory } = operation;
  if (!isTakenOver(session, memory.account) || isListed([record], id, olds)) return;
  const { fields, keyFields, key } = definition;
  const before = keyFields.map((property) => recorded(fields[property]!, property, olds));
  if (keyOf(kind, before) === recordKey(definition, record)) return;
  throw differentObject(
    operation,
    `the object with id ${id} in the account is a different one: its ${key} and its creation time differ from those in state`,
    "To use an object of the account instead, set adoptId to its id.",
  );
}

export const differentObject = (operation: Operation, what: string, instead: string): VoicecallError =>
  operation.mistake(
    "wrong-account",
    `voicecall:accountChange is "allow", but ${what}. Nothing was changed.`,
    `Remove the resource from state (\`pulumi state delete\`). ${instead}`,
  );

/**
 * Whether this run accepts another base URL for the object. Its id may then belong to an unrelated object, while
 * one service never gives two objects the same id.
 */
export const isMoved = ({ session, memory: { account } }: Operation): boolean =>
  isTakenOver(session, account) && account?.baseUrl !== session.settings.baseUrl;

/** Checks the account before a create or an adoption, where state does not contain the object yet. */
export async function assertAccountBeforeCreate(operation: Operation): Promise<void> {
  const { session, purpose } = operation;
  session.requireToken(purpose);
  if (session.settings.accountChange === "allow") return;
  const { accounts } = session.ledger;
  if (accounts.all.length > 0 && (await areAllProven(operation))) return;
  // The engine may start a create before it has reported all objects in state, and an object that it reports
  // later may prove the account.
  await session.engineIsQuiet();
  if (!(await areAllProven(operation))) throw notProven(operation);
  accounts.add(accountMark(operation));
}

async function areAllProven(operation: Operation): Promise<boolean> {
  // Two rounds: an account proven late in the list may prove an earlier one.
  for (let round = 0; round < 2; round += 1) {
    let areAll = true;
    for (const entry of operation.session.ledger.accounts.all)
      areAll = (await isProven(operation, entry)) && areAll;
    if (areAll) return true;
  }
  return false;
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
  if (account.baseUrl !== settings.baseUrl) {
    const now = `${settings.baseUrl || "not set"} (${settings.baseUrlSource})`;
    throw wrongAccount(
      operation,
      `the base URL in state is ${account.baseUrl}, but the current base URL is ${now}`,
      "Correct the base URL",
    );
  }
  entry.isProven ||=
    account.token === settings.tokenFingerprint || session.ledger.accounts.vouchFor(account.token);
  if (entry.isProven) return true;
  if (account.userId !== undefined) {
    const userId = await session.learnUserId();
    if (userId !== undefined && userId !== account.userId)
      throw wrongAccount(
        operation,
        `the objects in state belong to user ${account.userId}, but the token belongs to user ${userId}`,
        `Use a token of user ${account.userId}`,
      );
    entry.isProven = userId !== undefined;
  }
  for (const isInAccount of entry.proofs) entry.isProven ||= await isInAccount();
  return entry.isProven;
}

function wrongAccount(operation: Operation, why: string, remedy: string): VoicecallError {
  return operation.error(
    "wrong-account",
    `state was recorded with a different account: ${why}. The token came from ${operation.session.settings.tokenSource}. ` +
      `${remedy}. If the account itself was moved, set voicecall:accountChange to "allow" for one \`pulumi up\`.`,
  );
}

function notProven(operation: Operation): VoicecallError {
  return operation.error(
    "could-not-tell",
    `the access token (from ${operation.session.settings.tokenSource}) differs from the token that state was recorded with, and nothing shows that both belong to the same account. State is kept. Nothing was written. ` +
      'If the token belongs to another account, use a token of the recorded account. If it is a new token of the same account, run `pulumi refresh`, which compares every object. If this error remains, set voicecall:accountChange to "allow" for one `pulumi up`.',
  );
}
