/**
 * The service deletes a campaign together with its leads, and with them what it knows about the people who must not be
 * called. A run that replaces a campaign must not create leads for these people in the new one, whichever calls the
 * engine makes about the old leads (docs/decisions/leads.md).
 */
import { isSuperseded } from "../core/run/ledger.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import type { Session } from "../core/run/session.js";
import { isBlacklisted } from "./leads.js";

const KEY = "blacklisted";

/** The leads in the account before the first delete of this run. */
export const leadsBefore = (session: Session): Promise<readonly ServiceRecord[]> =>
  session.ledger.readOnce(
    "Lead before deletes",
    async () => (await session.records.Lead.read("known")).shown,
  );

/** Called before the delete of a campaign. */
export async function rememberBlacklisted({ session, recordId }: Operation): Promise<void> {
  const { replaced } = session.ledger;
  const leads = await leadsBefore(session);
  const found = leads.filter((lead) => lead["campaign_id"] === recordId && isBlacklisted(lead));
  replaced.set(KEY, [...remembered(session), ...found]);
}

const remembered = ({ ledger }: Session): readonly ServiceRecord[] =>
  (ledger.replaced.get(KEY) ?? []) as ServiceRecord[];

/**
 * The blacklisted leads, by phone number, of the campaigns that this run has deleted or will replace.
 * @param coming in a preview: the name of the campaign of a new lead, if the run will create it
 */
export async function notToCall(
  session: Session,
  coming?: unknown,
): Promise<ReadonlyMap<unknown, ServiceRecord>> {
  const { ledger } = session;
  const all = [remembered(session)];
  if (ledger.isPreview && !session.offline) {
    const isReplaced = ({ id, name }: { id: number; name: unknown }): boolean =>
      isSuperseded(ledger.object("Campaign", id)) || (coming !== undefined && name === coming);
    const campaigns = await session.records.Campaign.read("known").then(
      ({ shown }) => shown,
      () => [],
    );
    const ids = new Set<unknown>(campaigns.filter(isReplaced).map(({ id }) => id));
    const leads = ids.size === 0 ? [] : (await session.records.Lead.read("known")).shown;
    all.push(leads.filter((lead) => ids.has(lead["campaign_id"]) && isBlacklisted(lead)));
  }
  return new Map(all.flat().map((lead) => [lead["phone_number"], lead]));
}
