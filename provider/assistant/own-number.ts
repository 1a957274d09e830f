import { keyOf } from "../core/run/ledger.js";
import { assertUnclaimed, valuesIn } from "../core/steps/one-key.js";
import type { Operation } from "../core/run/operation.js";
import { type Bag, ownValue } from "../core/fields/values.js";

/**
 * Two assistants of a program cannot both receive the calls to one number: the apply would reject the second
 * assistant. Resources that declare no phone number, or that the program no longer declares, do not count.
 * @throws VoicecallError "exists" with the names of both
 */
export const assertOwnNumber = (operation: Operation): Promise<void> =>
  assertUnclaimed(operation, {
    properties: ["phoneNumber", "callsDirection"],
    claimed: (bag) => received(operation, bag),
    mistake: (names) =>
      `the resources ${names} of this program have the same phoneNumber and both receive calls. Only one assistant can answer the calls to a number: give one of the resources another number, or remove phoneNumber from it.`,
  });

/** The key of the phone number. Undefined if the assistant has none or does not receive calls. */
async function received(operation: Operation, bag: Bag): Promise<string | undefined> {
  if (ownValue(bag, "callsDirection") !== "receive") return undefined;
  const [number] = await valuesIn(operation, bag, ["phoneNumber"]);
  return number === undefined || number === null ? undefined : keyOf("phone number", [number]);
}
