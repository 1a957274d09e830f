// See docs/decisions/objects.md.
import type { Findings } from "../core/run/results.js";
import { label } from "../core/run/describe.js";
import { isSuperseded } from "../core/run/ledger.js";
import { keyOf } from "../core/run/sides.js";
import type { Operation } from "../core/run/operation.js";
import type { Act } from "../core/run/requests.js";
import { assertUnclaimed, valuesIn } from "../core/steps/keys.js";
import type { Listed } from "../core/records/listed.js";
import type { ServiceRecord } from "../core/records/record.js";
import { type Bag, UNKNOWN, hasUnknown, ownValue } from "../core/fields/values.js";
import type { PhoneNumber } from "../core/lookup/schema.js";
import { quoted } from "../base/quoted.js";
import { asName, withName } from "../base/spellings.js";

const known = (inputs: Bag, ...properties: string[]): boolean =>
  properties.every((property) => ownValue(inputs, property) !== undefined && !hasUnknown(inputs[property]));

/**
 * A voice probably works only with assistants of its own engine mode, but spec 2.4 does not say so. So another mode
 * causes a note.
 */
export async function voiceNotes({
  definition,
  news: inputs,
  session,
  label: resourceLabel,
}: Operation): Promise<string[]> {
  // In the 2026 form, names are looked up among the voices of the engine mode.
  if (definition.form === "2026" || !known(inputs, "voice", "engineType")) return [];
  const value = inputs["voice"];
  const rows = await session.choices.voices();
  const [voice] =
    typeof value === "string"
      ? withName(rows, value, (row) => row.name)
      : rows.filter((row) => row.id === value);
  if (!voice?.mode || voice.mode === inputs["engineType"]) return [];
  const reason = `the voice ${quoted(voice.name)} is listed for ${voice.mode}, but engineType is ${String(inputs["engineType"])}; the service will probably reject this combination`;
  return [`${resourceLabel}: ${reason}.`];
}

/** Checks the phone number of a resource against the account. */
export async function checkNumber(operation: Operation, findings: Findings): Promise<void> {
  const number = await newNumber(operation);
  if (number?.type_label === "Caller ID")
    findings.mistakes.push({
      path: "phoneNumber",
      reason: "is a Caller ID number, which cannot receive calls",
    });
  if (operation.isNew) findings.predict(...(await numberInUse(operation)));
}

/** The number for incoming calls that an apply will assign. Undefined if it stays the same or is not known. */
async function newNumber({
  news,
  olds,
  memory,
  recordId,
  session,
}: Operation): Promise<PhoneNumber | undefined> {
  const before = ownValue(olds, "phoneNumber");
  const declared = ownValue(news, "phoneNumber");
  if (hasUnknown(declared) || news["callsDirection"] !== "receive") return undefined;
  const isInDoubt = ["phoneNumber", "callsDirection"].some((property) => memory.partial.includes(property));
  if (before === declared && olds["callsDirection"] === "receive" && !isInDoubt) return undefined;
  // An assistant keeps a number that was never declared.
  const value =
    declared === undefined && before === undefined && recordId > 0
      ? numberOf(await session.records.Assistant.read("known"), recordId)
      : declared;
  if (value === undefined || value === null) return undefined;
  return (await session.choices.phoneNumbers()).find((row) => row.id === value || row.phone_number === value);
}

/** The id of the number that an assistant has in the service. */
const numberOf = (listed: Listed<ServiceRecord>, id: number): unknown =>
  listed.shownWithId(id)?.["phone_number_id"];

/**
 * Why an apply will fail because another assistant has the number: an apply never takes a number away. The check uses
 * this for a new resource. For a resource in state, the diff does, because only the diff knows the id.
 */
async function numberInUse(operation: Operation): Promise<string[]> {
  const { session, label: resourceLabel } = operation;
  const number = session.offline ? undefined : await newNumber(operation);
  if (!number) return [];
  const holders = (await session.records.Assistant.read("known")).shown.filter(
    (row) => blocks(operation, row, number) && !isSuperseded(session.ledger.object("Assistant", row.id)),
  );
  const isThis = isOwnRecord(operation);
  const holder = holders.find((row) => !isThis(row));
  if (!holder || holders.some((row) => isThis(row) && receives(row))) return [];
  const name = label("Assistant", holder, String(holder.id));
  if (session.ledger.object("Assistant", holder.id).releasedNumber === number.id) {
    operation.note(`its phone number is used by ${name}, which gives it up in the same run.`);
    return [];
  }
  const held = `${resourceLabel}: its phone number is used by ${name}. Applying this will fail, unless this run frees it. ${handOver}`;
  return [held];
}

/**
 * Like `numberInUse`, for an update. If the new number does not prevent the update, and the update gives up the old
 * number, records the old number: another assistant may get it later in the same run.
 */
export async function previewNumber(operation: Operation, findings: Findings): Promise<void> {
  const { session, olds, news, object } = operation;
  const lines = await numberInUse(operation);
  findings.predict(...lines);
  const before = ownValue(olds, "phoneNumberId");
  if (lines.length > 0 || session.offline || typeof before !== "number") return;
  const isDeclared = [olds, news].some((bag) => ownValue(bag, "phoneNumber") !== undefined);
  const value = ownValue(news, "phoneNumber");
  if (!isDeclared || hasUnknown(value)) return;
  const after = value === undefined ? undefined : await operation.resolve("phoneNumber");
  if (after !== before) object.releasedNumber = before;
}

/** Whether a record is the resource's own object, or the one that it will adopt. */
function isOwnRecord({ isNew, recordId, news, onExisting }: Operation): (row: Bag) => boolean {
  if (!isNew) return (row) => row["id"] === recordId;
  const adoptId = ownValue(news, "adoptId");
  if (adoptId !== undefined) return (row) => adoptId === UNKNOWN || row["id"] === adoptId;
  return (row) => onExisting !== "create" && asName(row["name"]) === asName(news["name"]);
}

/**
 * The engine deletes after all updates, so an update cannot know that the assistant with the number will be
 * deleted. If a swap of two numbers in one run failed halfway, one assistant would have none. So each of
 * these changes takes two runs.
 */
const handOver =
  "Unassign it there first. For a swap or a delete, run `pulumi up` without phoneNumber, then with it.";

const receives = (row: Bag): boolean => row["type"] === "inbound";

/**
 * In the 2026 form, outbound assistants leave their number available to others (docs/behavior.md: phone numbers). In the
 * 2025 form, the lookup of the number decides.
 */
const blocks = ({ definition: { form } }: Operation, row: Bag, { id, is_available }: Available): boolean =>
  row["phone_number_id"] === id && (receives(row) || (form !== "2026" && is_available !== true));

type Available = Pick<PhoneNumber, "id" | "is_available">;

/**
 * In an apply, a number in use is an error: the assistant that has it would no longer receive calls. An update
 * that sends neither the number nor the direction is not checked: it takes the number away from no assistant, even
 * if a manual change gave the number to another assistant.
 */
export async function assertNumberIsFree(
  operation: Operation,
  { wanted, record, sent }: Extract<Act, { kind: "write" }>,
): Promise<void> {
  const { session, news } = operation;
  const id = record?.id;
  if (sent && !sent.includes("phoneNumber") && !sent.includes("callsDirection")) return;
  if (ownValue(news, "callsDirection") !== "receive") return;
  const assistants = session.records.Assistant;
  const isSet = wanted.has("phoneNumber") || (sent?.includes("phoneNumber") ?? false);
  const number = isSet
    ? wanted.get("phoneNumber")
    : id !== undefined && numberOf(await assistants.read("known", session.settings.listLag), id);
  if (typeof number !== "number") return;
  const listed = (await session.choices.phoneNumbers()).find((row) => row.id === number) ?? { id: number };
  const { assignedNumbers } = session.ledger;
  const isAssigned = assignedNumbers.has(number);
  assignedNumbers.add(number);
  const holder = await session.lookUntil(async (age) => {
    // A listing younger than the listing lag counts as up to date, unless this run has assigned the number.
    const oldest = age === "now" || isAssigned ? age : "known";
    const { shown } = await assistants.read(oldest, isAssigned ? undefined : session.settings.listLag);
    const holders = shown.filter((row) => blocks(operation, row, listed));
    const has = holders.some((row) => row.id === id && receives(row));
    const value = has ? undefined : holders.find((row) => row.id !== id);
    return { done: value === undefined, value };
  });
  if (!holder) return assistants.last.assertIdentified();
  throw operation.error(
    "in-use",
    `nothing was sent, because its phone number is used by ${label("Assistant", holder, String(holder.id))}. ${handOver}`,
  );
}

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
