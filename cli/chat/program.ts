/** The assistants of the program, as a model would get them. */
import { didYouMean } from "../../provider/base/suggest.js";
import type { ToolDefinition, Written } from "../../sdk/testing/declaration.js";
import { type RenderedAssistant, type Variables, render } from "../../sdk/testing/render.js";
import { DECLARATIONS_FILE } from "../../sdk/testing/noted.js";
import { sessionOf } from "../base/account.js";
import type { StackOptions } from "../base/pulumi.js";
import type { TrustOptions } from "../base/trust.js";
import { fromUrn } from "../drift/compare.js";
import { notedPreview } from "../drift/noted-preview.js";

export interface Found {
  /** The resource's name in the program. */
  readonly resource: string;
  readonly assistant: RenderedAssistant;
  /** The properties that the program marks as secret. */
  readonly secrets: readonly string[];
}

/**
 * @param name a resource of the program. Not needed for a single assistant
 * @throws Error if the preview fails, or if the resource cannot be told
 */
export async function assistantOf(
  options: StackOptions & TrustOptions,
  name: string | undefined,
  variables: Variables,
): Promise<Found> {
  const { notes } = await notedPreview<Written>(DECLARATIONS_FILE, options);
  const names = notes.map(({ urn }) => nameOf(urn));
  const found = notes.filter(({ urn }) => name === undefined || nameOf(urn) === name || urn === name);
  if (found.length !== 1) throw new Error(notOne(name, names));
  const { urn, declaration } = found[0]!;
  const named = [...declaration.named, ...declaration.ids];
  const definitions = named.length > 0 ? await toolsOf(options, named) : [];
  return {
    resource: nameOf(urn),
    assistant: render(declaration, variables, definitions),
    secrets: declaration.secrets,
  };
}

const nameOf = (urn: string): string => fromUrn(urn).name;

function notOne(name: string | undefined, names: readonly string[]): string {
  if (names.length === 0) return "The program declares no assistant. Add one, or check --cwd and --stack.";
  const all = [...new Set(names)].join(", ");
  if (name === undefined) return `The program declares several assistants. Name one of them: ${all}.`;
  if (names.includes(name)) return `The program has several resources ${name}. Pass the URN of one of them.`;
  return `The program has no assistant ${name}.${didYouMean(name, names) || ` It has: ${all}.`}`;
}

/** The definitions of tools that only the account has. */
async function toolsOf(
  options: StackOptions & TrustOptions,
  named: readonly string[],
): Promise<ToolDefinition[]> {
  const session = await sessionOf(options);
  session.requireToken(`look up the tools ${named.join(", ")}`);
  const rows = (await session.records.MidCallTool.read("current")).shown;
  return named.map((tool) => {
    const row = rows.find(({ id, name }) => name === tool || String(id) === tool);
    if (!row) throw new Error(`The account has no tool ${tool}. Define it in the program.`);
    const { name, description, schema } = row;
    return { name, description, schema } as unknown as ToolDefinition;
  });
}
