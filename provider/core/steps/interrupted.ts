import { idsText } from "../../base/quoted.js";
import { asVoicecallError } from "../../base/bug.js";
import type { ServiceRecord } from "../records/record.js";
import { faultIn } from "../records/unreadable.js";
import type { Operation, Standard } from "../run/operation.js";
import { type Values, keyText, shownIn } from "../run/sides.js";
import { type Bag, ownValue } from "../fields/values.js";
import { accountMark } from "./account.js";
import { mayBeTaken } from "./existing.js";
import { isDue, outputsOf } from "./outputs.js";
import { compare } from "./readback.js";

/** The times, in milliseconds, between which an interrupted run may have sent its creates. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/**
 * What to do about an operation that the engine has recorded as pending, and why. `doubt` says why that may be wrong, such
 * as why an object may be another stack's. With `repeats`, the next apply may repeat a call if nothing is done.
 */
export type Verdict = { readonly text: string; readonly repeats?: boolean | undefined } &
  /** The next apply does the rest. */
  (
    | { readonly then: "clear"; readonly doubt?: string }
    | { readonly then: "leave" }
    /** State gets these outputs, beside those that it has. */
    | { readonly then: "record"; readonly id: string; readonly outputs: Bag; readonly doubt?: string }
  );

/**
 * Finds the object of a create that was interrupted. Equal values prove nothing: another stack may have created the same
 * object. But the run had looked before it sent the create. So an object that is as declared, and that was created
 * during the run, is the run's.
 * @param isManaged whether a resource in state has the object
 */
export async function findInterrupted(
  operation: Operation<Standard>,
  isManaged: (id: number) => boolean,
  window: Window,
): Promise<Verdict> {
  const { definition, session, kind, news, onExisting } = operation;
  if (adopts(operation))
    return { then: "clear", text: "`pulumi up` adopts the object, as the program declares" };
  const wanted = await operation.resolved();
  const isSecond = onExisting === "create";
  const rows = await session.lookUntil(async () => {
    const listed = await session.records[kind].read("now");
    const all = listed.withKey(keyText(definition, wanted)).filter(({ id }) => !isManaged(id));
    // Such a resource is created beside an older object.
    const made = isSecond ? all.filter((row) => outside(row, window) === undefined) : all;
    return { done: made.length > 0, value: made.length > 0 ? made : all };
  });
  const next = '`pulumi up` creates another object, because onExisting is "create"';
  const leave = (text: string): Verdict =>
    isSecond
      ? { then: "clear", text: next, doubt: `${text}. If it is the run's, set adoptId`, repeats: true }
      : { then: "leave", text };
  const [record, second] = rows;
  if (second) return leave(`the account has several such objects (${idsText(ids(rows), 5)})`);
  if (!record)
    return mayBeTaken(operation)
      ? leave("some records of the account cannot be read, and one of them may be the object")
      : { then: "clear", text: "nothing was created; `pulumi up` creates it" };
  const is = `the object with id ${record.id}`;
  if (faultIn(record) !== undefined) return leave(`${is} cannot be read`);
  const refusal = await definition.guard?.(operation, { kind: "adopt", record }).catch(asVoicecallError);
  if (refusal) return leave(`${is} cannot be adopted: ${refusal.reason}`);
  const differing = await differencesOf(operation, record, wanted);
  const isLater = (property: string): boolean => definition.fields[property]!.notInCreate === true;
  const unequal = differing.filter((property) => !isLater(property));
  if (unequal.length > 0) return leave(`${is} differs in ${unequal.join(", ")}`);
  // A new object has the default already. If it has another value, a person may have been called since.
  const orders = Object.keys(definition.fields).filter(
    (property) =>
      isDue(operation, property, record) && news[property] !== definition.fields[property]!.assumedDefault,
  );
  const made = operation.with({ id: String(record.id) });
  const outputs = await outputsOf(made, record, wanted, {
    account: accountMark(operation),
    partial: [...differing, ...orders],
  });
  const doubt = outside(record, window);
  if (doubt !== undefined && isSecond) return leave(`${is} is as declared, and ${doubt}`);
  return {
    then: "record",
    id: made.id,
    outputs,
    text: `${is} is as declared, and no resource of the stack has it`,
    ...(doubt && { doubt }),
  };
}

export const adopts = ({ news, onExisting }: Operation): boolean =>
  ownValue(news, "adoptId") !== undefined || onExisting === "adopt";

const ids = (rows: readonly ServiceRecord[]): number[] => rows.map(({ id }) => id);

async function differencesOf(
  operation: Operation<Standard>,
  record: ServiceRecord,
  wanted: Values,
): Promise<string[]> {
  const { fields } = operation.definition;
  const sent = [...wanted.keys()].filter((property) => fields[property]!.record !== undefined);
  return [...compare(operation, await shownIn(operation, record, wanted), wanted, sent).lost.keys()];
}

/** Why the object may not have been created in the run; undefined if it was. */
function outside(record: ServiceRecord, window: Window): string | undefined {
  const createdAt = ownValue(record, "created_at");
  if (isWithin(createdAt, window)) return undefined;
  return `another stack may have created it: the service shows ${typeof createdAt === "string" ? createdAt : "no time"} as its creation, and the last run was at work from ${iso(window.since)} to ${iso(window.until)}`;
}

const iso = (time: number): string => new Date(time).toISOString();

/** The service shows times of leads without a zone, which counts as UTC. Without milliseconds, it may be a second early. */
export function isWithin(time: unknown, { since, until }: Window): boolean {
  if (typeof time !== "string" || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(time)) return false;
  const at = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(time) ? time : `${time.replace(" ", "T")}Z`);
  return (at % 1000 === 0 ? at + 999 : at) >= since && at <= until;
}
