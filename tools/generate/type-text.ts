import { z } from "zod";
import type { Field } from "../../provider/core/fields/fields.js";

/** The part of JSON Schema that the field tables use, with their metadata. */
export interface Node {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
  /** The rule in words, such as the allowed length. */
  rule?: string;
  /** What the value is for. */
  doc?: string;
  /** Copied unchanged as TypeScript. */
  typeText?: string;
  /** A better example than one derived from the type. */
  example?: unknown;
  minimum?: number;
  maximum?: number;
}

export function nodeOf(type: z.ZodType): Node {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Node;
}

/** Returns the type in the 2026 form if the two forms differ, because the 2026 form accepts more. */
export const nodeOfField = ({ type, in2026 }: Field): Node =>
  nodeOf((in2026 && "type" in in2026 && in2026.type) || type);

/** The rule in words, with both rules if the two forms differ. Undefined if there is no rule. */
export function ruleOf(field: Field): string | undefined {
  const { rule } = nodeOf(field.type);
  const later = nodeOfField(field).rule;
  return rule === later ? rule : `${rule}; in the 2026 form ${later}`;
}

/** Which form or engine modes have the property. Undefined if all do. */
export function formNote({ only, in2026 = {} }: Field): string | undefined {
  if ("absent" in in2026) return `Only in the 2025 form; in the 2026 form, ${in2026.absent}.`;
  const modes = in2026.modes?.map((mode) => `\`${mode}\``).join(" and ");
  if (!only) return modes && `In the 2026 form only with \`engineType\` ${modes}.`;
  return `Only in the 2026 form${modes ? `, with \`engineType\` ${modes}` : ""}.`;
}

/** How the parts of a type are formatted. */
interface Style {
  readonly part: (text: string) => string;
  readonly array: "" | "readonly ";
}

/** The type of an output. */
export const valueType = (node: Node): string => typeText(node, { part: (text) => text, array: "" });

/** The type of an argument, in which each part may be an output of another resource. */
export const inputType = (node: Node): string =>
  typeText(node, { part: (text) => `pulumi.Input<${text}>`, array: "readonly " });

function typeText(node: Node, style: Style): string {
  const { part, array } = style;
  if (node.typeText !== undefined) return node.typeText;
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (node.anyOf) return [...new Set(node.anyOf.map((choice) => typeText(choice, style)))].join(" | ");
  if (node.type === "array" && node.items) return `${array}(${part(typeText(node.items, style))})[]`;
  if (node.type === "object" && node.properties) return objectText(node, style);
  const names = [node.type ?? []].flat().map((name) => simpleTypes.get(name));
  if (names.length === 0 || names.includes(undefined)) {
    throw new Error(`The field type ${JSON.stringify(node)} has no TypeScript form: give it a typeText.`);
  }
  return names.join(" | ");
}

const simpleTypes = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
]);

function objectText(node: Node, style: Style): string {
  const { part } = style;
  const lines = Object.entries(node.properties ?? {}).map(([name, member]) => {
    const type = typeText(member, style);
    const text = node.required?.includes(name) ? `: ${part(type)}` : `?: ${part(`${type} | undefined`)}`;
    return `${comment([[sentence(member.doc), sentence(member.rule)].filter((text) => text !== undefined).join(" ")])}\n${name}${text};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

/** A documentation comment with blank lines between its paragraphs. */
export function comment(paragraphs: readonly (string | undefined)[]): string {
  const lines = paragraphs
    .filter((text) => text !== undefined && text !== "")
    .flatMap((text, index) => [...(index > 0 ? [""] : []), ...wrapped(text as string)])
    .map((line) => line.replaceAll("*/", "*\\/"));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= 100)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function sentence(text: string | undefined): string | undefined {
  if (text === undefined || text === "") return undefined;
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
