/**
 * Decides whether the access token may be sent to the base URL. The base URL may come from the configuration
 * of a folder that somebody else wrote.
 */
import type { Command } from "commander";
import type { Settings } from "../../provider/facade.js";

export interface TrustOptions {
  trustProject?: boolean;
}

export const withTrustOption = (command: Command): Command =>
  command.option(
    "--trust-project",
    "send the access token even if the token and the base URL come from different places, or if accessTokenEnv names a variable that does not begin with VOICECALL_",
  );

/** Part of the help text of each command that has `--trust-project`. */
export const trustHelp = `
If the access token and the base URL come from different places, such as the environment and the stack configuration of
this folder, the command shows both and asks before it sends anything. Without a terminal it needs --trust-project. For
a base URL on this machine, the command does not ask. If accessTokenEnv in stack configuration or in state names a
variable that does not begin with VOICECALL_, the command always needs --trust-project. In scripts, set
VOICECALL_BASE_URL together with VOICECALL_ACCESS_TOKEN.`;

export const trustRemedy =
  "if you trust this project, add --trust-project; if not, set both VOICECALL_BASE_URL and VOICECALL_ACCESS_TOKEN in the environment";

type Ask = (question: string) => Promise<boolean>;

/**
 * Returns why the token must not be sent to the base URL; undefined if it may be sent.
 * @param ask asks the user at the terminal; null without a terminal
 */
export async function reasonNotToSend(
  settings: Settings,
  { trustProject = false }: TrustOptions,
  ask: Ask | null = atTerminal(),
): Promise<string | undefined> {
  const { accessToken, baseUrl, baseUrlSource, tokenSource, tokenVariable } = settings;
  if (trustProject || accessToken === undefined || baseUrl === "") return undefined;
  if (tokenVariable !== undefined && !tokenVariable.startsWith("VOICECALL_"))
    return `voicecall:accessTokenEnv would send the environment variable ${tokenVariable}, which does not belong to this provider, to ${baseUrl}`;
  // Loaded on use, so that `--help` does not load the provider.
  const { isLoopback } = await import("../../provider/facade.js");
  if (settings.tokenPlace === settings.baseUrlPlace || isLoopback(new URL(baseUrl).hostname))
    return undefined;
  const places = `the access token comes from ${tokenSource}, but the base URL ${baseUrl} comes from ${baseUrlSource}`;
  if (ask === null) return places;
  const isAgreed = await ask(`${places[0]!.toUpperCase()}${places.slice(1)}. Send the token to this URL?`);
  return isAgreed ? undefined : `${places}, and sending the token was not confirmed`;
}

function atTerminal(): Ask | null {
  if (!process.stdin.isTTY) return null;
  return async (question) =>
    (await import("./confirm.js")).confirmed(question, process.stdin, process.stderr);
}
