/** An assistant as a model gets it. */
import { placeholders, withValues } from "../../provider/base/placeholders.js";
import { builtInTools } from "./built-in.js";
import type { Declaration, ToolDefinition } from "./declaration.js";
import type { Parameters, RenderedTool } from "./model.js";

/** What `voicecall render` prints, and what a conversation sends to a model. */
export interface RenderedAssistant {
  readonly name: string;
  /** The system prompt, with values in place of variables. */
  readonly prompt: string;
  /** Said first, unless the caller speaks first. */
  readonly firstMessage: string;
  readonly callerSpeaksFirst: boolean;
  /** The name of the model in the service. */
  readonly llmModel: string;
  /** 0 to 1. */
  readonly temperature: number;
  readonly tools: readonly RenderedTool[];
  /** Seconds of silence after which the assistant speaks again, and after which the call ends. */
  readonly silence: { readonly speaksAgain: number; readonly endsCall: number };
  /** What the assistant is told to say after a silence. */
  readonly reEngagementPrompt: string;
}

/** Values of variables, by name. They take precedence over `variables` of the assistant. */
export type Variables = Readonly<Record<string, string | number | boolean>>;

/**
 * @param definitions tools of the account that the program only names
 * @throws Error for a variable without a value, and for what is not known
 */
export function render(
  declaration: Declaration,
  variables: Variables = {},
  definitions: readonly ToolDefinition[] = [],
): RenderedAssistant {
  const { args } = declaration;
  // No conversation depends on these two.
  const unknown = declaration.unknown.find((property) => property !== "name" && property !== "llmModel");
  if (unknown !== undefined)
    throw new Error(
      `${unknown} is known only after an apply. Apply what it depends on first. In a test, let the mocks return its value.`,
    );
  const defined = definitions.map(({ name }) => name);
  const { named, ids } = declaration;
  // An id of a tool does not tell its name.
  const others = defined.filter((name) => !named.includes(name));
  if (others.length > ids.length)
    throw new Error(
      `The program does not name the tool ${others.at(-1)}. Add it to the tools of the assistant, or remove its definition.`,
    );
  if (others.length < ids.length || named.some((name) => !defined.includes(name)))
    throw new Error(
      `The program does not define the tools ${[...named, ...ids].join(", ")}. Pass their definitions: definitions: [{ name, description, schema }].`,
    );
  const all: Variables = { ...args.variables, ...variables };
  const values = new Map(Object.entries(all));
  const filled = (text = ""): string => fill(text, values);
  return {
    name: args.name ?? "",
    prompt: filled(args.systemPrompt),
    firstMessage: filled(args.initialMessage),
    callerSpeaksFirst: args.whoSpeaksFirst === "Customer",
    llmModel: args.llmModel ?? "",
    temperature: args.llmTemperature ?? 0.1,
    tools: [...declaration.tools, ...definitions, ...builtInTools(args)].map(asFunction),
    silence: { speaksAgain: args.reEngagementInterval ?? 30, endsCall: args.maxSilenceDuration ?? 40 },
    reEngagementPrompt: filled(args.reEngagementPrompt ?? "Ask whether the caller is still there."),
  };
}

function fill(text: string, values: ReadonlyMap<string, Variables[string]>): string {
  const missing = placeholders(text).filter((name) => values.get(name) === undefined);
  if (missing.length > 0)
    throw new Error(
      `The assistant says {{${missing.join("}}, {{")}}} without a value. Pass ${missing.map((name) => `${name}: "…"`).join(", ")} in variables, or with --var.`,
    );
  // The service trims texts.
  return withValues(text.trim(), (name) => values.get(name));
}

function asFunction({
  name,
  description,
  schema = [],
  ends,
}: ToolDefinition & Pick<RenderedTool, "ends">): RenderedTool {
  const properties = schema.map((parameter): [string, Parameters["properties"][string]] => [
    parameter.name,
    { type: parameter.type === "float" ? "number" : parameter.type, description: parameter.description },
  ]);
  const required = schema
    .filter((parameter) => parameter.required !== false)
    .map((parameter) => parameter.name);
  return {
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    ...(ends && { ends }),
  };
}
