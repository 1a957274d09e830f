import type { Operation } from "../core/run/operation.js";
import type { Verdict } from "../core/steps/interrupted.js";
import { declaredCampaign } from "../core/steps/campaigns.js";
import { printable } from "../base/quoted.js";
import { lookAt, statusOf } from "./api.js";
import { factsOf } from "./facts.js";
import { plan } from "./plan.js";
import { inDoubt, isOurs, stored } from "./record.js";

/**
 * An action that was interrupted. State gets a start that had an effect or may have had one, and that as in doubt, like a
 * start whose response was lost. Otherwise, the next apply would call people twice, or after somebody has stopped it.
 */
export async function interruptedAction(operation: Operation): Promise<Verdict> {
  const { session, isNew, olds } = operation;
  const target = isNew ? operation.with({ id: String(await declaredCampaign(operation)) }) : operation;
  const { seen, facts } = await session.lookUntil(async () => {
    const seen = await lookAt(session, target.recordId, "now");
    const facts = await factsOf(target, seen);
    return { done: facts.live !== "rests" && facts.live !== "absent", value: { seen, facts } };
  });
  const step = plan(facts);
  const status = statusOf(seen);
  // A stopped campaign may have been started by the run, and then stopped by a person. A draft was never started.
  const isDoubtful = step === "start" && status !== "draft";
  if (!isDoubtful && step !== "found")
    return {
      then: "clear",
      text: "`pulumi up` reads the campaign, and starts or stops it only if it still has to",
    };
  const before = Object.fromEntries(Object.keys(olds).map((property) => [property, undefined]));
  // As after an apply that finds the campaign running.
  const order = { operation: target, seen, ranBefore: !isDoubtful && !isOurs(olds) };
  const outs = stored(order, isDoubtful ? { action: "start", status, message: null } : undefined);
  return {
    then: "record",
    id: target.id,
    outputs: { ...before, ...outs, ...(isDoubtful && inDoubt(seen)) },
    text: isDoubtful
      ? `it is not known whether the campaign was started (status: ${printable(status ?? "not listed")}), and \`pulumi up\` does not start it again. If it should run and does not, give \`trigger\` a new value`
      : 'the campaign is running, and `pulumi up` sends nothing. If a destroy shall stop it, declare onDestroy: "stop"',
  };
}
