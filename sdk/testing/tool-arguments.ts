import type { RenderedTool } from "./model.js";

/** The text itself if it is no JSON. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws Error that the model gets, so that it can call again */
export function assertArguments(
  args: unknown,
  { parameters: { properties, required = [] } }: RenderedTool,
): asserts args is Record<string, unknown> {
  if (typeof args === "string") throw new Error("the arguments are not JSON");
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw new Error("the arguments are not a JSON object");
  const given = args as Record<string, unknown>;
  const missing = required.find((name) => given[name] === undefined || given[name] === null);
  if (missing !== undefined) throw new Error(`the argument ${missing} is missing`);
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) throw new Error(`there is no argument ${name}`);
    const { type } = properties[name]!;
    if (value !== null && typeof value !== type) throw new Error(`the argument ${name} is not a ${type}`);
  }
}
