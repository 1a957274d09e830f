/** Each object of the account as a resource: its name in the program, what is declared of it, what state will hold. */
import { assistant } from "../../provider/assistant/resource.js";
import { unknownToReceiver } from "../../provider/assistant/prompt-variables.js";
import type { ServiceRecord } from "../../provider/core/definition.js";
import { label } from "../../provider/core/describe.js";
import type { Session } from "../../provider/core/session.js";
import type { Standard } from "../../provider/core/standard.js";
import { type Bag, NOT_READABLE, own } from "../../provider/core/values.js";
import { live } from "../../provider/core/wanted.js";
import { lead } from "../../provider/lead/resource.js";
import { listModels } from "../../provider/lookup/api.js";
import { midCallTool } from "../../provider/mid-call-tool/resource.js";
import { quoted } from "../../provider/quoted.js";
import type { Kind } from "../../sdk/provider-text.js";
import type { Account } from "./account.js";
import { campaignStates } from "./campaigns.js";
import { Undeclarable, declare } from "./declare.js";
import type { Exported } from "./exported.js";
import { type Manifest, knownNames } from "./manifest.js";
import { type Known, type Name, names } from "./names.js";
import { type PromptFile, promptFile } from "./prompt-file.js";

export interface Objects {
  readonly tools: readonly Exported[];
  readonly assistants: readonly Exported[];
  readonly leads: readonly Exported[];
  readonly campaigns: readonly Exported[];
  /** Objects that the program cannot declare. */
  readonly leftOut: readonly string[];
  /** What the program does not say of the objects it declares. */
  readonly notes: readonly string[];
}

/**
 * @param all the whole account: names do not depend on what is chosen
 * @param part what is exported of it
 * @param before the last export into the same folder
 */
export async function objects(
  session: Session,
  all: Account,
  part: Account,
  full: boolean,
  before: Manifest | undefined,
): Promise<Objects> {
  const leftOut: string[] = [];
  const notes: string[] = [];
  const one = async (
    standard: Standard,
    record: ServiceRecord,
    name: Name,
    instead: Bag,
    comments: Record<string, string>,
  ): Promise<Exported[]> => {
    const who =
      standard.kind === "Lead" ? `Lead (id ${record.id})` : label(standard.kind, record, String(record.id));
    if (record.id < 1) {
      leftOut.push(`${who}: no resource has an id below 1`);
      return [];
    }
    const declared = await declare(standard, session, record, { full, instead });
    if (declared instanceof Undeclarable) {
      leftOut.push(`${who}: ${declared.reason}`);
      return [];
    }
    notes.push(...declared.notes.map((note) => `${who}: ${note}`));
    for (const [property, comment] of Object.entries(comments)) notes.push(`${who}: ${property}: ${comment}`);
    const { inputs, outputs } = declared;
    return [{ kind: standard.kind as Kind, id: record.id, name, inputs, outputs, comments }];
  };

  const knownTools = knownNames(before, "MidCallTool");
  const toolNames = names(all.tools.map(titled), "tool", knownTools);
  notes.push(...renamed(midCallTool, part.tools, knownTools));
  const tools: Exported[] = [];
  for (const record of part.tools) {
    tools.push(...(await one(midCallTool, record, toolNames.get(record.id)!, {}, {})));
  }

  const knownAssistants = knownNames(before, "Assistant");
  const assistantNames = names(all.assistants.map(titled), "assistant", knownAssistants);
  notes.push(...renamed(assistant, part.assistants, knownAssistants));
  const assistants: Exported[] = [];
  for (const record of part.assistants) {
    const name = assistantNames.get(record.id)!;
    const prompt = promptOf(record);
    const model = await modelInstead(session, record);
    const instead = {
      ...(await toolsInstead(session, record, tools)),
      ...(prompt && { systemPrompt: prompt.text }),
      ...model.instead,
    };
    const found = await one(assistant, record, name, instead, model.comments);
    assistants.push(...found.map((it) => ({ ...it, ...(prompt && { prompt }) })));
    for (const { inputs } of found) notes.push(...leftToService(record, prompt, inputs));
  }

  const leads: Exported[] = [];
  for (const record of part.leads) {
    const name = `lead_${record.id}`;
    leads.push(...(await one(lead, record, { variable: name, resource: name }, {}, {})));
  }
  const knownCampaigns = knownNames(before, "CampaignState");
  const campaigns = await campaignStates(session, all.campaigns, leftOut, knownCampaigns);
  return { tools, assistants, leads, campaigns, leftOut, notes };
}

function promptOf(record: ServiceRecord): PromptFile | undefined {
  const text = own(record, "system_prompt");
  return typeof text === "string" ? promptFile(text) : undefined;
}

function leftToService(record: ServiceRecord, prompt: PromptFile | undefined, inputs: Bag): string[] {
  const names = unknownToReceiver(prompt?.variables ?? [], inputs);
  if (names.length === 0) return [];
  const listed = names.map((name) => `{{${name}}}`).join(", ");
  return [
    `${label("Assistant", record, String(record.id))}: its prompt uses ${listed}, which variables does not declare and a received call does not bring: left to the service, in the front matter of its file. If it does not fill them in, callers hear it.`,
  ];
}

const titled = ({ id, name }: ServiceRecord) => ({ id, title: String(name) });

function renamed(
  { kind }: Standard,
  records: readonly ServiceRecord[],
  known: ReadonlyMap<number, Known>,
): string[] {
  return records.flatMap((record) => {
    const before = known.get(record.id);
    if (before?.title === undefined || before.title === record["name"]) return [];
    return [
      `${label(kind, record, String(record.id))} was called ${quoted(before.title)} at the last export: it stays the resource ${before.resource}.`,
    ];
  });
}

/** A tool of the program by the id that `tool.id` gives, any other that is attached by its id as a number. */
async function toolsInstead(
  session: Session,
  record: ServiceRecord,
  tools: readonly Exported[],
): Promise<Bag> {
  const ids = await live(assistant.fields["tools"]!, record, undefined, [], session);
  if (ids === NOT_READABLE) return {};
  const declared = new Set(tools.map(({ id }) => id));
  return { tools: (ids as number[]).map((id) => (declared.has(id) ? String(id) : id)) };
}

/** The program must name a model, also where the service shows none that has a name (api-gaps: multimodal). */
async function modelInstead(
  session: Session,
  record: ServiceRecord,
): Promise<{ instead: Bag; comments: Record<string, string> }> {
  const shown = await live(assistant.fields["llmModel"]!, record, undefined, [], session);
  if (shown !== NOT_READABLE) return { instead: {}, comments: {} };
  const models = (await listModels(session.client)).map(({ name }) => name);
  const llmModel = models.find((name) => models.indexOf(name) === models.lastIndexOf(name));
  if (llmModel === undefined) return { instead: {}, comments: {} };
  const comment =
    "not shown by the service, so this is a guess. It is not compared; put the model in use here before you change or replace the assistant.";
  return { instead: { llmModel }, comments: { llmModel: comment } };
}
