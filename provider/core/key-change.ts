import { VoicecallError } from "../http/errors.js";
import type { Api } from "./api.js";
import { label } from "./describe.js";
import { keyText } from "./existing.js";
import { keyOf } from "./ledger.js";
import { lookUntil } from "./readback.js";
import type { Session } from "./session.js";
import type { Standard } from "./standard.js";
import { type Bag, hasUnknown, own } from "./values.js";
import { type WantedFields, recorded, resolve } from "./wanted.js";

/**
 * Looks before an object gets another key: two leads of one number are called twice. The run may take the key away
 * from the object that has it, and updates run in parallel, so this waits as long as a listing may lag.
 * @throws VoicecallError "exists"
 */
export async function assertKeyIsFree(
  standard: Standard,
  api: Api,
  session: Session,
  id: number,
  inputs: Bag,
  wanted: WantedFields,
  purpose: string,
): Promise<void> {
  if (mayHaveSecond(session, inputs)) return;
  const key = keyText(standard, wanted);
  const { ledger } = session;
  const given = ledger.givenKeys.get(key);
  const isReplaced = given !== undefined && ledger.object(standard.kind, given).isReplaced;
  if (ledger.givenKeys.has(key) && given !== id && !isReplaced)
    throw keyTaken(standard, purpose, { id: given, why: "this run has just given it to another object" });
  let anew = false;
  const holder = await lookUntil(session, session.clock.now() + session.settings.listLag, async () => {
    const rows = await (anew ? api.listAnew() : api.list());
    anew = true;
    const value = rows.find((row) => row.id !== id && standard.sameKey(row, wanted));
    return { done: value === undefined, value };
  });
  if (holder) throw keyTaken(standard, purpose, { id: holder.id });
}

/** What preview says of an update that changes the key. */
export async function previewKeyChange(
  standard: Standard,
  session: Session,
  id: string,
  olds: Bag,
  news: Bag,
): Promise<string[]> {
  const { kind, keyFields } = standard;
  if (session.offline || keyFields.some((property) => hasUnknown(own(news, property)))) return [];
  const wanted = new Map(
    await Promise.all(
      keyFields.map(
        async (property) =>
          [property, await resolve(standard.fields[property]!, own(news, property), session)] as const,
      ),
    ),
  );
  const before = keyOf(
    kind,
    keyFields.map((property) => recorded(standard.fields[property]!, property, olds)),
  );
  const after = keyText(standard, wanted);
  if (before === after) return [];
  const object = session.ledger.object(kind, id);
  object.newKey = after;
  const rival = session.ledger.rival(object);
  if (mayHaveSecond(session, news)) return [];
  const purpose = `update ${label(kind, news, id)}`;
  if (rival) {
    const why = "another resource of this program is to get it";
    const { message } = keyTaken(standard, purpose, { id: rival.id, why });
    return [`Applying this will fail. ${message}`];
  }
  const rows = await standard.connect(session).list();
  const holder = rows.find((row) => String(row.id) !== id && standard.sameKey(row, wanted));
  if (!holder) return [];
  const next = session.ledger.object(kind, holder.id).newKey;
  // Of two that exchange their keys, each waits for the other.
  if (next !== undefined && next !== before) return [];
  const { message } = keyTaken(standard, purpose, { id: holder.id });
  return [
    `Applying this will fail, unless the same run gives that one another ${standard.key} first. ${message}`,
  ];
}

const mayHaveSecond = (session: Session, inputs: Bag): boolean =>
  (own(inputs, "onExisting") ?? session.settings.onExisting) === "create";

/** @param by the object that has the key, or is to get it; without a reason, one that the run may still change */
function keyTaken(
  { key }: Standard,
  purpose: string,
  by: { id: number | undefined; why?: string },
): VoicecallError {
  const where = by.id === undefined ? "" : ` (id ${by.id})`;
  const ways = by.why
    ? ""
    : " If this program changes or deletes that one, run `pulumi up` with that alone first." +
      ' If the two exchange theirs, set onExisting: "create" on both for one run.';
  return new VoicecallError(
    "exists",
    `${purpose}: nothing was sent, since the new ${key} is taken: ${by.why ?? "another object of the account has it"}${where}. ` +
      `Give this resource another ${key}, or set onExisting: "create" on it to have two.${ways}`,
  );
}
