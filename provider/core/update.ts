import { VoicecallError, isVoicecallError } from "../http/errors.js";
import { accountMark, assertSameAccount, isTakenOver } from "./account.js";
import type { Api, Asked } from "./api.js";
import type { ServiceRecord } from "./definition.js";
import { label } from "./describe.js";
import { changes } from "./diff.js";
import { keyText } from "./existing.js";
import { role } from "./fields.js";
import { assertKeyIsFree } from "./key-change.js";
import { halfMade, outputsOf } from "./outputs.js";
import { type Plan, planUpdate, settleConflicts } from "./plan.js";
import { assertId, goneButKept } from "./read.js";
import { recordedIn } from "./recorded.js";
import { findOrProveGone, keptError, readBack, stillThere, unreadBack } from "./readback.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { type Memory, memory, outputs } from "./state.js";
import { type Bag, own } from "./values.js";
import { type WantedFields, gone, notKept, resolveAll, unreadable } from "./wanted.js";

interface Updating {
  readonly standard: Standard;
  readonly session: Session;
  readonly api: Api;
  readonly id: string;
  readonly olds: Bag;
  readonly news: Bag;
  readonly wanted: WantedFields;
  readonly asked: Asked;
}

/** Sends the fields that differ between program and record, and nothing that the program does not declare. */
export async function update(
  standard: Standard,
  session: Session,
  id: string,
  olds: Bag,
  news: Bag,
): Promise<Record<string, unknown>> {
  const who = label(standard.kind, news, id);
  const kept = memory(olds);
  assertId(id, `update ${who}`);
  await assertSameAccount(session, recordedIn(standard, session, id, olds), `update ${who}`, { waits: true });
  const asked: Asked = { purpose: `update ${who}` };
  const api = standard.connect(session);
  const wanted = await resolveAll(standard, news, session);
  const updating = { standard, session, api, id, olds, news, wanted, asked };
  const found = await changes(standard, olds, news, session);
  const concernsService = found.some(({ property }) => role(standard.fields[property]!) !== "policy");
  if (!concernsService && kept.partial.length === 0 && !isTakenOver(session, kept.account))
    return { ...outputs(news, assigned(standard, olds), kept) };
  const record = await findOrProveGone(api, session, { id: Number(id), olds, memory: kept });
  if (!record) return whenGone(updating);
  const plan = await planUpdate(updating, record, found, kept.partial);
  settleConflicts(plan, session, who);
  const write = async (): Promise<Record<string, unknown>> => {
    if (plan.fields.length > 0) await standard.beforeWrite?.(news, wanted, session, asked.purpose, record.id);
    return send(updating, record, plan);
  };
  if (!plan.fields.some((property) => standard.keyFields.includes(property))) return write();
  const key = keyText(standard, wanted);
  return session.inTurn(key, async () => {
    await assertKeyIsFree(standard, api, session, record.id, news, wanted, asked.purpose);
    // Even if its answer is lost, it may have the key.
    session.ledger.givenKeys.set(key, record.id);
    return write();
  });
}

/** Computed outputs as they were last recorded. */
export function assigned(standard: Standard, olds: Bag): Record<string, unknown> {
  const keys = Object.keys(standard.computed).filter((key) => own(olds, key) !== undefined);
  return Object.fromEntries(keys.map((key) => [key, olds[key]]));
}

function whenGone({ standard, session, id, olds, news }: Updating): Record<string, unknown> {
  const who = label(standard.kind, news, id);
  if (!standard.whenGone) throw gone(`update ${who}`);
  session.say(goneButKept(who, news));
  return outputs(
    news,
    { ...assigned(standard, olds), ...standard.whenGone(olds) },
    { ...memory(olds), partial: [] },
  );
}

async function send(updating: Updating, before: ServiceRecord, plan: Plan): Promise<Record<string, unknown>> {
  const { standard, session, api, id, olds, news, wanted } = updating;
  const who = label(standard.kind, news, id);
  const kept = (partial: readonly string[]): Memory => ({
    ...memory(olds),
    account: accountMark(session, memory(olds).account),
    partial,
  });
  const sent = [...plan.fields, ...plan.orders];
  let record: ServiceRecord | undefined = before;
  if (sent.length > 0) {
    standard.bind?.(plan.body, before);
    let whole: ServiceRecord | undefined;
    try {
      whole = await put(updating, plan);
    } catch (error) {
      if (isVoicecallError(error, "gone") && standard.whenGone) return whenGone(updating);
      if (!isVoicecallError(error) || !error.lost) throw error;
      throw await halfMade(
        standard,
        session,
        { id, record: before, inputs: news, wanted, kept: kept(sent) },
        error,
      );
    }
    let unkept: readonly string[] = sent;
    try {
      const back = await readBack(standard, api, session, Number(id), whole, plan.targets, plan.fields).catch(
        (error: unknown) => {
          throw unreadBack(`update ${who}`, "changed", error);
        },
      );
      record = back.record;
      if (!record)
        throw new VoicecallError(
          "could-not-tell",
          `update ${who}: it was changed, but the listing no longer shows it. State is kept; the next up looks again.`,
        );
      unkept = back.notKept;
      if (unkept.length > 0) throw keptError(`update ${who}`, back, whole ? 0 : session.settings.listLag);
    } catch (error) {
      throw await halfMade(
        standard,
        session,
        { id, record, inputs: news, wanted, kept: kept(unkept) },
        error,
      );
    }
  }
  return outputsOf(standard, session, record, news, wanted, kept([]));
}

/** A PUT may be repeated, so a lost answer is settled by looking, and an assumed route by a documented read. */
async function put(updating: Updating, plan: Plan): Promise<ServiceRecord | undefined> {
  const { standard, session, api, id, asked } = updating;
  const find = (): Promise<ServiceRecord | undefined> => api.find(Number(id), true);
  try {
    return (await api.update(Number(id), plan.body, asked)).whole;
  } catch (error) {
    if (isVoicecallError(error, "route-missing", "not-found")) {
      if ((await find()) === undefined) throw gone(asked.purpose);
      throw new VoicecallError(error.code, stillThere(error));
    }
    if (!isVoicecallError(error) || !error.lost) throw error;
    const record = await find().catch(() => undefined);
    if (!record || plan.orders.length > 0) throw error;
    const told = [standard, record, plan.targets, plan.fields, session] as const;
    if ((await notKept(...told)).length > 0 || (await unreadable(...told)).length > 0) throw error;
    session.say(`${asked.purpose}: the answer was lost, but the change is in the service.`);
    return record;
  }
}
