import { apiOf, findOrProveGone, stillThere } from "./steps/api.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { firstFew } from "../base/quoted.js";
import { goneButKept } from "./run/describe.js";
import { changes } from "./steps/diff.js";
import { role } from "./fields/fields.js";
import { assertKeyIsFree } from "./steps/keys.js";
import type { Operation, Standard } from "./run/operation.js";
import type { Written } from "./run/requests.js";
import { sayKept, withOverwritten } from "./steps/overwritten.js";
import { finish, halfCreated, memoryNow, outputsOf, recordedOutputs } from "./steps/outputs.js";
import { type Plan, planUpdate, settleConflicts } from "./steps/plan.js";
import { compare } from "./steps/readback.js";
import type { ServiceRecord } from "./records/record.js";
import { outputs } from "./run/state.js";
import { ownValue } from "./fields/values.js";
import { type Values, keyText, shownIn } from "./run/sides.js";

/** Sends what `planUpdate` plans. If only policies changed and no write is in doubt, sends nothing. */
export async function update(operation: Operation<Standard>): Promise<Record<string, unknown>> {
  const { definition, session, news, memory } = operation;
  const wanted = await operation.resolved();
  const found = await changes(operation);
  const concernsService = found.some(({ property }) => role(definition.fields[property]!) !== "policy");
  if (!concernsService && memory.partial.length === 0)
    return outputs(news, recordedOutputs(operation), memory);
  const record = await findOrProveGone(operation);
  if (!record) return whenGone(operation, wanted);
  const plan = await planUpdate(operation, record, wanted, found);
  settleConflicts(operation, plan);
  if (!plan.fields.some((property) => definition.keyFields.includes(property)))
    return send(operation, record, wanted, plan);
  const key = keyText(definition, wanted);
  return session.inTurn(key, async () => {
    await assertKeyIsFree(operation, wanted);
    // Recorded before the request, because the object may have the key even if the response is lost.
    session.ledger.assignedKeys.set(key, record.id);
    return send(operation, record, wanted, plan);
  });
}

/** The error of an update whose object is no longer in the service. */
export const gone = (operation: Operation): VoicecallError =>
  operation.error("gone", "the object is no longer in the service.", {
    remedy: `Run \`pulumi up --refresh ${operation.inProgram.target}\`, which detects this and creates the object again.`,
  });

/** The outputs for an object that is gone but stays in state. */
export async function whenGone(
  operation: Operation<Standard>,
  wanted: Values,
): Promise<Record<string, unknown>> {
  const { definition, olds, news, memory } = operation;
  // An object that no read has ever shown may only not be listed yet, unless a refresh has proven it gone.
  const isProven = ownValue(olds, "createdAt") !== undefined || ownValue(olds, "gone") === true;
  if (!definition.staysGone || !isProven) throw gone(operation);
  operation.say(goneButKept(operation.label, news, definition.staysGone(olds)));
  const outs = await outputsOf(operation, undefined, wanted, { ...memory, partial: [] });
  return { ...outs, gone: true };
}

async function send(
  operation: Operation<Standard>,
  before: ServiceRecord,
  wanted: Values,
  plan: Plan,
): Promise<Record<string, unknown>> {
  const { definition, memory } = operation;
  const sent = [...plan.fields, ...plan.orders];
  const differing =
    memory.partial.length > 0
      ? compare(operation, await shownIn(operation, before, wanted), wanted).lost
      : new Map<string, unknown>();
  const others = [...differing.keys()].filter((property) => !sent.includes(property));
  if (others.length > 0) {
    const what = `the last write was incomplete, and the service has other values of ${firstFew(others, 5)}.`;
    operation.note(`${what} They stay. To see them, run \`npx voicecall drift\`.`, "warning");
  }
  if (sent.length === 0) return outputsOf(operation, before, wanted, memoryNow(operation, []));
  await definition.guard?.(operation, { kind: "write", wanted, record: before, sent });
  sayKept(operation, plan.overwritten);
  let written: Written;
  try {
    written = await sendUpdate(operation, plan);
  } catch (error) {
    if (isVoicecallError(error, "gone") && definition.staysGone) return whenGone(operation, wanted);
    if (!isVoicecallError(error) || !error.lost) throw error;
    const memory = {
      ...memoryNow(operation, sent),
      ...withOverwritten(operation, plan.overwritten, "update"),
    };
    throw await halfCreated(operation, { record: before, wanted, memory }, error);
  }
  const { fields, targets, overwritten } = plan;
  return finish(operation, { how: "changed", written, wanted, fields, targets, overwritten }, before);
}

/** Sends the update. After a lost response, a 404 or a 405, reads the object to find out what happened. */
async function sendUpdate(operation: Operation<Standard>, plan: Plan): Promise<Written> {
  const { recordId, purpose } = operation;
  const api = apiOf(operation);
  try {
    return await api.update(recordId, plan.body);
  } catch (error) {
    if (isVoicecallError(error, "route-missing", "not-found")) {
      if ((await findOrProveGone(operation, "now")) === undefined) throw gone(operation);
      throw stillThere(error);
    }
    if (!isVoicecallError(error) || !error.lost) throw error;
    const record = await api.find(recordId, "now").catch(() => undefined);
    if (!record || plan.orders.length > 0) throw error;
    const shown = await shownIn(operation, record, plan.targets);
    const { lost, hidden } = compare(operation, shown, plan.targets, plan.fields);
    if (lost.size + hidden.length > 0) throw error;
    operation.say(`${purpose}: the response was lost, but the service made the change.`);
    return { whole: record };
  }
}
