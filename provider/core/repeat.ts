import { VoicecallError, isVoicecallError, messageOf } from "../http/errors.js";
import { HalfCreated } from "./half-created.js";
import { fingerprint } from "./ledger.js";
import type { Resource } from "./operation.js";

/**
 * A resource whose failed operations may be repeated in the same process by a hook of the program (`onError`). The
 * engine repeats a create as a create, and an update with the outputs from before the first attempt. If the last
 * attempt fails without an id, the engine forgets the object that an earlier one left half-created. So a repetition
 * completes the half-created object, as the next `up` would, and it stays half-created until that succeeds.
 */
export function repeatable(resource: Resource): Resource {
  const update: Resource["update"] = async (operation) => {
    const { object } = operation;
    const left = object.halfCreated;
    try {
      const outs = await resource.update(left ? operation.with({ olds: left.properties }) : operation);
      object.halfCreated = undefined;
      return outs;
    } catch (error) {
      const now = error instanceof HalfCreated || !left ? error : stillHalfCreated(left, error);
      if (now instanceof HalfCreated) object.halfCreated = now;
      throw now;
    }
  };

  const create: Resource["create"] = async (operation) => {
    const { announcedCreates, halfCreatedIds } = operation.session.ledger;
    const key = fingerprint(operation.kind, operation.news);
    const coming = announcedCreates.get(key) ?? 0;
    // Two resources with the same inputs have a check each; a repetition has none.
    const waiting = halfCreatedIds.get(key) ?? [];
    halfCreatedIds.set(key, waiting);
    // Each attempt completes its own object.
    const next = coming === 0 ? waiting.shift() : undefined;
    const left = next === undefined ? undefined : operation.objectWith(next).halfCreated;
    announcedCreates.set(key, Math.max(0, coming - 1));
    try {
      if (!left) return await resource.create(operation);
      const { id, properties } = left;
      return { id, outs: await update(operation.with({ verb: "update", id, olds: properties })) };
    } catch (error) {
      if (error instanceof HalfCreated) {
        waiting.push(error.id);
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

function stillHalfCreated(left: HalfCreated, error: unknown): HalfCreated {
  // An object that this run has just created is not gone just because a listing lags.
  if (isVoicecallError(error, "gone")) return left;
  const failure = isVoicecallError(error) ? error : new VoicecallError(left.code, messageOf(error));
  return new HalfCreated(left.id, left.properties, failure);
}
