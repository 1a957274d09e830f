/** Changes a value where the program writes it as a literal. */
import { isDeepStrictEqual } from "node:util";
import type { ArrayExpression, Node, ObjectExpression } from "@babel/types";
import { diffIndices } from "node-diff3";
import { printable } from "../../provider/base/quoted.js";
import { type Bag, isObject, ownValue } from "../../provider/facade.js";
import { Code, code, quoted } from "../export/code.js";
import { type ConfigValue, configRead } from "./config-value.js";
import { type List, type TextEdit, listEdits } from "./list-edits.js";
import type { Constant, Located, Syntax } from "./syntax.js";

/** The program has no literal that could be changed. */
export class NoLiteral extends Error {
  constructor(
    readonly node: Node,
    why: string,
  ) {
    super(why);
  }
}

export type Change = TextEdit & { readonly config?: ConfigValue };

/** How to write a value of the service in the program. */
export interface Writing {
  readonly syntax: Syntax;
  /** For lists of references: the variable of a resource, or the quoted name. */
  readonly reference?: (value: unknown) => string;
}

/** The changes of one value. `start` and `end` are those of its expression. */
export class Literal {
  readonly changes: Change[] = [];
  /** Equal for equal changes. */
  readonly changesText: string;
  /** The constants on the way to the literal, with the place that uses each. */
  readonly constants: { readonly constant: Constant; readonly use: Node }[] = [];
  readonly #lists = new Map<List, { removed: Set<number>; added: Map<number, readonly string[]> }>();
  readonly node: Located;
  /** Whether the value is written without any computation. */
  readonly isStatic: boolean;

  /**
   * @param args the arguments of the resource
   * @throws NoLiteral
   */
  constructor(
    readonly writing: Writing,
    args: Node,
    property: string,
    before: unknown,
    after: unknown,
  ) {
    const object = this.#followed(args);
    if (object.type !== "ObjectExpression") throw new NoLiteral(object, "the arguments are computed");
    const found = this.#member(object, property);
    if (!found) throw new NoLiteral(object, "the property is declared elsewhere");
    this.node = this.#followed(found.value);
    this.isStatic = isStatic(this.node);
    if (after === undefined) this.#edits(found.object).removed.add(found.index);
    else this.#change(this.node, before, after);
    const { text: source } = writing.syntax;
    for (const [list, { removed, added }] of this.#lists)
      this.changes.push(...listEdits(source, list, removed, added));
    this.changesText = JSON.stringify(this.changes);
  }

  #change(given: Node, before: unknown, after: unknown): void {
    if (isDeepStrictEqual(before, after)) return;
    const node = this.#followed(given);
    if (node.type === "ObjectExpression" && isObject(before) && isObject(after))
      this.#object(node, before, after);
    else if (node.type === "ArrayExpression" && Array.isArray(before) && Array.isArray(after))
      this.#array(node, before, after);
    else this.#replace(node, after);
  }

  #replace(node: Located, after: unknown): void {
    const config = configRead(node, (name) => this.writing.syntax.constant(name)?.value);
    if (config) {
      if (typeof after !== config.type) throw new NoLiteral(node, "the configuration has another type");
      const value = { key: config.key, value: String(after) };
      this.changes.push({ start: node.start, end: node.end, text: "", config: value });
    } else if (isStatic(node)) {
      this.changes.push({ start: node.start, end: node.end, text: this.#code(after, node) });
    } else throw new NoLiteral(node, "the value is computed");
  }

  #object(node: ObjectExpression & Located, before: Bag, after: Bag): void {
    const added: string[] = [];
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [old, now] = [ownValue(before, key), ownValue(after, key)];
      if (isDeepStrictEqual(old, now)) continue;
      const found = this.#member(node, key);
      if (found && now === undefined) this.#edits(found.object).removed.add(found.index);
      else if (found) this.#change(found.value, old, now);
      else if (old !== undefined) throw new NoLiteral(node, "a part of the value is computed");
      else added.push(this.#property(key, now, node));
    }
    if (added.length > 0) this.#edits(node).added.set(node.properties.length, added);
  }

  #property(key: string, value: unknown, object: Located): string {
    const lines = this.#code({ [key]: value }, object).split("\n");
    return lines.length === 1
      ? lines[0]!.slice(2, -2)
      : lines.slice(1, -1).join("\n").trim().replace(/,$/, "");
  }

  #edits(list: List): { removed: Set<number>; added: Map<number, readonly string[]> } {
    const edits = this.#lists.get(list) ?? { removed: new Set(), added: new Map() };
    this.#lists.set(list, edits);
    return edits;
  }

  #array(node: ArrayExpression & Located, before: readonly unknown[], after: readonly unknown[]): void {
    const isPlain = node.elements.every((one) => one !== null && one.type !== "SpreadElement");
    if (!isPlain || node.elements.length !== before.length) throw new NoLiteral(node, "the list is computed");
    const { removed, added } = this.#edits(node);
    for (const { buffer1, buffer2Content } of diffIndices(before.map(text), after.map(text))) {
      const [at, count] = buffer1;
      const now = buffer2Content.map((one): unknown => JSON.parse(one));
      const same = Math.min(count, now.length);
      for (let one = 0; one < same; one += 1)
        this.#item(node.elements[at + one]!, before[at + one], now[one]);
      const items = now.slice(same).map((one) => this.#itemCode(one, node));
      for (let one = same; one < count; one += 1) removed.add(at + one);
      if (items.length > 0) added.set(at + same, items);
    }
  }

  #item(node: Node, before: unknown, after: unknown): void {
    const { start, end } = node as Located;
    if (this.writing.reference) this.changes.push({ start, end, text: this.writing.reference(after) });
    else this.#change(node, before, after);
  }

  #itemCode(value: unknown, list: Located): string {
    return this.writing.reference?.(value) ?? this.#code(value, list, 2);
  }

  /** @param more indentation in addition to that of the line on which the node begins */
  #code(value: unknown, node: Located, more = 0): string {
    const { text: source } = this.writing.syntax;
    if (node.type === "TemplateLiteral" && typeof value === "string")
      return `\`${printable(value.replace(/[`\\]|\$\{/g, "\\$&"))}\``;
    const line = source.slice(source.lastIndexOf("\n", node.start - 1) + 1, node.start);
    const indent = /^ */.exec(line)![0].length + more;
    const quote = node.type === "StringLiteral" ? source[node.start] : this.writing.syntax.quote;
    return code(withQuotes(value, quote), indent, {}, line.length - indent);
  }

  /** The last property of this name, also in a spread object. */
  #member(
    object: ObjectExpression & Located,
    key: string,
  ): { object: ObjectExpression & Located; index: number; value: Node } | undefined {
    for (const [index, one] of [...object.properties.entries()].reverse()) {
      if (one.type === "SpreadElement") {
        const inner = this.#followed(one.argument);
        if (inner.type !== "ObjectExpression") throw new NoLiteral(one, "the value may come from a spread");
        const found = this.#member(inner, key);
        if (found) return found;
      } else if (one.computed) throw new NoLiteral(one, "the name of a property is computed");
      else if (nameOf(one.key) === key) {
        if (one.type === "ObjectMethod") throw new NoLiteral(one, "the value is a method");
        return { object, index, value: one.value };
      }
    }
    return undefined;
  }

  /** The literal behind constants and types. */
  #followed(given: Node): Located {
    const node = given as Located;
    if (/^TS(As|Satisfies|NonNull)|^ParenthesizedExpression$/.test(node.type))
      return this.#followed((node as unknown as { expression: Node }).expression);
    if (node.type !== "Identifier" || node.name === "undefined") return node;
    const constant = this.writing.syntax.constant(node);
    if (!constant) return node;
    const from = this.constants.length;
    const value = this.#followed(constant.value);
    const isLiteral =
      isStatic(value) ||
      /^(Object|Array)Expression$/.test(value.type) ||
      configRead(value, (name) => this.writing.syntax.constant(name)?.value) !== undefined;
    if (isLiteral) this.constants.push({ constant, use: node });
    else this.constants.splice(from);
    return isLiteral ? value : node;
  }
}

const text = (value: unknown): string => JSON.stringify(value);

function nameOf(key: Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" || key.type === "NumericLiteral" ? String(key.value) : undefined;
}

/** Whether the node is a value without any computation. */
function isStatic(node: Node): boolean {
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

/** Texts in the quotes that need fewer escapes; if both need as many, in the given ones. */
function withQuotes(value: unknown, quote: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => withQuotes(one, quote));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withQuotes(one, quote)]));
  if (typeof value !== "string") return value;
  const [doubles, singles] = [value.split('"').length, value.split("'").length];
  const isDouble = quote === '"' ? doubles <= singles : doubles < singles;
  return new Code(isDouble ? quoted(value) : inSingle(quoted(value)));
}

const inSingle = (double: string): string =>
  `'${double.slice(1, -1).replace(/\\.|'/gs, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))}'`;
