import { expectedLeads, targetsOf } from "../campaign/expected-leads.js";
import { isFenced, obstacle } from "../core/run/fence.js";
import type { Operation } from "../core/run/operation.js";
import type { Planned } from "./target.js";
import { isExclusive } from "./unlisted.js";

/**
 * @throws VoicecallError "fenced" if the stack must not call the numbers of the list, or the contacts of leads that it
 * adopts or changes, or if the campaign would have too many leads
 */
export async function assertInside(operation: Operation, planned: Planned): Promise<void> {
  const { settings } = operation.session;
  if (!isFenced(settings)) return;
  const { rows, plan } = planned;
  const listed = rows.rows.map(({ phoneNumber, line }) => ({
    number: phoneNumber,
    where: `${rows.unit} ${line}`,
  }));
  const contacts = [...plan.update, ...plan.adopt].flatMap(({ record }) =>
    record ? targetsOf(record).slice(1) : [],
  );
  const found = obstacle(settings, [...listed, ...contacts], await count(operation, planned));
  if (found) throw operation.mistake(found.code, found.what, found.remedy);
}

async function count(operation: Operation, { rows, sides, plan }: Planned): Promise<number> {
  if (sides.campaignId === undefined) return plan.create.length;
  const removed = new Set<unknown>(isExclusive(operation) ? plan.unlisted : []);
  const expected = await expectedLeads(operation.session, sides.campaignId);
  const leads = expected.filter(({ id }) => !removed.has(id));
  if (plan.create.length > 0) return leads.length;
  // The run may delete other leads without announcing it, so they do not block a list that creates none.
  const numbers = new Set<unknown>(rows.rows.map(({ phoneNumber }) => phoneNumber));
  return leads.filter((lead) => numbers.has(lead["phone_number"])).length;
}
