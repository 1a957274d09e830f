import { appendFileSync } from "node:fs";
import { z } from "zod";

/**
 * The environment variable with a file for the messages of this process, one JSON line each. `voicecall drift` and
 * `voicecall fleet` set it, because the engine passes on nothing but their text.
 */
export const MESSAGES_FILE = "VOICECALL_MESSAGES_FILE";

export const errorSchema = z.object({
  code: z.string(),
  /** The failed request, if it serves many resources. */
  request: z.string().optional(),
  /** The text without the operation, the resource and the request. */
  reason: z.string(),
});

/** A note or an error about one resource, with its secrets masked as in its text, or names for the report. */
export const messageSchema = z.object({
  kind: z.string(),
  id: z.string(),
  /** As the user sees it. */
  text: z.string(),
  /** A note of a preview: applying it starts a campaign, or may start it. People are called then. */
  starts: z.literal(true).optional(),
  /** A difference that the values of a property cannot show, and its text for a report. */
  difference: z.object({ property: z.string(), text: z.string() }).optional(),
  /** Absent for a note. */
  error: errorSchema.optional(),
  /** No text, but names of the ids in references that differ: by property, then by id. */
  names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});

export type Message = z.output<typeof messageSchema>;

/** Appends messages to the file. Creates it at once, so that an empty file means that there were none. */
export function messagesTo(file: string | undefined): (message: Message) => void {
  const append = (text: string): void => {
    if (file === undefined) return;
    try {
      appendFileSync(file, text, { mode: 0o600 });
    } catch {
      // The engine still gets the text.
    }
  };
  append("");
  return (message) => append(`${JSON.stringify(message)}\n`);
}
