import { createHash } from "node:crypto";
import { normalBaseUrl } from "./base-url.js";
import { VoicecallError } from "../base/errors.js";
import { credentials, policies, type Policies, type Policy } from "./settings-table.js";

export { settingsTable, type SettingRow } from "./settings-table.js";

/** The source of a setting: the environment, stack configuration, or an account in the program. */
export type Place = "environment" | "stack" | "account";

/** The base URL and the token with their sources, and all policies. */
export interface Settings extends Policies {
  /** Whether the settings are those of an account in the program (explicit provider), not of the default provider. */
  isOfAccount: boolean;
  /** Without a trailing slash. May contain a path. Empty if not set, because only requests need it. */
  baseUrl: string;
  /**
   * The source of the base URL, such as "the environment variable VOICECALL_BASE_URL". If no base URL is set:
   * how to set one.
   */
  baseUrlSource: string;
  baseUrlPlace: Place | undefined;
  /** Undefined if not set. The provider is then offline. */
  accessToken: string | undefined;
  /** The source of the token. If no token is set: how to set one. */
  tokenSource: string;
  tokenPlace: Place | undefined;
  /** The variable that `accessTokenEnv` names, if the token came from it. */
  tokenVariable: string | undefined;
  /** The first 8 hex digits of the token's SHA-256. */
  tokenFingerprint: string | undefined;
}

type ReadConfig = (key: string) => string | undefined;
type Environment = Record<string, string | undefined>;

interface Sourced {
  value: string;
  source: string;
  place: Place;
}

type SourcedToken = Sourced & { variable?: string };

/**
 * Reads the settings. An explicit account takes precedence over the environment. For the token, the
 * environment takes precedence over stack configuration, because refresh and destroy use an old copy of stack
 * configuration. For the base URL, the environment and stack configuration must not differ.
 * @param config reads one key without its namespace, such as "accessToken"
 * @param env such as `process.env`
 * @throws VoicecallError "config"; its message names the setting and its source, and contains no secret value
 */
export function parseSettings(config: ReadConfig, env: Environment): Settings {
  const explicit = config("explicit") === "true";
  const policy = readPolicies(config, explicit);
  const token = explicit ? configuredToken(config, env, explicit) : defaultToken(config, env);
  if (token === undefined && policy.offline === "never") {
    throw new VoicecallError(
      "config",
      `No access token is set, and voicecall:offline is "never": ${howToSetToken(explicit)}.`,
    );
  }
  const baseUrl = explicit
    ? accountBaseUrl(config, env, policy.allowHttp)
    : defaultBaseUrl(config, env, policy.allowHttp);
  return {
    ...policy,
    isOfAccount: explicit,
    baseUrl: baseUrl?.value ?? "",
    baseUrlSource: baseUrl?.source ?? howToSetBaseUrl(explicit),
    baseUrlPlace: baseUrl?.place,
    accessToken: token?.value,
    tokenSource: token?.source ?? howToSetToken(explicit),
    tokenPlace: token?.place,
    tokenVariable: token?.variable,
    tokenFingerprint: token === undefined ? undefined : fingerprint(token.value),
  };
}

function readPolicies(config: ReadConfig, explicit: boolean): Policies {
  const read = (key: string, policy: Policy<unknown>): unknown => {
    const text = config(key);
    if (text === undefined) return policy.parse(policy.default);
    try {
      return policy.parse(text.trim());
    } catch (error) {
      if (error instanceof VoicecallError) throw sourcedError(error, configSource(key, explicit));
      throw new VoicecallError(
        "config",
        `The value of voicecall:${key} (from ${configSource(key, explicit)}) is not valid. Allowed: ${policy.allowed}. The default is ${policy.default}.`,
      );
    }
  };
  const values = Object.entries(policies).map(([key, policy]) => [key, read(key, policy)]);
  return Object.fromEntries(values) as Policies;
}

function defaultToken(config: ReadConfig, env: Environment): SourcedToken | undefined {
  const name = credentials.accessToken.environment;
  const fromEnvironment = variableOf(env, name);
  if (fromEnvironment !== undefined)
    return checkedToken(fromEnvironment, environmentSource(name), "environment");
  return configuredToken(config, env, false);
}

function configuredToken(config: ReadConfig, env: Environment, explicit: boolean): SourcedToken | undefined {
  const literal = config("accessToken");
  const variable = config("accessTokenEnv")?.trim();
  if (literal !== undefined && variable !== undefined) {
    throw new VoicecallError(
      "config",
      `Both accessToken and accessTokenEnv are set in ${explicit ? "the account (explicit provider)" : "the stack configuration"}. Remove one of them.`,
    );
  }
  if (literal !== undefined)
    return checkedToken(literal, configSource("accessToken", explicit), configPlace(explicit));
  if (variable === undefined) return undefined;
  const namedIn = configSource("accessTokenEnv", explicit);
  // The name is hidden, because it may be the token itself under the wrong key.
  if (!/^[A-Za-z_]\w{0,63}$/.test(variable)) {
    throw new VoicecallError(
      "config",
      `accessTokenEnv (from ${namedIn}) is not the name of an environment variable. Give a name such as VOICECALL_TOKEN_EU.`,
    );
  }
  const value = variableOf(env, variable);
  if (value === undefined) {
    // Text that does not look like the usual name of a variable may be the token itself too.
    const named = /^[A-Z_][A-Z0-9_]*$/.test(variable)
      ? `${variable}, named by accessTokenEnv (from ${namedIn}),`
      : `that accessTokenEnv (from ${namedIn}) names`;
    throw new VoicecallError(
      "config",
      `The environment variable ${named} is unset or empty. Set it to the access token.`,
    );
  }
  const source = `${environmentSource(variable)}, named by accessTokenEnv`;
  return { ...checkedToken(value, source, "environment"), variable };
}

/**
 * Rejects characters that a header must not contain. The HTTP library would reject them with the token in its
 * message.
 */
function checkedToken(text: string, source: string, place: Place): Sourced {
  const value = text.trim();
  if (!/^[\x21-\x7e]+$/.test(value)) {
    const what = value === "" ? "is empty" : "contains a space or a character that a header cannot contain";
    throw new VoicecallError(
      "config",
      `The access token from ${source} ${what}. Give the bare token, without the word Bearer.`,
    );
  }
  return { value, source, place };
}

function accountBaseUrl(config: ReadConfig, env: Environment, allowHttp: boolean): Sourced | undefined {
  return configuredBaseUrl(config, allowHttp, true) ?? environmentBaseUrl(env, allowHttp);
}

function defaultBaseUrl(config: ReadConfig, env: Environment, allowHttp: boolean): Sourced | undefined {
  const fromEnvironment = environmentBaseUrl(env, allowHttp);
  const fromConfig = configuredBaseUrl(config, allowHttp, false);
  if (
    fromEnvironment !== undefined &&
    fromConfig !== undefined &&
    fromEnvironment.value !== fromConfig.value
  ) {
    throw new VoicecallError(
      "config",
      `Two different base URLs are set: ${fromEnvironment.value} (${fromEnvironment.source}) and ${fromConfig.value} (${fromConfig.source}). Remove one, or make them equal.`,
    );
  }
  return fromEnvironment ?? fromConfig;
}

function environmentBaseUrl(env: Environment, allowHttp: boolean): Sourced | undefined {
  const name = credentials.baseUrl.environment;
  const text = variableOf(env, name);
  if (text === undefined) return undefined;
  const source = environmentSource(name);
  return { value: normalBaseUrl(text, source, allowHttp), source, place: "environment" };
}

function configuredBaseUrl(config: ReadConfig, allowHttp: boolean, explicit: boolean): Sourced | undefined {
  const text = config("baseUrl");
  if (text === undefined) return undefined;
  const source = configSource("baseUrl", explicit);
  return { value: normalBaseUrl(text, source, allowHttp), source, place: configPlace(explicit) };
}

/**
 * Own properties only: a variable may be called `constructor`. "" counts as not set: CI systems set a variable to "" if
 * its secret is missing.
 */
function variableOf(env: Environment, name: string): string | undefined {
  const text = Object.hasOwn(env, name) ? env[name] : undefined;
  return text?.trim() === "" ? undefined : text;
}

function environmentSource(name: string): string {
  return `the environment variable ${name}`;
}

function configSource(key: string, explicit: boolean): string {
  return explicit ? "the account (explicit provider)" : `the stack configuration voicecall:${key}`;
}

const configPlace = (explicit: boolean): Place => (explicit ? "account" : "stack");

function howToSetToken(explicit: boolean): string {
  return explicit
    ? "give the account an accessToken, or an accessTokenEnv"
    : `set the environment variable ${credentials.accessToken.environment}, or run \`pulumi config set --secret voicecall:accessToken\``;
}

function howToSetBaseUrl(explicit: boolean): string {
  const variable = `set the environment variable ${credentials.baseUrl.environment}`;
  return explicit
    ? `give the account a baseUrl, or ${variable}`
    : `${variable}, or run \`pulumi config set voicecall:baseUrl <url>\``;
}

function sourcedError(error: VoicecallError, source: string): VoicecallError {
  return new VoicecallError(error.code, `${error.message} The setting came from ${source}.`);
}

function fingerprint(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 8);
}
