/** Finds objects in the stack's accounts that no resource of the stack manages. */
import { z } from "zod";
import {
  type Session,
  type Settings,
  catalog,
  leadIdsIn,
  isVoicecallError,
  openSession,
  parseSettings,
  withoutToken,
} from "../../provider/facade.js";
import { isKind, kinds } from "../../provider/base/kind.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { settingsOf } from "../base/account.js";
import { reasonOf } from "../base/exit.js";
import { during, warn } from "../base/output.js";
import type { StackOptions } from "../base/pulumi.js";
import { type StateResource, stateOf } from "../base/stack-state.js";
import { type TrustOptions, reasonNotToSend, trustRemedy } from "../base/trust.js";
import type { Untracked } from "./report.js";

const reportedKind = (kind: string): string => (isKind(kind) && catalog[kind].untracked.reportedAs) || kind;

const PROVIDER = "pulumi:providers:pulumi-nodejs";

export async function findUntracked(options: StackOptions & TrustOptions): Promise<Untracked> {
  // Reads the secrets in state, because they include the tokens of explicit providers. No secret is stored or shown.
  const resources = await stateOf(options, { withSecrets: true });
  const found: Untracked = { untracked: [], notes: [], errors: [] };
  const accounts = await accountsOf(resources, options, found);
  await during("Listing the account …", () => listAccounts(accounts, found));
  return found;
}

async function listAccounts(accounts: readonly Named[], found: Untracked): Promise<void> {
  // Two tokens may belong to one account. Base URL, kind and id identify each object, so that it is reported
  // only once.
  const known = new Set(
    accounts.flatMap(({ settings, managed }) => managed.map((one) => `${settings.baseUrl} ${one}`)),
  );
  const listed = new Set<string>();
  for (const { settings, name } of accounts) {
    const { baseUrl, accessToken, tokenFingerprint, tokenSource } = settings;
    if (accessToken === undefined) {
      found.errors.push({
        text: `${name}: its objects were not listed, because there is no access token: ${tokenSource}.`,
      });
    } else if (!listed.has(`${baseUrl} ${tokenFingerprint}`)) {
      listed.add(`${baseUrl} ${tokenFingerprint}`);
      await listAccount(openSession(settings, { print: warn }), known, found);
    }
  }
}

interface Named {
  readonly name: string;
  readonly settings: Settings;
  /** Kind and id of each object that the stack manages in the account. */
  readonly managed: readonly string[];
}

/**
 * The accounts of all explicit providers in state. Includes the default account if a resource uses it, or if
 * there is no explicit provider.
 */
async function accountsOf(
  resources: readonly StateResource[],
  options: StackOptions & TrustOptions,
  { errors }: Untracked,
): Promise<Named[]> {
  const ourResources = resources.filter(({ type }) => type.startsWith(TYPE_PREFIX));
  const named: Named[] = [];
  const add = async (
    name: string,
    settings: () => Settings | Promise<Settings>,
    isMine: (provider: string) => boolean,
  ): Promise<void> => {
    const managed = ourResources.filter(({ provider, external }) => isMine(provider) && !external);
    try {
      named.push({
        name,
        settings: await settings(),
        managed: managed.flatMap(objectsOf),
      });
    } catch (error) {
      errors.push({ text: `${name}: its objects were not listed: ${reasonOf(error)}` });
    }
  };
  const providers = resources.filter(({ type }) => type === PROVIDER);
  const explicit = providers.filter(({ inputs }) => inputs["voicecall:explicit"] === "true");
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
  if (explicit.length === 0 || ourResources.some(({ provider }) => isDefault(provider))) {
    await add("The default account", () => settingsOf(options), isDefault);
  }
  return named;
}

/** A LeadSet is not an object in the service, but its leads are. */
function objectsOf({ type, id, outputs }: StateResource): string[] {
  const kind = type.slice(TYPE_PREFIX.length);
  return [
    `${reportedKind(kind)}:${id}`,
    ...(kind === "LeadSet" ? leadIdsIn(outputs).map((lead) => `Lead:${lead}`) : []),
  ];
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

/** @param known objects that are managed or already reported; this function adds the objects that it reports */
async function listAccount(session: Session, known: Set<string>, found: Untracked): Promise<void> {
  const { baseUrl: account, accessToken } = session.settings;
  for (const kind of kinds) {
    const { records, title, untracked, optional } = catalog[kind];
    if (untracked.reportedAs) continue;
    try {
      for (const row of await records(session)) {
        if (untracked.isReported?.(row) === false) continue;
        const key = `${account} ${kind}:${row.id}`;
        if (known.has(key)) continue;
        known.add(key);
        found.untracked.push({
          account,
          kind,
          title: withoutToken(title(row), accessToken),
          id: String(row.id),
        });
      }
    } catch (error) {
      // The service may lack an assumed route, so a missing route is not an error.
      const where = optional && isVoicecallError(error, "route-missing", "unsupported") ? "notes" : "errors";
      found[where].push({
        text: `Untracked objects of ${account} may be missing from this report: ${reasonOf(error)}`,
      });
    }
  }
}
