/** Values that the program reads from the stack's configuration. */
import type { Expression, Identifier, Node } from "@babel/types";

export interface ConfigValue {
  /** With its namespace, if the program names one. */
  readonly key: string;
  readonly value: string;
}

type Type = "string" | "number" | "boolean";

/** What a call such as `config.require("greeting")` reads. Undefined for any other expression. */
export function configRead(
  node: Node,
  constant: (name: Identifier) => Expression | undefined,
): { key: string; type: Type } | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  const { object, property } = node.callee;
  const [key, ...more] = node.arguments;
  const name = property.type === "Identifier" ? property.name : "";
  const [isRead, ofType = "String"] = /^(?:get|require)(Number|Boolean)?$/.exec(name) ?? [];
  if (!isRead || object.type !== "Identifier" || key?.type !== "StringLiteral" || more.length > 0)
    return undefined;
  const made = constant(object);
  if (made?.type !== "NewExpression") return undefined;
  const { callee } = made;
  const config = callee.type === "MemberExpression" ? callee.property : callee;
  if (config.type !== "Identifier" || config.name !== "Config") return undefined;
  const type = ofType.toLowerCase() as Type;
  const [namespace] = made.arguments;
  if (namespace === undefined) return { key: key.value, type };
  return namespace.type === "StringLiteral" ? { key: `${namespace.value}:${key.value}`, type } : undefined;
}
