/** Finds for each value of the service where the program has it, and changes it there if that is certain. */
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Node } from "@babel/types";
import { firstFew } from "../../provider/base/quoted.js";
import { same } from "../../provider/facade.js";
import { fromUrn } from "../drift/compare.js";
import type { Reading } from "../drift/events.js";
import { type Change, Literal, NoLiteral } from "./literal.js";
import type { ConfigValue } from "./config-value.js";
import type { Declared, Program } from "./program.js";
import { type PromptUser, mergedFile, promptOf } from "./prompts.js";
import { referenceCode } from "./reference-code.js";
import type { Left, PulledValue } from "./report.js";
import type { Args, Sources } from "./sources.js";
import { CHANGED, type Wish } from "./wishes.js";

export interface Found {
  readonly pulled: PulledValue[];
  readonly conflicts: PulledValue[];
  readonly left: Left[];
  /** Values to set in the stack's configuration, by key. */
  readonly config: Map<string, ConfigValue & { readonly wishes: readonly Wish[] }>;
}

/** The place of a property, and what is there. */
interface Spot extends PromptUser {
  readonly literal?: Literal;
  readonly changes?: readonly Change[];
  /** Why there is no literal, or why it cannot be changed. */
  readonly why?: string;
  readonly line?: number;
}

export class Pull {
  readonly found: Found = { pulled: [], conflicts: [], left: [], config: new Map() };
  /** The spots that have their value from the same literal. */
  readonly #spotsOf = new Map<Node, Spot[]>();

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    readonly sources: Sources,
    wishes: readonly Wish[],
  ) {
    // Another resource may have its value from the same literal or prompt.
    const properties = new Set<unknown>(wishes.map(({ property }) => property));
    const texts = new Set<unknown>(program.prompts.flatMap(({ filled }) => filled?.text ?? []));
    const spots = [...program.resources.values()].flatMap((declared) =>
      Object.entries(declared.inputs)
        .filter(([property, value]) => properties.has(property) || texts.has(value))
        .map(([property]) => {
          const isIt = (one: Wish): boolean => one.resource.urn === declared.urn && one.property === property;
          return this.#spot(declared, property, wishes.find(isIt));
        }),
    );
    for (const spot of spots) {
      const { node } = spot.literal ?? {};
      if (node) this.#spotsOf.set(node, [...(this.#spotsOf.get(node) ?? []), spot]);
    }
    for (const file of new Set(spots.flatMap(({ use }) => use?.path ?? [])))
      this.#file(
        file,
        spots.filter(({ use }) => use?.path === file),
      );
    for (const spot of spots) if (spot.wish && !spot.use) this.#literal(spot.wish, spot);
  }

  #spot(declared: Declared, property: string, wish: Wish | undefined): Spot {
    const { place } = declared;
    const args = place ? this.sources.args(place) : "the place of the resource is not known";
    const spot = {
      declared,
      wish,
      ...(place && { line: place.line }),
      ...this.#written(args, property, wish),
    };
    // A property that should be removed has no text to merge.
    if (spot.literal?.isStatic || (wish && typeof wish.after !== "string")) return spot;
    const use = promptOf(this.program, declared.inputs[property], declared, args);
    return use === null
      ? { ...spot, why: "several prompts have this text" }
      : { ...spot, ...(use && { use }) };
  }

  #written(args: Args | string, property: string, wish: Wish | undefined): Partial<Spot> {
    if (typeof args === "string") return { why: args };
    const { syntax, node } = args;
    const found: { literal?: Literal } = {};
    try {
      const literal = (found.literal = new Literal(syntax, node, property));
      const reference = wish?.field.refers?.many ? referenceCode(wish, this, syntax) : undefined;
      const changes = wish && literal.changes(wish.before, wish.after, reference);
      return { literal, line: syntax.line(literal.node), ...(changes && { changes }) };
    } catch (error) {
      if (!(error instanceof NoLiteral)) throw error;
      return { ...found, why: error.message, line: syntax.line(error.node) };
    }
  }

  #file(file: string, users: readonly Spot[]): void {
    const wishes = users.flatMap(({ wish }) => wish ?? []);
    if (wishes.length === 0) return;
    const merged = mergedFile(file, users, this.program, this.sources);
    if (typeof merged === "string") {
      for (const wish of wishes) this.#leave(wish, merged, file);
      return;
    }
    const names = merged.lost.map((name) => `{{${name}}}`).join(", ");
    const note = names === "" ? undefined : `the file has less of ${names}`;
    const found = merged.isConflict ? this.found.conflicts : this.found.pulled;
    found.push(...wishes.map((wish) => value(wish, file, undefined, note)));
    this.sources.replace(file, merged.source);
  }

  #literal(wish: Wish, spot: Spot): void {
    const { changes, literal, line } = spot;
    const file = spot.declared.place?.file;
    const isSame = same(wish.field, wish.before, wish.applied);
    const why = isSame ? (spot.why ?? this.#reason(literal!.node)) : CHANGED;
    if (why !== undefined) return this.#leave(wish, why, file, line);
    const configs = changes!.flatMap(({ config }) => config ?? []);
    for (const config of configs) {
      const known = this.found.config.get(config.key);
      this.found.config.set(config.key, { ...config, wishes: [...(known?.wishes ?? []), wish] });
    }
    for (const change of changes!) if (!change.config) this.sources.change(file!, change);
    if (configs.length === 0) this.found.pulled.push(value(wish, file, line));
  }

  /** Why a literal cannot be changed, because of the other places that use it. */
  #reason(node: Node): string | undefined {
    const spots = this.#spotsOf.get(node)!;
    if (spots.some(({ changes }) => !isDeepStrictEqual(changes, spots[0]!.changes))) {
      const names = [...new Set(spots.map(({ declared }) => fromUrn(declared.urn).name))].sort();
      return `the value is shared by ${firstFew(names, 5)}, which were not changed alike`;
    }
    const used = spots.flatMap(({ literal }) => literal!.constants);
    const uses = new Set(used.map(({ use }) => use));
    const isOpen = used.some(
      ({ constant }) => constant.isExported || constant.uses.some((use) => !uses.has(use)),
    );
    return isOpen ? "the constant is also used elsewhere" : undefined;
  }

  #leave(wish: Wish, why: string, file?: string, line?: number): void {
    const shown = wish.after === undefined ? {} : { value: wish.after };
    this.found.left.push({ ...value(wish, file, line), why, ...shown });
  }
}

export function value(
  { resource, property }: Wish,
  file?: string,
  line?: number,
  note?: string,
): PulledValue {
  return {
    ...resource,
    path: property,
    ...(file !== undefined && { file: path.relative(process.cwd(), file) }),
    ...(line !== undefined && { line }),
    ...(note !== undefined && { note }),
  };
}
