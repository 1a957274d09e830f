import { z } from "zod";
import { type Client, type VoicecallError, isVoicecallError } from "../../provider/facade.js";

export type Outcome =
  | { outcome: "called" }
  /** The service rejected the request, or could not be reached. */
  | { outcome: "not called"; error: string }
  | { outcome: "could not tell"; error: string };

const noRetry = "The phone may be ringing. This command does not call it again.";

/**
 * If the outcome is unknown, only the remedies of these errors are shown. Any other remedy may say to run the
 * command again, and the phone could ring twice.
 */
const codesWithSafeRemedy = ["auth", "unreadable"] as const;

/**
 * Makes the call (spec 4.4). Never retries the request, because ringing twice is worse than not ringing.
 * @param purpose how each error starts
 */
export async function makeCall(client: Client, purpose: string, body: object): Promise<Outcome> {
  try {
    await client.request({ route: "makeCall", once: true, body, schema: z.unknown(), purpose });
    return { outcome: "called" };
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    // If the status is 2xx, the call may have started, even if the body reports a failure.
    const mayHaveStarted = error.status !== undefined && error.status < 300;
    return error.lost || mayHaveStarted
      ? { outcome: "could not tell", error: doubtful(error) }
      : { outcome: "not called", error: notCalled(error) };
  }
}

function doubtful(error: VoicecallError): string {
  const advice = isVoicecallError(error, ...codesWithSafeRemedy) ? ` ${error.details.remedy ?? ""}` : "";
  const doubt = "It is not known whether the service made the call.";
  return error.with({ doubt, remedy: `${noRetry}${advice}`.trim() }).message;
}

function notCalled(error: VoicecallError): string {
  // The usual remedy is fewer parallel requests, which does not help a single request.
  if (error.code === "rate-limited")
    return error.with({ doubt: undefined, remedy: "Nobody was called. Run again later." }).message;
  return `${error.message} Nobody was called.`;
}
