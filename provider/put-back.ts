/** Sends one value of a resource to the service, as an update would. State stays as it is. */
import { catalog } from "./catalog.js";
import { perform } from "./core/perform.js";
import { Operation } from "./core/run/operation.js";
import type { Session } from "./core/run/session.js";
import { HIDDEN } from "./core/run/state.js";
import { findOrProveGone } from "./core/steps/api.js";
import { changes } from "./core/steps/diff.js";
import { planUpdate } from "./core/steps/plan.js";
import { own, selfOf } from "./engine-values.js";
import type { InState } from "./interrupted.js";

/** @throws VoicecallError "conflict" if the service has a value that no program has declared: nothing would keep it */
export async function putBack(
  session: Session,
  { kind, id, inputs, outputs }: InState,
  property: string,
  value: unknown,
): Promise<void> {
  const { standard: definition, resource } = catalog[kind];
  if (!definition) throw new Error(`${kind} has no values of its own.`);
  // What an incomplete write has left is not sent too.
  const olds = { ...own(outputs), [HIDDEN.partial]: [] };
  const news = { ...own(inputs), [property]: value };
  const call = { session, verb: "update", id, olds, news, self: selfOf(inputs) } as const;
  const operation = new Operation({ definition, ...call });
  await perform(operation, async () => {
    const record = await findOrProveGone(operation);
    const wanted = await operation.resolved();
    const plan = record && (await planUpdate(operation, record, wanted, await changes(operation)));
    if (plan && plan.conflicts.size === 0 && plan.overwritten.size > 0)
      throw operation.error(
        "conflict",
        `nothing was sent, because the service has another ${property}, which no program has declared, and nothing would keep it.`,
        { remedy: "Run this without --service: `pulumi up` then keeps that value." },
      );
    return resource.update(operation);
  });
}
