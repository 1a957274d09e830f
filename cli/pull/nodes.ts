/** What the expressions of a program are. */
import { runInThisContext } from "node:vm";
import type { Node, ObjectExpression } from "@babel/types";
import type { Located } from "./syntax.js";

/** The program has no literal that could be changed. */
export class NoLiteral extends Error {
  constructor(
    readonly node: Node,
    why: string,
  ) {
    super(why);
  }
}

export type ObjectLiteral = ObjectExpression & Located;

export interface Member {
  readonly index: number;
  readonly value: Located;
  readonly isShorthand: boolean;
}

/**
 * The last property of this name.
 * @param isOnly whether nothing else may declare it too, because that value would count without this one
 * @throws NoLiteral if something else may declare it
 */
export function memberOf(object: ObjectLiteral, key: string, isOnly = false): Member | undefined {
  let found: Member | undefined;
  for (const [index, one] of [...object.properties.entries()].reverse()) {
    if (found && !isOnly) break;
    if (one.type === "SpreadElement") throw new NoLiteral(one, "the value may come from a spread");
    if (one.computed) throw new NoLiteral(one, "the name of a property is computed");
    if (nameOf(one.key) !== key) continue;
    if (one.type === "ObjectMethod") throw new NoLiteral(one, "the value is a method");
    if (found) throw new NoLiteral(one.value, "the value is also declared here");
    found = { index, value: one.value as Located, isShorthand: one.shorthand };
  }
  return found;
}

/** Whether the arguments of a resource write a property as a literal. */
export function isLiteral(args: Node, key: string): boolean {
  const own = unwrapped(args);
  const all = own.type === "ObjectExpression" ? own.properties : [];
  const found = all.findLast((one) => one.type === "ObjectProperty" && nameOf(one.key) === key);
  return found?.type === "ObjectProperty" && isStatic(unwrapped(found.value));
}

/** The expression without types and parentheses. */
export function unwrapped(given: Node): Located {
  const node = given as Located;
  return /^TS(As|Satisfies|NonNull|TypeAssertion)|^ParenthesizedExpression$/.test(node.type)
    ? unwrapped((node as unknown as { expression: Node }).expression)
    : node;
}

/** @param source without any computation */
export const valueOf = (source: string): unknown => runInThisContext(`(${source})`);

function nameOf(key: Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" || key.type === "NumericLiteral" ? String(key.value) : undefined;
}

/** Whether the node is a value without any computation. */
export function isStatic(node: Node): boolean {
  if (/^(String|Numeric|Boolean|Null)Literal$/.test(node.type)) return true;
  if (node.type === "TemplateLiteral") return node.expressions.length === 0;
  if (node.type === "UnaryExpression") return node.operator === "-" && isStatic(node.argument);
  if (node.type === "Identifier") return node.name === "undefined";
  if (node.type === "ArrayExpression") return node.elements.every((one) => one !== null && isStatic(one));
  if (node.type !== "ObjectExpression") return false;
  return node.properties.every(
    (one) => one.type === "ObjectProperty" && !one.computed && isStatic(one.value),
  );
}
