import { createHash } from "node:crypto";
import { normalBaseUrl } from "./base-url.js";
import { VoicecallError } from "../base/errors.js";
import { PLACEHOLDER } from "../base/placeholder.js";
import { andContains } from "../base/trimmed.js";
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
  /** The names of the LeadSet resources whose interrupted apply this run continues. Never in stack configuration. */
  resume: readonly string[];
}

type ReadConfig = (key: string) => string | undefined;
type Environment = Record<string, string | undefined>;

interface Sourced {
  value: string;
  source: string;
  place: Place;
  /** The variable that `accessTokenEnv` names. */
  variable?: string;
}

/** Where a provider is configured. */
interface Origin {
  readonly place: Place;
  readonly name: string;
  readonly sourceOf: (key: string) => string;
  readonly howToSetToken: string;
  readonly howToSetBaseUrl: string;
}

const TOKEN_VARIABLE = credentials.accessToken.environment;
const BASE_URL_VARIABLE = credentials.baseUrl.environment;
/** Not in the table of settings: in stack configuration, it would apply to every run. */
export const RESUME_VARIABLE = "VOICECALL_RESUME";

const ACCOUNT: Origin = {
  place: "account",
  name: "the account (explicit provider)",
  sourceOf: () => ACCOUNT.name,
  howToSetToken: "give the account an accessToken, or an accessTokenEnv",
  howToSetBaseUrl: `give the account a baseUrl, or set the environment variable ${BASE_URL_VARIABLE}`,
};

const STACK: Origin = {
  place: "stack",
  name: "the stack configuration",
  sourceOf: (key) => `${STACK.name} voicecall:${key}`,
  howToSetToken: `set the environment variable ${TOKEN_VARIABLE}, or run \`pulumi config set --secret voicecall:accessToken\``,
  howToSetBaseUrl: `set the environment variable ${BASE_URL_VARIABLE}, or run \`pulumi config set voicecall:baseUrl <url>\``,
};

const environmentSource = (name: string): string => `the environment variable ${name}`;

/**
 * Reads the settings. An explicit account takes precedence over the environment. For the token, the
 * environment takes precedence over stack configuration, because refresh and destroy use an old copy of stack
 * configuration. For the base URL, the environment and stack configuration must not differ.
 * @param config reads one key without its namespace, such as "accessToken"
 * @param env such as `process.env`
 * @throws VoicecallError "config"; its message names the setting and its source, and contains no secret value
 */
export function parseSettings(config: ReadConfig, env: Environment): Settings {
  const isOfAccount = config("explicit") === "true";
  const origin = isOfAccount ? ACCOUNT : STACK;
  const policy = readPolicies(config, env, origin);
  const isOffline = policy.offline === "always";
  const token = isOffline
    ? undefined
    : ((isOfAccount ? undefined : tokenIn(env, TOKEN_VARIABLE, environmentSource(TOKEN_VARIABLE))) ??
      configuredToken(config, env, origin));
  if (token === undefined && policy.offline === "never") {
    throw new VoicecallError(
      "config",
      `No access token is set, and voicecall:offline is "never": ${origin.howToSetToken}.`,
    );
  }
  const baseUrl =
    isOffline && config("baseUrl") === PLACEHOLDER
      ? undefined
      : baseUrlFrom(config, env, origin, policy.allowHttp);
  return {
    ...policy,
    isOfAccount,
    baseUrl: baseUrl?.value ?? "",
    baseUrlSource: baseUrl?.source ?? origin.howToSetBaseUrl,
    baseUrlPlace: baseUrl?.place,
    accessToken: token?.value,
    tokenSource:
      token?.source ?? (isOffline ? 'remove voicecall:offline, which is "always"' : origin.howToSetToken),
    tokenPlace: token?.place,
    tokenVariable: token?.variable,
    tokenFingerprint: token === undefined ? undefined : fingerprint(token.value),
    resume: (variableOf(env, RESUME_VARIABLE)?.split(",") ?? []).map((name) => name.trim()),
  };
}

function readPolicies(config: ReadConfig, env: Environment, origin: Origin): Policies {
  const read = (key: string, policy: Policy<unknown>): unknown => {
    const { environment } = policy;
    const ofRun = environment === undefined ? undefined : variableOf(env, environment);
    const text = ofRun ?? config(key);
    const sourceOf = (one: string): string =>
      ofRun === undefined ? origin.sourceOf(one) : environmentSource(environment!);
    if (text === undefined) return policy.parse(policy.default);
    try {
      return policy.parse(text.trim());
    } catch (error) {
      throw new VoicecallError(
        "config",
        error instanceof VoicecallError
          ? `${error.message} The setting came from ${sourceOf(key)}.`
          : `The value of voicecall:${key} (from ${sourceOf(key)}) is not valid${andContains(text)}. Allowed: ${policy.allowed}. The default is ${policy.default}.`,
      );
    }
  };
  const values = Object.entries(policies).map(([key, policy]) => [key, read(key, policy)]);
  return Object.fromEntries(values) as Policies;
}

function configuredToken(
  config: ReadConfig,
  env: Environment,
  { name, place, sourceOf }: Origin,
): Sourced | undefined {
  const literal = config("accessToken");
  const variable = config("accessTokenEnv")?.trim();
  if (literal !== undefined && variable !== undefined) {
    throw new VoicecallError(
      "config",
      `Both accessToken and accessTokenEnv are set in ${name}. Remove one of them.`,
    );
  }
  if (literal !== undefined) return checkedToken(literal, sourceOf("accessToken"), place);
  if (variable === undefined) return undefined;
  const namedIn = sourceOf("accessTokenEnv");
  // The name is hidden, because it may be the token itself under the wrong key.
  if (!/^[A-Za-z_]\w{0,63}$/.test(variable)) {
    throw new VoicecallError(
      "config",
      `accessTokenEnv (from ${namedIn}) is not the name of an environment variable. Give a name such as VOICECALL_TOKEN_EU.`,
    );
  }
  const token = tokenIn(env, variable, `${environmentSource(variable)}, named by accessTokenEnv`);
  if (token) return { ...token, variable };
  // Text that does not look like the usual name of a variable may be the token itself too.
  const named = /^[A-Z_][A-Z0-9_]*$/.test(variable)
    ? `${variable}, named by accessTokenEnv (from ${namedIn}),`
    : `that accessTokenEnv (from ${namedIn}) names`;
  throw new VoicecallError(
    "config",
    `The environment variable ${named} is unset or empty. Set it to the access token.`,
  );
}

function tokenIn(env: Environment, variable: string, source: string): Sourced | undefined {
  const text = variableOf(env, variable);
  return text === undefined ? undefined : checkedToken(text, source, "environment");
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

function baseUrlFrom(
  config: ReadConfig,
  env: Environment,
  { place, sourceOf }: Origin,
  allowHttp: boolean,
): Sourced | undefined {
  const normalized = (text: string | undefined, source: string, from: Place): Sourced | undefined =>
    text === undefined ? undefined : { value: normalBaseUrl(text, source, allowHttp), source, place: from };
  const configured = normalized(config("baseUrl"), sourceOf("baseUrl"), place);
  if (configured && place === "account") return configured;
  const source = environmentSource(BASE_URL_VARIABLE);
  const ofEnvironment = normalized(variableOf(env, BASE_URL_VARIABLE), source, "environment");
  if (ofEnvironment && configured && ofEnvironment.value !== configured.value) {
    throw new VoicecallError(
      "config",
      `Two different base URLs are set: ${ofEnvironment.value} (${source}) and ${configured.value} (${configured.source}). Remove one, or make them equal.`,
    );
  }
  return ofEnvironment ?? configured;
}

/**
 * Own properties only: a variable may be called `constructor`. "" counts as not set: CI systems set a variable to "" if
 * its secret is missing.
 */
function variableOf(env: Environment, name: string): string | undefined {
  const text = Object.hasOwn(env, name) ? env[name] : undefined;
  return text?.trim() === "" ? undefined : text;
}

function fingerprint(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 8);
}
