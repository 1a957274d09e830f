import { apiOf } from "./steps/api.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { asVoicecallError } from "../base/bug.js";
import { type Created, HalfCreated } from "./run/results.js";
import { IF_STILL_IN_STATE, whatStays } from "./steps/adoption.js";
import { lookForExisting } from "./steps/existing.js";
import { inForm } from "./steps/form.js";
import type { Operation, Standard } from "./run/operation.js";
import { sayKept } from "./steps/overwritten.js";
import { planAdoption } from "./steps/plan.js";
import { finish } from "./steps/outputs.js";
import { type Done, compare } from "./steps/readback.js";
import type { ServiceRecord } from "./records/record.js";
import { update } from "./update.js";
import { type Values, createBody, hasKey, keyText, shownIn } from "./run/sides.js";

/**
 * Creates the object, adopts an existing object, or fails, depending on onExisting and adoptId. Creates with
 * the same key run one after another.
 */
export async function create(operation: Operation<Standard>): Promise<Created> {
  const { definition, session, kind } = operation;
  const wanted = await operation.resolved();
  return session.inTurn(keyText(definition, wanted), async () => {
    const existing = await lookForExisting(operation, wanted);
    if (existing.then === "refuse") throw existing.error;
    if (existing.then === "create") {
      await definition.guard?.(operation, { kind: "write", wanted });
      return make(operation, wanted);
    }
    const { record, own } = existing;
    if (own) {
      const entry = operation.with({ verb: "update", id: String(record.id), olds: own });
      session.ledger.keep(kind, record.id);
      return { id: entry.id, outs: await update(entry) };
    }
    const object = session.ledger.object(kind, record.id);
    // If two resources managed one object, they would undo each other's changes, and deleting one resource
    // would delete the object of both.
    if (object.origin) {
      throw operation.mistake(
        "exists",
        `another resource of this program already manages the object with id ${record.id}. Nothing was sent. Remove one of the two resources, or give this resource another ${definition.key}.`,
      );
    }
    object.origin = "adopted";
    try {
      await definition.guard?.(operation, { kind: "write", wanted, record });
      return await adopt(operation.with({ verb: "adopt", id: String(record.id) }), wanted, record);
    } catch (error) {
      // After a failed adoption, another resource or a retry may still adopt the object.
      if (!(error instanceof HalfCreated)) object.origin = undefined;
      throw error;
    }
  });
}

async function make(operation: Operation<Standard>, wanted: Values): Promise<Created> {
  const { definition, session, kind } = operation;
  const { ledger } = session;
  const key = keyText(definition, wanted);
  const api = apiOf(operation);
  const listed = await session.records[kind].read("known", session.settings.listLag);
  const wasShown = listed.shownSoFar();
  const isKnown = (id: number): boolean => wasShown(id) || ledger.object(kind, id).origin !== undefined;
  const body = await createBody(definition.fields, wanted, session.names);
  let created: { id: number; whole?: ServiceRecord };
  try {
    created = await api.create(body).catch((error: unknown) => {
      throw inOtherForm(operation, error) ?? error;
    });
    assertNew(operation, created.id, isKnown);
  } catch (error) {
    if (!isVoicecallError(error) || !error.lost) throw error;
    ledger.assignedKeys.set(key, undefined);
    created = { id: await findLost(operation, wanted, isKnown, error) };
  }
  ledger.assignedKeys.set(key, created.id);
  const declared = { before: {}, after: operation.news, by: operation.identity };
  Object.assign(ledger.object(kind, created.id), { origin: "created", declared });
  // Taken after the response, because the request may have waited for a rate limit.
  const createdAt = session.clock.now();
  const made = operation.with({ id: String(created.id) });
  const failure = await sendRest(made, wanted);
  const written = { ...created, ...(failure && { failure }) };
  const fields = [...wanted.keys()];
  return finished(made, wanted, { how: "created", written, fields, targets: wanted, createdAt });
}

/** Sends the fields that a create cannot contain. Returns an error, because the object must stay in state. */
async function sendRest(operation: Operation<Standard>, wanted: Values): Promise<VoicecallError | undefined> {
  const { definition, session, label, recordId } = operation;
  const body = await createBody(definition.fields, wanted, session.names, true);
  const properties = [...wanted.keys()].filter((property) => definition.fields[property]!.notInCreate);
  if (Object.keys(body).length === 0) return undefined;
  const api = apiOf(operation.with({ purpose: `set ${properties.join(", ")} of ${label}` }));
  return api.update(recordId, body).then(() => undefined, asVoicecallError);
}

/** Explains a rejected create if the service asks for fields that only the other form of the API requires. */
function inOtherForm({ definition, session }: Operation, error: unknown): VoicecallError | undefined {
  const { form, base } = definition;
  if (!isVoicecallError(error) || error.lost || form === undefined || !base) return undefined;
  const other = form === "2025" ? "2026" : "2025";
  const sent = new Set(Object.values(definition.fields).map(({ request }) => request));
  const wanted = Object.values(inForm(base, other).fields)
    .filter(({ required }) => required)
    .flatMap(({ request }) => (request === undefined || sent.has(request) ? [] : [request]))
    .filter((request) => error.details.rejects?.(request));
  if (wanted.length === 0) return undefined;
  const source =
    session.settings.apiForm === "auto" ? "detected from its responses" : "set by voicecall:apiForm";
  return error.with({
    remedy: `The service asks for ${wanted.join(", ")}, which only the ${other} form of its API requires; this request used the ${form} form (${source}). Set voicecall:apiForm to ${other} and run again. Nothing was created.`,
  });
}

/** A response without a valid id, or with the id of another object, is treated like a lost response. */
function assertNew(operation: Operation, id: number, isKnown: (id: number) => boolean): void {
  if (Number.isSafeInteger(id) && id > 0 && !isKnown(id)) return;
  const why = isKnown(id) ? "which another object already has" : "which is not a valid id";
  throw operation.error("lost", `the service reported that the object was created with id ${id}, ${why}.`, {
    remedy: "If this happens again, look for the object in the service.",
    lost: true,
  });
}

/** A create whose response was lost is not sent again in this run. The listing shows whether it succeeded. */
async function findLost(
  operation: Operation<Standard>,
  wanted: Values,
  isKnown: (id: number) => boolean,
  lost: VoicecallError,
): Promise<number> {
  const { definition, session, kind } = operation;
  const candidates = await session
    .lookUntil(async () => {
      const rows = (await session.records[kind].read("now")).all.filter(
        (row) => !isKnown(row.id) && hasKey(definition, row, wanted),
      );
      return { done: rows.length > 0, value: rows };
    })
    .catch((error: unknown) => {
      throw stillLost(
        lost,
        `The service may have created the object, and the search for it failed too: ${asVoicecallError(error).message}`,
      );
    });
  if (candidates.length === 0) {
    const seconds = session.settings.listLag / 1000;
    throw stillLost(
      lost,
      `The service may have created the object, but did not list it within ${seconds} s.`,
    );
  }
  const [only, second] = candidates;
  const sent = [...wanted.keys()].filter((property) => !definition.fields[property]!.notInCreate);
  const differs = second
    ? []
    : [...compare(operation, await shownIn(operation, only!, wanted), wanted, sent).lost.keys()];
  if (second || differs.length > 0) {
    const ids = candidates.map(({ id }) => id).join(", ");
    const why = second
      ? `several new objects have this ${definition.key}`
      : `a new object has this ${definition.key} but differs in ${differs.join(", ")}`;
    throw lost.with({
      code: "lost",
      doubt: `It is not known whether the object was created: ${why} (${second ? "ids" : "id"} ${ids}).`,
      remedy: "Set adoptId to the id of the right object, or delete the objects that you do not need.",
      lost: false,
    });
  }
  operation.say(
    `${operation.purpose}: ${lost.code === "lost" ? "the response had a wrong id" : "the response was lost"}, but the service created the object (id ${only!.id}).`,
  );
  return only!.id;
}

const stillLost = (lost: VoicecallError, doubt: string): VoicecallError =>
  lost.with({
    code: "lost",
    doubt: `${doubt} The next \`pulumi up\` looks again before it creates another.`,
    lost: false,
  });

/**
 * Adopts an existing object. Writes only the fields that differ or that cannot be read, and the declared fields
 * that the service validates or resets together with them.
 */
async function adopt(
  operation: Operation<Standard>,
  wanted: Values,
  record: ServiceRecord,
): Promise<Created> {
  const { definition, session } = operation;
  const { body, fields, targets, orders, overwritten } = await planAdoption(operation, record, wanted);
  operation.note("adopting the existing object.");
  operation.say(IF_STILL_IN_STATE);
  for (const line of await whatStays(operation, record, wanted)) operation.say(line);
  sayKept(operation, overwritten);
  // Recorded before the request, because the object may have the key even if the response is lost.
  session.ledger.assignedKeys.set(keyText(definition, wanted), record.id);
  const isSame = fields.length + orders.length === 0;
  const written = isSame ? { whole: record } : await apiOf(operation).update(record.id, body);
  return finished(operation, wanted, { how: "adopted", written, fields, targets, overwritten }, record);
}

async function finished(
  operation: Operation<Standard>,
  wanted: Values,
  done: Omit<Done, "wanted">,
  before?: ServiceRecord,
): Promise<Created> {
  const { definition, id } = operation;
  const outs = await finish(operation, { ...done, wanted }, before);
  for (const line of definition.standing?.(outs, operation.label) ?? []) operation.say(line);
  return { id, outs };
}
