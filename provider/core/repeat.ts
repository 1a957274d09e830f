import { isVoicecallError } from "../base/errors.js";
import { asVoicecallError } from "../base/bug.js";
import { HalfCreated } from "./run/half-created.js";
import { fingerprint } from "./run/ledger.js";
import type { Resource } from "./run/operation.js";

/**
 * Supports retries by the program's `onError` hook, which run in the same process. The engine retries a
 * create as a create, and an update with the outputs from before the first attempt. If the last attempt fails
 * without an id, the engine forgets the half-created object of an earlier attempt. So a retry finishes that
 * object, as the next `pulumi up` would, and each failed retry reports the object as half-created.
 */
export function repeatable(resource: Resource): Resource {
  const update: Resource["update"] = async (operation) => {
    const { object } = operation;
    const halfCreated = object.halfCreated;
    try {
      const outs = await resource.update(
        halfCreated ? operation.with({ olds: halfCreated.properties }) : operation,
      );
      object.halfCreated = undefined;
      return outs;
    } catch (error) {
      const failure =
        error instanceof HalfCreated || !halfCreated ? error : stillHalfCreated(halfCreated, error);
      if (failure instanceof HalfCreated) object.halfCreated = failure;
      throw failure;
    }
  };

  const create: Resource["create"] = async (operation) => {
    const { announcedCreates, halfCreatedIds } = operation.session.ledger;
    const key = fingerprint(operation.kind, operation.news);
    const expected = announcedCreates.get(key) ?? 0;
    // The engine checks each resource once, even if several have the same inputs, and does not check before a
    // retry. So a create without a check is a retry.
    const waitingIds = halfCreatedIds.get(key) ?? [];
    halfCreatedIds.set(key, waitingIds);
    // Several resources may have the same inputs, so each retry takes a different object.
    const halfCreatedId = expected === 0 ? waitingIds.shift() : undefined;
    const halfCreated =
      halfCreatedId === undefined ? undefined : operation.objectWith(halfCreatedId).halfCreated;
    announcedCreates.set(key, Math.max(0, expected - 1));
    try {
      if (!halfCreated) return await resource.create(operation);
      const { id, properties } = halfCreated;
      return { id, outs: await update(operation.with({ verb: "update", id, olds: properties })) };
    } catch (error) {
      if (error instanceof HalfCreated) {
        waitingIds.push(error.id);
        operation.objectWith(error.id).halfCreated = error;
      }
      throw error;
    }
  };

  const check: Resource["check"] = async (operation) => {
    const checked = await resource.check(operation);
    if (!operation.isNew || checked.failures.length > 0) return checked;
    const { announcedCreates } = operation.session.ledger;
    const key = fingerprint(operation.kind, checked.inputs);
    announcedCreates.set(key, (announcedCreates.get(key) ?? 0) + 1);
    return checked;
  };

  return { ...resource, check, create, update };
}

function stillHalfCreated(halfCreated: HalfCreated, error: unknown): HalfCreated {
  // This run created or changed the object, so if it seems to be gone, the listing lags.
  if (isVoicecallError(error, "gone")) return halfCreated;
  return new HalfCreated(halfCreated.id, halfCreated.properties, asVoicecallError(error));
}
