/**
 * The parts of an exported assistant that are not copied from its record: references to tool resources, the
 * prompt's file, and a guess if the service does not show the model.
 */
import {
  NOT_READABLE,
  catalog,
  definitionFor,
  isObject,
  live,
  ownValue,
  unknownToReceiver,
} from "../../provider/facade.js";
import type { Bag, ServiceRecord, Session } from "../../provider/facade.js";
import { counted, keyList } from "../../provider/base/quoted.js";
import type { Additions, Resources } from "./exported.js";
import { type PromptFile, invisibleIn, promptFile, whyNoFile } from "./prompt-file.js";

const { definition } = catalog.Assistant;

export async function assistantAdditions(
  session: Session,
  record: ServiceRecord,
  { MidCallTool: tools = [] }: Partial<Resources>,
): Promise<Additions> {
  const text = ownValue(record, "system_prompt");
  const prompt = typeof text === "string" ? promptFile(text) : undefined;
  const model = await guessedModel(session, record);
  const keyed = hasToolWithKey(record);
  const builtIn = keyed ? undefined : await knownBuiltInTools(session, record);
  const attached = await toolsInstead(session, record, new Set(tools.map(({ id }) => id)));
  return {
    instead: {
      ...attached,
      ...(keyed && { builtInTools: undefined }),
      ...(builtIn && { builtInTools: builtIn.known }),
      ...(prompt && { systemPrompt: prompt.text }),
      ...(model !== undefined && { llmModel: model }),
    },
    comments: model === undefined ? {} : { llmModel: GUESS },
    prompt,
    withheld: (attached ? 0 : 1) + (keyed ? 1 : 0),
    notes: (inputs) => [
      ...(attached ? [] : [NOT_SHOWN]),
      ...(keyed ? [TOOL_WITH_KEY] : []),
      ...(builtIn ? [toolsNotKnown(builtIn.others)] : []),
      ...leftToService(prompt, inputs),
      ...(prompt ? invisibleNote(prompt) : []),
      ...(prompt || typeof inputs["systemPrompt"] !== "string" ? [] : [inProgram(inputs["systemPrompt"])]),
    ],
  };
}

const NOT_SHOWN = `\`tools\` is left out of the program, because the service does not show which tools are attached. Those tools stay attached. Before you declare \`tools\`, find out in the service's dashboard which tools are attached: the tools that you declare replace all of them.`;

/** A calendar integration contains an API key, which the program must not contain in clear text. */
const hasToolWithKey = ({ tools }: ServiceRecord): boolean =>
  Array.isArray(tools) && tools.some((tool) => isObject(tool) && tool["type"] === "calendar_integration");

const TOOL_WITH_KEY = `\`builtInTools\` is left out of the program, because its calendar integration contains an API key. The built-in tools stay as they are. If you declare \`builtInTools\`, declare all of them: an update removes those that you do not declare.`;

/**
 * Splits the built-in tools by whether this version knows their types. A program cannot declare tools of other types.
 * An update sends those to the service unchanged. Undefined if this version knows all types.
 */
async function knownBuiltInTools(
  session: Session,
  record: ServiceRecord,
): Promise<{ known: readonly unknown[]; others: readonly Bag[] } | undefined> {
  const { builtInTools: field } = (await definitionFor(definition, session, record)).fields;
  const all = field && (await live(field, record, session.names));
  if (!Array.isArray(all)) return undefined;
  const others = all.filter((tool): tool is Bag => field?.serviceItems?.(tool) === true);
  return others.length === 0
    ? undefined
    : { known: all.filter((tool) => !others.includes(tool as Bag)), others };
}

const toolsNotKnown = (tools: readonly Bag[]): string =>
  `\`builtInTools\` in the program lacks the tools of types that this version does not know: ${keyList(tools.map(({ type }) => String(type)))}. They stay as they are, also when you change \`builtInTools\`.`;

function invisibleNote(prompt: PromptFile): string[] {
  const found = invisibleIn(prompt);
  if (!found) return [];
  const lines = `${counted(found.lines, "line")} of its prompt's file ${found.lines === 1 ? "has" : "have"}`;
  return [`${lines} invisible characters (${found.characters}), as in the service.`];
}

const inProgram = (live: string): string =>
  `its prompt is in the program instead of a file, because ${whyNoFile(live)}.`;

function leftToService(prompt: PromptFile | undefined, inputs: Bag): string[] {
  const names = unknownToReceiver(prompt?.variables ?? [], inputs);
  if (names.length === 0) return [];
  const listed = names.map((name) => `{{${name}}}`).join(", ");
  return [
    `its prompt uses placeholders that \`variables\` does not declare and an incoming call does not provide: ${listed}. The front matter of the prompt's file leaves them to the service. If the service does not fill them in, callers hear the placeholders.`,
  ];
}

/**
 * The ids of the attached tools. If the program declares a tool, its id is text, which export/program.ts replaces with
 * a reference to the tool's resource. Otherwise the id is a number. Undefined if the record does not show which tools
 * are attached.
 */
async function toolsInstead(
  session: Session,
  record: ServiceRecord,
  declared: ReadonlySet<number>,
): Promise<Bag | undefined> {
  const { tools } = (await definitionFor(definition, session, record)).fields;
  const ids = await live(tools!, record, session.names);
  if (ids === NOT_READABLE) return undefined;
  return { tools: (ids as number[]).map((id) => (declared.has(id) ? String(id) : id)) };
}

const GUESS =
  "a guess, because the service does not show the model. For the same reason, the provider cannot compare llmModel with the service. Before you change or replace the assistant, enter the model that it really uses.";

/**
 * A program must declare a model, even if the service does not show which one the assistant has
 * (docs/assumptions.md: multimodal). Undefined if the service shows it, or if no model has a unique name.
 */
async function guessedModel(session: Session, record: ServiceRecord): Promise<string | undefined> {
  const { form, fields } = await definitionFor(definition, session, record);
  if ((await live(fields["llmModel"]!, record, session.names)) !== NOT_READABLE) return undefined;
  const mode = ownValue(record, "mode");
  const type = form === "2026" && (mode === "multimodal" || mode === "dualplex") ? mode : undefined;
  const models = (await session.models(type).rows()).map(({ name }) => name);
  return models.find((name) => models.indexOf(name) === models.lastIndexOf(name));
}
