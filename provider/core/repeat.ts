import { isVoicecallError, messageOf } from "../http/errors.js";
import { HalfMade } from "./readback.js";
import type { Resource } from "./resource.js";
import type { Session } from "./session.js";
import { type Bag, isObject } from "./values.js";

/** What one run knows of its own attempts, since the engine passes nothing of them on. Keys begin with the kind. */
interface Attempts {
  /** Creates that a check announced and that have not come yet, by inputs. */
  readonly announced: Map<string, number>;
  /** Objects that creates left half-made and that no attempt goes on with, by inputs. */
  readonly createdAs: Map<string, string[]>;
  /** The last half-made attempt, by id. */
  readonly halfMade: Map<string, HalfMade>;
}

const runs = new WeakMap<Session, Attempts>();

function attempts(session: Session): Attempts {
  const run = runs.get(session) ?? { announced: new Map(), createdAs: new Map(), halfMade: new Map() };
  runs.set(session, run);
  return run;
}

/**
 * A resource whose failed operations a hook of the program (`onError`) may have repeated in the same process. The
 * engine repeats a create as a create, and an update with the outputs of before the first attempt; and when the last
 * attempt fails without an id, it forgets the half-made object that an earlier one left. So what was left half-made is
 * gone on with, as the next `up` would do, and stays half-made until that succeeds.
 */
export function repeatable(resource: Resource): Resource {
  const { kind } = resource.definition;

  const update: Resource["update"] = async (session, id, olds, news) => {
    const { halfMade } = attempts(session);
    const object = `${kind}:${id}`;
    const left = halfMade.get(object);
    try {
      const outs = await resource.update(session, id, left?.properties ?? olds, news);
      halfMade.delete(object);
      return outs;
    } catch (error) {
      const now = error instanceof HalfMade || !left ? error : stillHalfMade(left, error);
      if (now instanceof HalfMade) halfMade.set(object, now);
      throw now;
    }
  };

  const create: Resource["create"] = async (session, inputs) => {
    const { announced, createdAs, halfMade } = attempts(session);
    const key = inputsKey(kind, inputs);
    const coming = announced.get(key) ?? 0;
    // Two resources with the same inputs have a check each; a repetition has none.
    const waiting = createdAs.get(key) ?? [];
    createdAs.set(key, waiting);
    // Each attempt goes on with an object of its own.
    const left = coming === 0 ? halfMade.get(waiting.shift() ?? "") : undefined;
    announced.set(key, Math.max(0, coming - 1));
    try {
      if (left) return { id: left.id, outs: await update(session, left.id, left.properties, inputs) };
      return await resource.create(session, inputs);
    } catch (error) {
      if (error instanceof HalfMade) {
        waiting.push(`${kind}:${error.id}`);
        halfMade.set(`${kind}:${error.id}`, error);
      }
      throw error;
    }
  };

  return {
    ...resource,
    check: async (session, olds, news) => {
      const checked = await resource.check(session, olds, news);
      if (olds || checked.failures.length > 0) return checked;
      const { announced } = attempts(session());
      const key = inputsKey(kind, checked.inputs);
      announced.set(key, (announced.get(key) ?? 0) + 1);
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

/** The same before and after the engine, which orders keys anew and takes null for no value. */
const inputsKey = (kind: string, inputs: Bag): string =>
  `${kind}:${JSON.stringify(inputs, (_, value: unknown) => (isObject(value) ? tidied(value) : value))}`;

const tidied = (bag: Bag): Bag =>
  Object.fromEntries(
    Object.entries(bag)
      .filter(([, value]) => value !== null)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
