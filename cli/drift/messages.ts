import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { MESSAGES_FILE, type Message, messageSchema } from "../../provider/base/messages.js";

/**
 * Runs the engine with a file for the messages of its provider hosts.
 * @param run receives the environment variables for the engine
 * @throws Error if a message is incomplete or has another format
 */
export async function withMessages<T>(
  run: (env: Record<string, string>) => Promise<T>,
): Promise<{ result: T; messages: Message[] }> {
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

function messagesIn(file: string): Message[] {
  // Without a provider host, nothing writes the file.
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").filter(Boolean);
  try {
    return lines.map((line) => messageSchema.parse(JSON.parse(line)));
  } catch {
    throw new Error(
      "The provider's messages cannot be read. Run `npx voicecall` in the program's folder, so that command and program have the same version of pulumi-voicecall.",
    );
  }
}
