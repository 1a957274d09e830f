/** Changes of YAML and JSON text that touch only the lines of what differs. */
import { isDeepStrictEqual } from "node:util";
import { diffIndices } from "node-diff3";
import { type Node, type Pair, type YAMLMap, type YAMLSeq, isMap, isScalar, isSeq, stringify } from "yaml";
import { isObject } from "../../provider/facade.js";
import type { Change } from "./rewriting.js";

/** Changes, if there is a way. They may be wrong: the caller compares what they give. */
type Changes = readonly Change[] | undefined;

export class DataEdits {
  constructor(
    readonly text: string,
    readonly isJson: boolean,
  ) {}

  /** Ways to change a node, the one that keeps the most first. */
  changed(node: Node, before: unknown, after: unknown): Changes[] {
    return [
      this.#fine(node, before, after, true),
      this.#fine(node, before, after, false),
      [this.#whole(node, after)],
    ];
  }

  /** Removes the lines of a pair. */
  removed(pair: Pair<Node, Node>): Changes {
    return this.#lines(pair.key, pair.value ?? pair.key, "");
  }

  /** @param isStyled whether a text keeps its kind of quotes */
  #fine(node: Node, before: unknown, after: unknown, isStyled: boolean): Changes {
    if (isDeepStrictEqual(before, after)) return [];
    if (isScalar(node) && !isObject(after) && !Array.isArray(after)) {
      const text = isStyled && !this.isJson ? styled(node.type, after) : undefined;
      return [this.#whole(node, after, text)];
    }
    if (isMap(node) && isObject(after)) return this.#map(node, before as object, after, isStyled);
    if (isSeq(node) && Array.isArray(after))
      return this.#list(node, before as unknown[], after as unknown[], isStyled);
    return undefined;
  }

  #map(node: YAMLMap, before: object, after: object, isStyled: boolean): Changes {
    const old = before as Record<string, unknown>;
    const now = after as Record<string, unknown>;
    const pairs = node.items as Pair<Node, Node>[];
    const added = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
    const changes = pairs.map((pair): Changes => {
      const key = isScalar(pair.key) ? String(pair.key.value) : "";
      if (!Object.hasOwn(now, key)) return this.removed(pair);
      return pair.value ? this.#fine(pair.value, old[key], now[key], isStyled) : undefined;
    });
    const last = pairs.at(-1);
    const texts = added.map((key) => `${this.#inline(key)}: ${this.#inline(now[key])}`);
    const more = texts.length === 0 ? [] : last && this.#after(last.key, last.value ?? last.key, texts);
    return together([...changes, more]);
  }

  #list(node: YAMLSeq, before: readonly unknown[], after: readonly unknown[], isStyled: boolean): Changes {
    const items = node.items as Node[];
    const keys = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one));
    let shift = 0;
    const changes = diffIndices(keys(before), keys(after)).map(
      ({ buffer1: [from, count], buffer2Content: { length } }) => {
        const to = from + shift;
        shift += length - count;
        if (count === length)
          return together(
            items
              .slice(from, from + count)
              .map((item, index) => this.#fine(item, before[from + index], after[to + index], isStyled)),
          );
        const gone = items.slice(from, from + count).map((item) => this.#lines(item, item, ""));
        const texts = after.slice(to, to + length).map((one) => `- ${this.#inline(one)}`);
        const previous = items[from + count - 1];
        const more = texts.length === 0 ? [] : previous && this.#after(previous, previous, texts);
        return together([...gone, more]);
      },
    );
    return node.flow ? undefined : together(changes);
  }

  /** Replaces the whole lines from a node to another. Undefined if something else begins there. */
  #lines(first: Node, last: Node, text: string): Changes {
    const start = this.text.lastIndexOf("\n", first.range![0] - 1) + 1;
    if (!/^[ \t]*(- +)?$/.test(this.text.slice(start, first.range![0]))) return undefined;
    return [{ start, end: this.#lineEnd(last), text }];
  }

  #after(first: Node, last: Node, texts: readonly string[]): Changes {
    const start = this.text.lastIndexOf("\n", first.range![0] - 1) + 1;
    const [indent = ""] = /^[ \t]*/.exec(this.text.slice(start, first.range![0]))!;
    const end = this.#lineEnd(last);
    const eol = this.text.includes("\r\n") ? "\r\n" : "\n";
    const begin = this.text[end - 1] === "\n" ? "" : eol;
    return [{ start: end, end, text: begin + texts.map((one) => `${indent}${one}${eol}`).join("") }];
  }

  /** After the line end of the last line of a node. */
  #lineEnd(node: Node): number {
    const [start, end] = node.range!;
    const last = start + this.text.slice(start, end).trimEnd().length;
    const next = this.text.indexOf("\n", last);
    return next < 0 ? this.text.length : next + 1;
  }

  #whole(node: Node, after: unknown, text = this.#inline(after)): Change {
    const [start, end] = node.range!;
    return { start, end: start + this.text.slice(start, end).trimEnd().length, text };
  }

  /** A value in one line. */
  #inline(value: unknown): string {
    if (this.isJson || (typeof value === "string" && value.includes("\n"))) return JSON.stringify(value);
    return stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trimEnd();
  }
}

function styled(type: string | undefined | null, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  if (type === "QUOTE_DOUBLE") return JSON.stringify(value);
  if (type === "QUOTE_SINGLE" && !value.includes("\n")) return `'${value.replaceAll("'", "''")}'`;
  return undefined;
}

const together = (all: readonly Changes[]): Changes =>
  all.every((one) => one !== undefined) ? all.flat() : undefined;
