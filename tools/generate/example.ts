import { code } from "../../cli/export/code.js";
import type { Field, Reference } from "../../provider/core/fields/fields.js";
import { nodeOf, type Node } from "./type-text.js";

/** Names for generated examples. The local service has all of them except the tool and the assistant. */
const names: Partial<Record<Reference, string>> = {
  voice: "Sarah",
  language: "English",
  model: "GPT-4o-mini",
  phoneNumber: "+12025550101",
  tool: "get_opening_hours",
  assistant: "Sales",
  campaign: "Spring renewals",
  multimodalModel: "GPT Realtime",
  synthesizer: "ElevenLabs",
  transcriber: "Deepgram",
  folder: "Support",
  label: "German",
};

/**
 * A valid value of a property: the example in its row, a name in `names`, or a value derived from its type.
 */
export function exampleOf({ example, refers, type, assumedDefault }: Field): unknown {
  const name = refers && names[refers.to];
  if (example !== undefined || name === undefined)
    return example ?? exampleOfNode(nodeOf(type), assumedDefault);
  return refers?.many ? [name] : name;
}

/**
 * An example as TypeScript. A long example has one item per line. `before` is the number of characters before
 * the example on its first line.
 */
export const exampleText = (field: Field, indent = 0, before = 0): string =>
  field.exampleCode ?? code(exampleOf(field), indent, {}, before);

/** @param usual the default value; any other value is a better example */
function exampleOfNode(node: Node, usual?: unknown): unknown {
  const choices = node.enum ?? (node.type === "boolean" ? [true, false] : []);
  if (choices.length > 0) return choices.find((value) => value !== usual);
  if (node.example !== undefined) return node.example;
  if (node.minimum !== undefined && node.maximum !== undefined)
    return numberBetween(typeof usual === "number" ? usual : node.minimum, node.maximum, node.type);
  if (node.items) return [exampleOfNode(node.items)];
  const [first] = (node.anyOf ?? []).map((one) => exampleOfNode(one)).filter((value) => value !== undefined);
  if (first !== undefined || !node.properties) return first;
  const required = Object.entries(node.properties).filter(([name]) => node.required?.includes(name));
  return Object.fromEntries(required.map(([name, member]) => [name, exampleOfNode(member)]));
}

/** A number about halfway between the limits, with as few digits as possible. */
function numberBetween(low: number, high: number, type: Node["type"]): number {
  const half = (low + high) / 2;
  if (type !== "integer") return Number(half.toFixed(1));
  return Math.max(low, Number(half.toPrecision(1)));
}
