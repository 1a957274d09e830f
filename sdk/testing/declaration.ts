/** What a program declares about an assistant, with all outputs resolved. */
import { appendFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import type { AssistantArgs } from "../generated/assistant.js";
import { DECLARATIONS_FILE, notedArgs } from "./noted.js";

/** What a model sees of a tool. The arguments of a `MidCallTool` are accepted, too. */
export interface ToolDefinition {
  name: string;
  description: string;
  schema?: readonly ToolParameter[] | undefined;
}

export interface ToolParameter {
  name: string;
  type: string;
  description: string;
  /** Default: true. */
  required?: boolean | undefined;
}

/** Plain data, so that a preview can write it to a file. */
export interface Declaration {
  readonly args: Resolved;
  readonly tools: ToolDefinition[];
  /** Names and ids of tools of the account, of which the program has no definition. */
  readonly named: string[];
  readonly ids: string[];
  readonly secrets: string[];
  /** Properties that are known only after an apply. */
  readonly unknown: string[];
}

/** What a conversation depends on. Nothing else is resolved or written down, since it may be secret. */
const SHOWN = [
  "name",
  "systemPrompt",
  "initialMessage",
  "variables",
  "llmModel",
  "llmTemperature",
  "whoSpeaksFirst",
  "reEngagementInterval",
  "reEngagementPrompt",
  "maxSilenceDuration",
  "endCallTool",
] as const satisfies readonly (keyof AssistantArgs)[];

type Resolved = Partial<pulumi.Unwrap<Pick<AssistantArgs, (typeof SHOWN)[number] | "builtInTools">>>;

/** @throws Error if a value of the program fails, or if the resource has no arguments */
export async function declarationOf(assistant: pulumi.CustomResource | AssistantArgs): Promise<Declaration> {
  const { args, kind } = notedArgs(assistant) ?? { args: assistant, kind: "Assistant" };
  if (kind !== "Assistant" || pulumi.Resource.isInstance(args))
    throw new Error("conversation() needs an Assistant that the program declares, or its arguments.");
  const { tools, builtInTools, ...others } = args as AssistantArgs;
  const found: Declaration = { args: {}, tools: [], named: [], ids: [], secrets: [], unknown: [] };
  const outputs = assistant as unknown as Readonly<Record<string, unknown>>;
  for (const property of SHOWN) {
    await addProperty(found, property, others[property]);
    // A transformation may have changed it. Mocks may return nothing.
    if (args !== assistant && (await isKnown(outputs[property])))
      await addProperty(found, property, outputs[property]);
  }
  const shown = Array.isArray(builtInTools) ? builtInTools.map(shownOf) : builtInTools;
  await addProperty(found, "builtInTools", shown);
  await addTools(found, tools);
  return found;
}

export interface Written {
  readonly urn: string;
  readonly declaration: Declaration;
}

/** For `voicecall chat` and `voicecall render`. */
export function writeDeclaration(resource: pulumi.CustomResource): void {
  const file = process.env[DECLARATIONS_FILE];
  if (file === undefined) return;
  resource.urn.apply(async (urn) => {
    // A value that fails is an error of the preview.
    const declaration = await declarationOf(resource).catch(() => undefined);
    if (declaration) appendFileSync(file, `${JSON.stringify({ urn, declaration } satisfies Written)}\n`);
  });
}

/** Leaves out what no model sees, such as the key of a calendar. An assistant's id may be known only after an apply. */
function shownOf(tool: unknown): unknown {
  if (pulumi.Output.isInstance(tool)) return tool;
  const { type, description, phoneNumber, supervisorPhone, assistant } = tool as Record<string, unknown>;
  const name = notedArgs(assistant)?.args["name"];
  return { type, description, phoneNumber, supervisorPhone, assistant: name ?? assistant };
}

async function addProperty(found: Declaration, property: string, value: unknown): Promise<void> {
  const known = await knownOf(found, property, value);
  if (known !== undefined && known !== null) Object.assign(found.args, { [property]: known });
}

async function addTools(found: Declaration, value: unknown, isId = false): Promise<void> {
  const note = notedArgs(value);
  if (note) {
    const { name, description, schema } = note.args;
    const tool = await knownOf(found, "tools", { name, description, schema });
    if (tool) found.tools.push(tool as ToolDefinition);
  } else if (Array.isArray(value)) for (const item of value) await addTools(found, item);
  // A tool that the program only reads. Mocks give it any id.
  else if (pulumi.CustomResource.isInstance(value)) await addTools(found, value.id, true);
  else {
    const known = await knownOf(found, "tools", value);
    if (Array.isArray(known) || notedArgs(known)) await addTools(found, known);
    else if (known !== undefined && known !== null) {
      const text = `${known as string | number}`;
      found[isId || /^\d+$/.test(text) ? "ids" : "named"].push(text);
    }
  }
}

/** The parts of outputs that Pulumi's types leave out. */
interface Inside {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<unknown>;
}

const isKnown = async (value: unknown): Promise<boolean> =>
  (pulumi.output(value) as unknown as Inside).isKnown;

/** Undefined until an apply, if the value depends on it. */
async function knownOf(found: Declaration, property: string, value: unknown): Promise<unknown> {
  const output = pulumi.output(value) as unknown as Inside;
  const [known, isKnown, isSecret] = await Promise.all([output.promise(), output.isKnown, output.isSecret]);
  if (isSecret && !found.secrets.includes(property)) found.secrets.push(property);
  if (isKnown) return known;
  found.unknown.push(property);
  return undefined;
}
