import { z } from "zod";
import type { Session } from "../core/session.js";
import { VoicecallError, isVoicecallError } from "../http/errors.js";
import { redactor } from "../http/redact.js";
import { serviceWords } from "../http/wording.js";
import type { Campaign } from "../lookup/schema.js";
import { word } from "../quoted.js";

/** The one status that is assumed to mean that people are being called (api-gaps: campaign statuses). */
export const RUNNING = "in-progress";
export const RESTING: readonly string[] = ["stopped", "draft"];

/** Words by which a service may say that a campaign came to its end by itself; believed only after it refused a stop. */
const FINISHED: readonly string[] = [
  "completed",
  "finished",
  "done",
  "ended",
  "expired",
  "cancelled",
  "canceled",
];

/** The state that a program would declare for a campaign as it is; undefined for a status that is not known. */
export function statusMeans(status: string | null): "started" | "stopped" | undefined {
  if (status === RUNNING) return "started";
  return RESTING.includes(status ?? "") ? "stopped" : undefined;
}

const answer = z.object({
  message: z.string().nullish(),
  success: z.boolean().nullish(),
  data: z.object({ status: z.string().transform(word).nullish() }).nullish(),
});

export interface OrderAnswer {
  readonly status: string | null;
  readonly message: string | null;
}

/**
 * Starts or stops a campaign, spec 4.4. An answer whose `success` is not true is a failure, whatever its status; one
 * that does not tell leaves open what became of the order, and so does the failure of a start under a success status.
 */
export async function order(
  session: Session,
  id: number,
  action: "start" | "stop",
  purpose: string,
): Promise<OrderAnswer> {
  const { client, campaigns } = session;
  const said = await campaigns
    .write(() =>
      client.request({ route: "updateCampaignStatus", body: { campaign_id: id, action }, answer, purpose }),
    )
    .catch((error: unknown) => {
      // The campaign may have begun all the same, and whoever starts it again calls people twice.
      throw action === "start" && isUnsuccess(error) ? error.with({ lost: true }) : error;
    });
  const { message } = serviceWords(said, redactor({ strict: [client.settings.accessToken] }));
  if (said.success !== true) {
    const words = message === "" ? "" : ` The service said: ${message}`;
    const what = `the service answered, but not with success.${words}`;
    throw new VoicecallError("refused", what, { operation: purpose, lost: true });
  }
  return { status: said.data?.status ?? null, message: message === "" ? null : message };
}

/** Said with a success status that the order did not succeed. */
export const isUnsuccess = (error: unknown): error is VoicecallError =>
  isVoicecallError(error, "refused") && error.status !== undefined && error.status < 300;

/** A campaign, or why there is none to look at: not in the listing, or no listing in the service. */
export type Seen = Campaign | "absent" | "unlisted";

export const isRunning = (seen: Seen): boolean => typeof seen === "object" && seen.status === RUNNING;

/** Whether the listing's own word is that nobody is called: an unknown status is no such word. */
export const isAtRest = (seen: Seen): boolean =>
  typeof seen === "object" && [...RESTING, ...FINISHED].includes(seen.status ?? "");

/** The campaign as the assumed listing shows it; "unlisted" when the service has no such listing. */
export async function lookAt(session: Session, id: number, anew = false): Promise<Seen> {
  const { campaigns } = session;
  try {
    return (await campaigns.list(anew)).find((row) => row.id === id) ?? "absent";
  } catch (error) {
    if (isVoicecallError(error, "route-missing", "unsupported")) return "unlisted";
    throw error;
  }
}

/**
 * What the service shows after an order that it says it carried out: the status of its answer, unless that is the
 * opposite, or a stop's answer has none; then the listing gets time to show better.
 * @returns the status, and whether it is still the opposite of what was ordered
 */
export async function outcome(
  session: Session,
  id: number,
  action: "start" | "stop",
  said: OrderAnswer,
): Promise<{ status: string | null; contrary: boolean }> {
  const told = (status: string | null): { status: string | null; contrary: boolean } => ({
    status,
    contrary: action === "start" ? RESTING.includes(status ?? "") : status === RUNNING,
  });
  const open = action === "stop" && said.status === null;
  if (!open && !told(said.status).contrary) return told(said.status);
  return session.lookUntil(async () => {
    const seen = await lookAt(session, id, true).catch(() => "unlisted" as const);
    const value = told(typeof seen === "object" ? (seen.status ?? null) : said.status);
    return { done: seen === "unlisted" || !value.contrary, value };
  });
}
