/** Objects of the stack's accounts that no resource of the stack manages. */
import { z } from "zod";
import { RUNNING } from "../../provider/campaign-state/api.js";
import { label } from "../../provider/core/describe.js";
import type { ServiceRecord } from "../../provider/core/definition.js";
import type { Session } from "../../provider/core/session.js";
import { openSession } from "../../provider/runtime.js";
import { isVoicecallError } from "../../provider/http/errors.js";
import { parseSettings, type Settings } from "../../provider/settings.js";
import { settingsOf } from "../account.js";
import { warn } from "../output.js";
import { pulumiOrFail, type StackOptions } from "../pulumi.js";
import type { Untracked } from "./report.js";

const state = z.object({
  deployment: z.object({
    resources: z
      .array(
        z.object({
          urn: z.string(),
          type: z.string(),
          id: z.string().default(""),
          external: z.boolean().default(false),
          provider: z.string().default(""),
          inputs: z.record(z.string(), z.unknown()).default({}),
        }),
      )
      .default([]),
  }),
});

type StateResource = z.output<typeof state>["deployment"]["resources"][number];

const PROVIDER = "pulumi:providers:pulumi-nodejs";
const OURS = "pulumi-nodejs:dynamic/voicecall:";

interface Account {
  readonly session: Session;
  /** Kind and id of what the stack manages there. */
  readonly managed: Set<string>;
}

export async function findUntracked(options: StackOptions): Promise<Untracked> {
  // In clear, since a token may stand there; nothing of it is kept or shown.
  const text = await pulumiOrFail("read the state", ["stack", "export", "--show-secrets"], options);
  const resources = state.parse(JSON.parse(text)).deployment.resources;
  const found: Untracked = { untracked: [], notes: [], errors: [] };
  const accounts: Account[] = [];
  for (const { settings, managed, name } of await accountsOf(resources, options, found)) {
    if (settings.accessToken === undefined) {
      found.errors.push({
        text: `${name}: its objects were not listed: there is no access token; ${settings.tokenSource}.`,
      });
      continue;
    }
    const session = openSession(settings, { print: warn });
    const twin = await sameAccount(accounts, session).catch(() => undefined);
    for (const one of managed) (twin?.managed ?? managed).add(one);
    if (!twin) accounts.push({ session, managed });
  }
  for (const account of accounts) await listAccount(account, found);
  return found;
}

interface Named {
  readonly name: string;
  readonly settings: Settings;
  readonly managed: Set<string>;
}

/** The account of every provider that manages something here or was made for it; without any, the default one. */
async function accountsOf(
  resources: readonly StateResource[],
  options: StackOptions,
  { errors }: Untracked,
): Promise<Named[]> {
  const ours = resources.filter(({ type }) => type.startsWith(OURS));
  const named: Named[] = [];
  const add = async (
    name: string,
    settings: () => Settings | Promise<Settings>,
    isMine: (provider: string) => boolean,
  ): Promise<void> => {
    const managed = ours.filter(({ provider, external }) => isMine(provider) && !external);
    try {
      named.push({
        name,
        settings: await settings(),
        managed: new Set(managed.map(({ type, id }) => `${type.slice(OURS.length)}:${id}`)),
      });
    } catch (error) {
      errors.push({ text: `${name}: its objects were not listed: ${messageOf(error)}` });
    }
  };
  const providers = resources.filter(({ type }) => type === PROVIDER);
  const explicit = providers.filter(({ inputs }) => inputs["voicecall:explicit"] === "true");
  for (const { urn, id, inputs } of explicit) {
    const config = (key: string): string | undefined => inClear(inputs[`voicecall:${key}`]);
    await add(
      `Account ${urn.split("::").at(-1)}`,
      () => parseSettings(config, process.env),
      (provider) => provider === `${urn}::${id}`,
    );
  }
  const explicitRefs = new Set(explicit.map(({ urn, id }) => `${urn}::${id}`));
  const isDefault = (provider: string): boolean => !explicitRefs.has(provider);
  if (explicit.length === 0 || ours.some(({ provider }) => isDefault(provider))) {
    await add("The default account", () => settingsOf(options), isDefault);
  }
  return named;
}

/** Secrets of an export are objects that hold their value as JSON text. */
function inClear(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const secret = z.object({ plaintext: z.string() }).safeParse(value).data;
  return secret && z.string().parse(JSON.parse(secret.plaintext));
}

/** Two tokens of one owner list the same objects. */
async function sameAccount(accounts: readonly Account[], session: Session): Promise<Account | undefined> {
  for (const account of accounts) {
    const other = account.session.settings;
    if (other.baseUrl !== session.settings.baseUrl) continue;
    if (other.tokenFingerprint === session.settings.tokenFingerprint) return account;
    const owner = await account.session.learnUserId();
    if (owner !== undefined && owner === (await session.learnUserId())) return account;
  }
  return undefined;
}

async function listAccount({ session, managed }: Account, found: Untracked): Promise<void> {
  const account = session.settings.baseUrl;
  const listings: [kind: string, rows: () => Promise<readonly ServiceRecord[]>][] = [
    ["MidCallTool", () => session.tools.rows()],
    ["Assistant", () => session.assistants.rows()],
    ["Lead", () => session.leads.rows()],
    ["CampaignState", () => running(session)],
  ];
  for (const [kind, rows] of listings) {
    try {
      for (const row of await rows()) {
        if (managed.has(`${kind}:${row.id}`)) continue;
        found.untracked.push({ account, kind, title: title(kind, row), id: String(row.id) });
      }
    } catch (error) {
      // Whether there is such a route is not specified, so its absence is nobody's failure.
      const where = kind === "CampaignState" && isVoicecallError(error, "route-missing") ? "notes" : "errors";
      found[where].push({ text: `Untracked objects of ${account}: ${messageOf(error)}` });
    }
  }
}

/** Every campaign was made by hand; only one that calls people while nobody declares it is worth a word. */
async function running(session: Session): Promise<readonly ServiceRecord[]> {
  return (await session.campaigns.rows()).filter(({ status }) => status === RUNNING);
}

function title(kind: string, row: ServiceRecord): string {
  if (kind === "CampaignState") return `Running campaign ${JSON.stringify(row["name"])}`;
  const campaign = (row["campaign"] as { name?: unknown } | null | undefined)?.name ?? row["campaign_id"];
  return label(kind, kind === "Lead" ? { campaign } : row);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
