import { MESSAGES_FILE, type Message, messageSchema } from "../../provider/base/messages.js";
import { withLines } from "../base/private-folder.js";

/**
 * Runs the engine with a file for the messages of its provider hosts.
 * @param run receives the environment variables for the engine
 * @throws Error if a message is incomplete or has another format
 */
export async function withMessages<T>(
  run: (env: Record<string, string>) => Promise<T>,
): Promise<{ result: T; messages: Message[] }> {
  const { result, lines } = await withLines((file) => run({ [MESSAGES_FILE]: file }));
  try {
    return { result, messages: lines.map((line) => messageSchema.parse(JSON.parse(line))) };
  } catch {
    throw new Error(
      "The provider's messages cannot be read. Run `npx voicecall` in the program's folder, so that command and program have the same version of pulumi-voicecall.",
    );
  }
}
