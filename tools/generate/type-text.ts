import { z } from "zod";

/** The part of JSON Schema that the field tables need, with the metadata they give. */
export interface Node {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
  /** What is allowed, in words. */
  rule?: string;
  /** TypeScript to be used as it is. */
  typeText?: string;
}

export function nodeOf(type: z.ZodType): Node {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Node;
}

/** The type of an output. */
export const valueType = (node: Node): string => typeText(node, (text) => text);

/** The type of an argument: every part of it may come from another resource. */
export const inputType = (node: Node): string => typeText(node, (text) => `pulumi.Input<${text}>`);

export function typeText(node: Node, part: (text: string) => string): string {
  if (node.typeText !== undefined) return node.typeText;
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (node.anyOf) return [...new Set(node.anyOf.map((choice) => typeText(choice, part)))].join(" | ");
  if (node.type === "array" && node.items) return `(${part(typeText(node.items, part))})[]`;
  if (node.type === "object" && node.properties) return objectText(node, part);
  const names = [node.type ?? []].flat().map((name) => simpleTypes.get(name));
  if (names.length === 0 || names.includes(undefined)) {
    throw new Error(`No TypeScript for ${JSON.stringify(node)}: give it a typeText.`);
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

function objectText(node: Node, part: (text: string) => string): string {
  const lines = Object.entries(node.properties ?? {}).map(([name, member]) => {
    const type = typeText(member, part);
    const text = node.required?.includes(name) ? `: ${part(type)}` : `?: ${part(`${type} | undefined`)}`;
    return `${comment([sentence(member.rule)])}\n${name}${text};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

/** A documentation comment; empty lines between its paragraphs. */
export function comment(paragraphs: readonly (string | undefined)[]): string {
  const lines = paragraphs
    .filter((text) => text !== undefined && text !== "")
    .flatMap((text, index) => [...(index > 0 ? [""] : []), ...wrapped(text as string)])
    .map((line) => line.replaceAll("*/", "*\\/"));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}

function wrapped(text: string, width = 100): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
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
