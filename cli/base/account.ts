/** Finds the account that a command uses, which is the account of the stack's default provider. */
import { type Session, type Settings, openSession, parseSettings } from "../../provider/facade.js";
import { reasonOf, UsageError } from "./exit.js";
import { hasProgram, pulumiOrFail, type StackOptions } from "./pulumi.js";
import { warn } from "./output.js";
import { reasonNotToSend, type TrustOptions, trustRemedy } from "./trust.js";

/**
 * The settings of the default provider, from the environment and the stack's configuration. A stack that
 * cannot be read is not an error if the environment sets both base URL and token.
 * @param needsStack whether it is an error in any case; default: with `--stack`
 * @throws VoicecallError "config" for a wrong setting; Error if the stack cannot be read; Error, or UsageError
 * without a terminal, if the token must not be sent to the base URL
 */
export async function settingsOf(
  options: StackOptions & TrustOptions,
  needsStack = options.stack !== undefined,
): Promise<Settings> {
  const hasStack = options.stack !== undefined || hasProgram(options);
  const config = hasStack ? await configOf(options, needsStack) : {};
  const settings = parseSettings((key) => config[`voicecall:${key}`], process.env);
  const why = await reasonNotToSend(settings, options);
  if (why === undefined) return settings;
  const message = `Nothing was sent: ${why}; ${trustRemedy}.`;
  // Without a terminal, an option or a variable is missing, which is wrong usage. At a terminal, the user has usually
  // answered no.
  throw process.stdin.isTTY ? new Error(message) : new UsageError(message);
}

async function configOf(options: StackOptions, needsStack: boolean): Promise<Record<string, string>> {
  try {
    return (await stackEntries(options)).config;
  } catch (error) {
    if (needsStack || !environmentIsWhole()) throw error;
    const why = reasonOf(error).replace(/\s*\n\s*/g, " ");
    warn(`Only environment variables are used, because no stack configuration could be read (${why}).`);
    return {};
  }
}

export const environmentIsWhole = (): boolean =>
  ["VOICECALL_BASE_URL", "VOICECALL_ACCESS_TOKEN"].every((name) => (process.env[name] ?? "").trim() !== "");

/** `config` contains secrets in clear text, which must not leave this process. `secrets` has their keys. */
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

export async function sessionOf(
  options: StackOptions & TrustOptions,
  needsStack?: boolean,
): Promise<Session> {
  return openSession(await settingsOf(options, needsStack), { print: warn });
}
