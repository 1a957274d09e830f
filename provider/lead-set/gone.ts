import { fingerprint } from "../core/ledger.js";
import type { Operation } from "../core/operation.js";
import { type Recorded, type RecordedLead, fromState } from "./recorded.js";

/**
 * Remembers the gone leads of a set that will be replaced, because the engine does not pass the old state to the
 * create of the replacement. These people may have asked not to be called.
 */
export async function rememberGone({ session, kind, news, olds }: Operation): Promise<void> {
  const recorded = fromState(olds);
  if (!recorded) return;
  const { key, leads } = recorded;
  const live = session.offline
    ? undefined
    : new Set((await session.records("Lead").rows()).map(({ id }) => id));
  const isMissing = ({ id }: RecordedLead): boolean => live?.has(id) === false;
  // If no lead is left, the campaign was probably deleted with its leads. Then only state shows who was gone before.
  const isEmptied = leads.every(isMissing);
  const gone = leads.filter((lead) => lead.isGone === true || (!isEmptied && isMissing(lead)));
  const remembered: Recorded = { key, leads: gone };
  session.ledger.replaced.set(fingerprint(kind, news), remembered);
}

/** The gone leads of the set that this operation's resource replaces. */
export const goneBefore = ({ session, kind, news }: Operation): Recorded | undefined =>
  session.ledger.replaced.get(fingerprint(kind, news)) as Recorded | undefined;
