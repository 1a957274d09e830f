/** Finds for each value of the service where the program has it, and changes it there if that is certain. */
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { firstFew, quoted } from "../../provider/base/quoted.js";
import { isObject, same } from "../../provider/facade.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { fromUrn } from "../drift/compare.js";
import type { Reading } from "../drift/events.js";
import { type Change, Literal, NoLiteral } from "./literal.js";
import type { ConfigValue } from "./config-value.js";
import type { Declared, Program, PromptUse } from "./program.js";
import type { Merged } from "./prompt-merge.js";
import { isUsedElsewhere, merged, promptOf } from "./prompts.js";
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

/** A property of a resource, and the place that gives its value. */
interface Spot {
  readonly declared: Declared;
  readonly wish: Wish | undefined;
  readonly file?: string;
  readonly line?: number;
  readonly literal?: Literal;
  readonly use?: PromptUse;
  /** How the wish changes the literal, or the file of the prompt. */
  readonly edit?: readonly Change[] | Merged;
  /** Why the wish cannot be granted. */
  readonly why?: string;
}

export class Pull {
  readonly found: Found = { pulled: [], conflicts: [], left: [], config: new Map() };
  readonly #renames: ReadonlyMap<string, string>;

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    readonly sources: Sources,
    wishes: readonly Wish[],
  ) {
    this.#renames = renamesIn(wishes);
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
    for (const shared of groupsOf(spots, (spot) => spot.use?.path ?? spot.literal?.node ?? spot))
      this.#grant(shared);
  }

  #spot(declared: Declared, property: string, wish: Wish | undefined): Spot {
    const { place } = declared;
    const args = place ? this.sources.args(place) : "the place of the resource is not known";
    const at = { declared, wish, ...(place && { file: place.file, line: place.line }) };
    const spot: Spot = { ...at, ...this.#written(args, property, wish) };
    const isChanged = wish && !same(wish.field, wish.before, wish.applied);
    const literal = { ...spot, ...(isChanged && { why: CHANGED }) };
    // A property that should be removed has no text to merge.
    if (spot.literal?.isStatic || (wish && typeof wish.after !== "string")) return literal;
    const use = promptOf(this.program, declared.inputs[property], declared, args);
    if (use === null) return { ...spot, why: "several prompts have this text" };
    if (use === undefined) return literal;
    const renamed = wish && this.#renamedIn(use, String(wish.after));
    if (renamed !== undefined) return { declared, wish, use, file: use.path, why: renamed };
    return { declared, wish, use, file: use.path, edit: merged(use, wish, this.sources.text(use.path)) };
  }

  /**
   * Why the prompt waits for the value of a placeholder, which the service has changed elsewhere. Merged now, the file
   * would have the new value beside the placeholder or instead of it.
   */
  #renamedIn({ filled }: PromptUse, after: string): string | undefined {
    for (const [name, value] of Object.entries(filled!.values)) {
      const now = this.#renames.get(value);
      if (now !== undefined && after.includes(now))
        return `{{${name}}} is ${quoted(now)} in the service: once the program has this value, pull again`;
    }
    return undefined;
  }

  #written(args: Args | string, property: string, wish: Wish | undefined): Partial<Spot> {
    if (typeof args === "string") return { why: args };
    const { syntax, node } = args;
    const found: { literal?: Literal } = {};
    try {
      const reference = wish?.field.refers?.many ? referenceCode(wish, this, args) : undefined;
      const literal = (found.literal = new Literal(syntax, node, property, reference));
      const edit = wish && literal.changes(wish.before, wish.after);
      return { literal, line: syntax.line(literal.node), ...(edit && { edit }) };
    } catch (error) {
      if (!(error instanceof NoLiteral)) throw error;
      return { ...found, why: error.message, line: syntax.line(error.node) };
    }
  }

  /** @param spots all that have their value from the same literal or file */
  #grant(spots: readonly Spot[]): void {
    const [{ use, edit }] = spots as [Spot];
    const names = [...new Set(spots.map(({ declared }) => fromUrn(declared.urn).name))].sort();
    const isAlike = spots.every((one) => isDeepStrictEqual(one.edit, edit));
    const notAlike = `the ${use ? "file" : "value"} is shared by ${firstFew(names, 5)}, which were not changed alike: give each its own`;
    const reason = this.#usedElsewhere(spots) ?? (isAlike ? undefined : notAlike);
    for (const { wish, why = reason, file, line, edit: own } of spots) {
      if (!wish) continue;
      if (why !== undefined) this.#leave(wish, why, file, line);
      else if (own && "source" in own) this.#merge(wish, file!, own);
      else this.#change(wish, file!, line!, own!);
    }
  }

  #usedElsewhere(spots: readonly Spot[]): string | undefined {
    const users = spots.flatMap(({ use }) => use ?? []);
    if (isUsedElsewhere(users, this.program)) return "the program also uses the file elsewhere";
    const used = spots.flatMap(({ literal }) => literal?.constants ?? []);
    const uses = new Set(used.map(({ use }) => use));
    const isOpen = used.some(
      ({ constant }) => constant.isExported || constant.uses.some((use) => !uses.has(use)),
    );
    return isOpen ? "the constant is also used elsewhere" : undefined;
  }

  #merge(wish: Wish, file: string, { source, isConflict, lost }: Merged): void {
    const names = lost.map((name) => `{{${name}}}`).join(", ");
    const note = names === "" ? undefined : `the file has less of ${names}`;
    this.found[isConflict ? "conflicts" : "pulled"].push(value(wish, file, undefined, note));
    this.sources.change(file, { start: 0, end: this.sources.text(file).length, text: source });
  }

  #change(wish: Wish, file: string, line: number, changes: readonly Change[]): void {
    const configs = changes.flatMap(({ config }) => config ?? []);
    for (const config of configs) {
      const known = this.found.config.get(config.key);
      this.found.config.set(config.key, { ...config, wishes: [...(known?.wishes ?? []), wish] });
    }
    for (const change of changes) if (!change.config) this.sources.change(file, change);
    if (configs.length === 0) this.found.pulled.push(value(wish, file, line));
  }

  #leave(wish: Wish, why: string, file?: string, line?: number): void {
    const shown = wish.after === undefined ? {} : { value: wish.after };
    this.found.left.push({ ...value(wish, file, line), why, ...shown });
  }
}

/** Values of the program that the service has replaced as a whole, with their new ones. */
function renamesIn(wishes: readonly Wish[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const compare = (before: unknown, after: unknown): void => {
    if (typeof before === "string" && typeof after === "string" && before !== after)
      renames.set(before, after);
    else if (isObject(before) && isObject(after))
      for (const [key, one] of Object.entries(before)) compare(one, after[key]);
  };
  for (const { before, after } of wishes) compare(before, after);
  return renames;
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
