/** The accounts of a stack, with the resources in each. */
import { z } from "zod";
import { type Session, type Settings, openSession, parseSettings } from "../../provider/facade.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { settingsOf } from "../base/account.js";
import { reasonOf } from "../base/exit.js";
import { warn } from "../base/output.js";
import type { StackOptions } from "../base/pulumi.js";
import { type StateResource, stateOf } from "../base/stack-state.js";
import { type TrustOptions, reasonNotToSend, trustRemedy } from "../base/trust.js";

const PROVIDER = "pulumi:providers:pulumi-nodejs";

export interface StackAccount {
  /** Accounts with the same token share a session. */
  readonly session: Session;
  /** The resources of this package in the account. */
  readonly resources: readonly StateResource[];
}

export interface StackAccounts {
  readonly accounts: readonly StackAccount[];
  /** The accounts that cannot be read, with the reason. */
  readonly errors: readonly { readonly text: string }[];
}

/**
 * The accounts of all explicit providers in state. Includes the default account if a resource uses it, or if
 * there is no explicit provider.
 */
export async function accountsOf(options: StackOptions & TrustOptions): Promise<StackAccounts> {
  // Reads the secrets in state, because they include the tokens of explicit providers. No secret is stored or shown.
  const state = await stateOf(options, { withSecrets: true });
  const errors: { text: string }[] = [];
  const ourResources = state.filter(({ type, external }) => type.startsWith(TYPE_PREFIX) && !external);
  const accounts: StackAccount[] = [];
  const sessions = new Map<string, Session>();
  const add = async (
    name: string,
    settingsIn: () => Settings | Promise<Settings>,
    isMine: (provider: string) => boolean,
  ): Promise<void> => {
    try {
      const settings = await settingsIn();
      const { baseUrl, accessToken, tokenFingerprint, tokenSource } = settings;
      if (accessToken === undefined) throw new Error(`there is no access token: ${tokenSource}.`);
      const key = `${baseUrl} ${tokenFingerprint}`;
      const session = sessions.get(key) ?? openSession(settings, { print: warn });
      sessions.set(key, session);
      accounts.push({ session, resources: ourResources.filter(({ provider }) => isMine(provider)) });
    } catch (error) {
      errors.push({ text: `${name}: its objects were not listed: ${reasonOf(error)}` });
    }
  };
  const explicit = state.filter(
    ({ type, inputs }) => type === PROVIDER && inputs["voicecall:explicit"] === "true",
  );
  for (const { urn, id, inputs } of explicit) {
    const config = (key: string): string | undefined => inClear(inputs[`voicecall:${key}`]);
    await add(
      `Account ${urn.split("::").at(-1)}`,
      () => trusted(parseSettings(config, process.env), options),
      (provider) => provider === `${urn}::${id}`,
    );
  }
  const explicitRefs = new Set(explicit.map(({ urn, id }) => `${urn}::${id}`));
  const isDefault = (provider: string): boolean => !explicitRefs.has(provider);
  if (explicit.length === 0 || ourResources.some(({ provider }) => isDefault(provider)))
    await add("The default account", () => settingsOf(options), isDefault);
  return { accounts, errors };
}

/**
 * Settings from state need the user's trust too: the folder's Pulumi.yaml may set the backend, so somebody else may
 * have written the state.
 */
async function trusted(settings: Settings, options: TrustOptions): Promise<Settings> {
  const why = await reasonNotToSend(settings, options);
  if (why !== undefined) throw new Error(`nothing was sent: ${why}; ${trustRemedy}`);
  return settings;
}

/** In an exported state, a secret is an object that contains the value as JSON text. */
function inClear(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const secret = z.object({ plaintext: z.string() }).safeParse(value).data;
  return secret && z.string().parse(JSON.parse(secret.plaintext));
}
