import { appendFileSync } from "node:fs";
import { z } from "zod";

/**
 * The environment variable with a file for this process's messages, one line of JSON each. `voicecall drift` and
 * `voicecall fleet` set it, because the engine passes on only the text of messages.
 */
export const MESSAGES_FILE = "VOICECALL_MESSAGES_FILE";

export const errorSchema = z.object({
  code: z.string(),
  /** The failed request, if it serves many resources. */
  request: z.string().optional(),
  /** The text without the operation, the resource and the request. */
  reason: z.string(),
});

/** A note or an error about one resource, or names for the report. Secrets are masked. */
export const messageSchema = z.object({
  kind: z.string(),
  id: z.string(),
  /** The text that the user sees. */
  text: z.string(),
  /** A note of a preview that the apply starts a campaign, or may start it, so that people are called. */
  starts: z.literal(true).optional(),
  /** A difference that is not visible in the values of the property, with a text for the report. */
  difference: z.object({ property: z.string(), text: z.string() }).optional(),
  /** Absent for a note. */
  error: errorSchema.optional(),
  /** The names of ids in references that differ, by property and then by id. The text is empty. */
  names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});

export type Message = z.output<typeof messageSchema>;

/** Appends messages to the file. Creates the file at once, so that an empty file means that there were no messages. */
export function messagesTo(file: string | undefined): (message: Message) => void {
  const append = (text: string): void => {
    if (file === undefined) return;
    try {
      appendFileSync(file, text, { mode: 0o600 });
    } catch {
      // The engine still receives the text.
    }
  };
  append("");
  return (message) => append(`${JSON.stringify(message)}\n`);
}
