/** Changes a value where the program writes it: only what differs, with all comments and blanks as they are. */
import { isDeepStrictEqual } from "node:util";
import type { ArrayExpression, Node, TemplateLiteral } from "@babel/types";
import { diffIndices } from "node-diff3";
import { type Bag, isObject, normal, ownValue } from "../../provider/facade.js";
import { keyText } from "../export/code.js";
import { codeAt, inTemplate } from "./code-at.js";
import {
  type Member,
  NoLiteral,
  type ObjectLiteral,
  isStatic,
  memberOf,
  unwrapped,
  valueOf,
} from "./nodes.js";
import type { Located, Syntax } from "./syntax.js";

export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Changes in the arguments of a resource. */
export interface Own {
  readonly changes: readonly Change[];
  /** Whether they only change what the arguments write as literals. */
  readonly isInPlace: boolean;
}

/** How the text of an item refers to an object: the variable of a resource, or the quoted name. */
export type Reference = (value: unknown) => string;

/** Equal to nothing that stands in the program: the value comes from a place that others share. */
export const ELSEWHERE = Symbol("elsewhere");

export class Rewriting {
  #changes: Change[] = [];
  /** Whether names of shared values may be replaced, and values of a spread be declared again after it. */
  #overrides = false;

  /** @param reference for lists of references */
  constructor(
    readonly syntax: Syntax,
    readonly reference?: Reference,
  ) {}

  /**
   * The changes that make one value of another.
   * @throws NoLiteral
   */
  changed(node: Node, before: unknown, after: unknown): readonly Change[] {
    this.#change(node, before, after);
    return this.#changes;
  }

  /**
   * The changes with which the arguments of a resource give the value of a property. Only a run shows whether another
   * resource has the same arguments.
   * @param before the value that stands there, or `ELSEWHERE`
   * @param after undefined if the property should be removed
   * @throws NoLiteral
   */
  declared(args: Node, key: string, before: unknown, after: unknown): Own {
    const own = unwrapped(args);
    const change = (): void =>
      this.#object(own, { [key]: before }, after === undefined ? {} : { [key]: after });
    try {
      change();
      return { changes: this.#changes, isInPlace: true };
    } catch (error) {
      if (!(error instanceof NoLiteral) || after === undefined) throw error;
    }
    this.#changes = [];
    this.#overrides = true;
    change();
    return { changes: this.#changes, isInPlace: false };
  }

  /** Adds a property after the last one. Comments stay beside what they are about. */
  #append(object: ObjectLiteral, added: readonly string[]): void {
    const last = object.properties.at(-1);
    if (added.length === 0) return;
    if (!last) return this.#put(object.start + 1, object.end - 1, ` ${added.join(", ")} `);
    const rest = this.syntax.text.slice(last.end!, object.end - 1);
    const lineStart = /\r?\n[ \t]*$/.exec(rest);
    if (!lineStart) return this.#put(last.end!, last.end!, `, ${added.join(", ")}`);
    const hasComma = /^[\s)]*,/.test(rest);
    if (!hasComma) this.#put(last.end!, last.end!, ",");
    const at = last.end! + lineStart.index;
    const lines = added.map((one) => `${lineStart[0]}  ${one}`).join(",");
    this.#put(at, at, lines + (hasComma ? "," : ""));
  }

  #change(given: Node, before: unknown, after: unknown): void {
    if (isDeepStrictEqual(before, after)) return;
    const node = unwrapped(given);
    if (node.type === "ObjectExpression" && isObject(before) && isObject(after))
      this.#object(node, before, after);
    else if (node.type === "ArrayExpression" && Array.isArray(before) && Array.isArray(after))
      this.#array(node, before, after);
    else this.#replace(node, before, after);
  }

  #source({ start, end }: Located): string {
    return this.syntax.text.slice(start, end);
  }

  #put(start: number, end: number, text: string): void {
    const [eol] = /\r?\n/.exec(this.syntax.text) ?? ["\n"];
    this.#changes.push({ start, end, text: text.replace(/\r?\n/g, eol) });
  }

  #replace(node: Located, before: unknown, after: unknown): void {
    const isName = /^(Identifier|(Optional)?MemberExpression)$/.test(node.type);
    if (this.#overrides && isName) return this.#put(node.start, node.end, this.#item(after, node));
    if (!isStatic(node)) throw new NoLiteral(node, "the value is computed");
    // For example by a transformation.
    if (!isDeepStrictEqual(normal(valueOf(this.#source(node))), normal(before)))
      throw new NoLiteral(node, "the program changes the value that stands here");
    this.#put(node.start, node.end, codeAt(this.syntax, after, node));
  }

  #object(node: Located, before: Bag, after: Bag): void {
    const keys = Object.keys({ ...before, ...after });
    const differing = keys.filter((key) => !isDeepStrictEqual(ownValue(before, key), ownValue(after, key)));
    if (this.#overrides && /^(Identifier|MemberExpression)$/.test(node.type)) {
      const now = differing.map((key) => `${keyText(key)}: ${this.#item(after[key], node)}`);
      return this.#put(node.start, node.end, `{ ${[`...${this.#source(node)}`, ...now].join(", ")} }`);
    }
    if (node.type !== "ObjectExpression") throw new NoLiteral(node, "the arguments are computed");
    const removed: number[] = [];
    const added: string[] = [];
    for (const key of differing) {
      const [old, now] = [ownValue(before, key), ownValue(after, key)];
      const found = old === undefined ? undefined : this.#member(node, key, now === undefined);
      if (!found && now === undefined) throw new NoLiteral(node, "the value may come from a spread");
      if (found && now === undefined) removed.push(found.index);
      else if (found?.isShorthand && this.#overrides)
        this.#put(found.value.end, found.value.end, `: ${this.#item(now, node)}`);
      else if (found) this.#change(found.value, old, now);
      else if (old !== undefined && !this.#overrides)
        throw new NoLiteral(node, "the property is declared elsewhere");
      else added.push(`${keyText(key)}: ${this.#item(now, node)}`);
    }
    if (this.#overrides && removed.length === 0) this.#append(node, added);
    else this.#splice(node, removed, [[node.properties.length, added]]);
  }

  #member(node: ObjectLiteral, key: string, isOnly: boolean): Member | undefined {
    try {
      return memberOf(node, key, isOnly);
    } catch (error) {
      if (error instanceof NoLiteral && this.#overrides) return undefined;
      throw error;
    }
  }

  #item(value: unknown, node: Located): string {
    if (!this.reference || !Array.isArray(value)) return codeAt(this.syntax, value, node, 2);
    return `[${value.map(this.reference).join(", ")}]`;
  }

  /**
   * The changes of a template with expressions whose values the new text has too, each once and in the same order. Only a
   * run shows whether the values are those of the expressions.
   * @throws NoLiteral
   */
  filled(node: TemplateLiteral & Located, before: unknown, after: unknown): readonly Change[] {
    const parts = node.quasis.map(({ value }) => value.cooked ?? "");
    const escaped = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    const [, ...values] = new RegExp(`^${escaped.join("([^]+)")}$`).exec(String(before)) ?? [];
    const rest = values.reduce<string[]>(
      (found, value) => {
        const last = found.pop()!;
        return [...found, ...(last.split(value).length === 2 ? last.split(value) : [last])];
      },
      [String(after)],
    );
    if (values.length === 0 || rest.length !== parts.length)
      throw new NoLiteral(node, "the value is computed");
    for (const [index, { start, end }] of node.quasis.entries())
      if (rest[index] !== parts[index]) this.#put(start!, end!, inTemplate(rest[index]!));
    return this.#changes;
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
        now.slice(same).map((one) => this.reference?.(one) ?? codeAt(this.syntax, one, node, 2)),
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
}

const text = (value: unknown): string => JSON.stringify(value);

const isIn = (list: readonly unknown[], one: unknown): boolean =>
  list.some((other) => isDeepStrictEqual(one, other));
