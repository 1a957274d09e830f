import { bothNames } from "../run/identity.js";
import type { Operation } from "../run/operation.js";

/**
 * Claims an object that a resource manages without creating it, such as a campaign.
 * @param mistake the error text
 * @throws VoicecallError "exists" if another resource of the program, in any account, manages the object
 */
export async function assertOnlyOne(
  operation: Operation,
  id: string | number,
  mistake: (names: string) => string,
): Promise<void> {
  const { session, kind, identity } = operation;
  if (identity === undefined) return;
  const other =
    session.ledger.claim(operation.objectWith(id), identity) ??
    // Without a token, the id may be the name of another campaign in each account.
    (session.offline
      ? undefined
      : await session.claimInRun(`${session.settings.baseUrl} ${kind} ${id}`, identity));
  if (other !== undefined) throw operation.mistake("exists", mistake(bothNames(other, identity)));
}
