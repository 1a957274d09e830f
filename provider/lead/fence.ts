import { calledAfter, targetsOf } from "../campaign/leads.js";
import { contactsOf, isFenced, obstacle } from "../core/run/fence.js";
import type { Operation } from "../core/run/operation.js";
import { declaredCampaign } from "../core/steps/campaigns.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";

/**
 * @param id of the lead that an update or an adoption changes. Its contacts stay, and without a new number its own.
 * @throws VoicecallError "fenced" if the stack must not call a number of the lead, or if its campaign has too many leads
 */
export async function assertInside(operation: Operation, id?: number): Promise<void> {
  const { session, olds, news, isNew } = operation;
  const { settings } = session;
  if (!isFenced(settings)) return;
  const isChanged = (property: string): boolean => ownValue(olds, property) !== ownValue(news, property);
  const targets = [
    { number: ownValue(news, "phoneNumber"), where: "phoneNumber" },
    ...contactsOf(ownValue(news, "secondaryContacts")).map((number, index) => ({
      number,
      where: `secondaryContacts[${index}]`,
    })),
  ];
  const record = id === undefined ? undefined : (await session.records.Lead.read("known")).withId(id);
  if (record) targets.push(...targetsOf(record).slice(isChanged("phoneNumber") ? 1 : 0));
  const count = async (): Promise<number | undefined> => {
    // The check of a lead in state does not know which campaign its name referred to, and its diff follows.
    const isKnown = (isNew || id !== undefined) && !hasUnknown(news["campaign"]);
    if (settings.maxLeads === undefined || session.offline || !isKnown) return undefined;
    const campaign = await declaredCampaign(operation);
    if (campaign === ownValue(olds, "campaignId") && !isChanged("status")) return undefined;
    return (await calledAfter(session, campaign)).length;
  };
  const found = obstacle(settings, targets, await count());
  if (found) throw operation.mistake("fenced", found.what, found.remedy);
}
