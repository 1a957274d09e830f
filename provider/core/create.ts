import { VoicecallError, isVoicecallError, messageOf } from "../http/errors.js";
import { accountMark, assertAccountBeforeCreate } from "./account.js";
import type { Api, Asked } from "./api.js";
import type { ServiceRecord } from "./definition.js";
import { label } from "./describe.js";
import { adoptionChanges, keyText, lookForExisting, whatStays } from "./existing.js";
import { role } from "./fields.js";
import { HalfMade } from "./half-made.js";
import { halfMade, outputsOf } from "./outputs.js";
import { keptError, lookUntil, readBack, unreadBack } from "./readback.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import type { Memory } from "./state.js";
import { type Bag, own } from "./values.js";
import { type WantedFields, createBody, notKept, put, resolveAll } from "./wanted.js";

export interface Created {
  readonly id: string;
  readonly outs: Record<string, unknown>;
}

/** Creates the object, or adopts the one that is there, so that there are never two. */
export async function create(standard: Standard, session: Session, inputs: Bag): Promise<Created> {
  const who = label(standard.kind, inputs);
  await assertAccountBeforeCreate(session, `create ${who}`);
  const asked: Asked = { purpose: `create ${who}` };
  const wanted = await resolveAll(standard, inputs, session);
  const key = keyText(standard, wanted);
  return session.inTurn(key, async () => {
    const api = standard.connect(session);
    const existing = await lookForExisting(standard, api, session, inputs, wanted);
    if (existing.then === "refuse") throw existing.error;
    const adopted = existing.then === "adopt" ? existing.record.id : undefined;
    if (adopted !== undefined) assertFree(standard, session, adopted, who);
    const making = { standard, session, api, inputs, wanted, asked, key };
    try {
      await standard.beforeWrite?.(inputs, wanted, session, asked.purpose, adopted);
      return await (existing.then === "adopt" ? adopt(making, existing.record) : make(making));
    } catch (error) {
      // What was not taken over is free, for another attempt too.
      if (adopted !== undefined && !(error instanceof HalfMade))
        session.ledger.object(standard.kind, adopted).origin = undefined;
      throw error;
    }
  });
}

/** Two resources of one object would undo each other's changes, and the one that is deleted takes it from the other. */
function assertFree(standard: Standard, session: Session, id: number, who: string): void {
  const object = session.ledger.object(standard.kind, id);
  if (object.origin) {
    throw new VoicecallError(
      "exists",
      `${who}: this run has given the object with id ${id} to another resource, and nothing was sent. Remove one of the two, or give this one another ${standard.key}.`,
    );
  }
  object.origin = "adopted";
}

interface Making {
  readonly standard: Standard;
  readonly session: Session;
  readonly api: Api;
  readonly inputs: Bag;
  readonly wanted: WantedFields;
  readonly asked: Asked;
  readonly key: string;
}

async function make(making: Making): Promise<Created> {
  const { standard, session, api, wanted, asked, key } = making;
  const before = new Set((await api.list()).map(({ id }) => id));
  const isKnown = (id: number): boolean =>
    before.has(id) || session.ledger.object(standard.kind, id).origin !== undefined;
  const createdAt = session.clock.now();
  const body = createBody(standard, wanted);
  let made: { id: number; whole?: ServiceRecord };
  try {
    made = await api.create(body, asked);
    assertNew(asked, made.id, isKnown);
  } catch (error) {
    if (!isVoicecallError(error) || !error.lost) throw error;
    session.ledger.givenKeys.set(key, undefined);
    made = { id: await findLost(making, isKnown, error) };
  }
  session.ledger.givenKeys.set(key, made.id);
  session.ledger.object(standard.kind, made.id).origin = "created";
  return settle(making, made.id, made.whole, createdAt, ordersOf(standard, making.inputs));
}

/** An answer with the id of another object, or with no usable id, says as little about the new object as a lost one. */
function assertNew({ purpose }: Asked, id: number, isKnown: (id: number) => boolean): void {
  if (Number.isSafeInteger(id) && id > 0 && !isKnown(id)) return;
  const why = isKnown(id) ? "which another object has already" : "which is no id";
  const parts = {
    what: `${purpose}: the service answered that it was created with id ${id}, ${why}.`,
    remedy: "Look for it in the service if this goes on.",
  };
  throw new VoicecallError("lost", `${parts.what} ${parts.remedy}`, { lost: true, parts });
}

/** A create whose answer was lost is sent once only: looking decides what became of it. */
async function findLost(
  making: Making,
  isKnown: (id: number) => boolean,
  lost: VoicecallError,
): Promise<number> {
  const { standard, session, api, wanted, asked } = making;
  const candidates = await lookUntil(session, session.clock.now() + session.settings.listLag, async () => {
    const rows = (await api.listAnew()).filter((row) => !isKnown(row.id) && standard.sameKey(row, wanted));
    return { done: rows.length > 0, value: rows };
  }).catch((error: unknown) => {
    throw stillLost(lost, `It may have been created, and looking for it failed too (${messageOf(error)}).`);
  });
  if (candidates.length === 0) {
    const seconds = session.settings.listLag / 1000;
    throw stillLost(lost, `It may have been created, though it was not listed within ${seconds} s.`);
  }
  const [only, second] = candidates;
  const differs = second ? [] : await notKept(standard, only!, wanted, [...wanted.keys()], session);
  if (second || differs.length > 0) {
    const ids = candidates.map(({ id }) => id).join(", ");
    const why = second
      ? "several new objects have its key"
      : `a new object has its key but differs in ${differs.join(", ")}`;
    throw new VoicecallError(
      "lost",
      `${lost.parts?.what ?? lost.message} Whether it was created cannot be told: ${why} (ids ${ids}). Set adoptId to the right one, or delete what nobody needs.`,
    );
  }
  session.say(
    `${asked.purpose}: ${lost.code === "lost" ? "the answer had a wrong id" : "the answer was lost"}, but the object was created and was found again (id ${only!.id}).`,
  );
  return only!.id;
}

function stillLost(lost: VoicecallError, doubt: string): VoicecallError {
  const { what, remedy } = lost.parts ?? { what: lost.message, remedy: "" };
  return new VoicecallError(
    "lost",
    `${what} ${doubt} The next up looks again before it creates. ${remedy}`.trim(),
  );
}

/** From here the id is known, so whatever fails is kept in state and repaired by the next apply. */
async function settle(
  making: Making,
  id: number,
  whole: ServiceRecord | undefined,
  createdAt: number | undefined,
  orders: readonly string[],
): Promise<Created> {
  const { standard, session, api, inputs, wanted } = making;
  const who = label(standard.kind, inputs, String(id));
  // What never changes after creation was said of an adopted object, and cannot be repaired.
  const isAdopted = createdAt === undefined;
  const purpose = `${isAdopted ? "adopt" : "create"} ${who}`;
  const fields = [...wanted.keys()].filter((property) => !isAdopted || !standard.fields[property]!.fixed);
  let record: ServiceRecord | undefined;
  let partial: string[] = fields.filter((property) => role(standard.fields[property]!) !== "creation");
  try {
    const back = await readBack(standard, api, session, id, whole, wanted, fields).catch((error: unknown) => {
      throw unreadBack(purpose, isAdopted ? "adopted" : "created", error);
    });
    record = back.record;
    if (!record) {
      throw new VoicecallError(
        "could-not-tell",
        `${purpose}: it was ${isAdopted ? "adopted" : "created"}, but the listing does not show it yet. It is kept in state; the next up looks again.`,
      );
    }
    partial = [...back.notKept, ...orders];
    if (back.notKept.length > 0) throw keptError(purpose, back, whole ? 0 : session.settings.listLag);
    record = (await sendOrders(making, id, orders)) ?? record;
    return {
      id: String(id),
      outs: await outputsOf(standard, session, record, inputs, wanted, remembered(session, createdAt, [])),
    };
  } catch (error) {
    const kept = remembered(session, createdAt, partial);
    throw await halfMade(standard, session, { id: String(id), record, inputs, wanted, kept }, error);
  }
}

function remembered(session: Session, createdAt: number | undefined, partial: readonly string[]): Memory {
  return { account: accountMark(session), ...(createdAt !== undefined && { createdAt }), partial };
}

function ordersOf(standard: Standard, inputs: Bag): string[] {
  return Object.entries(standard.fields)
    .filter(
      ([property, field]) =>
        role(field) === "order" && field.request !== undefined && own(inputs, property) !== undefined,
    )
    .map(([property]) => property);
}

/** Orders are no part of a create; they go in a request of their own. Returns what they led to, if it can be read. */
async function sendOrders(
  making: Making,
  id: number,
  orders: readonly string[],
): Promise<ServiceRecord | undefined> {
  const { standard, api, inputs, asked } = making;
  if (orders.length === 0) return undefined;
  const body: Record<string, unknown> = {};
  for (const property of orders) put(body, standard.fields[property]!, own(inputs, property));
  const { whole } = await api.update(id, body, {
    ...asked,
    purpose: `set ${orders.join(", ")} of ${label(standard.kind, inputs, String(id))}`,
  });
  return whole ?? api.find(id, false).catch(() => undefined);
}

/** Takes over an existing object and writes only what differs, and what cannot be read. */
async function adopt(making: Making, record: ServiceRecord): Promise<Created> {
  const { standard, session, api, inputs, wanted, asked } = making;
  const who = label(standard.kind, inputs, String(record.id));
  const differing = await adoptionChanges(standard, record, wanted, session);
  const body: Record<string, unknown> = {};
  for (const { property } of differing) put(body, standard.fields[property]!, wanted.get(property)!.request);
  standard.bind?.(body, record);
  session.say(`${who}: taking over the existing one.`);
  for (const line of await whatStays(standard, record, wanted, session, who)) session.say(line);
  let whole: ServiceRecord | undefined = record;
  // It may be about to get this key.
  session.ledger.givenKeys.set(making.key, record.id);
  if (differing.length > 0)
    whole = (await api.update(record.id, body, { ...asked, purpose: `adopt ${who}` })).whole;
  return settle(making, record.id, whole, undefined, []);
}
