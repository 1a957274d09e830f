import { assertSameAccount } from "../core/account.js";
import { label, shown } from "../core/describe.js";
import { assertId } from "../core/read.js";
import { recordedIn } from "../core/recorded.js";
import type { Session } from "../core/session.js";
import { type Bag, own } from "../core/values.js";
import { isVoicecallError } from "../http/errors.js";
import { type OrderAnswer, type Seen, isRunning, lookAt, order, outcome } from "./api.js";
import { definition } from "./definition.js";
import { rememberName } from "./name.js";
import { contradicted, noteStop, rests, turn } from "./orders.js";
import { KIND, RAN_BEFORE, isOurs } from "./record.js";
import { assertNeedless, isRefusal } from "./refusal.js";
import { fields } from "./schema.js";

/** Stops the campaign if it runs because of our last order, or if the program says so expressly. */
export async function remove(session: Session, id: string, olds: Bag): Promise<void> {
  const who = label(KIND, olds, id);
  assertId(id, `delete ${who}`);
  await assertSameAccount(session, recordedIn(definition, session, id, olds), `delete ${who}`, {
    waits: true,
  });
  rememberName(session, olds);
  await session.inTurn(turn(Number(id)), () => stopIfOurs(session, id, olds, who));
}

async function stopIfOurs(session: Session, id: string, olds: Bag, who: string): Promise<void> {
  if (session.ledger.object(KIND, id).isKept) {
    session.say(
      `${who}: the campaign was not stopped, since another resource of this program is for the same one. Only this entry has left the state.`,
    );
    return;
  }
  const policy = own(olds, "onDestroy");
  if (policy === "leave") return;
  if (policy !== "stop" && !isOurs(olds)) return sayLeft(session, id, olds);
  const seen = await lookAt(session, Number(id), true);
  if (rests(seen, olds, session)) return;
  await stop(session, Number(id), olds);
}

async function stop(session: Session, id: number, olds: Bag): Promise<void> {
  const purpose = `stop campaign ${shown(fields.campaign, own(olds, "campaign"))} (id ${id})`;
  const send = (): Promise<OrderAnswer> => order(session, id, "stop", purpose);
  let isRepeated = false;
  try {
    const answer = await send().catch((error: unknown) => {
      if (!isVoicecallError(error) || !error.lost) throw error;
      isRepeated = true;
      return send();
    });
    const { status, contrary } = await outcome(session, id, "stop", answer);
    if (contrary) throw contradicted(purpose, "stop", status);
    noteStop(session, id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    session.say((await assertNeedless(session, id, olds, error, isRepeated)).found);
  }
}

/** A campaign that goes on calling people is not left without a word. */
async function sayLeft(session: Session, id: string, olds: Bag): Promise<void> {
  const seen = await lookAt(session, Number(id), true).catch((): Seen => "unlisted");
  const mayRun = isRunning(seen) || (seen === "unlisted" && own(olds, RAN_BEFORE) === true);
  if (!mayRun) return;
  session.say(
    `${label(KIND, olds, id)}: the campaign ${isRunning(seen) ? "runs and was" : "was"} left as it is, since no start by this resource is on record: somebody else started it, or a run that was cut off. If nobody should be called, stop it on the service's own page. With onDestroy: "stop" declared, destroying the resource stops it.`,
  );
}
