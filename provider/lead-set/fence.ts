import { expectedLeads, targetsOf } from "../campaign/expected-leads.js";
import { type Target, isFenced, obstacle } from "../core/run/fence.js";
import type { NewLead } from "../core/run/ledger.js";
import type { Operation } from "../core/run/operation.js";
import type { Reconciled } from "./reconcile.js";
import type { Rows } from "./rows.js";
import { isExclusive } from "./unlisted.js";

export const newLeads = ({ create }: Pick<Reconciled, "create">): NewLead[] =>
  create.map(({ phoneNumber, variables }) => ({ declared: { phoneNumber, variables } }));

interface Planned {
  readonly rows: Rows;
  readonly plan: Reconciled;
  /** Undefined if its leads are not known. */
  readonly campaignId: number | undefined;
}

/**
 * @throws VoicecallError "fenced" if the stack must not call the numbers of the list, or the contacts of leads that it
 * adopts or changes, or if the campaign would have too many leads
 */
export async function assertInside(operation: Operation, { rows, plan, campaignId }: Planned): Promise<void> {
  const { session } = operation;
  if (!isFenced(session.settings)) return;
  const targets = rows.rows.map(({ phoneNumber, line }): Target => ({
    number: phoneNumber,
    where: `${rows.unit} ${line}`,
  }));
  for (const { record } of [...plan.update, ...plan.adopt])
    if (record) targets.push(...targetsOf(record).slice(1));
  const found = obstacle(session.settings, targets, await count(operation, { rows, plan, campaignId }));
  if (found) throw operation.mistake("fenced", found.what, found.remedy);
}

async function count(operation: Operation, { rows, plan, campaignId }: Planned): Promise<number> {
  const { session, kind } = operation;
  if (campaignId === undefined) return plan.create.length;
  session.ledger.announceLeads(campaignId, kind, newLeads(plan));
  const removed = new Set<unknown>(isExclusive(operation) ? plan.unlisted : []);
  const leads = (await expectedLeads(session, campaignId)).filter(({ id }) => !removed.has(id));
  if (plan.create.length > 0) return leads.length;
  // The run may delete other leads without announcing it, so they do not block a list that creates none.
  const numbers = new Set<unknown>(rows.rows.map(({ phoneNumber }) => phoneNumber));
  return leads.filter((lead) => numbers.has(lead["phone_number"])).length;
}
