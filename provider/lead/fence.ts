import { expectedLeads, targetsOf } from "../campaign/expected-leads.js";
import { contactsOf, isFenced, obstacle } from "../core/run/fence.js";
import type { Operation } from "../core/run/operation.js";
import { resolve } from "../core/run/wanted.js";
import { hasUnknown, ownValue } from "../core/fields/values.js";
import { fields } from "./schema.js";

/**
 * @param id of the lead that an update or an adoption changes. Its contacts stay, and without a new number its own.
 * @throws VoicecallError "fenced" if the stack must not call a number of the lead, or if its campaign has too many leads
 */
export async function assertInside(operation: Operation, id?: number): Promise<void> {
  const { session, olds, news } = operation;
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
  const record = id === undefined ? undefined : await session.records("Lead").knownWithId(id);
  if (record) targets.push(...targetsOf(record).slice(isChanged("phoneNumber") ? 1 : 0));
  const campaign = ownValue(news, "campaign");
  const isCounted =
    settings.maxLeads !== undefined &&
    !session.offline &&
    !hasUnknown(campaign) &&
    (isChanged("campaign") || isChanged("status"));
  const count = async (): Promise<number> => {
    const { comparable } = await resolve(fields.campaign, campaign, session.names);
    return (await expectedLeads(session, comparable as number)).length;
  };
  const found = obstacle(settings, targets, isCounted ? await count() : undefined);
  if (found) throw operation.mistake(found.code, found.what, found.remedy);
}
