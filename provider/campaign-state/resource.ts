import { accountMark, assertAccountBeforeCreate, assertSameAccount } from "../core/account.js";
import { recordedIn } from "../core/recorded.js";
import { hasCampaign } from "../lookup/campaigns.js";
import type { Definition, Judgement } from "../core/definition.js";
import { label, shown } from "../core/describe.js";
import type { Change } from "../core/diff.js";
import { type ReadAnswer, assertId } from "../core/read.js";
import { HalfMade, lookUntil } from "../core/readback.js";
import { type Resource, check, diff } from "../core/resource.js";
import type { Session } from "../core/session.js";
import { HIDDEN, declared, isManaged, memory, outputs } from "../core/state.js";
import { type Bag, own } from "../core/values.js";
import { resolve } from "../core/wanted.js";
import { VoicecallError, isVoicecallError } from "../http/errors.js";
import { type OrderAnswer, RESTING, RUNNING, type Seen, isUnsuccess, lookAt, order, outcome } from "./api.js";
import { computed, fields } from "./schema.js";

/** What the program ordered last, as against what a hand did since; and whether the campaign ran before us. */
const ORDERED = "__ordered";
const RAN_BEFORE = "__ranBefore";
/** When the last order was sent: what is listed soon after it may be older. */
const ORDERED_AT = "__orderedAt";
/** The campaign's name: with its id it shows later that the account is the same. */
const CAMPAIGN_NAME = "__campaignName";

/** Campaigns that this run has started: two resources may name one campaign, and the listing may lag behind. */
const startedHere = new WeakMap<Session, Set<number>>();

const definition: Definition = {
  kind: "CampaignState",
  fields,
  computed,
  judge,
  isInAccount: (session, id, olds) =>
    hasCampaign(session, Number(id), own(olds, CAMPAIGN_NAME) ?? own(olds, "campaign")),
};

/** Campaign state, spec 4.4: an order that is given, never an object that is created. */
export const campaignState: Resource = {
  definition,
  check: (session, olds, news) => check(definition, session, olds, news, () => Promise.resolve([])),
  diff: (session, id, olds, news) => diff(definition, session, id, olds, news),
  create,
  read,
  update,
  remove,
};

/** Whether a stop would change nothing. */
function rests(seen: Seen, olds: Bag, session: Session): boolean {
  const orderedAt = own(olds, ORDERED_AT);
  const lags = typeof orderedAt === "number" && session.clock.now() - orderedAt < session.settings.listLag;
  return (
    typeof seen === "object" &&
    RESTING.includes(seen.status ?? "") &&
    !(lags && own(olds, "lastAction") === "start")
  );
}

const isRunning = (seen: Seen): boolean => typeof seen === "object" && seen.status === RUNNING;

async function create(session: Session, inputs: Bag): Promise<{ id: string; outs: Record<string, unknown> }> {
  const who = label("CampaignState", inputs);
  await assertAccountBeforeCreate(session, `create ${who}`);
  const { comparable } = await resolve(fields.campaign, inputs["campaign"], session);
  const id = comparable as number;
  return session.inTurn(turn(id), async () => {
    const seen = await lookAt(session, id, true);
    if (seen === "absent") throw absent(`create ${who}`, id);
    const outs = await obey(session, id, inputs, seen, {}, isRunning(seen));
    return { id: String(id), outs };
  });
}

/** What was imported knows only the state that was declared. */
const lastOrdered = (olds: Bag): unknown => own(olds, ORDERED) ?? own(olds, "state");

/** Orders for one campaign go one after another: each looks at what the one before has led to. */
const turn = (id: number): string => `CampaignState:${id}`;

async function update(session: Session, id: string, olds: Bag, news: Bag): Promise<Record<string, unknown>> {
  const who = label("CampaignState", news, id);
  assertId(id, `update ${who}`);
  await assertSameAccount(session, recordedIn(definition, session, id, olds), `update ${who}`, {
    waits: true,
  });
  return session.inTurn(turn(Number(id)), async () => {
    const seen = await lookAt(session, Number(id), true);
    if (seen === "absent") throw absent(`update ${who}`, Number(id));
    const trigger = own(news, "trigger");
    // Taking the trigger out asks for nothing: whoever tidies a program does not mean to call people.
    const ordered =
      lastOrdered(olds) !== news["state"] || (trigger !== undefined && trigger !== own(olds, "trigger"));
    // A start is given only when the program asks for it anew; a stop also when a hand started the campaign.
    if (!ordered && news["state"] === "started")
      return result(session, id, news, seen, olds, own(olds, RAN_BEFORE) === true);
    return obey(session, Number(id), news, seen, olds, own(olds, RAN_BEFORE) === true);
  });
}

function absent(purpose: string, id: number): VoicecallError {
  return new VoicecallError(
    "gone",
    `${purpose}: the account has no campaign ${id}. Campaigns cannot be created through the API; check the id or name.`,
  );
}

/** Gives the order that the program asks for, unless the listing says that it is carried out already. */
async function obey(
  session: Session,
  id: number,
  inputs: Bag,
  seen: Seen,
  olds: Bag,
  ranBefore: boolean,
): Promise<Record<string, unknown>> {
  const action = inputs["state"] === "started" ? "start" : "stop";
  const purpose = `${action} campaign ${shown(fields.campaign, inputs["campaign"])} (id ${id})`;
  const startedBefore = startedHere.get(session) ?? new Set<number>();
  startedHere.set(session, startedBefore);
  const needless =
    action === "start"
      ? isRunning(seen) || startedBefore.has(id)
      : rests(seen, olds, session) && !startedBefore.has(id);
  if (needless) return result(session, String(id), inputs, seen, olds, ranBefore);
  startedBefore.delete(id);
  const given: Given = { session, id, inputs, olds, ranBefore, action, purpose };
  let said: OrderAnswer;
  try {
    said = await order(session, id, action, purpose);
  } catch (error) {
    if (!isVoicecallError(error) || !error.lost) throw error;
    if (action === "start") startedBefore.add(id);
    return settleLost(given, error);
  }
  if (action === "start") startedBefore.add(id);
  return settle(given, seen, said);
}

interface Given {
  readonly session: Session;
  readonly id: number;
  readonly inputs: Bag;
  readonly olds: Bag;
  readonly ranBefore: boolean;
  readonly action: "start" | "stop";
  readonly purpose: string;
}

/** «Done» is not believed against what the service shows: what is to rest may still call people. */
async function settle(given: Given, seen: Seen, said: OrderAnswer): Promise<Record<string, unknown>> {
  const { session, id, inputs, olds, ranBefore, action, purpose } = given;
  const { status, contrary } = await outcome(session, id, action, said);
  const shown = { status, message: said.message };
  if (!contrary) return result(session, String(id), inputs, seen, olds, ranBefore, { action, said: shown });
  const error = contradicted(purpose, action, status);
  if (action === "stop" && Object.keys(olds).length > 0) throw error;
  throw halfOrdered(session, given, seen, shown, error, action === "stop" ? ["state"] : []);
}

function contradicted(purpose: string, action: "start" | "stop", status: string | null): VoicecallError {
  const next =
    action === "start"
      ? ". It is not started a second time by itself. Look at the campaign; if it should be started, give `trigger` a new value."
      : " and may go on calling people. Run again: the stop is sent once more.";
  return new VoicecallError(
    "not-kept",
    `${purpose}: the service answered with success, but the campaign is still ${String(status)}${next}`,
  );
}

/** A lost start is never repeated: the listing decides, else a person does. A stop may be repeated. */
async function settleLost(lost: Given, error: VoicecallError): Promise<Record<string, unknown>> {
  const { session, id, inputs, olds, ranBefore, action, purpose } = lost;
  const seen = await lookUntil(
    session,
    session.clock.now() + (action === "start" ? session.settings.listLag : 0),
    async () => {
      const value = await lookAt(session, id, true).catch(() => "unlisted" as const);
      return { done: value === "unlisted" || isRunning(value), value };
    },
  );
  const status = typeof seen === "object" ? (seen.status ?? null) : null;
  const carriedOut = action === "start" ? isRunning(seen) : RESTING.includes(status ?? "");
  const said = { status, message: null };
  if (carriedOut) {
    const now = `the campaign's status is now ${String(status)}.`;
    session.say(
      isUnsuccess(error)
        ? `${error.parts?.what ?? error.message} Yet ${now}`
        : `${purpose}: the answer was lost, but ${now}`,
    );
    return result(session, String(id), inputs, seen, olds, ranBefore, { action, said });
  }
  if (action === "stop") {
    let again: OrderAnswer;
    try {
      again = await order(session, id, "stop", purpose);
    } catch (second) {
      const kept = { ...(olds as Record<string, unknown>) };
      throw second instanceof VoicecallError && Object.keys(kept).length > 0
        ? second
        : halfOrdered(session, lost, seen, said, second as Error, ["state"]);
    }
    return settle(lost, seen, again);
  }
  const shown =
    status === null ? "the service does not list its status" : `the service lists it as ${status}`;
  const message = `${error.parts?.what ?? error.message} Whether the campaign was started is not known (${shown}), and it is not started a second time by itself. Look at the campaign; if it should be started, give \`trigger\` a new value.`;
  throw halfOrdered(session, lost, seen, said, new VoicecallError("lost", message), []);
}

/** The resource is kept, so that the next apply does not take it for a new one and order again. */
function halfOrdered(
  session: Session,
  { id, inputs, olds, ranBefore, action }: Given,
  seen: Seen,
  said: OrderAnswer,
  error: Error,
  partial: string[],
): HalfMade {
  const properties = result(session, String(id), inputs, seen, olds, ranBefore, { action, said });
  const code = isVoicecallError(error) ? error.code : "lost";
  return new HalfMade(
    String(id),
    { ...properties, ...(partial.length > 0 && { [HIDDEN.partial]: partial }) },
    error.message,
    code,
  );
}

function result(
  session: Session,
  id: string,
  inputs: Bag,
  seen: Seen,
  olds: Bag,
  ranBefore: boolean,
  given?: { action: "start" | "stop"; said: OrderAnswer },
): Record<string, unknown> {
  const before = {
    status: own(olds, "status") ?? null,
    lastAction: own(olds, "lastAction") ?? null,
    lastMessage: own(olds, "lastMessage") ?? null,
  };
  const live = typeof seen === "object" ? { status: seen.status ?? null } : {};
  const now = given
    ? { status: given.said.status, lastAction: given.action, lastMessage: given.said.message }
    : {};
  return {
    ...outputs(
      inputs,
      { campaignId: Number(id), ...before, ...live, ...now },
      { account: accountMark(session, memory(olds).account), partial: [] },
    ),
    [ORDERED]: inputs["state"],
    [CAMPAIGN_NAME]: typeof seen === "object" ? (seen.name ?? null) : (own(olds, CAMPAIGN_NAME) ?? null),
    [RAN_BEFORE]: ranBefore,
    [ORDERED_AT]: given ? session.clock.now() : (own(olds, ORDERED_AT) ?? null),
  };
}

/** Never «gone»: what a listing does not show may still call people. */
async function read(session: Session, id: string, props: Bag): Promise<ReadAnswer> {
  const who = label("CampaignState", props, id);
  assertId(id, `read ${who}`);
  await assertSameAccount(session, recordedIn(definition, session, id, props), `read ${who}`, {
    waits: true,
  });
  const seen = await lookAt(session, Number(id));
  if (!isManaged(props)) {
    if (seen === "absent") return {};
    const state = seen !== "unlisted" && { state: isRunning(seen) ? "started" : "stopped" };
    const inputs = { campaign: Number(id), ...state };
    return { id, props: result(session, id, inputs, seen, {}, isRunning(seen)), inputs };
  }
  if (typeof seen !== "object") {
    session.say(
      `${who}: its status could not be read (${seen === "absent" ? "the campaign is not listed" : "the service lists no campaigns"}); state is kept.`,
    );
    const unread = { ...props, [HIDDEN.notReadable]: seen === "absent" ? ["campaign", "state"] : ["state"] };
    return { id, props: unread, inputs: declared(definition, props) };
  }
  const startedByHand = lastOrdered(props) === "stopped" && isRunning(seen);
  const inputs = { ...declared(definition, props), state: startedByHand ? "started" : lastOrdered(props) };
  const account = accountMark(session, memory(props).account);
  return {
    id,
    props: {
      ...props,
      ...inputs,
      status: seen.status ?? null,
      [HIDDEN.account]: account,
      [HIDDEN.notReadable]: undefined,
    },
    inputs,
  };
}

/** Stops the campaign only if our last order was a start and it did not run before that. */
async function remove(session: Session, id: string, olds: Bag): Promise<void> {
  const who = label("CampaignState", olds, id);
  assertId(id, `delete ${who}`);
  await assertSameAccount(session, recordedIn(definition, session, id, olds), `delete ${who}`, {
    waits: true,
  });
  if (own(olds, "onDestroy") === "leave" || own(olds, RAN_BEFORE) === true) return;
  // The program may have asked for a stop that a hand had brought about: what runs since is not ours.
  if (own(olds, "lastAction") !== "start" || own(olds, ORDERED) !== "started") return;
  const seen = await lookAt(session, Number(id), true);
  if (rests(seen, olds, session)) return;
  const purpose = `stop campaign ${shown(fields.campaign, own(olds, "campaign"))} (id ${id})`;
  const stop = (): Promise<OrderAnswer> => order(session, Number(id), "stop", purpose);
  try {
    const said = await stop().catch((error: unknown) => {
      if (isVoicecallError(error) && error.lost) return stop();
      throw error;
    });
    const { status, contrary } = await outcome(session, Number(id), "stop", said);
    if (contrary) throw contradicted(purpose, "stop", status);
  } catch (error) {
    if (!isVoicecallError(error, "not-found")) throw error;
  }
}

/** A campaign that a hand stopped is a note, never a difference: people are not called because of a refresh. */
function judge(olds: Bag, news: Bag, found: readonly Change[], who: string): Judgement {
  const ordered = own(olds, ORDERED);
  const asked =
    ordered !== undefined && ordered !== news["state"] && !found.some(({ property }) => property === "state");
  const status = own(olds, "status");
  const rests =
    news["state"] === "started" &&
    ordered === "started" &&
    typeof status === "string" &&
    RESTING.includes(status);
  const note = `${who}: declared started, and the service says ${String(status)}. It is not started again by itself; give \`trigger\` a new value to do so.`;
  return {
    // The program's order changed, though a hand had brought about the same state before.
    found: asked ? [...found, { property: "state", how: "moved" }] : found,
    notes: rests && found.length === 0 ? [note] : [],
  };
}
