import { isVoicecallError } from "../base/errors.js";
import { counted, idsText } from "../base/quoted.js";
import type { Operation } from "../core/run/operation.js";
import type { Session } from "../core/run/session.js";
import { listedFor, unnamed } from "./leads.js";

export const MOST_IDS = 5;

/** The leads that no list and no resource of the program names; empty if this run does not know all of them. */
export async function unlistedIn(session: Session, campaign: number): Promise<readonly number[]> {
  const { leads } = session.ledger;
  const isKnown = leads.listedIn(campaign) || (!hasSet(session, campaign) && leads.areSetsKnown);
  if (!isKnown) return [];
  const { all } = await listedFor(session, campaign, "current");
  if (leads.areKnown(all) !== "now") return [];
  const changes = leads.changesById();
  const ids = unnamed(session, campaign, all).map(({ id }) => id);
  return ids.filter((id) => changes.get(id)?.becomes !== "gone");
}

const hasSet = ({ ledger }: Session, campaign: number): boolean =>
  ledger.object("LeadSet", campaign).owner !== undefined;

/**
 * When the engine has reported the last resource with leads: names the leads that none of them names, in the campaigns
 * of Lead resources. A LeadSet names those of its own campaign.
 */
export async function sayUnlisted({ session }: Operation): Promise<void> {
  const { ledger } = session;
  if (session.offline || !ledger.leads.areReported) return;
  for (const campaign of new Set([...ledger.leads.told.values()].map((one) => one.campaign)))
    if (typeof campaign === "number" && !hasSet(session, campaign))
      await ledger.readOnce(`unlisted leads of ${campaign}`, () => sayUnlistedIn(session, campaign));
}

async function sayUnlistedIn(session: Session, campaign: number): Promise<void> {
  try {
    const ids = await unlistedIn(session, campaign);
    const them = ids.length === 1 ? "it, delete it" : "them, delete them";
    if (ids.length > 0)
      session.say(`${unlistedText(`Campaign ${campaign}`, ids)} To remove ${them} in the service.`);
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    session.say(`Campaign ${campaign}: ${notLookedFor("no list and no resource names")}`);
  }
}

export const notLookedFor = (which: string): string =>
  `the leads of the campaign could not be listed, so leads that ${which} were not looked for. Run the command again.`;

/** @param isSure whether all leads that resources name are known */
export function unlistedText(campaign: string, ids: readonly number[], isSure = true): string {
  const [upTo, among] = isSure ? ["", ""] : ["up to ", "among "];
  const are = ids.length === 1 ? "It is" : "They are";
  return `${campaign} has ${upTo}${counted(ids.length, "lead")} that no list and no resource of this program names (${among}${idsText(ids, MOST_IDS)}). ${are} called when it runs.`;
}
