/**
 * With `--replace`, or after a rename without an alias, the engine deletes a lead and creates it again without asking
 * the provider. The person may have asked not to be called, so a gone or blacklisted lead must not be created again.
 */
import { ALIAS } from "../core/run/describe.js";
import { create as createAny } from "../core/create.js";
import type { Operation, Resource, Standard } from "../core/run/operation.js";
import { findOrProveGone } from "../core/steps/readback.js";
import { remove as removeAny } from "../core/remove.js";
import { standardResource } from "../core/resource.js";
import type { Created } from "../core/run/results.js";
import { update, whenGone } from "../core/update.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { keyText, recordedKey } from "../core/run/wanted.js";
import { isBlacklisted } from "../campaign/leads.js";
import { assertInside } from "./fence.js";
import { lead } from "./resource.js";

export const leadResource: Resource<Standard> = {
  ...standardResource(lead),
  check: async (call) => {
    const checked = await standardResource(lead).check(call);
    if (checked.failures.length === 0) await assertInside(call.with({ news: checked.inputs }));
    return checked;
  },
  diff: async (operation) => {
    const result = await standardResource(lead).diff(operation);
    operation.session.ledger.declaredLeads.report(operation);
    return result;
  },
  create,
  remove,
};

/** A lead that `remove` did not delete, because it is blacklisted or was gone already. For a later `create`. */
interface Kept {
  readonly id: string;
  readonly olds: Bag;
  readonly isGone: boolean;
}

async function create(operation: Operation<Standard>): Promise<Created> {
  const { session, definition, news } = operation;
  const key = keyText(definition, await operation.resolved());
  const kept = session.ledger.replaced.get(key) as Kept | undefined;
  if (!kept || (kept.isGone && ownValue(news, "onGone") === "recreate")) return createAny(operation);
  const { id, olds, isGone } = kept;
  const target = operation.with({ verb: "update", id, olds });
  if (isGone) return { id, outs: whenGone(target) };
  target.note("the lead is blacklisted, so it is not replaced: a new lead could be called.");
  return { id, outs: await update(target) };
}

async function remove(operation: Operation<Standard>): Promise<void> {
  const { session, kind, definition, id, olds, object } = operation;
  const { ledger } = session;
  const key = recordedKey(definition, olds);
  // The program can create the lead again only if it declares the key, in a Lead or a LeadSet.
  const isDeclared = ledger.isClaimed(key) || ledger.assignedKeys.has(key);
  const mayFollow = isDeclared && object.origin !== "adopted" && object.fate !== "kept";
  if (!mayFollow) return removeAny(operation);
  const record = ownValue(olds, "gone") === true ? undefined : await findOrProveGone(operation);
  const isGone = record === undefined;
  if (!isGone && !isBlacklisted(record)) return removeAny(operation);
  const again = ledger.assignedKeys.get(key);
  if (again === undefined || ledger.object(kind, again).origin !== "created") {
    ledger.replaced.set(key, { id, olds, isGone } satisfies Kept);
    return;
  }
  if (!isGone) return removeAny(operation);
  if (ownValue(olds, "onGone") === "recreate") return;
  operation.note(
    `the lead was gone, and another resource of this program created it again. Because the person may have asked not to be called, it is deleted (id ${again}). After a rename, an alias prevents this: ${ALIAS}.`,
    "warning",
  );
  await removeAny(operation.with({ id: String(again), olds: { ...olds, gone: false, createdAt: null } }));
}
