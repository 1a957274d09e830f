import { accountMark } from "../core/steps/account.js";
import { declaredCampaign } from "../core/steps/campaigns.js";
import type { Operation } from "../core/run/operation.js";
import { HIDDEN, outputs } from "../core/run/state.js";
import type { Verdict, Window } from "../core/steps/interrupted.js";
import { RESUME_VARIABLE } from "../http/settings.js";
import { inShell } from "../base/quoted.js";
import { newKey, toState } from "./recorded.js";
import { CONTINUES, computedOf, nameOf } from "./target.js";

/**
 * Only the program knows the rows of an interrupted list. So state gets the time from which the run may have created
 * leads, and the next apply takes leads from then on that have exactly the values of their rows. This is never certain:
 * a list takes hours, and another stack with the same list would create the same leads.
 */
export async function continuation(operation: Operation, { since }: Window): Promise<Verdict> {
  const { session, isNew, news, id, inProgram } = operation;
  const window: Window = { since, until: session.clock.now() };
  const marks = { [CONTINUES]: window, [HIDDEN.partial]: ["leads"] };
  const text = `once this is recorded, \`pulumi up\` adopts leads that were created since ${new Date(since).toISOString()}, when the last run began, and have exactly the values of their rows`;
  const doubt = `that is right only if no other stack has the same list. ${RESUME_VARIABLE}=${inShell(inProgram.name)} does the same for one run`;
  const made = { then: "record", text, doubt } as const;
  if (!isNew) return { ...made, id, outputs: marks };
  const campaignId = await declaredCampaign(operation);
  const recorded = { key: newKey(), leads: [] };
  const computed = computedOf(recorded, campaignId, await nameOf(operation, campaignId));
  const stored = outputs(news, computed, { account: accountMark(operation), partial: [] });
  return { ...made, id: String(campaignId), outputs: { ...stored, ...toState(recorded), ...marks } };
}
