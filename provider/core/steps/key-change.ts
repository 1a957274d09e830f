// See docs/decisions/objects.md.
import type { VoicecallError } from "../../base/errors.js";
import { orSecond, willFail } from "../run/describe.js";
import { isSuperseded } from "../run/ledger.js";
import type { Operation, Standard } from "../run/operation.js";
import type { Findings } from "../run/results.js";
import { UNKNOWN, hasUnknown, ownValue } from "../fields/values.js";
import { mayBeTaken } from "./existing.js";
import { type Values, hasKey, keyText, recordedKey } from "../run/sides.js";

/**
 * Checks that no other object has the key that an update sets, since two leads with the same number would
 * both be called. Waits up to the listing lag, because updates run in parallel, and another update may be
 * freeing the key.
 * @throws VoicecallError "exists"
 */
export async function assertKeyIsFree(operation: Operation<Standard>, wanted: Values): Promise<void> {
  if (mayHaveSecond(operation)) return;
  const { definition, session, kind, recordId } = operation;
  const { assignedKeys } = session.ledger;
  const key = keyText(definition, wanted);
  const holderId = assignedKeys.get(key);
  const isReplaced = holderId !== undefined && isSuperseded(session.ledger.object(kind, holderId));
  if (assignedKeys.has(key) && holderId !== recordId && !isReplaced)
    throw keyTaken(operation, holderId, "this run has just given another object");
  const holder = await session.lookUntil(async (age) => {
    const { all } = await session.records[kind].read(age);
    const value = all.find((row) => row.id !== recordId && hasKey(definition, row, wanted));
    return { done: value === undefined, value };
  });
  if (holder) throw keyTaken(operation, holder.id);
  const unclear = mayBeTaken(operation);
  if (unclear) throw unclear;
}

/** Predicts that an update fails because its new key is taken. */
export async function previewKeyChange(operation: Operation<Standard>, findings: Findings): Promise<void> {
  const { definition, session, kind, id, olds, news, object } = operation;
  const { keyFields } = definition;
  if (session.offline || keyFields.some((property) => hasUnknown(ownValue(news, property)))) return;
  const resolving = keyFields.map(async (property) => [property, await operation.resolve(property)] as const);
  const wanted = new Map(await Promise.all(resolving));
  const before = recordedKey(definition, olds);
  const after = keyText(definition, wanted);
  if (before === after) return;
  object.newKey = after;
  const rival = session.ledger.rival(object);
  if (mayHaveSecond(operation)) return;
  const update = operation.with({ verb: "update" });
  const given = "another resource of this program will get";
  if (rival) return void findings.predict(willFail(keyTaken(update, rival.id, given)));
  const rows = (await session.records[kind].read("known")).withKey(after);
  const holder = rows.find((row) => String(row.id) !== id);
  const unclear = holder ? undefined : mayBeTaken(update);
  if (unclear) findings.predict(willFail(unclear));
  if (!holder) return;
  const next = session.ledger.object(kind, holder.id).newKey;
  // If the holder gets this object's old key, the two objects swap keys. Each update waits for the other, and
  // both fail.
  if (next !== undefined && next !== before) return;
  findings.predict(willFail(keyTaken(update, holder.id), "this run frees it"));
}

export const mayHaveSecond = ({ onExisting }: Operation): boolean =>
  onExisting === "create" || onExisting === UNKNOWN;

/**
 * @param why the reason why the key is certainly taken; absent if this program may also change or delete the other
 * object
 */
function keyTaken(operation: Operation<Standard>, holder: number | undefined, why?: string): VoicecallError {
  const { key } = operation.definition;
  const where = holder === undefined ? "" : ` (id ${holder})`;
  const hint = why ? "" : " If this program frees it, apply that first.";
  return operation.error(
    "exists",
    `nothing is sent, because ${why ?? "another object has"} the new ${key}${where}.`,
    {
      remedy: `Choose another ${key}${orSecond(operation, ', or set onExisting: "create" (for a swap, on both)')}.${hint}`,
    },
  );
}
