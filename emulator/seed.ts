/** The initial state: JSON that is checked, with errors that name the path. */
import { z } from "zod";
import { defaultSeed } from "./default-seed.js";
import {
  builtInToolSchema,
  callSchema,
  campaignSchema,
  idSchema,
  languageSchema,
  leadSchema,
  modelSchema,
  notificationSchema,
  phoneNumberSchema,
  toolSchema,
  userSchema,
  voiceSchema,
} from "./state.js";
import { assistantSchema } from "./stored-assistant.js";

/** Missing users, voices, models and languages come from the default seed. Other missing lists are empty. */
export const seedSchema = z.strictObject({
  users: z.array(userSchema).min(1).optional(),
  voices: z.array(voiceSchema).optional(),
  models: z.array(modelSchema).optional(),
  languages: z.array(languageSchema).optional(),
  phoneNumbers: z.array(phoneNumberSchema).optional(),
  campaigns: z.array(campaignSchema).optional(),
  builtInTools: z.array(builtInToolSchema).optional(),
  tools: z.array(toolSchema).optional(),
  assistants: z.array(assistantSchema).optional(),
  leads: z.array(leadSchema).optional(),
});

export type Seed = z.input<typeof seedSchema>;

export const stateSchema = z.strictObject({
  users: z.array(userSchema).min(1),
  voices: z.array(voiceSchema),
  models: z.array(modelSchema),
  languages: z.array(languageSchema),
  phoneNumbers: z.array(phoneNumberSchema),
  campaigns: z.array(campaignSchema),
  builtInTools: z.array(builtInToolSchema),
  tools: z.array(toolSchema),
  assistants: z.array(assistantSchema),
  leads: z.array(leadSchema),
  calls: z.array(callSchema),
  notifications: z.array(notificationSchema),
  /** The highest assigned id of each kind. No id is assigned twice. */
  lastIds: z.record(z.string(), idSchema),
});

/** The live state of the service. A test may read and change it between requests. */
export type EmulatorState = z.output<typeof stateSchema>;

export class SeedError extends Error {
  override readonly name = "SeedError";
}

export function stateFromSeed(seed: Seed): EmulatorState {
  const parsed = seedSchema.safeParse(seed);
  if (!parsed.success) throw new SeedError(`The seed is not valid: ${describeIssues(parsed.error)}`);
  const lists = parsed.data;
  const fallback = seedSchema.parse(defaultSeed());
  const state: EmulatorState = {
    users: lists.users ?? fallback.users ?? [],
    // The default seed has a private voice of its second user. Leave it out if the seed has other users.
    voices: lists.voices ?? (fallback.voices ?? []).filter((row) => row.owner === undefined || !lists.users),
    models: lists.models ?? fallback.models ?? [],
    languages: lists.languages ?? fallback.languages ?? [],
    phoneNumbers: lists.phoneNumbers ?? [],
    campaigns: lists.campaigns ?? [],
    builtInTools: lists.builtInTools ?? [],
    tools: lists.tools ?? [],
    assistants: lists.assistants ?? [],
    leads: lists.leads ?? [],
    calls: [],
    notifications: [],
    lastIds: {},
  };
  checkReferences(state);
  return state;
}

/** One line, such as "users.0.token: Invalid input; …". */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "(top)"}: ${issue.message}`).join("; ");
}

function checkReferences(state: EmulatorState): void {
  const problems: string[] = [];
  const owners = new Set(state.users.map((user) => user.id));
  const campaigns = new Map(state.campaigns.map((campaign) => [campaign.id, campaign.owner]));
  const tools = new Map(state.tools.map((tool) => [tool.id, tool.owner]));
  const numbers = new Map(state.phoneNumbers.map((number) => [number.id, number.owner]));
  const kinds = [
    "users",
    "voices",
    "models",
    "languages",
    "phoneNumbers",
    "campaigns",
    "tools",
    "assistants",
    "leads",
  ] as const;
  for (const kind of kinds) {
    const ids = new Set<number>();
    state[kind].forEach((row: { id: number; owner?: unknown }, index) => {
      if (ids.has(row.id)) problems.push(`${kind}.${index}.id: ${row.id} is used twice`);
      ids.add(row.id);
      if (typeof row.owner === "number" && !owners.has(row.owner)) {
        problems.push(`${kind}.${index}.owner: no user has the id ${row.owner}`);
      }
    });
  }
  const tokens = new Set(state.users.map((user) => user.token));
  if (tokens.size < state.users.length) problems.push("users: two users have the same token");
  state.leads.forEach((lead, index) => {
    if (campaigns.get(lead.campaign_id) !== lead.owner) {
      problems.push(`leads.${index}.campaign_id: user ${lead.owner} has no campaign ${lead.campaign_id}`);
    }
  });
  state.assistants.forEach((assistant, index) => {
    const at = `assistants.${index}`;
    const { owner, voice_id, language_id, phone_number_id } = assistant;
    const voice = state.voices.find((row) => row.id === voice_id);
    if (!voice || (voice.owner ?? owner) !== owner) problems.push(`${at}.voice_id: no voice ${voice_id}`);
    if (!state.languages.some((row) => row.id === language_id))
      problems.push(`${at}.language_id: no language ${language_id}`);
    if (phone_number_id !== null && numbers.get(phone_number_id) !== owner) {
      problems.push(`${at}.phone_number_id: user ${owner} has no number ${phone_number_id}`);
    }
    for (const tool of assistant.tool_ids) {
      if (tools.get(tool) !== owner) problems.push(`${at}.tool_ids: user ${owner} has no tool ${tool}`);
    }
  });
  if (problems.length > 0) throw new SeedError(`The seed is not valid: ${problems.join("; ")}`);
}
