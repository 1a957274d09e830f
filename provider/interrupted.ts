/** What an operation that the engine has recorded as pending did in the service. Sends only reads. */
import { isVoicecallError } from "./base/errors.js";
import type { Kind } from "./base/kind.js";
import { catalog } from "./catalog.js";
import { perform } from "./core/perform.js";
import { Operation, type Verb } from "./core/run/operation.js";
import type { Session } from "./core/run/session.js";
import { memory } from "./core/run/state.js";
import { type Window, type Verdict, findInterrupted } from "./core/steps/interrupted.js";
import { isListed } from "./core/records/record.js";
import { noteAccount } from "./core/steps/account.js";
import { findOrProveGone } from "./core/steps/api.js";
import type { Bag } from "./core/fields/values.js";
import { own, selfOf } from "./engine-values.js";
import { continuation } from "./lead-set/continuation.js";

/** A resource as state has it, with secrets in clear. Its id is empty if it is only being created. */
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
  isManaged: (kind: Kind, id: number) => boolean,
  window: Window,
): Promise<Verdict> {
  const { standard, definition } = catalog[kind];
  const isNew = pending === "creating";
  const verb: Verb = isNew ? "create" : "read";
  const call = { open: () => session, verb, self: selfOf(inputs) };
  const given = isNew ? { news: own(inputs) } : { id, olds: own(outputs) };
  try {
    if (kind === "LeadSet" && pending !== "deleting")
      return await perform(new Operation({ definition, ...call, ...given }), (operation) =>
        continuation(operation, window),
      );
    if (kind === "CampaignState") return await campaign(session, pending);
    if (!standard) return again(pending);
    const operation = new Operation({ definition: standard, ...call, ...given });
    return await perform(operation, async () => {
      if (isNew) return findInterrupted(operation, (one) => isManaged(kind, one), window);
      const record = await findOrProveGone(operation, "now");
      return record ? again(pending) : gone(pending);
    });
  } catch (error) {
    if (!isVoicecallError(error, "unknown-name", "ambiguous-name")) throw error;
    return { then: "leave", text: error.message };
  }
}

async function campaign(session: Session, pending: string): Promise<Verdict> {
  try {
    await session.records.Campaign.read("now");
  } catch (error) {
    if (!isVoicecallError(error, "route-missing", "unsupported")) throw error;
    const text =
      "the service lists no campaigns, so nothing shows whether it was started or stopped. Look in the service's dashboard";
    return { then: "leave", text };
  }
  return pending === "deleting"
    ? again(pending)
    : {
        then: "clear",
        text: "`pulumi up` reads the campaign, and starts or stops it only if it still has to",
      };
}

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
