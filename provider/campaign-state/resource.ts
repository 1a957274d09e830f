import { accountMark } from "../core/steps/account.js";
import type { Created, ReadResult } from "../core/run/results.js";
import type { Definition, Operation, Resource } from "../core/run/operation.js";
import { check, diff } from "../core/resource.js";
import { HIDDEN, declared, isManaged } from "../core/run/state.js";
import { ownValue } from "../core/fields/values.js";
import { resolve } from "../core/run/wanted.js";
import type { VoicecallError } from "../base/errors.js";
import { hasCampaign } from "../core/steps/campaigns.js";
import { lookAt, lookAtNew, mayRun } from "./api.js";
import { assess } from "./assess.js";
import { assertNameStood, moved, movedTo, rememberName } from "./name.js";
import { assertOnlyState } from "./one-resource.js";
import { assertNoDoubt, applyAction, runs, turn } from "./actions.js";
import { sayCreate, sayReplaced, sayUpdate } from "./preview.js";
import { FOUND_STATE, KIND, RAN_BEFORE, isFoundState, isNewTrigger, lastState, stored } from "./record.js";
import { remove } from "./remove.js";
import { computed, fields } from "./schema.js";

const definition: Definition = {
  kind: KIND,
  fields,
  computed,
  assess,
  isInAccount: ({ session, recordId, olds }) =>
    hasCampaign(session, recordId, ownValue(olds, HIDDEN.campaignName) ?? ownValue(olds, "campaign")),
};

/** Campaign state, spec 4.4. Sends actions and creates no object. */
export const campaignState: Resource = {
  definition,
  check: async (call) => {
    const checked = await check(call);
    if (checked.failures.length > 0) return checked;
    const operation = call.with({ news: checked.inputs, hints: call.news });
    operation.session.ledger.declaredLeads.note(operation);
    await assertOnlyState(operation);
    if (operation.isNew) await sayCreate(operation);
    return checked;
  },
  diff: async (operation) => {
    rememberName(operation);
    const result = await diff(operation);
    await sayUpdate(operation, result);
    if (result.replaces && operation.session.ledger.isPreview) sayReplaced(operation);
    if (result.changes === false) operation.session.ledger.keep(operation.kind, operation.id);
    return result;
  },
  create,
  read,
  update,
  remove,
};

async function create(operation: Operation): Promise<Created> {
  const { session, news } = operation;
  const { comparable } = await resolve(fields.campaign, news["campaign"], session.names);
  const recordId = comparable as number;
  await assertNameStood(operation);
  return session.inTurn(turn(recordId), async () => {
    const seen = await lookAtNew(session, recordId);
    if (seen === "absent") throw absent(operation, recordId);
    const target = operation.with({ id: String(recordId) });
    const outs = await applyAction(target, seen, runs(target, seen));
    session.ledger.keep(target.kind, recordId);
    return { id: target.id, outs };
  });
}

async function update(operation: Operation): Promise<Record<string, unknown>> {
  const { session, recordId, olds, news, memory } = operation;
  return session.inTurn(turn(recordId), async () => {
    const seen = await lookAt(session, recordId, true);
    const ranBefore = ownValue(olds, RAN_BEFORE) === true;
    const isNewAction = lastState(olds) !== news["state"] || isNewTrigger(olds, news);
    const isStopped = ownValue(olds, "lastAction") === "stop" && memory.partial.length === 0;
    const isNewPolicy = ownValue(olds, "onDestroy") !== ownValue(news, "onDestroy");
    // The service may reject a stop because the campaign is paused. The new policy must be stored even then.
    if (!isNewAction && isNewPolicy && memory.partial.length === 0 && !mayRun(seen)) {
      assertNoDoubt(operation, seen);
      return stored(operation, seen, ranBefore);
    }
    // If no action is needed, a new `onDestroy` is stored even if no listing shows the campaign.
    if (!isNewAction && typeof seen !== "object" && (news["state"] === "started" || isStopped)) {
      assertNoDoubt(operation, seen);
      return stored(operation, seen, ranBefore);
    }
    if (seen === "absent") throw absent(operation, recordId);
    // A start is sent only if the program changed. A stop is also sent after a manual start.
    if (news["state"] === "started") {
      if (!isNewAction) {
        assertNoDoubt(operation, seen);
        return stored(operation, seen, ranBefore);
      }
      const now = await movedTo(operation);
      if (now !== undefined) throw moved(operation, now);
      if (isFoundState(olds, news) && !runs(operation, seen)) throw operation.error("conflict", FOUND_STATE);
    }
    return applyAction(operation, seen, ranBefore);
  });
}

const absent = (operation: Operation, id: number): VoicecallError =>
  operation.error("gone", `the account has no campaign ${id}. Check the id or name.`);

/** Never reports a managed campaign as gone, because a campaign that is not listed may still call people. */
async function read(operation: Operation): Promise<ReadResult> {
  const { session, id, recordId, olds, memory } = operation;
  const seen = await lookAt(session, recordId);
  if (!isManaged(olds)) {
    if (seen === "absent") return {};
    const state = seen !== "unlisted" && { state: mayRun(seen) ? "started" : "stopped" };
    const inputs = { campaign: recordId, ...state };
    const found = operation.with({ olds: {}, news: inputs });
    return { id, props: stored(found, seen, mayRun(seen)), inputs };
  }
  const account = accountMark(operation, memory.account);
  if (typeof seen !== "object") {
    operation.note(
      `the campaign's status could not be read (${seen === "absent" ? "the campaign is not listed" : "the service lists no campaigns"}), so Pulumi's state keeps the last known status.`,
    );
    const unread = {
      ...olds,
      [HIDDEN.account]: account,
      [HIDDEN.notReadable]: seen === "absent" ? ["campaign", "state"] : ["state"],
    };
    return { id, props: unread, inputs: declared(fields, olds) };
  }
  const startedManually = lastState(olds) === "stopped" && mayRun(seen);
  const inputs = { ...declared(fields, olds), state: startedManually ? "started" : lastState(olds) };
  return {
    id,
    props: {
      ...olds,
      ...inputs,
      status: seen.status ?? null,
      [HIDDEN.account]: account,
      [HIDDEN.campaignName]: seen.name,
      [HIDDEN.notReadable]: undefined,
    },
    inputs,
  };
}
