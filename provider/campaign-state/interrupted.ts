import type { Operation } from "../core/run/operation.js";
import type { Verdict } from "../core/steps/interrupted.js";
import { declaredCampaign } from "../core/steps/campaigns.js";
import { printable } from "../base/quoted.js";
import { lookAt, statusOf } from "./api.js";
import { factsOf } from "./facts.js";
import { plan } from "./plan.js";
import { inDoubt, stored } from "./record.js";

/**
 * An action that was interrupted. If a start may have had an effect that nothing shows, state gets it as one in doubt,
 * like a start whose response was lost: otherwise, the next apply would send it again, and people would be called twice.
 */
export async function interruptedAction(operation: Operation): Promise<Verdict> {
  const { session, isNew, olds } = operation;
  const target = isNew ? operation.with({ id: String(await declaredCampaign(operation)) }) : operation;
  const { seen, facts } = await session.lookUntil(async () => {
    const seen = await lookAt(session, target.recordId, "now");
    const facts = await factsOf(target, seen);
    return { done: facts.live !== "rests" && facts.live !== "absent", value: { seen, facts } };
  });
  const next = "`pulumi up` reads the campaign, and starts or stops it only if it still has to";
  if (plan(facts) !== "start" || facts.live === "rests") return { then: "clear", text: next };
  const status = statusOf(seen);
  const before = Object.fromEntries(Object.keys(olds).map((property) => [property, undefined]));
  const order = { operation: target, seen, ranBefore: false };
  const outs = stored(order, { action: "start", status, message: null });
  return {
    then: "record",
    id: target.id,
    outputs: { ...before, ...outs, ...inDoubt(seen) },
    text: `it is not known whether the campaign was started (status: ${printable(status ?? "not listed")}), and \`pulumi up\` does not start it again. If the service's dashboard shows that it does not run, give \`trigger\` a new value`,
  };
}
