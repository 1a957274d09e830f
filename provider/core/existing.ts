import { VoicecallError } from "../http/errors.js";
import type { Api } from "./api.js";
import type { ServiceRecord } from "./definition.js";
import { difference, label } from "./describe.js";
import { type Field, role } from "./fields.js";
import { keyOf } from "./ledger.js";
import { ownedError } from "./one-owner.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { type Bag, NOT_READABLE, isObject, own, same } from "./values.js";
import { type WantedFields, knownIds, live } from "./wanted.js";

/** What a create does about an object that is there already. */
export type Existing =
  | { readonly then: "create" }
  | { readonly then: "adopt"; readonly record: ServiceRecord }
  | { readonly then: "refuse"; readonly error: VoicecallError };

/** Looks before a create: the only defence against a second object after a lost answer or a killed process. */
export async function lookForExisting(
  standard: Standard,
  api: Api,
  session: Session,
  inputs: Bag,
  wanted: WantedFields,
): Promise<Existing> {
  const who = label(standard.kind, inputs);
  const objectOf = (id: number) => session.ledger.object(standard.kind, id);
  const rows = await api.list();
  const found = rows.filter((row) => standard.sameKey(row, wanted) && !objectOf(row.id).isReplaced);
  const adoptId = own(inputs, "adoptId");
  const choice = own(inputs, "onExisting") ?? session.settings.onExisting;
  // When it was replaced, the object that adoptId means is deleted.
  if (typeof adoptId === "number" && !objectOf(adoptId).isReplaced) {
    const record = rows.find((row) => row.id === adoptId);
    if (!record)
      return refuse("unknown-name", `${who}: adoptId is ${adoptId}, and the account has no such object.`);
    const [other] = standard.sameKey(record, wanted) || choice === "create" ? [] : found;
    if (!other) return adoption(standard, session, record, who);
    return refuse(
      "exists",
      `${who}: adoptId is ${adoptId}, which would get this ${standard.key}, and the account already has another one with it (id ${other.id}). ` +
        `Nothing was changed. Give this resource another ${standard.key}, or set onExisting: "create" to have two.`,
    );
  }
  if (found.length === 0 || choice === "create") {
    const error = madeUnlisted(standard, session, wanted, who, choice);
    if (error) return { then: "refuse", error };
  }
  if (found.length === 0 || choice === "create") return { then: "create" };
  const ids = found.map(({ id }) => id).join(", ");
  const [only, second] = found;
  if (second) {
    return refuse(
      "exists",
      `${who}: the account has ${found.length} with this ${standard.key} (ids ${ids}). Give the id of the one to take over as adoptId, or set onExisting: "create" to make another one.`,
    );
  }
  if (choice === "adopt" || objectOf(only!.id).isOwned) return adoption(standard, session, only!, who);
  return refuse(
    "exists",
    `${who}: the account already has one with this ${standard.key} (id ${ids}), and nothing was changed. ` +
      `To take it over, set adoptId: ${ids} or onExisting: "adopt"; to make another one, set onExisting: "create". ` +
      'If only the resource was renamed in the program, give it aliases: [{ name: "its old name" }] instead. ' +
      "If an earlier run was cut off, this may be what it made.",
  );
}

function adoption(standard: Standard, session: Session, record: ServiceRecord, who: string): Existing {
  if (session.ledger.object(standard.kind, record.id).isOwned)
    return { then: "refuse", error: ownedError(who, record.id) };
  return { then: "adopt", record };
}

/** What tells one object from another, the same for every spelling of it in a program. */
export const keyText = ({ kind, keyFields }: Standard, wanted: WantedFields): string =>
  keyOf(
    kind,
    keyFields.map((property) => wanted.get(property)?.comparable),
  );

/** A listing may lag behind what this run has made itself. */
function madeUnlisted(
  standard: Standard,
  session: Session,
  wanted: WantedFields,
  who: string,
  choice: unknown,
): VoicecallError | undefined {
  const key = keyText(standard, wanted);
  const { givenKeys } = session.ledger;
  if (!givenKeys.has(key)) return undefined;
  const id = givenKeys.get(key);
  if (id === undefined) {
    const next =
      choice === "create"
        ? 'Nothing was sent. Look at the account before the next up, which makes another one: onExisting is "create".'
        : "Nothing was sent; the next up looks again.";
    return new VoicecallError(
      "lost",
      `${who}: this run has sent one with this ${standard.key} already, and its answer was lost. ${next}`,
    );
  }
  if (choice === "create") return undefined;
  if (session.ledger.object(standard.kind, id).isReplaced) return undefined;
  return new VoicecallError(
    "exists",
    `${who}: this run has just given this ${standard.key} to another object (id ${id}), and nothing was sent. Give this resource another ${standard.key}, or set onExisting: "create" to make another one.`,
  );
}

function refuse(code: VoicecallError["code"], message: string): Existing {
  return { then: "refuse", error: new VoicecallError(code, message) };
}

/** Declared fields and orders in which an object that is about to be adopted differs: exactly what adoption will send. */
export async function adoptionChanges(
  standard: Standard,
  record: ServiceRecord,
  wanted: WantedFields,
  session: Session,
): Promise<{ property: string; from: unknown; to: unknown }[]> {
  const found = [];
  for (const [property, { comparable, ids }] of wanted) {
    const field = standard.fields[property]!;
    // An order has one name in request and record; what is so already need not be ordered.
    if (role(field) === "order" && field.request !== undefined && own(record, field.request) !== comparable) {
      found.push({ property, from: own(record, field.request), to: comparable });
    }
    if (role(field) !== "field" || field.request === undefined || field.fixed) continue;
    const from = await live(field, record, comparable, knownIds(ids ?? []), session);
    if (from === NOT_READABLE || !same(field, from, comparable) || hidesSome(field, record, comparable))
      found.push({ property, from, to: comparable });
  }
  return found;
}

/** Of extra fields that the record lacks nothing is known. */
const hidesSome = (field: Field, record: ServiceRecord, declared: unknown): boolean =>
  field.request === "*" &&
  isObject(declared) &&
  Object.keys(declared).some((key) => !Object.hasOwn(record, key));

/** Lines about declared fields that never change after creation, and of which an adopted object has another value. */
export async function whatStays(
  standard: Standard,
  record: ServiceRecord,
  wanted: WantedFields,
  session: Session,
  who: string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [property, { comparable }] of wanted) {
    const field = standard.fields[property]!;
    if (!field.fixed) continue;
    const from = await live(field, record, comparable, [], session);
    if (same(field, from, comparable)) continue;
    const what = difference(property, field, from, comparable);
    lines.push(`${who}: the existing one keeps its own ${what}, which the service cannot change.`);
  }
  return lines;
}

/** What preview says of a resource that is about to be created. */
export async function previewExisting(
  standard: Standard,
  api: Api,
  session: Session,
  inputs: Bag,
  wanted: WantedFields,
): Promise<string[]> {
  const found = await lookForExisting(standard, api, session, inputs, wanted);
  if (found.then === "create") return [];
  if (found.then === "refuse")
    return [`Applying this will fail, unless the same run replaces that object. ${found.error.message}`];
  session.ledger.object(standard.kind, found.record.id).isPromised = true;
  const who = label(standard.kind, inputs);
  const will = (await adoptionChanges(standard, found.record, wanted, session)).map(
    ({ property, from, to }) => difference(property, standard.fields[property]!, from, to),
  );
  const changes = will.length === 0 ? "without changing anything" : `and change ${will.join(", ")}`;
  return [
    `${who}: will take over the existing one with id ${found.record.id} ${changes}.`,
    ...(await whatStays(standard, found.record, wanted, session, who)),
  ];
}
