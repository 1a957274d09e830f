import type { Operation } from "../core/operation.js";
import { own } from "../core/values.js";
import { VoicecallError, isVoicecallError, messageOf } from "../http/errors.js";
import { quoted } from "../quoted.js";
import { type Seen, isAtRest, isRunning, lookAt } from "./api.js";
import { ORDERED_AT } from "./record.js";

/** A stop that the service did not carry out and does not want: the campaign may be at rest, or unknown to it. */
export const isRefusal = (error: unknown): error is VoicecallError =>
  isVoicecallError(error, "refused", "not-found") && !error.lost;

/**
 * What does not run needs no stop, and only the listing can say so.
 * @param inDoubt whether an earlier stop may have been carried out, which a listing may not show yet
 * @returns the campaign as listed at rest, or "absent", and how to say so
 * @throws VoicecallError unless the listing shows that nobody is called
 */
export async function assertNeedless(
  { session, recordId, olds }: Operation,
  refusal: VoicecallError,
  inDoubt = false,
): Promise<{ seen: Seen; found: string }> {
  const orderedAt = own(olds, ORDERED_AT);
  const since = inDoubt ? session.clock.now() : typeof orderedAt === "number" ? orderedAt : 0;
  const words = refusal.parts?.what ?? refusal.message;
  // What the service said of single fields stands on lines of their own.
  const what = words.includes("\n") ? `${words}\n` : `${words} `;
  const look = async (): Promise<{ done: boolean; value: Seen }> => ({
    done: false,
    value: await lookAt(session, recordId, true),
  });
  const seen = await session.lookUntil(look, since + session.settings.listLag).catch((error: unknown) => {
    const why = messageOf(error);
    throw new VoicecallError(refusal.code, `${what}Whether it still calls people could not be seen: ${why}`);
  });
  if (seen !== "absent" && !isAtRest(seen))
    throw new VoicecallError(refusal.code, `${what}${stillThere(seen, refusal)}`);
  const listed = seen === "absent" ? "does not list it any more" : `lists it as ${String(statusOf(seen))}`;
  const found = `${what}The account ${listed}, so there was nothing to stop.`;
  return { seen, found };
}

const statusOf = (seen: Seen): string | null => (typeof seen === "object" ? (seen.status ?? null) : null);

function stillThere(seen: Seen, { parts }: VoicecallError): string {
  if (isRunning(seen))
    return `But the account's campaigns list it as ${String(statusOf(seen))}: it may go on calling people. ${parts?.remedy ?? "Run again later."} To be faster, stop it on the service's own page.`;
  const why =
    seen === "unlisted"
      ? "the service lists no campaigns"
      : `the account's campaigns list it as ${quoted(String(statusOf(seen)))}, which is not known to mean that it rests`;
  return `Whether it still calls people cannot be told: ${why}. If it calls nobody, declare onDestroy: "leave" on the resource and run \`pulumi up\`; then it can be destroyed without a stop.`;
}
