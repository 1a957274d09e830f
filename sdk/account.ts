import * as pulumi from "@pulumi/pulumi";
import { credentialKeys, policyKeys, secretKeys } from "./generated/account.js";
import type { AccountArgs } from "./generated/account.js";
import { PLACEHOLDER } from "../provider/base/placeholder.js";
import { keyText } from "../provider/base/quoted.js";
import { didYouMean } from "../provider/base/suggest.js";
import { refusal } from "./refusal.js";

type Settings = Record<string, pulumi.Input<string>>;

const settingsOf = new WeakMap<Account, Settings>();
const mappingsOf = new WeakMap<Account, pulumi.ResourceOptions["envVarMappings"]>();

/**
 * An account of the service. Pass it as `provider` to resources and lookups. One program can manage several accounts.
 * Without an account, resources use the environment and the stack configuration (`voicecall:*`).
 *
 * Set `accessTokenEnv`, the name of an environment variable with the token: a rotated token then takes effect
 * immediately, also on refresh and destroy. Or set `accessToken`, the token itself, which is encrypted in state.
 * Policies that are not set here come from the stack configuration. The base URL and the token never do: without
 * `baseUrl`, the account uses `VOICECALL_BASE_URL`, and without a token it only previews offline. If settings
 * contradict each other, the first resource that uses the account fails, and its error names the setting.
 * If only the apply knows a setting, a preview cannot check the account's resources, and says so on each.
 *
 * @example
 * ```ts
 * const berlin = new Account("berlin", {
 *   baseUrl: "https://voice.example.com/api",
 *   accessTokenEnv: "BERLIN_TOKEN",
 * });
 * new Assistant("support", { … }, { provider: berlin });
 * ```
 */
export class Account extends pulumi.ProviderResource {
  /** Makes this type different from the types of other providers. Does not exist at run time. */
  declare protected readonly account: true;

  constructor(name: string, args: AccountArgs, opts?: pulumi.ResourceOptions) {
    const settings = accountSettings(args);
    // Without `explicit`, the provider host could not distinguish this provider from the default one. Only an explicit
    // provider takes precedence over the environment.
    super("pulumi-nodejs", name, { "voicecall:explicit": "true", ...namespaced(settings) }, opts);
    settingsOf.set(this, { explicit: "true", ...settings });
    mappingsOf.set(this, opts?.envVarMappings);
  }
}

/**
 * The settings for lookups: those of the account, or else the stack configuration. They are not marked as
 * secret, because the results of lookups would then be secret too. Lookups use the token for nothing but
 * their requests.
 */
export function lookupSettings(account: Account | undefined): pulumi.Output<Record<string, string>> {
  if (account === undefined) return pulumi.output(configured([...credentialKeys, ...policyKeys]));
  const settings = settingsOf.get(account);
  if (settings === undefined) {
    throw refusal("The provider of a lookup must be an Account of this package.");
  }
  return pulumi.unsecret(pulumi.output(settings));
}

/**
 * The base URL that resources of this provider use, normalized for comparison. Undefined if the base URL is not set or
 * is not a URL, or if the provider is not an `Account` of this copy of the package.
 * @param provider undefined: the default provider
 */
export function baseUrlOf(provider: pulumi.ProviderResource | undefined): pulumi.Output<string | undefined> {
  const settings = provider === undefined ? configured(["baseUrl"]) : settingsOf.get(provider as Account);
  if (settings === undefined) return pulumi.output(undefined);
  const fromEnvironment = variableOf(provider, "VOICECALL_BASE_URL");
  const inOrder =
    provider === undefined ? [fromEnvironment, settings["baseUrl"]] : [settings["baseUrl"], fromEnvironment];
  return pulumi.unsecret(pulumi.all(inOrder)).apply(([first, second]) => normalUrl(first ?? second));
}

/**
 * The base URL and the token that resources of this provider use. Undefined if one of them is not set, or if a preview
 * does not know them.
 */
export async function accountOf(provider: pulumi.ProviderResource | undefined): Promise<string | undefined> {
  const settings = provider === undefined ? configured(credentialKeys) : settingsOf.get(provider as Account);
  if (settings === undefined) return undefined;
  const { accessToken, accessTokenEnv } = settings;
  const texts = pulumi.unsecret(pulumi.all([baseUrlOf(provider), accessToken, accessTokenEnv]));
  const { isKnown, promise } = texts as unknown as {
    readonly isKnown: Promise<boolean>;
    readonly promise: () => Promise<readonly (string | undefined)[]>;
  };
  // The engine reports the failure of an output.
  const values = await Promise.all([isKnown, promise.call(texts)]).catch(() => undefined);
  const [baseUrl, literal, variable] = values?.[0] ? values[1] : [];
  const given = literal?.trim() ?? (variable && variableOf(provider, variable.trim()));
  const token = (provider === undefined && variableOf(provider, "VOICECALL_ACCESS_TOKEN")) || given;
  return baseUrl && token && token !== PLACEHOLDER ? `${baseUrl} ${token}` : undefined;
}

/** A variable in the environment of the provider. Undefined if it is empty. */
function variableOf(provider: pulumi.ProviderResource | undefined, name: string): string | undefined {
  const mappings = Object.entries(mappingsOf.get(provider as Account) ?? {});
  const mapped = mappings.find(([from, to]) => to === name && process.env[from] !== undefined);
  return process.env[mapped?.[0] ?? name]?.trim() || undefined;
}

/** The settings of an `Account` that this run does not know yet. */
export async function unknownSettings(provider: pulumi.ProviderResource | undefined): Promise<string[]> {
  const settings = Object.entries(settingsOf.get(provider as Account) ?? {});
  const isKnown = (value: pulumi.Input<string>): Promise<boolean> =>
    (pulumi.output(value) as unknown as { isKnown: Promise<boolean> }).isKnown;
  // The engine reports the failure of an output.
  const areKnown = await Promise.all(settings.map(([, value]) => isKnown(value).catch(() => true)));
  return settings.filter((_, index) => !areKnown[index]).map(([key]) => key);
}

function normalUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text.trim())) return undefined;
  const { origin, pathname } = new URL(text.trim());
  return origin + pathname.replace(/\/+$/, "");
}

const known: readonly string[] = [...credentialKeys, ...policyKeys];

function accountSettings(args: AccountArgs): Settings {
  const declaredSettings = Object.entries<unknown>({ ...args }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  for (const [key] of declaredSettings) {
    if (!known.includes(key))
      throw refusal(`${keyText(key)} is not a setting of an Account.${didYouMean(key, known)}`);
  }
  const ofStack = configured(policyKeys);
  const texts = declaredSettings.map(([key, value]): [string, pulumi.Input<string>] => [
    key,
    settingText(value, ofStack[key]),
  ]);
  const settings: Settings = { ...ofStack, ...Object.fromEntries(texts) };
  for (const key of secretKeys) {
    const value = settings[key];
    if (value !== undefined) settings[key] = pulumi.secret(value);
  }
  return settings;
}

/**
 * Pulumi stores the settings of a provider as text.
 * @param initial for an output without a value
 */
function settingText(value: unknown, initial: string | undefined): pulumi.Input<string> {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return pulumi
    .output(value as pulumi.Input<object>)
    .apply((known: unknown) =>
      typeof known === "string" ? known : (JSON.stringify(known ?? undefined) ?? (initial as string)),
    );
}

function configured(keys: readonly string[]): Record<string, string> {
  const pairs = keys.map((key) => [key, pulumi.runtime.getConfig(`voicecall:${key}`)] as const);
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function namespaced(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [`voicecall:${key}`, value]));
}
