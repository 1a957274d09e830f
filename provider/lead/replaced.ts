/**
 * With `--replace`, or after a rename without an alias, the engine deletes a lead and creates it again without asking
 * the provider. The person may have asked not to be called, so a gone or blacklisted lead must not be created again
 * (docs/decisions/leads.md: the calls of the engine).
 */
import { leadsBefore, notToCall } from "../campaign/blacklist.js";
import { isBlacklisted } from "../campaign/leads.js";
import { sayUnlisted } from "../campaign/unlisted.js";
import { create as createAny } from "../core/create.js";
import { type Bag, hasUnknown, ownValue } from "../core/fields/values.js";
import { remove as removeAny } from "../core/remove.js";
import { standardResource } from "../core/resource.js";
import { ALIAS } from "../core/run/describe.js";
import { type Created, HalfCreated } from "../core/run/results.js";
import type { Operation, Resource, Standard } from "../core/run/operation.js";
import { type Values, keyText, recordedKey } from "../core/run/sides.js";
import { SOME_CAMPAIGN } from "../core/steps/campaigns.js";
import { accountMark } from "../core/steps/account.js";
import { outputsOf } from "../core/steps/outputs.js";
import { findOrProveGone } from "../core/steps/api.js";
import { update, whenGone } from "../core/update.js";
import { asVoicecallError } from "../base/bug.js";
import { RECREATE, assertInside, lead, mayRecreate } from "./resource.js";

export const leadResource: Resource<Standard> = {
  ...standardResource(lead),
  check: async (call) => {
    const checked = await standardResource(lead).check(call);
    if (checked.failures.length > 0) return checked;
    const operation = call.with({ news: checked.inputs, hints: call.news });
    await assertInside(operation);
    const { ledger, offline } = call.session;
    if (!call.isNew || offline) return checked;
    if (ledger.isPreview) await sayNotCreated(operation);
    await reported(operation);
    return checked;
  },
  diff: async (operation) => {
    const { session, identity, id, recordId, olds, news } = operation;
    session.ledger.intent(identity).recorded = { id, olds };
    if (operation.isChecked) {
      const campaign = hasUnknown(news["campaign"])
        ? SOME_CAMPAIGN
        : (ownValue(olds, "campaignId") as number);
      const change = { becomes: "changed", id: recordId, before: olds, after: news } as const;
      session.ledger.leads.told.set(identity ?? `Lead ${id}`, { campaign, changes: [change] });
    }
    const result = await standardResource(lead).diff(operation);
    if (session.ledger.object("Campaign", String(ownValue(olds, "campaignId"))).fate === "replaced")
      sayLost(operation);
    await reported(operation);
    return result;
  },
  create,
  update: async (operation) => {
    const outs = await update(operation);
    const isAsked = outs["gone"] === true && (await notToCall(operation.session)).has(outs["phoneNumber"]);
    return isAsked ? { ...outs, currentStatus: "blacklisted" } : outs;
  },
  remove,
};

/** Each lead has its own line, so that all are counted: labels contain no phone number, so many are equal. */
function sayLost(operation: Operation): void {
  if (ownValue(operation.olds, "gone") === true) return;
  const lost = `Lead ${operation.inProgram.name}: deleted with its campaign, which is replaced, and`;
  const text = mayRecreate(operation.olds, operation.news)
    ? `${lost} created again only by the next \`pulumi up\` (onGone: "recreate").`
    : `${lost} not created again. Unless the person is blacklisted, onGone: "recreate" creates it with the next \`pulumi up\`.`;
  operation.predict([text], true, "loss");
}

/** Notes that the ledger has the lead. After the last one, names the leads that no resource names. */
async function reported(operation: Operation): Promise<void> {
  operation.session.ledger.leads.report(operation);
  await sayUnlisted(operation);
}

/** A lead that is not created again, because it is blacklisted or gone. */
interface Kept {
  readonly id: string;
  readonly olds: Bag;
  readonly isGone: boolean;
}

const personKey = ({ identity }: Operation): string => `person ${identity}`;

const INTERRUPTED =
  "the lead is gone from the service, or an interrupted replacement has deleted it. The person may have asked not to be called, so no lead is created.";
const HOW = 'To create it, set onGone: "recreate".';
const NOT_REPLACED = "the lead is blacklisted, so it is not replaced: a new lead could be called";
const BLACKLISTED =
  "the person is blacklisted in the campaign that this run replaces, so no lead is created in the new one.";

async function create(operation: Operation<Standard>): Promise<Created> {
  const { session, definition, news, identity } = operation;
  const { ledger } = session;
  const wanted = await operation.resolved();
  const known = ledger.replaced.get(keyText(definition, wanted)) ?? ledger.replaced.get(personKey(operation));
  const kept = known as Kept | undefined;
  if (kept && !(kept.isGone && mayRecreate(kept.olds, news))) return keep(operation, wanted, kept);
  const listed = (await notToCall(session)).get(ownValue(news, "phoneNumber"));
  if (listed) {
    operation.note(BLACKLISTED, "warning");
    const made = operation.with({ id: String(listed.id) });
    const memory = { account: accountMark(operation), partial: [] };
    return { id: made.id, outs: { ...(await outputsOf(made, listed, wanted, memory)), gone: true } };
  }
  const { recorded } = ledger.intent(identity);
  if (await isInterrupted(operation, wanted)) {
    if (!recorded) throw operation.mistake("gone", INTERRUPTED, HOW);
    operation.note(`${INTERRUPTED} ${HOW}`, "warning");
    return keep(operation, wanted, { ...recorded, isGone: true });
  }
  try {
    const made = await createAny(operation);
    // With `retainOnDelete`, the old lead is still there, and is called too.
    const old = recorded && ledger.object("Lead", recorded.id);
    if (old?.fate === "replaced") old.fate = undefined;
    return made;
  } catch (error) {
    // State must know that this run, and not the service, has deleted the old lead.
    if (error instanceof HalfCreated || !recorded || ledger.object("Lead", recorded.id).fate !== "deleted")
      throw error;
    const old = operation.with({ id: recorded.id, olds: recorded.olds });
    const outs = await outputsOf(old, undefined, wanted, { ...old.memory, partial: [] });
    const properties = { ...outs, gone: true, [RECREATE]: true };
    throw new HalfCreated(recorded.id, properties, asVoicecallError(error));
  }
}

async function keep(
  operation: Operation<Standard>,
  wanted: Values,
  { id, olds, isGone }: Kept,
): Promise<Created> {
  const target = operation.with({ verb: "update", id, olds: isGone ? { ...olds, gone: true } : olds });
  if (isGone) return { id, outs: await whenGone(target, wanted) };
  target.note(`${NOT_REPLACED}.`);
  return { id, outs: await update(target) };
}

/**
 * Whether the resource is in state, but its lead is neither in the service nor was deleted by this run: the lead was
 * deleted in the service, or by an earlier run that has not created it again.
 */
async function isInterrupted(operation: Operation<Standard>, wanted: Values): Promise<boolean> {
  const { session, definition, news, identity } = operation;
  const { isChecked, isRemoved, recorded } = session.ledger.intent(identity);
  if (identity === undefined || !isChecked || isRemoved) return false;
  const before = recorded?.olds ?? news;
  const isSame = ownValue(before, "phoneNumber") === ownValue(news, "phoneNumber");
  if (!isSame || mayRecreate(before, news)) return false;
  const leads = await session.records.Lead.read("current", session.settings.listLag);
  const hasKey = leads.withKey(keyText(definition, wanted)).length > 0;
  return !hasKey && !leads.shownWithId(Number(recorded?.id));
}

/** Says in a preview that a replacement creates no lead. */
async function sayNotCreated(operation: Operation): Promise<void> {
  const { session, news, hints } = operation;
  const number = ownValue(news, "phoneNumber");
  if (hasUnknown(number)) return;
  const coming = session.ledger.comingFor(hints, "campaign", "Campaign");
  if ((await notToCall(session, coming?.news["name"])).has(number)) operation.note(BLACKLISTED, "warning");
  else if (!hasUnknown(news["campaign"])) {
    const one = operation as Operation<Standard>;
    const wanted = await one.known().resolved();
    const [existing] = (await session.records.Lead.read("known")).withKey(keyText(one.definition, wanted));
    if (isBlacklisted(existing)) operation.note(`${NOT_REPLACED} (id ${existing!.id})`);
    else if (await isInterrupted(one, wanted)) operation.note(`${INTERRUPTED} ${HOW}`);
  }
}

async function remove(operation: Operation<Standard>): Promise<void> {
  const { session, identity, id, olds } = operation;
  await removeOrKeep(operation);
  Object.assign(session.ledger.intent(identity), { recorded: { id, olds }, isRemoved: true });
}

async function removeOrKeep(operation: Operation<Standard>): Promise<void> {
  const { session, kind, definition, id, olds, object, recordId } = operation;
  const { ledger } = session;
  const key = recordedKey(definition, olds);
  // The program can create the lead again only if it declares the key, in a Lead or a LeadSet, or if its campaign is
  // replaced.
  const isDeclared = ledger.isClaimed(key) || ledger.assignedKeys.has(key);
  const mayFollow = isDeclared && object.origin !== "adopted" && object.fate !== "kept";
  if (!mayFollow) {
    const before = await leadsBefore(session).catch(() => undefined);
    const shown = before?.find((record) => record.id === recordId);
    if (before && (!shown || isBlacklisted(shown)))
      ledger.replaced.set(personKey(operation), {
        id,
        olds: { ...olds, ...(shown && { currentStatus: shown["status"] }) },
        isGone: true,
      } satisfies Kept);
    return removeAny(operation);
  }
  const record = ownValue(olds, "gone") === true ? undefined : await findOrProveGone(operation);
  const isGone = record === undefined;
  if (!isGone && !isBlacklisted(record)) return removeAny(operation);
  const again = ledger.assignedKeys.get(key);
  if (again === undefined || ledger.object(kind, again).origin !== "created") {
    ledger.replaced.set(key, { id, olds, isGone } satisfies Kept);
    return;
  }
  if (!isGone) return removeAny(operation);
  if (mayRecreate(olds, olds)) return;
  operation.note(
    `the lead was gone, and another resource of this program created it again. Because the person may have asked not to be called, it is deleted (id ${again}). After a rename, an alias prevents this: ${ALIAS}.`,
    "warning",
  );
  await removeAny(operation.with({ id: String(again), olds: { ...olds, gone: false, createdAt: null } }));
}
