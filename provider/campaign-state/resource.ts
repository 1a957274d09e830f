import { accountMark } from "../core/steps/account.js";
import type { Created, Findings, ReadResult } from "../core/run/results.js";
import type { Definition, Operation, Resource } from "../core/run/operation.js";
import { notThere } from "../core/read.js";
import { check as checkAny, diff as diffAny } from "../core/resource.js";
import { ownValue } from "../core/fields/values.js";
import { HIDDEN, declared, isManaged } from "../core/run/state.js";
import { hasCampaign, assertOnlyOne, declaredCampaign } from "../core/steps/campaigns.js";
import { quotedWord } from "../base/quoted.js";
import { type Seen, isRunning, lookAt, lookAtNew, mayRunWith, statusOf, tryLookAt } from "./api.js";
import { factsOf, liveOf } from "./facts.js";
import { rememberName } from "./name.js";
import { assess, mayRun, plan } from "./plan.js";
import { sayCreate, sayReplaced, sayUpdate } from "./preview.js";
import {
  KIND,
  type Order,
  RAN_BEFORE,
  doubtIn,
  isOurs,
  lastState,
  stopsOnDelete,
  stored,
  withoutSettled,
} from "./record.js";
import { purposeOf, refuse, start, stop } from "./send.js";
import { computed, fields } from "./schema.js";

const definition: Definition = {
  kind: KIND,
  fields,
  computed,
  idOutput: "campaignId",
  check,
  assess,
  isInAccount: ({ session, recordId, olds }) =>
    hasCampaign(session, recordId, ownValue(olds, HIDDEN.campaignName) ?? ownValue(olds, "campaign")),
};

/** Campaign state, spec 4.4. Sends actions and creates no object. */
export const campaignState: Resource = {
  definition,
  check: checkAny,
  diff: async (recorded) => {
    rememberName(recorded);
    const operation = await settled(recorded);
    const result = await diffAny(operation);
    await sayUpdate(operation, result);
    if (result.replaces && operation.session.ledger.isPreview) sayReplaced(operation);
    if (result.changes !== false) return result;
    operation.session.ledger.keep(operation.kind, operation.id);
    // An update removes the doubt from state.
    return operation === recorded ? result : { changes: true };
  },
  create,
  read,
  update: (operation) =>
    inTurn(operation, async () => {
      const seen = await lookAt(operation.session, operation.recordId, "now");
      return apply(operation, seen, ownValue(operation.olds, RAN_BEFORE) === true);
    }),
  remove,
};

async function check(operation: Operation, { mistakes }: Findings): Promise<void> {
  if (mistakes.length > 0) return;
  operation.session.ledger.leads.note(operation);
  await assertOnlyOne(
    operation,
    (names, id) =>
      `the resources ${names} of this program are both for ${id === undefined ? "the same campaign" : `campaign ${id}`}. A campaign can have only one CampaignState, because two would undo each other's actions. Remove one of them.`,
  );
  if (operation.isNew) await sayCreate(operation);
}

/** The actions for one campaign run one after another, so that each action sees the result of the previous one. */
const inTurn = <T>({ session, recordId }: Operation, run: () => Promise<T>): Promise<T> =>
  session.inTurn(`${KIND}:${recordId}`, run);

/** The operation without a doubt that the listing settles since the last apply. */
async function settled(operation: Operation): Promise<Operation> {
  const { session, olds, recordId } = operation;
  if (doubtIn(olds) === undefined || session.offline) return operation;
  const seen = await tryLookAt(session, recordId);
  const known = withoutSettled(olds, seen);
  return known === olds ? operation : operation.with({ olds: known });
}

async function create(operation: Operation): Promise<Created> {
  const target = operation.with({ id: String(await declaredCampaign(operation)) });
  return inTurn(target, async () => {
    const seen = await lookAtNew(target.session, target.recordId);
    const outs = await apply(target, seen, mayRun(liveOf(target, seen)));
    target.session.ledger.keep(target.kind, target.recordId);
    return { id: target.id, outs };
  });
}

/** Does what `plan` decides, and returns the outputs to store. */
async function apply(call: Operation, seen: Seen, ranBefore: boolean): Promise<Record<string, unknown>> {
  const { news, object, olds } = call;
  const isStart = news["state"] === "started";
  // A retry in the same run must not report success.
  if (object.start?.failure && isStart && !isRunning(seen)) throw object.start.failure;
  const step = plan(await factsOf(call, seen));
  const operation = call.with({ purpose: purposeOf(isStart ? "start" : "stop", call) });
  // A campaign that runs although this resource was declared stopped was started by someone else.
  const isForeign = isStart && step !== "nothing" && lastState(olds) === "stopped";
  const order: Order = { operation, seen, ranBefore: ranBefore || isForeign };
  if (typeof step === "object") throw refuse(order, step);
  if (step === "start") return start(order);
  if (step === "stop") return stop(order);
  const outs = stored(order);
  if (step === "found") sayFound(operation, outs);
  return outs;
}

/** Notes that the campaign was already running, and what destroying the resource will do. */
function sayFound(operation: Operation, outs: Record<string, unknown>): void {
  const policy = ownValue(operation.news, "onDestroy");
  if (policy === "leave" || isOurs(outs)) return;
  const later =
    policy === "stop"
      ? 'Destroying this resource will still stop the campaign (onDestroy: "stop").'
      : 'So destroying this resource will leave the campaign running, unless you declare onDestroy: "stop".';
  operation.note(
    `the campaign is already running, and nothing was sent. This resource has no record of the start: someone else or an interrupted run started the campaign. ${later}`,
  );
}

/**
 * Stops the campaign if `onDestroy` is "stop", or if `onDestroy` is not set and the campaign runs because of
 * this resource's last action. Does not stop it if another resource of the program manages the campaign.
 */
async function remove(operation: Operation): Promise<void> {
  rememberName(operation);
  await inTurn(operation, async () => {
    const { session, object, olds, recordId } = operation;
    if (object.fate === "kept") {
      operation.note(
        "the campaign was not stopped, because another resource of this program manages the same campaign. Only this entry was removed from state.",
      );
      return;
    }
    const policy = ownValue(olds, "onDestroy");
    if (policy === "leave") return;
    if (!stopsOnDelete(policy, olds)) return sayLeft(operation);
    const seen = await lookAt(session, recordId, "now");
    if (liveOf(operation, seen) === "rests") return;
    const stopping = operation.with({ purpose: purposeOf("stop", operation) });
    await stop({ operation: stopping, seen, ranBefore: false });
  });
}

/** Notes that the campaign may keep running. */
async function sayLeft(operation: Operation): Promise<void> {
  const { session, olds, recordId } = operation;
  const seen = await tryLookAt(session, recordId, "now");
  const status = statusOf(seen);
  if (!mayRunWith(status) && !(seen === "unlisted" && ownValue(olds, RAN_BEFORE) === true)) return;
  const found = isRunning(seen)
    ? "is running and was"
    : mayRunWith(status)
      ? `may be running (its status is ${quotedWord(String(status))}) and was`
      : "was";
  operation.note(
    `the campaign ${found} left as it is, because this resource has no record of starting it. If people should not be called, stop it in the service's dashboard. To let \`pulumi destroy\` stop it, declare onDestroy: "stop" first.`,
  );
}

/** Never reports a managed campaign as gone, because a campaign that is not listed may still call people. */
async function read(operation: Operation): Promise<ReadResult> {
  const { session, id, recordId, olds, memory } = operation;
  const seen = await lookAt(session, recordId);
  const mayCall = mayRunWith(statusOf(seen));
  if (!isManaged(olds)) {
    if (seen === "absent") throw notThere(operation);
    const state = seen !== "unlisted" && { state: mayCall ? "started" : "stopped" };
    const inputs = { campaign: recordId, ...state };
    const found = operation.with({ olds: {}, news: inputs });
    return { id, props: stored({ operation: found, seen, ranBefore: mayCall }), inputs };
  }
  const known = { ...olds, [HIDDEN.account]: accountMark(operation, memory.account) };
  const before = declared(fields, olds);
  if (typeof seen !== "object") {
    operation.note(
      `the campaign's status could not be read (${seen === "absent" ? "the campaign is not listed" : "the service lists no campaigns"}), so Pulumi's state keeps the last known status.`,
    );
    const notReadable = seen === "absent" ? ["campaign", "state"] : ["state"];
    return { id, props: { ...known, [HIDDEN.notReadable]: notReadable }, inputs: before };
  }
  const startedManually = lastState(olds) === "stopped" && mayCall;
  const inputs = { ...before, state: startedManually ? "started" : lastState(olds) };
  const shown = {
    status: statusOf(seen),
    [HIDDEN.campaignName]: seen.name,
    [HIDDEN.notReadable]: undefined,
  };
  return { id, props: { ...withoutSettled(known, seen), ...inputs, ...shown }, inputs };
}
