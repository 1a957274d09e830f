import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { MESSAGES_FILE, type Message, messageSchema } from "../../provider/base/messages.js";
import { inPrivateFolder } from "../base/private-folder.js";

/**
 * Runs the engine with a file for the messages of its provider hosts.
 * @param run receives the environment variables for the engine
 * @throws Error if a message is incomplete or has another format
 */
export function withMessages<T>(
  run: (env: Record<string, string>) => Promise<T>,
): Promise<{ result: T; messages: Message[] }> {
  return inPrivateFolder(async (folder) => {
    const file = path.join(folder, "messages");
    const result = await run({ [MESSAGES_FILE]: file });
    return { result, messages: messagesIn(file) };
  });
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
