/** The accounts of a stack, with the resources in each. */
import { fromUrn } from "./compare.js";
import { z } from "zod";
import { type Session, type Settings, openSession, parseSettings } from "../../provider/facade.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { settingsOf } from "../base/account.js";
import { reasonOf } from "../base/exit.js";
import { warn } from "../base/output.js";
import type { StackOptions } from "../base/pulumi.js";
import { type Deployment, type StateResource, deploymentOf, inClear } from "../base/stack-state.js";
import { type TrustOptions, reasonNotToSend, trustRemedy } from "../base/trust.js";

const PROVIDER = "pulumi:providers:pulumi-nodejs";

export interface StackAccount {
  /** Accounts with the same token share a session. */
  readonly session: Session;
  /** Whether resources without an explicit provider are in it. */
  readonly isDefault: boolean;
  /** The resources of this package in the account. */
  readonly resources: readonly StateResource[];
  /** The operations that a killed run has left pending. */
  readonly pending: Deployment["pending_operations"];
}

/**
 * The accounts of all explicit providers in state. Includes the default account if a resource uses it, or if
 * there is no explicit provider. `errors` has the accounts that cannot be read.
 */
export async function accountsOf(
  options: StackOptions & TrustOptions,
  given?: Deployment,
): Promise<{ accounts: StackAccount[]; errors: { text: string }[] }> {
  // Reads the secrets in state, because they include the tokens of explicit providers. No secret is stored or shown.
  const state = given ?? (await deploymentOf(options, { withSecrets: true }));
  const isOurs = ({ type, external }: StateResource): boolean => type.startsWith(TYPE_PREFIX) && !external;
  const begun = state.pending_operations.filter(({ resource }) => isOurs(resource));
  const ours = [...state.resources.filter(isOurs), ...begun.map(({ resource }) => resource)];
  const explicit = state.resources
    .filter(({ type, inputs }) => type === PROVIDER && inputs["voicecall:explicit"] === "true")
    .map(({ urn, id, inputs }) => ({
      name: `Account ${fromUrn(urn).name}`,
      resources: ours.filter(({ provider }) => provider === `${urn}::${id}`),
      settingsIn: () => trusted(inputs, options),
    }));
  const others = ours.filter((one) => !explicit.some(({ resources }) => resources.includes(one)));
  const standard = { name: "The default account", resources: others, settingsIn: () => settingsOf(options) };
  const isUsed = explicit.length === 0 || others.length > 0;
  const accounts: StackAccount[] = [];
  const errors: { text: string }[] = [];
  const sessions = new Map<string, Session>();
  for (const { name, resources, settingsIn } of isUsed ? [...explicit, standard] : explicit)
    try {
      const settings = await settingsIn();
      const { baseUrl, accessToken, tokenFingerprint, tokenSource } = settings;
      if (accessToken === undefined) throw new Error(`there is no access token: ${tokenSource}.`);
      const key = `${baseUrl} ${tokenFingerprint}`;
      const session = sessions.get(key) ?? openSession(settings, { print: warn });
      sessions.set(key, session);
      accounts.push({
        session,
        isDefault: resources === others,
        resources: resources.filter((one) => state.resources.includes(one)),
        pending: begun.filter(({ resource }) => resources.includes(resource)),
      });
    } catch (error) {
      errors.push({ text: `${name}: its objects were not listed: ${reasonOf(error)}` });
    }
  return { accounts, errors };
}

/**
 * Settings from state need the user's trust too, and so does another variable that the engine passes as one of ours: the
 * folder's Pulumi.yaml may set the backend, so somebody else may have written the state.
 */
async function trusted(inputs: StateResource["inputs"], options: TrustOptions): Promise<Settings> {
  const { env } = process;
  const internal = z.object({ envVarMappings: z.record(z.string(), z.string()) });
  const { envVarMappings = {} } = internal.safeParse(inputs["__internal"]).data ?? {};
  const mapped = Object.entries(envVarMappings).filter(([from]) => env[from] !== undefined);
  const settings = parseSettings(
    (key) =>
      z
        .string()
        .optional()
        .parse(inClear(inputs[`voicecall:${key}`])),
    {
      ...env,
      ...Object.fromEntries(mapped.map(([from, to]) => [to, env[from]])),
    },
  );
  const [foreign] = mapped.find(([from]) => !from.startsWith("VOICECALL_")) ?? [settings.tokenVariable];
  const why = await reasonNotToSend({ ...settings, tokenVariable: foreign }, options);
  if (why !== undefined) throw new Error(`nothing was sent: ${why}; ${trustRemedy}`);
  return settings;
}
