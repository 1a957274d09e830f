/** Changes a value where the program writes it as a literal. */
import { isDeepStrictEqual } from "node:util";
import { runInThisContext } from "node:vm";
import type { ArrayExpression, Node, ObjectExpression } from "@babel/types";
import { diffIndices } from "node-diff3";
import { printable } from "../../provider/base/quoted.js";
import { type Bag, isObject, normal, ownValue } from "../../provider/facade.js";
import { Code, code, keyText, quoted } from "../export/code.js";
import { type ConfigValue, configRead } from "./config-value.js";
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

export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The value to set instead in the stack's configuration. */
  readonly config?: ConfigValue;
}

type ObjectLiteral = ObjectExpression & Located;

interface Member {
  readonly object: ObjectLiteral;
  readonly index: number;
  readonly value: Node;
}

/** Where the program writes the value of a property. */
export class Literal {
  /** The constants on the way to the literal, with the place that uses each. */
  readonly constants: { readonly constant: Constant; readonly use: Node }[] = [];
  readonly node: Located;
  /** Whether the value is written without any computation. */
  readonly isStatic: boolean;
  readonly #args: ObjectLiteral;
  #changes: Change[] = [];

  /**
   * @param args the arguments of the resource
   * @param reference for lists of references: the variable of a resource, or the quoted name
   * @throws NoLiteral
   */
  constructor(
    readonly syntax: Syntax,
    args: Node,
    readonly property: string,
    readonly reference?: (value: unknown) => string,
  ) {
    const object = this.#followed(args);
    if (object.type !== "ObjectExpression") throw new NoLiteral(object, "the arguments are computed");
    this.#args = object;
    const found = this.#member(object, property);
    if (!found) throw new NoLiteral(object, "the property is declared elsewhere");
    this.node = this.#followed(found.value);
    this.isStatic = isStatic(this.node);
  }

  /**
   * @param after undefined if the property should be removed
   * @throws NoLiteral
   */
  changes(before: unknown, after: unknown): readonly Change[] {
    this.#changes = [];
    if (after === undefined) {
      const { object, index } = this.#onlyMember(this.#args, this.property)!;
      this.#splice(object, [index]);
    } else this.#change(this.node, before, after);
    return this.#changes;
  }

  #change(given: Node, before: unknown, after: unknown): void {
    if (isDeepStrictEqual(before, after)) return;
    const node = this.#followed(given);
    if (node.type === "ObjectExpression" && isObject(before) && isObject(after))
      this.#object(node, before, after);
    else if (node.type === "ArrayExpression" && Array.isArray(before) && Array.isArray(after))
      this.#array(node, before, after);
    else this.#replace(node, before, after);
  }

  #source({ start, end }: Located): string {
    return this.syntax.text.slice(start, end);
  }

  #put(start: number, end: number, text: string, config?: ConfigValue): void {
    const [eol] = /\r?\n/.exec(this.syntax.text) ?? ["\n"];
    this.#changes.push({ start, end, text: text.replace(/\r?\n/g, eol), ...(config && { config }) });
  }

  #replace(node: Located, before: unknown, after: unknown): void {
    const config = configRead(node, (name) => this.syntax.constant(name)?.value);
    if (config) {
      if (typeof after !== config.type) throw new NoLiteral(node, "the configuration has another type");
      this.#put(node.start, node.end, "", { key: config.key, value: String(after) });
      return;
    }
    if (!isStatic(node)) throw new NoLiteral(node, "the value is computed");
    // For example by a transformation.
    if (!isDeepStrictEqual(normal(valueOf(this.#source(node))), normal(before)))
      throw new NoLiteral(node, "the program changes the value that stands here");
    this.#put(node.start, node.end, this.#code(after, node));
  }

  #object(node: ObjectLiteral, before: Bag, after: Bag): void {
    const added: string[] = [];
    const removed = new Map<ObjectLiteral, number[]>([[node, []]]);
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [old, now] = [ownValue(before, key), ownValue(after, key)];
      if (isDeepStrictEqual(old, now)) continue;
      const found = now === undefined ? this.#onlyMember(node, key) : this.#member(node, key);
      if (found && now === undefined)
        removed.set(found.object, [...(removed.get(found.object) ?? []), found.index]);
      else if (found) this.#change(found.value, old, now);
      else if (old !== undefined) throw new NoLiteral(node, "a part of the value is computed");
      else added.push(`${keyText(key)}: ${this.#code(now, node, 2)}`);
    }
    for (const [object, indexes] of removed)
      this.#splice(object, indexes, object === node ? [[node.properties.length, added]] : []);
  }

  #array(node: ArrayExpression & Located, given: readonly unknown[], wanted: readonly unknown[]): void {
    const isPlain = node.elements.every((one) => one !== null && one.type !== "SpreadElement");
    if (!isPlain || node.elements.length !== given.length) throw new NoLiteral(node, "the list is computed");
    const before = this.#inOrder(node, given);
    const after = isDeepStrictEqual(before, given)
      ? wanted
      : [...before.filter((one) => isIn(wanted, one)), ...wanted.filter((one) => !isIn(before, one))];
    const removed: number[] = [];
    const added: [number, string[]][] = [];
    for (const { buffer1, buffer2Content } of diffIndices(before.map(text), after.map(text))) {
      const [at, count] = buffer1;
      const now = buffer2Content.map((one): unknown => JSON.parse(one));
      const same = Math.min(count, now.length);
      for (let one = 0; one < same; one += 1) {
        const item = node.elements[at + one] as Located;
        if (this.reference) this.#put(item.start, item.end, this.reference(now[one]));
        else this.#change(item, before[at + one], now[one]);
      }
      for (let one = same; one < count; one += 1) removed.push(at + one);
      added.push([
        at + same,
        now.slice(same).map((one) => this.reference?.(one) ?? this.#code(one, node, 2)),
      ]);
    }
    this.#splice(node, removed, added);
  }

  /** The values in the order in which the program has them: the check of the resource sorts some lists. */
  #inOrder(node: ArrayExpression & Located, values: readonly unknown[]): readonly unknown[] {
    const found = (node.elements as Located[]).map((one) => {
      const source = this.#source(one);
      const own = isStatic(one) ? { value: valueOf(source) } : undefined;
      return values.find((value) =>
        own ? isDeepStrictEqual(own.value, value) : this.reference?.(value) === source.replace(/\.id$/, ""),
      );
    });
    const rest = values.filter((value) => !isIn(found, value));
    const open = found.filter((value) => value === undefined);
    if (rest.length > 1 || open.length !== rest.length) throw new NoLiteral(node, "the list is computed");
    return found.map((value) => (value === undefined ? rest[0] : value));
  }

  /**
   * Removes and adds items. What stands between two items stays with the second.
   * @param added items, with the index before which they go
   */
  #splice(
    list: ObjectLiteral | (ArrayExpression & Located),
    removed: readonly number[],
    added: readonly (readonly [number, readonly string[]])[] = [],
  ): void {
    const { text: source } = this.syntax;
    const items = (list.type === "ArrayExpression" ? list.elements : list.properties) as readonly Located[];
    const inserted = added.filter(([, now]) => now.length > 0);
    // Only a person knows what a comment is about.
    const between = (index: number): string =>
      source.slice(items[index - 1]?.end ?? list.start + 1, items[index]?.start ?? list.end - 1);
    const touched = [...removed.flatMap((index) => [index, index + 1]), ...inserted.map(([at]) => at)];
    const blocked = touched.find((index) => !/^[\s,]*$/.test(between(index)));
    if (blocked !== undefined)
      throw new NoLiteral(
        items[blocked] ?? list,
        "a comment or a parenthesis stands beside what would change",
      );
    const last = items.findLastIndex((_, index) => !removed.includes(index));
    if (last < 0) {
      const inner = inserted.flatMap(([, now]) => now).join(", ");
      const space = list.type === "ArrayExpression" || inner === "" ? "" : " ";
      if (touched.length > 0) this.#put(list.start + 1, list.end - 1, space + inner + space);
      return;
    }
    for (const index of removed)
      if (index < last) this.#put(items[index]!.start, items[index + 1]!.start, "");
      else this.#put(items[index - 1]!.end, items[index]!.end, "");
    const [gap] = /\r?\n[ \t]*$/.exec(between(0)) ?? [" "];
    for (const [at, now] of inserted) {
      const { start, end } = { start: items[0]!.start, end: items[at - 1]?.end };
      if (end === undefined) this.#put(start, start, now.map((item) => `${item},${gap}`).join(""));
      else this.#put(end, end, now.map((item) => `,${gap}${item}`).join(""));
    }
  }

  /** @param more indentation in addition to that of the line on which the node begins */
  #code(value: unknown, node: Located, more = 0): string {
    const { text: source } = this.syntax;
    if (node.type === "TemplateLiteral" && typeof value === "string")
      return `\`${printable(value.replace(/[`\\]|\$\{/g, "\\$&"))}\``;
    const line = source.slice(source.lastIndexOf("\n", node.start - 1) + 1, node.start);
    const indent = /^ */.exec(line)![0].length + more;
    const quote = node.type === "StringLiteral" ? source[node.start] : this.syntax.quote;
    return code(withQuotes(value, quote), indent, {}, line.length - indent);
  }

  /** The last property of this name, also in a spread object. */
  #member(object: ObjectLiteral, key: string): Member | undefined {
    return this.#members(object, key).next().value;
  }

  /** The same property, which nothing else may declare too, because its value would count without this one. */
  #onlyMember(object: ObjectLiteral, key: string): Member | undefined {
    const [found, other] = this.#members(object, key);
    if (other) throw new NoLiteral(other.value, "the value is also declared here");
    return found;
  }

  *#members(object: ObjectLiteral, key: string): Generator<Member, undefined> {
    for (const [index, one] of [...object.properties.entries()].reverse()) {
      if (one.type === "SpreadElement") {
        const from = this.constants.length;
        const inner = this.#followed(one.argument);
        if (inner.type !== "ObjectExpression") throw new NoLiteral(one, "the value may come from a spread");
        const found = this.#members(inner, key).next().value;
        if (found) yield found;
        else this.constants.splice(from);
      } else if (one.computed) throw new NoLiteral(one, "the name of a property is computed");
      else if (nameOf(one.key) === key) {
        if (one.type === "ObjectMethod") throw new NoLiteral(one, "the value is a method");
        yield { object, index, value: one.value };
      }
    }
    return undefined;
  }

  /** The literal behind constants and types. */
  #followed(given: Node): Located {
    const node = given as Located;
    if (/^TS(As|Satisfies|NonNull|TypeAssertion)|^ParenthesizedExpression$/.test(node.type))
      return this.#followed((node as unknown as { expression: Node }).expression);
    if (node.type !== "Identifier" || node.name === "undefined") return node;
    const constant = this.syntax.constant(node);
    if (!constant) return node;
    const from = this.constants.length;
    const value = this.#followed(constant.value);
    const isLiteral =
      isStatic(value) ||
      /^(Object|Array)Expression$/.test(value.type) ||
      configRead(value, (name) => this.syntax.constant(name)?.value) !== undefined;
    if (isLiteral) this.constants.push({ constant, use: node });
    else this.constants.splice(from);
    return isLiteral ? value : node;
  }
}

const text = (value: unknown): string => JSON.stringify(value);

const isIn = (list: readonly unknown[], one: unknown): boolean =>
  list.some((other) => isDeepStrictEqual(one, other));

/** @param source without any computation */
const valueOf = (source: string): unknown => runInThisContext(`(${source})`);

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
