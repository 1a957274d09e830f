import { isDeepStrictEqual } from "node:util";
import { VoicecallError, isVoicecallError } from "../http/errors.js";
import type { Definition } from "./definition.js";
import { label, shown } from "./describe.js";
import { type Field, role } from "./fields.js";
import type { Session } from "./session.js";
import { memory } from "./state.js";
import { type Bag, hasUnknown, isObject, own, same } from "./values.js";
import { idsWithoutLookup, recorded, resolve } from "./wanted.js";

/** How one property of the program differs from what was last applied or read. */
export interface Change {
  readonly property: string;
  /**
   * `moved`: a difference that the inputs do not show, as when a name now stands for another object.
   * `unseen`: a null where there was nothing, or the other way round; the engine takes the two for the same.
   * `removed`: taken out of the program.
   */
  readonly how: "set" | "unseen" | "removed" | "moved";
}

/** The engine's three answers: no changes, changes without names, or none at all, which makes it compare inputs itself. */
export interface DiffAnswer {
  changes?: boolean;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

/** All differences that count, from the last outputs to the new inputs. */
export async function changes(
  definition: Definition,
  olds: Bag,
  news: Bag,
  session: Session,
): Promise<Change[]> {
  const found: Change[] = [];
  for (const [property, field] of Object.entries(definition.fields)) {
    const how = await change(property, field, olds, news, session);
    const unseen = how === "set" && isAlikeToEngine(own(olds, property), own(news, property));
    if (how) found.push({ property, how: unseen ? "unseen" : how });
  }
  return found;
}

const isAlikeToEngine = (before: unknown, after: unknown): boolean =>
  isDeepStrictEqual(withoutNulls(before), withoutNulls(after));

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value ?? undefined;
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNulls(item)]));
}

async function change(
  property: string,
  field: Field,
  olds: Bag,
  news: Bag,
  session: Session,
): Promise<Change["how"] | undefined> {
  const before = own(olds, property);
  const after = own(news, property);
  if (role(field) === "creation" || (before === undefined && after === undefined)) return undefined;
  if (after === undefined) return "removed";
  if (before === undefined || hasUnknown(after)) return "set";
  if (role(field) !== "field") return isDeepStrictEqual(before, after) ? undefined : "set";
  if (field.merged && isObject(before) && isObject(after)) return mergedChange(field, before, after);
  if (!field.refers) return same(field, before, after) ? undefined : "set";
  return referenceChange(property, field, olds, after, session);
}

function mergedChange(field: Field, before: Bag, after: Bag): Change["how"] | undefined {
  const set = Object.keys(after).some(
    (key) => !Object.hasOwn(before, key) || !same(field, before[key], after[key]),
  );
  if (set) return "set";
  return Object.keys(before).some((key) => !Object.hasOwn(after, key)) ? "removed" : undefined;
}

async function referenceChange(
  property: string,
  field: Field,
  olds: Bag,
  after: unknown,
  session: Session,
): Promise<Change["how"] | undefined> {
  const before = recorded(field, property, olds);
  const spelledAlike = same(field, own(olds, property), after);
  if (own(olds, field.refers!.idAs) === undefined) return spelledAlike ? undefined : "set";
  const plain = idsWithoutLookup(field, after);
  if (plain !== undefined) return same(field, distinct(before), distinct(plain)) ? undefined : "set";
  if (session.offline) return spelledAlike ? undefined : "set";
  try {
    const { comparable } = await resolve(field, after, session);
    if (same(field, distinct(before), comparable)) return undefined;
    return spelledAlike ? "moved" : "set";
  } catch (error) {
    // Check has the word on names; on refresh, which does not call it, the spelling is all there is.
    if (isVoicecallError(error, "unknown-name")) return spelledAlike ? undefined : "set";
    throw error;
  }
}

const distinct = (ids: unknown): unknown => (Array.isArray(ids) ? [...new Set(ids)] : ids);

/** What the engine is told. */
export function answer(
  definition: Definition,
  olds: Bag,
  found: readonly Change[],
  judged: readonly string[] = [],
): DiffAnswer {
  const fixed = found
    .map(({ property }) => property)
    .filter((property) => definition.fields[property]?.replaces);
  const replaces = [...new Set([...fixed, ...judged])];
  const halfMade = memory(olds).partial.length > 0;
  if (found.length === 0 && replaces.length === 0) return { changes: halfMade };
  // The engine compares inputs, and those are alike to it when something has moved or only nulls differ.
  const visible = found.some(
    ({ property, how }) => how === "set" || (how === "removed" && own(olds, property) !== null),
  );
  const hidden = found.some(({ how }) => how === "moved" || how === "unseen");
  return {
    ...(!visible && (hidden || replaces.length > 0) && { changes: true }),
    ...(replaces.length > 0 && { replaces }),
    deleteBeforeReplace: true,
  };
}

/** Lines about what an apply cannot or will not do. */
export function notes(
  definition: Definition,
  id: string,
  olds: Bag,
  news: Bag,
  found: readonly Change[],
): string[] {
  const who = label(definition.kind, news, id);
  return found.flatMap(({ property, how }) => {
    const field = definition.fields[property]!;
    if (how === "moved" && field.refers)
      return [`${who}: ${property} now stands for another object of the account, which will be taken.`];
    if (how !== "removed" || field.emptied || role(field) !== "field" || field.merged) return [];
    const value = own(olds, property);
    const left = field.shown ? `left at ${shown(field, value)}` : "left as it is";
    return [`${who}: ${property} is no longer declared; it is ${left} in the service.`];
  });
}

/** An `adoptId` that means another object than the one in state is a mistake, not a wish. */
export function assertAdoptId(definition: Definition, id: string, news: Bag): void {
  const adoptId = own(news, "adoptId");
  if (typeof adoptId !== "number" || String(adoptId) === id) return;
  throw new VoicecallError(
    "invalid",
    `${label(definition.kind, news, id)}: adoptId is ${adoptId}, but this resource is already ${id}. Remove adoptId, or give the other object a resource of its own.`,
  );
}
