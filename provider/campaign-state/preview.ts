import { label } from "../core/describe.js";
import type { DiffAnswer } from "../core/diff.js";
import type { Session } from "../core/session.js";
import { type Bag, hasUnknown, own } from "../core/values.js";
import { resolve } from "../core/wanted.js";
import { type Seen, isRunning, lookAt } from "./api.js";
import { assertNameStood, moved, movedText, movedTo } from "./name.js";
import { KIND, isNewTrigger, lastOrdered } from "./record.js";
import { fields } from "./schema.js";

/** What a create will do to people: said for a new resource, and for one that is replaced. */
export async function sayCreate(session: Session, inputs: Bag): Promise<void> {
  const { state, campaign } = inputs;
  if (state !== "started" && !hasUnknown(state)) return;
  if (session.offline || hasUnknown(campaign)) {
    await sayStart(session, label(KIND, inputs), inputs);
    return;
  }
  const id = (await resolve(fields.campaign, campaign, session)).comparable as number;
  const who = label(KIND, inputs, String(id));
  await assertNameStood(session, inputs, `create ${who}`);
  const runs = await sayStart(session, who, inputs, id);
  // Whether this is a replacement that was asked for by hand, nobody tells the host.
  if (runs)
    session.say(
      `${who}: the campaign runs already, and a new resource does not start it. If this replaces the resource that started it (--replace), it is stopped and will START again.`,
    );
}

/** What an update will do to people, and why it does nothing about a name that moved. */
export async function sayUpdate(
  session: Session,
  id: string,
  olds: Bag,
  news: Bag,
  told: DiffAnswer,
): Promise<void> {
  const who = label(KIND, news, id);
  const state = own(news, "state");
  const isOrdered = state !== lastOrdered(olds) || isNewTrigger(olds, news);
  const starts = isOrdered && (state === "started" || hasUnknown(state));
  const now = await movedTo(session, olds, news);
  if (now !== undefined && starts) throw moved(`start ${who}`, olds, now);
  if (now !== undefined) session.say(`${who}: ${movedText(olds, now)}`);
  // Of a replacement a check speaks, as of anything that is created.
  if (starts && !told.replaces) await sayStart(session, who, news, Number(id));
}

/** @returns whether it runs already, so that there is nothing to say of a start */
async function sayStart(session: Session, who: string, inputs: Bag, id?: number): Promise<boolean> {
  const may = hasUnknown(own(inputs, "state")) || hasUnknown(own(inputs, "trigger"));
  const line = `${who}: applying this ${may ? "may" : "will"} START the campaign, and people are called`;
  if (id === undefined || session.offline) {
    session.say(`${line}, unless it runs already.`);
    return false;
  }
  // What cannot be read is found out by the apply.
  const seen = await lookAt(session, id).catch((): Seen => "unlisted");
  if (isRunning(seen)) return true;
  session.say(
    seen === "absent"
      ? `${who}: applying this will fail: the account has no campaign ${id}.`
      : `${line}.${await leadsOf(session, id)}${seen === "unlisted" ? IN_DOUBT : ""}`,
  );
  return false;
}

const IN_DOUBT =
  " Whether it runs already cannot be seen, since its status could not be listed: if an earlier `pulumi up` was cut off while it started this campaign, it is started a SECOND time. Then look at the service's own page first.";

async function leadsOf(session: Session, id: number): Promise<string> {
  const rows = await session.leads.rows().catch(() => undefined);
  if (!rows) return "";
  const count = rows.filter((row) => row["campaign_id"] === id).length;
  return ` It has ${count} lead${count === 1 ? "" : "s"} now.`;
}
