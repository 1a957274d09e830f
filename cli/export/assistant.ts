/**
 * The parts of an exported assistant that are not copied from its record: references to tool resources, the
 * prompt's file, and a guess if the service does not show the model.
 */
import {
  NOT_READABLE,
  catalog,
  definitionFor,
  isObject,
  ownValue,
  shownIn,
  unknownToReceiver,
} from "../../provider/facade.js";
import type { ApiForm, Bag, ServiceRecord, Session } from "../../provider/facade.js";
import { counted, keyList } from "../../provider/base/quoted.js";
import type { Additions, Exported, Resources } from "./exported.js";
import { type PromptFile, invisibleIn, promptFile, whyNoFile } from "./prompt-file.js";

export async function assistantAdditions(
  session: Session,
  record: ServiceRecord,
  { MidCallTool: tools = [] }: Partial<Resources>,
): Promise<Additions> {
  const { form, fields } = await definitionFor(catalog.Assistant.definition, session, record);
  const shown = await shownIn({ definition: { fields }, session }, record);
  const instead: Record<string, unknown> = {};
  const notes: string[] = [];
  const attached = shown.get("tools");
  if (attached === NOT_READABLE) notes.push(NOT_SHOWN);
  else instead["tools"] = referring(attached as number[], tools);
  const isKeyed = hasToolWithKey(record);
  if (isKeyed) {
    instead["builtInTools"] = undefined;
    notes.push(TOOL_WITH_KEY);
  }
  const withheld = notes.length;
  const builtIn = fields.builtInTools && !isKeyed ? shown.get("builtInTools") : undefined;
  if (Array.isArray(builtIn)) {
    // A program cannot declare tools of types that this version does not know. An update sends them unchanged.
    const others = builtIn.filter((tool): tool is Bag => fields.builtInTools?.serviceItems?.(tool) === true);
    if (others.length > 0) {
      instead["builtInTools"] = builtIn.filter((tool) => !others.includes(tool as Bag));
      notes.push(toolsNotKnown(others));
    }
  }
  const text = ownValue(record, "system_prompt");
  const prompt = typeof text === "string" ? promptFile(text) : undefined;
  if (prompt) instead["systemPrompt"] = prompt.text;
  const isHidden = shown.get("llmModel") === NOT_READABLE;
  const model = isHidden ? await guessedModel(session, record, form) : undefined;
  if (model !== undefined) instead["llmModel"] = model;
  return {
    instead,
    comments: model === undefined ? {} : { llmModel: GUESS },
    prompt,
    withheld,
    notes: (inputs) => [...notes, ...promptNotes(prompt, inputs)],
  };
}

const NOT_SHOWN = `\`tools\` is left out of the program, because the service does not show which tools are attached. Those tools stay attached. Before you declare \`tools\`, find out in the service's dashboard which tools are attached: the tools that you declare replace all of them.`;

/** A calendar integration contains an API key, which the program must not contain in clear text. */
const hasToolWithKey = ({ tools }: ServiceRecord): boolean =>
  Array.isArray(tools) && tools.some((tool) => isObject(tool) && tool["type"] === "calendar_integration");

const TOOL_WITH_KEY = `\`builtInTools\` is left out of the program, because its calendar integration contains an API key. The built-in tools stay as they are. If you declare \`builtInTools\`, declare all of them: an update removes those that you do not declare.`;

const toolsNotKnown = (tools: readonly Bag[]): string =>
  `\`builtInTools\` in the program lacks the tools of types that this version does not know: ${keyList(tools.map(({ type }) => String(type)))}. They stay as they are, also when you change \`builtInTools\`.`;

function promptNotes(prompt: PromptFile | undefined, inputs: Bag): string[] {
  const { systemPrompt } = inputs;
  if (!prompt) {
    if (typeof systemPrompt !== "string") return [];
    return [`its prompt is in the program instead of a file, because ${whyNoFile(systemPrompt)}.`];
  }
  const notes: string[] = [];
  const names = unknownToReceiver(prompt.variables, inputs);
  if (names.length > 0) {
    const listed = names.map((name) => `{{${name}}}`).join(", ");
    notes.push(
      `its prompt uses placeholders that \`variables\` does not declare and an incoming call does not provide: ${listed}. The front matter of the prompt's file leaves them to the service. If the service does not fill them in, callers hear the placeholders.`,
    );
  }
  const found = invisibleIn(prompt);
  if (found) {
    const lines = `${counted(found.lines, "line")} of its prompt's file ${found.lines === 1 ? "has" : "have"}`;
    notes.push(`${lines} invisible characters (${found.characters}), as in the service.`);
  }
  return notes;
}

/**
 * The ids of the attached tools. If the program declares a tool, its id is text, which export/program.ts replaces with
 * a reference to the tool's resource. Otherwise the id is a number.
 */
function referring(ids: readonly number[], tools: readonly Exported[]): (string | number)[] {
  const declared = new Set(tools.map(({ id }) => id));
  return ids.map((id) => (declared.has(id) ? String(id) : id));
}

const GUESS =
  "a guess, because the service does not show the model. For the same reason, the provider cannot compare llmModel with the service. Before you change or replace the assistant, enter the model that it really uses.";

/**
 * A program must declare a model, even if the service does not show which one the assistant has
 * (docs/assumptions.md: multimodal). Undefined if no model has a unique name.
 */
async function guessedModel(
  session: Session,
  record: ServiceRecord,
  form: ApiForm | undefined,
): Promise<string | undefined> {
  const mode = ownValue(record, "mode");
  const type = form === "2026" && (mode === "multimodal" || mode === "dualplex") ? mode : undefined;
  const models = (await session.choices.models(type)).map(({ name }) => name);
  return models.find((name) => models.indexOf(name) === models.lastIndexOf(name));
}
