import { VoicecallError } from "../http/errors.js";
import { accountMark, assertSameAccount } from "./account.js";
import type { ServiceRecord } from "./definition.js";
import { label } from "./describe.js";
import { type Field, role } from "./fields.js";
import { computedOf } from "./outputs.js";
import { recordedIn } from "./recorded.js";
import { findOrProveGone } from "./readback.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { HIDDEN, declared, isManaged, memory, outputs } from "./state.js";
import { type Bag, NOT_READABLE, inOrder, own, same } from "./values.js";
import { hiddenPaths, knownIds, live, spelled } from "./wanted.js";

/** What the engine stores after a refresh; an empty one says that the object is gone. */
export interface ReadAnswer {
  id?: string;
  props?: Record<string, unknown>;
  inputs?: Record<string, unknown>;
}

/** Reads the object: live values of the declared fields, in the program's own spelling where nothing changed. */
export async function read(
  standard: Standard,
  session: Session,
  id: string,
  props: Bag,
): Promise<ReadAnswer> {
  const who = label(standard.kind, props, id);
  assertId(id, `read ${who}`);
  const kept = memory(props);
  await assertSameAccount(session, recordedIn(standard, session, id, props), `read ${who}`, { waits: true });
  const api = standard.connect(session);
  const record = await findOrProveGone(api, session, { id: Number(id), olds: props, memory: kept });
  if (!record) return absent(standard, session, id, props);
  const before = isManaged(props) ? declared(standard, props) : undefined;
  const computed = await computedOf(standard, session, record, before ?? {});
  const notReadable: string[] = [];
  const inputs = before
    ? await liveInputs(standard, session, record, before, props, computed, notReadable)
    : await everyInput(standard, session, record);
  const hidden = notReadable.map((path) => path.split(".")[0]);
  // What is declared and readable shows as drift from here on; the emptying of what is no longer declared would not.
  const stillInDoubt = kept.partial.filter(
    (property) =>
      standard.fields[property]?.record === undefined ||
      own(inputs, property) === undefined ||
      hidden.includes(property),
  );
  const account = accountMark(session, kept.account);
  const now = { ...kept, account, partial: stillInDoubt };
  return { id, props: outputs(inputs, computed, now, notReadable), inputs };
}

/** An imported id may be anything, and `Number("1e3")` is the id of another object. */
export function assertId(id: string, purpose: string): void {
  if (/^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id))) return;
  throw new VoicecallError("invalid", `${purpose}: the id must be a whole number as the service assigns it.`);
}

function absent(standard: Standard, session: Session, id: string, props: Bag): ReadAnswer {
  if (!standard.whenGone || !isManaged(props)) return {};
  session.say(goneButKept(label(standard.kind, props, id), props));
  const inputs = declared(standard, props);
  const account = accountMark(session, memory(props).account);
  return { id, props: { ...props, ...standard.whenGone(props), [HIDDEN.account]: account }, inputs };
}

/** About what stays in state though its object is gone. */
export function goneButKept(who: string, declared: Bag): string {
  const next =
    own(declared, "onGone") === "recreate"
      ? 'The next up creates it again (onGone: "recreate").'
      : 'It stays in state and is not created again by itself; onGone: "recreate" on its resource does that.';
  return `${who} is gone from the service. ${next}`;
}

/** Keys are those that the program declared; values are live. */
async function liveInputs(
  standard: Standard,
  session: Session,
  record: ServiceRecord,
  inputs: Bag,
  olds: Bag,
  computed: Record<string, unknown>,
  notReadable: string[],
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [property, before] of Object.entries(inputs)) {
    const field = standard.fields[property]!;
    found[property] = before;
    if (role(field) !== "field" || field.fixed) continue;
    const ids = field.refers && own(olds, field.refers.idAs);
    const value = await live(field, record, before, knownIds(ids ?? []), session);
    notReadable.push(...hiddenPaths(property, field, record, before, value));
    if (field.refers) {
      computed[field.refers.idAs] = ids ?? null;
      if (value === NOT_READABLE) continue;
      const now = await spelled(field, value, before, ids, session);
      found[property] = now.value;
      computed[field.refers.idAs] = now.ids;
    } else if (!same(field, value, before)) {
      found[property] = inOrder(field, value) ?? null;
    }
  }
  return found;
}

/** For `get`, which declares nothing: every field that the record shows. */
export async function everyInput(
  standard: Standard,
  session: Session,
  record: ServiceRecord,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [property, field] of Object.entries(standard.fields)) {
    const value = await live(field, record, undefined, [], session);
    if (value === NOT_READABLE || value === undefined) continue;
    found[property] = await plainly(field, value, session);
  }
  return found;
}

async function plainly(field: Field, value: unknown, session: Session): Promise<unknown> {
  return field.refers
    ? (await spelled(field, value, undefined, undefined, session)).value
    : inOrder(field, value);
}
