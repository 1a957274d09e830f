import type { ToolCall } from "./model.js";
import type { RenderedTool } from "./rendered-tool.js";

/** The arguments of a call, and what is wrong with them. The model gets the error, and can call again. */
export function argumentsOf(
  call: ToolCall,
  tool: RenderedTool | undefined,
): { args: unknown; error?: string } {
  let args: unknown;
  try {
    args = JSON.parse(call.arguments || "{}");
  } catch {
    return { args: call.arguments, error: "the arguments are not JSON" };
  }
  if (typeof args !== "object" || args === null || Array.isArray(args))
    return { args, error: "the arguments are not a JSON object" };
  if (!tool) return { args };
  const { properties, required = [] } = tool.parameters;
  const given = args as Record<string, unknown>;
  const missing = required.find((name) => given[name] === undefined || given[name] === null);
  if (missing !== undefined) return { args, error: `the argument ${missing} is missing` };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) return { args, error: `there is no argument ${name}` };
    const { type } = properties[name]!;
    if (value !== null && typeof value !== type)
      return { args, error: `the argument ${name} is not a ${type}` };
  }
  return { args };
}
