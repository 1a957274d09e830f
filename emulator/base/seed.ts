/** Checks a seed and makes the initial state. An error names the path of each invalid value. */
import type { z } from "zod";
import { defaultSeed } from "./default-seed.js";
import { own } from "./records.js";
import { type EmulatorState, type Seed, seedSchema, stateSchema } from "./lists.js";

export class SeedError extends Error {
  override readonly name = "SeedError";
}

/**
 * The default seed fills in missing users, voices, models, languages, synthesizers and transcribers. Other
 * missing lists are empty.
 */
export function stateFromSeed(seed: Seed): EmulatorState {
  const parsed = seedSchema.safeParse(seed);
  if (!parsed.success) throw new SeedError(`The seed is not valid: ${describeIssues(parsed.error)}`);
  const { users, voices, models, languages, synthesizerProviders, transcriberProviders } = defaultSeed();
  const state = stateSchema.parse({
    users,
    // One default voice belongs to the second default user, so a seed with its own users does not get it.
    voices: voices.filter((row) => row.owner === undefined || !parsed.data.users),
    models,
    languages,
    synthesizerProviders,
    transcriberProviders,
    ...Object.fromEntries(Object.entries(seed).filter(([, rows]) => rows !== undefined)),
  });
  checkReferences(state);
  return state;
}

/** One line, such as "users.0.token: Invalid input; …". */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".") || "(top level)"}: ${issue.message}`).join("; ");
}

function checkReferences(state: EmulatorState): void {
  const problems: string[] = [];
  const owners = new Set(state.users.map((user) => user.id));
  // Replies have no id, and `lastIds` is no list.
  const { replies: _, lastIds: __, ...lists } = state;
  for (const [kind, rows] of Object.entries<object[]>(lists)) {
    const ids = new Set<number>();
    (rows as { id: number; owner?: unknown }[]).forEach((row, index) => {
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
    if (!own(state.campaigns, lead.campaign_id, { id: lead.owner })) {
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
    if (phone_number_id !== null && !own(state.phoneNumbers, phone_number_id, { id: owner })) {
      problems.push(`${at}.phone_number_id: user ${owner} has no number ${phone_number_id}`);
    }
    for (const tool of assistant.tool_ids) {
      if (!own(state.tools, tool, { id: owner }))
        problems.push(`${at}.tool_ids: user ${owner} has no tool ${tool}`);
    }
  });
  if (problems.length > 0) throw new SeedError(`The seed is not valid: ${problems.join("; ")}`);
}
