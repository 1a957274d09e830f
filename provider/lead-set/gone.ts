import { isSuperseded } from "../core/run/ledger.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { isBlacklisted } from "../campaign/leads.js";
import { type Recorded, type RecordedLead, fromState, toState } from "./recorded.js";

/**
 * The leads, with blacklisted ones marked as gone: if they were deleted and created again, the service could call people
 * who must not be called.
 * @param live the leads in the account; undefined if they were not read
 */
function withBlacklisted({ key, leads }: Recorded, live: readonly ServiceRecord[] | undefined): Recorded {
  const ids = new Set(live?.filter(isBlacklisted).map(({ id }) => id));
  return { key, leads: leads.map((lead) => (ids.has(lead.id) ? { ...lead, isGone: true } : lead)) };
}

/**
 * Remembers the gone leads of a set that will be replaced, because the engine does not pass the old state to the
 * create of the replacement. These people may have asked not to be called.
 */
export async function rememberGone({ session, identity, olds }: Operation): Promise<void> {
  const recorded = fromState(olds);
  if (!recorded) return;
  const live = session.offline ? undefined : await session.records("Lead").rows();
  const ids = live && new Set(live.map(({ id }) => id));
  const isMissing = ({ id }: RecordedLead): boolean => ids?.has(id) === false;
  const { key, leads } = withBlacklisted(recorded, live);
  // If no lead is left, the campaign was probably deleted with its leads. Then only state shows who was gone before.
  const isEmptied = leads.every(isMissing);
  const gone = leads.filter((lead) => lead.isGone === true || (!isEmptied && isMissing(lead)));
  const remembered: Recorded = { key, leads: gone };
  session.ledger.replaced.set(`gone ${identity}`, remembered);
}

const campaignKey = (kind: string, campaignId: number): string => `${kind} ${campaignId}`;
const stateKey = ({ identity }: Operation): string => `state ${identity}`;

/**
 * Remembers the state of a set for a later create with the same campaign in this run. With `--replace` and
 * `replaceOnChanges`, only a diff and the delete show the old state.
 * @param live the leads in the account; absent if they were not read
 */
export function rememberState(operation: Operation, live?: readonly ServiceRecord[]): void {
  const { session, kind, recordId, olds } = operation;
  const recorded = live && fromState(olds);
  const state = recorded ? { ...olds, ...toState(withBlacklisted(recorded, live)) } : olds;
  session.ledger.replaced.set(campaignKey(kind, recordId), state);
  session.ledger.replaced.set(stateKey(operation), state);
}

/**
 * Called in the check of a new resource. If a diff of the same resource came before, the engine is replacing the set, for
 * example because of `replaceOnChanges`. Then marks the leads of the old set, so that they block neither its delete
 * nor the create of the new set.
 */
export async function releaseReplaced(operation: Operation): Promise<void> {
  const { session, identity } = operation;
  if (!session.ledger.intent(identity).isChecked) return;
  const olds = session.ledger.replaced.get(stateKey(operation)) as Bag | undefined;
  const recorded = olds && fromState(olds);
  if (!recorded) return;
  const live = session.offline ? [] : await session.records("Lead").rows();
  const listed = new Set(live.map(({ id }) => id));
  for (const { id } of recorded.leads) {
    const lead = session.ledger.object("Lead", id);
    lead.owner = undefined;
    if (listed.has(id) && ownValue(olds, "onRemove") !== "keep") lead.fate = "replaced";
  }
}

/**
 * The gone leads of the set that this operation's resource replaces.
 * @param live the leads in the account; undefined if they were not read
 */
export function goneBefore(
  { session: { ledger }, kind, identity }: Operation,
  campaignId: number | undefined,
  live: readonly ServiceRecord[] | undefined,
): Recorded | undefined {
  const found = ledger.replaced.get(`gone ${identity}`) as Recorded | undefined;
  if (found || campaignId === undefined) return found;
  const olds = ledger.replaced.get(campaignKey(kind, campaignId)) as Bag | undefined;
  const recorded = olds && fromState(olds);
  if (!recorded) return undefined;
  const { key, leads } = withBlacklisted(recorded, live);
  const ids = live && new Set(live.map(({ id }) => id));
  const isGone = ({ id, isGone }: RecordedLead): boolean =>
    isGone === true || (ids?.has(id) === false && !isSuperseded(ledger.object("Lead", id)));
  return { key, leads: leads.filter(isGone) };
}
