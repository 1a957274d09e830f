/** What an operation that the engine has recorded as pending did in the service. Sends only reads. */
import { isVoicecallError } from "./base/errors.js";
import { withoutPeriod } from "./base/wording.js";
import type { Kind } from "./base/kind.js";
import { interruptedAction } from "./campaign-state/interrupted.js";
import { catalog } from "./catalog.js";
import { perform } from "./core/perform.js";
import { Operation, type Verb } from "./core/run/operation.js";
import type { Session } from "./core/run/session.js";
import { memory } from "./core/run/state.js";
import { type Window, type Verdict, adopts, findInterrupted } from "./core/steps/interrupted.js";
import { isListed } from "./core/records/record.js";
import { noteAccount } from "./core/steps/account.js";
import { findOrProveGone } from "./core/steps/api.js";
import type { Bag } from "./core/fields/values.js";
import { own, selfOf } from "./engine-values.js";
import { continuation } from "./lead-set/continuation.js";

/** A resource as state has it, but with the inputs of the operation. Secrets are in clear. The id is empty during a create. */
export interface InState {
  readonly kind: Kind;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
}

/** Lets the operations of the session prove that its account is the one that state has recorded. */
export function rememberAccounts(session: Session, resources: readonly InState[]): void {
  for (const { kind, id, outputs } of resources) {
    const { account } = memory(outputs);
    if (!account) continue;
    const { standard } = catalog[kind];
    const isHere =
      standard && (async () => isListed(await session.records[standard.kind].read("known"), id, outputs));
    noteAccount(session, account, isHere);
  }
}

/**
 * @param pending what the engine has recorded, such as `creating`
 * @param isManaged whether a resource in state has the object
 */
export async function judgeInterrupted(
  session: Session,
  pending: string,
  { kind, id, inputs, outputs }: InState,
  isManaged: (id: number) => boolean,
  window: Window,
): Promise<Verdict> {
  const { standard, definition } = catalog[kind];
  const isNew = pending === "creating";
  const verb: Verb = isNew ? "create" : "read";
  const call = { session, verb, self: selfOf(inputs) };
  const given = isNew ? { news: own(inputs) } : { id, olds: own(outputs) };
  try {
    if (kind === "LeadSet" && pending !== "deleting")
      return await perform(new Operation({ definition, ...call, ...given }), (operation) =>
        continuation(operation, window),
      );
    if (kind === "CampaignState" && pending !== "deleting") {
      const action = new Operation({ definition, ...call, ...given, news: own(inputs) });
      return await perform(action, interruptedAction);
    }
    if (!standard) return again(pending);
    const operation = new Operation({ definition: standard, ...call, ...given });
    // An apply that adopts or changes a lead sends a new status even if the lead has had it since.
    const isReset = kind === "Lead" && inputs["status"] === "created" && outputs["status"] !== "created";
    return await perform(operation, async () => {
      if (isNew && isReset && adopts(operation)) return CALLS_AGAIN;
      if (isNew) return findInterrupted(operation, isManaged, window);
      const record = await findOrProveGone(operation, "now");
      if (!record) return gone(pending);
      return isReset && record["status"] !== "created" ? CALLS_AGAIN : again(pending);
    });
  } catch (error) {
    // Without the listing, no apply finds the name either.
    if (!isVoicecallError(error, "unknown-name", "ambiguous-name", "route-missing", "unsupported"))
      throw error;
    return { then: "leave", text: withoutPeriod(error.message) };
  }
}

const CALLS_AGAIN: Verdict = {
  then: "clear",
  text: '`pulumi up` sets status to "created"',
  doubt:
    "if the killed run has set it, the person may be called twice. Look at the lead's calls first; without `status` in the program, nothing is set",
  repeats: true,
};

const again = (pending: string): Verdict => ({
  then: "clear",
  text:
    pending === "deleting"
      ? "`pulumi up` deletes it, unless the program declares it again"
      : "`pulumi up` sends what still differs",
});

const gone = (pending: string): Verdict => ({
  then: "clear",
  text:
    pending === "deleting"
      ? "it was deleted; `pulumi up` removes it from state. If the program declares it again, run `pulumi up --refresh`"
      : "it is gone from the service; run `pulumi up --refresh`",
});
