import { isVoicecallError } from "../base/errors.js";
import { asVoicecallError } from "../base/bug.js";
import { HalfCreated } from "./run/half-created.js";
import type { Intent } from "./run/ledger.js";
import type { Operation, Resource } from "./run/operation.js";

/**
 * Supports retries by the program's `onError` hook, which run in the same process. The engine retries a
 * create as a create, and an update with the outputs from before the first attempt. If the last attempt fails
 * without an id, the engine forgets the half-created object of an earlier attempt. So a retry finishes that
 * object, as the next `pulumi up` would, and each failed retry reports the object as half-created.
 */
export function repeatable(resource: Resource): Resource {
  async function noting<T>(operation: Operation, run: (before?: HalfCreated) => Promise<T>): Promise<T> {
    const { session, identity } = operation;
    const intent: Intent = identity === undefined ? {} : session.ledger.intent(identity);
    const before = intent.halfCreated;
    try {
      const result = await run(before);
      intent.halfCreated = undefined;
      return result;
    } catch (error) {
      const failure = error instanceof HalfCreated || !before ? error : stillHalfCreated(before, error);
      if (failure instanceof HalfCreated) intent.halfCreated = failure;
      throw failure;
    }
  }
  const update: Resource["update"] = (operation) =>
    noting(operation, (before) =>
      resource.update(before ? operation.with({ olds: before.properties }) : operation),
    );
  const create: Resource["create"] = (operation) =>
    noting(operation, async (before) => {
      if (!before) return resource.create(operation);
      const { id, properties } = before;
      return { id, outs: await resource.update(operation.with({ verb: "update", id, olds: properties })) };
    });
  return { ...resource, create, update };
}

function stillHalfCreated(halfCreated: HalfCreated, error: unknown): HalfCreated {
  // This run created or changed the object, so if it seems to be gone, the listing lags.
  if (isVoicecallError(error, "gone")) return halfCreated;
  return new HalfCreated(halfCreated.id, halfCreated.properties, asVoicecallError(error));
}
