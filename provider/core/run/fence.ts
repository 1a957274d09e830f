/** The fences of a stack: whom it may call, and what it may delete. Preview and apply share them. */
import { counted, firstFew } from "../../base/quoted.js";
import type { Settings } from "../../http/settings.js";
import { isAllowed, masked } from "../fields/phone-number.js";
import { UNKNOWN, isObject } from "../fields/values.js";

type Fences = Pick<Settings, "callOnly" | "maxLeads">;

/** Whether `voicecall:callOnly` or `voicecall:maxLeads` is set. */
export const isFenced = ({ callOnly, maxLeads }: Fences): boolean =>
  callOnly !== undefined || maxLeads !== undefined;

/** A number that would be called, and where it comes from, such as `line 3`. */
export interface Target {
  readonly number: unknown;
  readonly where: string;
}

/** Why these people must not be called. */
export interface Obstacle {
  readonly what: string;
  readonly remedy: string;
}

/**
 * Why the stack must not call these people; undefined if it may. A number that is not known yet is judged at apply.
 * @param count the leads that the campaign would have; undefined if that is not known yet
 */
export function obstacle(
  { callOnly, maxLeads }: Fences,
  targets: readonly Target[],
  count?: number,
): Obstacle | undefined {
  const outside = callOnly
    ? targets.filter(({ number }) => number !== UNKNOWN && !isAllowed(callOnly, number))
    : [];
  if (outside.length > 0) {
    const some = firstFew(
      outside.map(({ number, where }) => `${where} (${masked(number)})`),
      3,
    );
    const what = `voicecall:callOnly does not allow ${counted(outside.length, "number")}, so nobody is called: ${some}.`;
    return { what, remedy: "Remove them, or use a stack that may call them." };
  }
  if (maxLeads === undefined || count === undefined || count <= maxLeads) return undefined;
  const what = `the campaign would have ${counted(count, "lead")}, and voicecall:maxLeads allows ${maxLeads}.`;
  return { what, remedy: "Remove leads, or raise the setting." };
}

/** The numbers of secondary contacts, in the form of the program or of a record. What cannot be read is no number. */
export const contactsOf = (contacts: unknown): unknown[] =>
  [contacts ?? []]
    .flat()
    .map((contact) => (isObject(contact) ? (contact["phoneNumber"] ?? contact["phone_number"]) : contact));

/** The rule of `voicecall:deletions`. */
export const mayDelete = ({ deletions }: Pick<Settings, "deletions">, kind: string): boolean =>
  !deletions.has(kind);

/** Why nothing is deleted, and what to do. */
export const NOT_DELETED =
  "voicecall:deletions does not allow it. To delete it in one run, set VOICECALL_DELETIONS=allow for that run. To keep the object without its resource, set retainOnDelete: true first.";
