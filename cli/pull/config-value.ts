/** Values that the program reads from the stack's configuration. */
import type { Expression, Identifier, Node } from "@babel/types";

export interface ConfigValue {
  /** With its namespace, if the program names one. */
  readonly key: string;
  readonly value: string;
}

const TYPES: Readonly<Record<string, "string" | "number" | "boolean">> = {
  get: "string",
  require: "string",
  getNumber: "number",
  requireNumber: "number",
  getBoolean: "boolean",
  requireBoolean: "boolean",
};

/** What a call such as `config.require("greeting")` reads. Undefined for any other expression. */
export function configRead(
  node: Node,
  constant: (name: Identifier) => Expression | undefined,
): { key: string; type: "string" | "number" | "boolean" } | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object, property } = node.callee;
  const [key, ...more] = node.arguments;
  const type =
    property.type === "Identifier" && Object.hasOwn(TYPES, property.name) ? TYPES[property.name] : undefined;
  if (object.type !== "Identifier" || key?.type !== "StringLiteral" || more.length > 0 || !type)
    return undefined;
  const made = constant(object);
  if (made?.type !== "NewExpression") return undefined;
  const { callee } = made;
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  if (name.type !== "Identifier" || name.name !== "Config") return undefined;
  const [namespace] = made.arguments;
  if (namespace === undefined) return { key: key.value, type };
  return namespace.type === "StringLiteral" ? { key: `${namespace.value}:${key.value}`, type } : undefined;
}
