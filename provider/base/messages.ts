// See docs/decisions/command-line.md.
import { appendFileSync } from "node:fs";
import { z } from "zod";

/**
 * Environment variable with the path of a file for this process's messages, one JSON object per line. `voicecall
 * drift` sets it, because the engine passes on only the text of messages.
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
  /**
   * What a preview announces that the apply will or may do: start a campaign, which calls people; make a campaign that
   * runs call somebody; fail; or lose an object that the service deletes with another one.
   */
  effect: z.enum(["start", "call", "failure", "loss"]).optional(),
  /** The failure or the loss does not happen if the engine replaces the resource with this URN. */
  unlessReplaced: z.string().optional(),
  /** The existing object that the apply will adopt, as a preview announces it. */
  adopts: z.object({ id: z.number(), isChanged: z.boolean() }).optional(),
  /** For the report: a difference that the values of the property do not show. */
  difference: z.object({ property: z.string(), text: z.string() }).optional(),
  /** Absent for a note. */
  error: errorSchema.optional(),
  /** Names for the ids in references that differ, by property and id. `text` is empty in this case. */
  names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});

export type Message = z.output<typeof messageSchema>;

/** Appends messages to the file. Creates it at once, so that an empty file means "no messages". */
export function messagesTo(file: string): (message: Message) => void {
  const append = (text: string): void => {
    try {
      appendFileSync(file, text, { mode: 0o600 });
    } catch {
      // The engine still receives the text.
    }
  };
  append("");
  return (message) => append(`${JSON.stringify(message)}\n`);
}
