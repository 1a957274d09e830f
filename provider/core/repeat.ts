import { isVoicecallError, messageOf } from "../http/errors.js";
import { HalfMade } from "./half-made.js";
import { fingerprint } from "./ledger.js";
import type { Resource } from "./resource.js";

/**
 * A resource whose failed operations a hook of the program (`onError`) may have repeated in the same process. The
 * engine repeats a create as a create, and an update with the outputs of before the first attempt; and when the last
 * attempt fails without an id, it forgets the half-made object that an earlier one left. So what was left half-made is
 * gone on with, as the next `up` would do, and stays half-made until that succeeds.
 */
export function repeatable(resource: Resource): Resource {
  const { kind } = resource.definition;

  const update: Resource["update"] = async (session, id, olds, news) => {
    const object = session.ledger.object(kind, id);
    const left = object.halfMade;
    try {
      const outs = await resource.update(session, id, left?.properties ?? olds, news);
      object.halfMade = undefined;
      return outs;
    } catch (error) {
      const now = error instanceof HalfMade || !left ? error : stillHalfMade(left, error);
      if (now instanceof HalfMade) object.halfMade = now;
      throw now;
    }
  };

  const create: Resource["create"] = async (session, inputs) => {
    const { announcedCreates, halfMadeCreates } = session.ledger;
    const key = fingerprint(kind, inputs);
    const coming = announcedCreates.get(key) ?? 0;
    // Two resources with the same inputs have a check each; a repetition has none.
    const waiting = halfMadeCreates.get(key) ?? [];
    halfMadeCreates.set(key, waiting);
    // Each attempt goes on with an object of its own.
    const next = coming === 0 ? waiting.shift() : undefined;
    const left = next === undefined ? undefined : session.ledger.object(kind, next).halfMade;
    announcedCreates.set(key, Math.max(0, coming - 1));
    try {
      if (left) return { id: left.id, outs: await update(session, left.id, left.properties, inputs) };
      return await resource.create(session, inputs);
    } catch (error) {
      if (error instanceof HalfMade) {
        waiting.push(error.id);
        session.ledger.object(kind, error.id).halfMade = error;
      }
      throw error;
    }
  };

  return {
    ...resource,
    check: async (session, olds, news) => {
      const checked = await resource.check(session, olds, news);
      if (olds || checked.failures.length > 0) return checked;
      const { announcedCreates } = session().ledger;
      const key = fingerprint(kind, checked.inputs);
      announcedCreates.set(key, (announcedCreates.get(key) ?? 0) + 1);
      return checked;
    },
    create,
    update,
  };
}

function stillHalfMade(left: HalfMade, error: unknown): HalfMade {
  // What this run has just made is not gone because a listing lags behind.
  if (isVoicecallError(error, "gone")) return left;
  const message = messageOf(error);
  return new HalfMade(left.id, left.properties, message, isVoicecallError(error) ? error.code : left.code);
}
