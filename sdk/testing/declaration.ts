/** What a program declares about an assistant, with all outputs resolved. */
import * as pulumi from "@pulumi/pulumi";
import type { AssistantArgs } from "../generated/assistant.js";
import { notedArgs } from "./noted.js";

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
  readonly tools: readonly ToolDefinition[];
  /** Tools of the account: names or ids of which the program has no definition. */
  readonly named: readonly string[];
  readonly secrets: readonly string[];
  /** Properties that are known only after an apply. */
  readonly unknown: readonly string[];
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
  const found = new Found();
  const { tools, builtInTools, ...others } = args as AssistantArgs;
  for (const property of SHOWN) await found.add(property, others[property]);
  await found.add("builtInTools", Array.isArray(builtInTools) ? builtInTools.map(shownOf) : builtInTools);
  await found.addTools(tools);
  return found;
}

/** Leaves out what no model sees, such as the key of a calendar. An assistant's id may be known only after an apply. */
function shownOf(tool: unknown): unknown {
  if (pulumi.Output.isInstance(tool)) return tool;
  const { type, description, phoneNumber, supervisorPhone, assistant } = tool as Record<string, unknown>;
  const name = notedArgs(assistant)?.args["name"];
  return { type, description, phoneNumber, supervisorPhone, assistant: name ?? assistant };
}

class Found implements Declaration {
  readonly args: Resolved = {};
  readonly tools: ToolDefinition[] = [];
  readonly named: string[] = [];
  readonly secrets: string[] = [];
  readonly unknown: string[] = [];

  async add(property: string, value: unknown): Promise<void> {
    const { isKnown, isSecret, known } = await settled(value);
    if (!isKnown) this.unknown.push(property);
    else if (known !== undefined && known !== null) Object.assign(this.args, { [property]: known });
    if (isSecret) this.secrets.push(property);
  }

  async addTools(value: unknown): Promise<void> {
    const note = notedArgs(value);
    if (note) return this.#addTool(note.args);
    if (Array.isArray(value)) {
      for (const item of value) await this.addTools(item);
      return;
    }
    // A tool that the program only reads.
    if (pulumi.CustomResource.isInstance(value)) return this.addTools(value.id);
    const { isKnown, known } = await settled(value);
    if (!isKnown) this.unknown.push("tools");
    else if (Array.isArray(known) || notedArgs(known)) await this.addTools(known);
    else if (known !== undefined && known !== null) this.named.push(`${known as string | number}`);
  }

  async #addTool({ name, description, schema }: Readonly<Record<string, unknown>>): Promise<void> {
    const { isKnown, isSecret, known } = await settled({ name, description, schema });
    if (isSecret) this.secrets.push("tools");
    if (isKnown) this.tools.push(known as ToolDefinition);
    else this.unknown.push("tools");
  }
}

/** The parts of outputs that Pulumi's types leave out. */
interface Inside {
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  promise(): Promise<unknown>;
}

async function settled(value: unknown): Promise<{ isKnown: boolean; isSecret: boolean; known: unknown }> {
  const output = pulumi.output(value) as unknown as Inside;
  const [known, isKnown, isSecret] = await Promise.all([output.promise(), output.isKnown, output.isSecret]);
  return { isKnown, isSecret, known };
}
