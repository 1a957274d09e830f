import { keyOf } from "../core/ledger.js";
import { inProgramOrder, valuesIn } from "../core/one-key.js";
import type { Operation } from "../core/operation.js";
import { type Bag, RESOURCE, hasUnknown, own } from "../core/values.js";

const PROPERTIES = ["phoneNumber", "callsDirection"];

/**
 * Two assistants of a program cannot both receive the calls of one number: apply would reject the second one. Resources
 * without a phone number in the program, or that the program no longer has, declare none.
 * @throws VoicecallError "exists" with the names of both
 */
export async function assertOwnNumber(operation: Operation): Promise<void> {
  const { session, news, olds, hints } = operation;
  const resource = own(hints, RESOURCE);
  if (typeof resource !== "string" || PROPERTIES.some((property) => hasUnknown(own(news, property)))) return;
  const number = await received(operation, news);
  if (number === undefined) return;
  // Assistants that have had one number since an earlier run stay as they are, and so do two that are adopted.
  const isUnique =
    own(news, "adoptId") === undefined && (operation.isNew || number !== (await received(operation, olds)));
  const other = session.ledger.claimKey(number, { resource, isUnique });
  if (other === undefined) return;
  const names = inProgramOrder(other, resource).join(" and ");
  throw operation.mistake(
    "exists",
    `the resources ${names} of this program have the same phoneNumber and both receive calls, and nothing was sent. Only one assistant can answer the calls of a number: give one of them another number, or remove phoneNumber from it.`,
  );
}

/** The number whose calls the assistant receives, as text. */
async function received(operation: Operation, bag: Bag): Promise<string | undefined> {
  if (own(bag, "callsDirection") !== "receive") return undefined;
  const [number] = await valuesIn(operation, bag, ["phoneNumber"]);
  return number === undefined || number === null ? undefined : keyOf("phone number", [number]);
}
