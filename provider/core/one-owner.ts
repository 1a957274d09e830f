import { createHash } from "node:crypto";
import { VoicecallError } from "../http/errors.js";
import { type Bag, isObject } from "./values.js";

/**
 * One object has one resource. Two would undo each other's changes, without a difference in any preview. The engine
 * tells of the resources of a program one by one: a check with the inputs, then a diff with the same inputs and the id.
 * A refresh asks for a diff without a check, also for resources that the program no longer has.
 */
export class Owners {
  readonly #checked = new Set<string>();
  readonly #owned = new Set<string>();
  readonly #kept = new Set<string>();
  /** Objects that a resource of this program is to take over. */
  readonly #promised = new Set<string>();
  readonly #claims = new Map<string, string>();

  checked(kind: string, inputs: Bag): void {
    this.#checked.add(fingerprint(kind, inputs));
  }

  promise(kind: string, id: number): void {
    this.#promised.add(`${kind}:${id}`);
  }

  /** Whether a resource of this program has it already. */
  has(kind: string, id: number): boolean {
    return this.#owned.has(`${kind}:${id}`);
  }

  /** That a resource of this program has it and is not about to be replaced: nothing is to change, or an update was sent. */
  keep(kind: string, id: string): void {
    if (this.has(kind, Number(id))) this.#kept.add(`${kind}:${id}`);
  }

  /** Whether a deletion must be that of another entry in state for the same object. */
  keeps(kind: string, id: string): boolean {
    return this.#kept.has(`${kind}:${id}`);
  }

  /**
   * Notes which resource of the program is for an object that the program itself names, as a campaign is. Until its
   * diff or its create says that it keeps the object, it may be about to be replaced.
   * @returns the other resource that is for the same object
   */
  claim(kind: string, id: string | number, resource: string): string | undefined {
    const object = `${kind}:${id}`;
    const other = this.#claims.get(object);
    if (other !== undefined && other !== resource) return other;
    this.#claims.set(object, resource);
    this.#owned.add(object);
    this.#kept.delete(object);
    return undefined;
  }

  /** @throws VoicecallError "exists" when another resource of the program is to take the object over */
  diffed(kind: string, id: string, inputs: Bag, who: string): void {
    if (!this.#checked.has(fingerprint(kind, inputs))) return;
    if (this.#promised.has(`${kind}:${id}`)) {
      throw new VoicecallError(
        "exists",
        `${who}: another resource of this program is to take over its object. One object can have one resource only: take adoptId or onExisting: "adopt" out of the other one, and set onExisting: "create" there to make another object.`,
      );
    }
    this.#owned.add(`${kind}:${id}`);
  }
}

export function ownedError(who: string, id: number): VoicecallError {
  return new VoicecallError(
    "exists",
    `${who}: the object with id ${id} has a resource of this program already, and nothing was sent. One object can have one resource only: set onExisting: "create" to make another one, or remove one of the two resources.`,
  );
}

function fingerprint(kind: string, inputs: Bag): string {
  const sorted = JSON.stringify(inputs, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
  return createHash("sha256").update(`${kind} ${sorted}`).digest("base64");
}
