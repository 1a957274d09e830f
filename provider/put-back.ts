/** Sends one value of a resource to the service, as an update would. State stays as it is. */
import { catalog } from "./catalog.js";
import { perform } from "./core/perform.js";
import { Operation } from "./core/run/operation.js";
import type { Session } from "./core/run/session.js";
import { HIDDEN } from "./core/run/state.js";
import { own, selfOf } from "./engine-values.js";
import type { InState } from "./interrupted.js";

/** @throws VoicecallError "conflict" if the service has a value that state does not have */
export async function putBack(
  session: Session,
  { kind, id, inputs, outputs }: InState,
  property: string,
  value: unknown,
): Promise<void> {
  const { definition, resource } = catalog[kind];
  // What an incomplete write has left is not sent too.
  const olds = { ...own(outputs), [HIDDEN.partial]: [] };
  const news = { ...own(inputs), [property]: value };
  const call = { session, verb: "update", id, olds, news, self: selfOf(inputs) } as const;
  await perform(new Operation({ definition, ...call }), resource.update);
}
