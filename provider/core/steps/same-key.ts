import { isDeepStrictEqual } from "node:util";
import { orElse } from "../../base/errors.js";
import { ownValue } from "../fields/values.js";
import { orSecond } from "../run/describe.js";
import { isSuperseded } from "../run/ledger.js";
import type { Operation, Standard } from "../run/operation.js";
import { recordedKey } from "../run/sides.js";

/**
 * Names other objects with the key of this one. Two commands that ran at the same time may have created both, which no
 * create can exclude: the API has no idempotency keys. Callers would then reach one or the other.
 */
export async function noteSameKey(operation: Operation<Standard>): Promise<void> {
  const { session, kind, definition, olds, news, id, onExisting } = operation;
  if (session.offline || onExisting === "create" || ownValue(news, "allowDuplicate") === true) return;
  // The preview of the update reports a key that it takes.
  if (definition.keyFields.some((property) => !isDeepStrictEqual(news[property], olds[property]))) return;
  // The operation itself reports a listing that it needs and cannot read.
  const rows = await session.records[kind]
    .read("known")
    .then((listed) => listed.withKey(recordedKey(definition, olds)), orElse([]));
  const others = rows.filter(
    (row) => String(row.id) !== id && !isSuperseded(session.ledger.object(kind, row.id)),
  );
  if (others.length === 0 || others.length === rows.length) return;
  const ids = others.map((row) => row.id).join(", ");
  operation.note(
    `the account has another object with this ${definition.key} (id ${ids}). Delete the one that you do not need${orSecond(operation, ', or set onExisting: "create" to keep both')}.`,
    "warning",
  );
}
