/** The account that a command uses: the one of the stack's provider. */
import { type Session, type Settings, openSession, parseSettings } from "../provider/facade.js";
import { reasonOf, UsageError } from "./exit.js";
import { hasProgram, pulumiOrFail, type StackOptions } from "./pulumi.js";
import { warn } from "./output.js";
import { reasonNotToSend, type TrustOptions, trustRemedy } from "./trust.js";

/**
 * The settings of the default provider: the environment first, then the configuration of the stack with its routes and
 * policies. If the environment sets base URL and token, it does not matter whether the stack can be read.
 * @throws VoicecallError "config" on a wrong setting; Error if the stack is unreadable or its base URL is not trusted
 * with the token; UsageError if trust would need a terminal
 */
export async function settingsOf(options: StackOptions & TrustOptions): Promise<Settings> {
  const hasStack = options.stack !== undefined || hasProgram(options);
  const config = hasStack ? await stackConfig(options).catch(unlessNeedless(options)) : {};
  const settings = parseSettings((key) => config[`voicecall:${key}`], process.env);
  const why = await reasonNotToSend(settings, options);
  if (why === undefined) return settings;
  const message = `Nothing was sent: ${why}; ${trustRemedy}.`;
  // The user said no, which is not a usage error.
  throw process.stdin.isTTY ? new Error(message) : new UsageError(message);
}

function unlessNeedless({ stack }: StackOptions): (error: unknown) => Record<string, string> {
  return (error) => {
    if (stack !== undefined || !environmentIsWhole()) throw error;
    const why = reasonOf(error).replace(/\s*\n\s*/g, " ");
    warn(`Only environment variables are used, since no stack configuration could be read (${why}).`);
    return {};
  };
}

/** Whether the environment sets both base URL and token. */
export const environmentIsWhole = (): boolean =>
  ["VOICECALL_BASE_URL", "VOICECALL_ACCESS_TOKEN"].every((name) => (process.env[name] ?? "").trim() !== "");

/** Stack configuration with secrets in clear text, which must not leave this process. */
export const stackConfig = async (options: StackOptions): Promise<Record<string, string>> =>
  (await stackEntries(options)).config;

/** Stack configuration with secrets in clear text, plus the keys whose values are encrypted. */
export async function stackEntries(
  options: StackOptions,
): Promise<{ config: Record<string, string>; secrets: ReadonlySet<string> }> {
  const text = await pulumiOrFail(
    "read the configuration of the stack",
    ["config", "--show-secrets", "--json"],
    options,
  );
  const entries = Object.entries(JSON.parse(text) as Record<string, { value?: string; secret?: boolean }>);
  return {
    config: Object.fromEntries(entries.map(([key, { value }]) => [key, value ?? ""])),
    secrets: new Set(entries.filter(([, { secret }]) => secret).map(([key]) => key)),
  };
}

/** Opens the account, for reads and for the requests of a command. */
export async function sessionOf(options: StackOptions & TrustOptions): Promise<Session> {
  return openSession(await settingsOf(options), { print: warn });
}
