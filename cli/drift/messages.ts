import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MESSAGES_FILE, type Message, messageSchema } from "../../provider/base/messages.js";

/**
 * Runs the engine with a file for the messages of its provider hosts.
 * @param run receives the environment variables for the engine
 * @returns the result and the messages; undefined messages if the installed provider writes none, or in a
 * different format
 */
export async function withMessages<T>(
  run: (env: Record<string, string>) => Promise<T>,
): Promise<{ result: T; messages: Message[] | undefined }> {
  // Only the current user can read this folder.
  const folder = mkdtempSync(path.join(tmpdir(), "voicecall-drift-"));
  const file = path.join(folder, "messages");
  try {
    const result = await run({ [MESSAGES_FILE]: file });
    return { result, messages: messagesIn(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function messagesIn(file: string): Message[] | undefined {
  try {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").filter(Boolean);
    return lines.map((line) => messageSchema.parse(JSON.parse(line)));
  } catch {
    return undefined;
  }
}
