import { z } from "zod";
import { wireFlag } from "../base/spellings.js";
import type { Session } from "../core/run/session.js";
import { VoicecallError, isVoicecallError } from "../base/errors.js";
import { serviceWords, withoutPeriod } from "../base/wording.js";
import type { Campaign } from "../core/records/record.js";
import type { Age } from "../core/records/snapshot.js";
import { assertReadable } from "../core/records/unreadable.js";
import { quotedWord, word } from "../base/quoted.js";

/** What a campaign with a status does. The specification lists no statuses (docs/assumptions.md: campaigns). */
const STATUSES: Readonly<Record<string, "runs" | "rests" | "paused" | "ended">> = {
  "in-progress": "runs",
  active: "runs",
  stopped: "rests",
  draft: "rests",
  // It currently calls nobody. The service may resume it, so stopping it can still matter.
  paused: "paused",
  // These probably mean that it has ended. They are not documented, so a stop is sent anyway.
  completed: "ended",
  finished: "ended",
  done: "ended",
  ended: "ended",
  expired: "ended",
  cancelled: "ended",
  canceled: "ended",
};

/** "unclear": the status is not recognized, so the campaign may be calling people. "none": no status is known. */
type Meaning = "runs" | "rests" | "paused" | "ended" | "unclear" | "none";

export const meaningOf = (status: string | null): Meaning =>
  status === null ? "none" : Object.hasOwn(STATUSES, status) ? STATUSES[status]! : "unclear";

/** The `state` that a status corresponds to; undefined if it corresponds to neither. */
export function statusMeans(status: string | null): "started" | "stopped" | undefined {
  const meaning = meaningOf(status);
  return meaning === "runs" ? "started" : meaning === "rests" ? "stopped" : undefined;
}

const responseSchema = z.object({
  message: z.string().nullish(),
  success: wireFlag.nullish(),
  data: z.object({ status: z.string().transform(word).nullish() }).nullish(),
});

export type Action = "start" | "stop";

/** A sent action, and what the service showed after it. */
export interface Sent {
  readonly action: Action;
  readonly status: string | null;
  readonly message: string | null;
}

/**
 * Starts or stops a campaign, spec 4.4. A response without `success: true` is a failure, whatever its HTTP
 * status. If `success` is missing, or if a start gets `success: false` with a 2xx status, the outcome is unknown.
 */
export async function sendAction(
  session: Session,
  id: number,
  action: Action,
  purpose: string,
): Promise<Sent> {
  const { client, records } = session;
  const response = await records.Campaign.write(() =>
    client.request({
      route: "updateCampaignStatus",
      body: { campaign_id: id, action },
      schema: responseSchema,
      purpose,
    }),
  ).catch((error: unknown) => {
    // The campaign may be running anyway, and another start would call people twice.
    throw action === "start" && isUnsuccess(error) ? error.with({ lost: true }) : error;
  });
  const { message } = serviceWords(response, (text) => client.shown(text, purpose));
  if (response.success !== true) {
    const words = message === "" ? "" : ` The service said: ${withoutPeriod(message)}.`;
    const what = `the service responded but did not report success.${words}`;
    throw new VoicecallError("refused", what, { operation: purpose, lost: true });
  }
  return { action, status: response.data?.status ?? null, message: message === "" ? null : message };
}

/** Whether the service reported a failure in a response with a 2xx status. */
export const isUnsuccess = (error: unknown): error is VoicecallError =>
  isVoicecallError(error, "refused") && error.status !== undefined && error.status < 300;

/**
 * A campaign as the listing shows it. "absent": the listing does not contain it. "unlisted": the service has no
 * listing of campaigns, or the caller of `lookAt` ignored an error.
 */
export type Seen = Campaign | "absent" | "unlisted";

export const statusOf = (seen: Seen): string | null =>
  typeof seen === "object" ? (seen.status ?? null) : null;

export const isRunning = (seen: Seen): boolean => meaningOf(statusOf(seen)) === "runs";

/**
 * Whether a campaign with this status may be calling people. True for an unrecognized status: such a campaign
 * is stopped on request, but not started.
 */
export const mayRunWith = (status: string | null): boolean => ["runs", "unclear"].includes(meaningOf(status));

/** A phrase for messages about a status that may mean that the campaign runs. */
export const unclearStatus = (status: string | null): string =>
  `its status ${quotedWord(String(status))} does not show whether the campaign is running`;

/** Reads the campaign from the listing, which is an assumed route. */
export async function lookAt(session: Session, id: number, age: Age = "current"): Promise<Seen> {
  try {
    const found = (await session.records.Campaign.read(age)).withId(id);
    if (found) assertReadable(found, "Campaign", { request: "look up campaigns" });
    return found ?? "absent";
  } catch (error) {
    if (isVoicecallError(error, "route-missing", "unsupported")) return "unlisted";
    throw error;
  }
}

/** Like `lookAt`. If the campaigns cannot be read, that counts as no listing. */
export const tryLookAt = (session: Session, id: number, age: Age = "current"): Promise<Seen> =>
  lookAt(session, id, age).catch(() => "unlisted");

/** Why new leads of a campaign may be called right away, for a warning; undefined if nothing suggests that. */
export async function callsNewLeads(session: Session, id: number): Promise<string | undefined> {
  const seen = await lookAt(session, id).catch((error: unknown) =>
    // If the listing cannot be read, the apply reports it.
    isVoicecallError(error, "unreadable") ? "unreadable" : "unlisted",
  );
  if (seen === "unreadable") return "campaign may be running (its record cannot be read)";
  if (isRunning(seen)) return "campaign is running";
  const status = statusOf(seen);
  return mayRunWith(status) ? `campaign may be running (status ${quotedWord(String(status))})` : undefined;
}

/** Whether this run has created or adopted the campaign. A listing may not show a created campaign yet. */
export const isNewCampaign = (session: Session, id: number): boolean =>
  session.ledger.object("Campaign", id).origin !== undefined;

/** Like `lookAt`, but waits, at most for the listing lag, for a campaign that this run has created. */
export const lookAtNew = (session: Session, id: number): Promise<Seen> =>
  session.lookUntil(async () => {
    const value = await lookAt(session, id, "now");
    return { done: value !== "absent" || !isNewCampaign(session, id), value };
  });

/** Whether a status is the opposite of an action. */
export const contradicts = (status: string | null, action: Action): boolean =>
  meaningOf(status) === (action === "start" ? "rests" : "runs");

/**
 * The status after a successful action. Normally, the response contains it. If the response contains the
 * opposite status, or the response to a stop contains none, the listing is read until the status is no longer
 * the opposite or the listing lag has passed.
 */
export async function statusAfter(
  session: Session,
  id: number,
  { action, status }: Sent,
): Promise<string | null> {
  if (!contradicts(status, action) && (action === "start" || status !== null)) return status;
  return session.lookUntil(async () => {
    const seen = await tryLookAt(session, id, "now");
    const value = typeof seen === "object" ? statusOf(seen) : status;
    return { done: seen === "unlisted" || !contradicts(value, action), value };
  });
}
