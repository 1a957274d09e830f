import { accountMark, assertAccountBeforeCreate, assertSameAccount } from "../core/account.js";
import { label } from "../core/describe.js";
import { type ReadAnswer, assertId } from "../core/read.js";
import { recordedIn } from "../core/recorded.js";
import { type Resource, check, diff } from "../core/resource.js";
import type { Session } from "../core/session.js";
import { HIDDEN, declared, isManaged, memory } from "../core/state.js";
import { type Bag, own } from "../core/values.js";
import { resolve } from "../core/wanted.js";
import { VoicecallError } from "../http/errors.js";
import { isRunning, lookAt } from "./api.js";
import { definition } from "./definition.js";
import { assertNameStood, moved, movedTo, rememberName } from "./name.js";
import { assertOnlyOne } from "./one-resource.js";
import { assertNoDoubt, obey, runs, turn } from "./orders.js";
import { sayCreate, sayUpdate } from "./preview.js";
import { KIND, RAN_BEFORE, isNewTrigger, lastOrdered, stored } from "./record.js";
import { remove } from "./remove.js";
import { fields } from "./schema.js";

/** Campaign state, spec 4.4: an order that is given, never an object that is created. */
export const campaignState: Resource = {
  definition,
  check: async (session, olds, news) => {
    const checked = await check(definition, session, olds, news, () => Promise.resolve([]));
    if (checked.failures.length > 0) return checked;
    await assertOnlyOne(session(), checked.inputs, news);
    if (!olds) await sayCreate(session(), checked.inputs);
    return checked;
  },
  diff: async (session, id, olds, news) => {
    rememberName(session, olds);
    const told = await diff(definition, session, id, olds, news);
    await sayUpdate(session, id, olds, news, told);
    if (told.changes === false) session.ledger.keep(KIND, id);
    return told;
  },
  create,
  read,
  update,
  remove,
};

async function create(session: Session, inputs: Bag): Promise<{ id: string; outs: Record<string, unknown> }> {
  const who = label(KIND, inputs);
  await assertAccountBeforeCreate(session, `create ${who}`);
  const { comparable } = await resolve(fields.campaign, inputs["campaign"], session);
  const id = comparable as number;
  await assertNameStood(session, inputs, `create ${who}`);
  return session.inTurn(turn(id), async () => {
    const seen = await lookAt(session, id, true);
    if (seen === "absent") throw absent(`create ${who}`, id);
    const outs = await obey(session, id, inputs, seen, {}, runs(session, id, seen));
    session.ledger.keep(KIND, String(id));
    return { id: String(id), outs };
  });
}

async function update(session: Session, id: string, olds: Bag, news: Bag): Promise<Record<string, unknown>> {
  const who = label(KIND, news, id);
  assertId(id, `update ${who}`);
  await assertSameAccount(session, recordedIn(definition, session, id, olds), `update ${who}`, {
    waits: true,
  });
  session.ledger.keep(KIND, id);
  return session.inTurn(turn(Number(id)), async () => {
    const seen = await lookAt(session, Number(id), true);
    const ranBefore = own(olds, RAN_BEFORE) === true;
    const ordered = lastOrdered(olds) !== news["state"] || isNewTrigger(olds, news);
    // A change of policy alone is stored, whether or not the campaign can be seen.
    const isStopped = own(olds, "lastAction") === "stop" && memory(olds).partial.length === 0;
    if (!ordered && typeof seen !== "object" && (news["state"] === "started" || isStopped)) {
      assertNoDoubt(session, Number(id), seen);
      return stored(session, id, news, seen, olds, ranBefore);
    }
    if (seen === "absent") throw absent(`update ${who}`, Number(id));
    // A start is given only when the program asks for it anew; a stop also after a start by hand.
    if (news["state"] === "started") {
      if (!ordered) {
        assertNoDoubt(session, Number(id), seen);
        return stored(session, id, news, seen, olds, ranBefore);
      }
      const now = await movedTo(session, olds, news);
      if (now !== undefined) throw moved(`update ${who}`, olds, now);
    }
    return obey(session, Number(id), news, seen, olds, ranBefore);
  });
}

function absent(purpose: string, id: number): VoicecallError {
  return new VoicecallError(
    "gone",
    `${purpose}: the account has no campaign ${id}. Campaigns cannot be created through the API; check the id or name.`,
  );
}

/** Never "gone": what a listing does not show may still call people. */
async function read(session: Session, id: string, props: Bag): Promise<ReadAnswer> {
  const who = label(KIND, props, id);
  assertId(id, `read ${who}`);
  await assertSameAccount(session, recordedIn(definition, session, id, props), `read ${who}`, {
    waits: true,
  });
  const seen = await lookAt(session, Number(id));
  if (!isManaged(props)) {
    if (seen === "absent") return {};
    const state = seen !== "unlisted" && { state: isRunning(seen) ? "started" : "stopped" };
    const inputs = { campaign: Number(id), ...state };
    return { id, props: stored(session, id, inputs, seen, {}, isRunning(seen)), inputs };
  }
  if (typeof seen !== "object") {
    session.say(
      `${who}: its status could not be read (${seen === "absent" ? "the campaign is not listed" : "the service lists no campaigns"}); state is kept.`,
    );
    const unread = {
      ...props,
      [HIDDEN.account]: accountMark(session, memory(props).account),
      [HIDDEN.notReadable]: seen === "absent" ? ["campaign", "state"] : ["state"],
    };
    return { id, props: unread, inputs: declared(definition, props) };
  }
  const startedByHand = lastOrdered(props) === "stopped" && isRunning(seen);
  const inputs = { ...declared(definition, props), state: startedByHand ? "started" : lastOrdered(props) };
  return {
    id,
    props: {
      ...props,
      ...inputs,
      status: seen.status ?? null,
      [HIDDEN.account]: accountMark(session, memory(props).account),
      [HIDDEN.campaignName]: seen.name,
      [HIDDEN.notReadable]: undefined,
    },
    inputs,
  };
}
