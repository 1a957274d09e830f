/** Finds for each value of the service where the program has it, and changes it there if that is certain. */
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { firstFew, quoted } from "../../provider/base/quoted.js";
import { isObject, same } from "../../provider/facade.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { fromUrn } from "../drift/compare.js";
import type { Reading } from "../drift/events.js";
import { Edits } from "./edits.js";
import type { Granted } from "./experiment.js";
import type { Declared, Program, PromptUse } from "./program.js";
import type { Merged } from "./prompt-merge.js";
import { isUsedElsewhere, merged, promptOf } from "./prompts.js";
import type { Left, PulledValue } from "./report.js";
import { isLiteral } from "./nodes.js";
import type { Change } from "./rewriting.js";
import type { Sources } from "./sources.js";
import { CHANGED, type Wish } from "./wishes.js";

export interface Found {
  readonly pulled: PulledValue[];
  readonly conflicts: PulledValue[];
  readonly left: Left[];
  /** Values to set in the stack's configuration, by key. */
  readonly config: Map<string, string>;
}

/** A property whose text comes from the file of a prompt. */
interface Spot {
  readonly declared: Declared;
  readonly wish: Wish | undefined;
  readonly use: PromptUse;
  /** How the wish changes the file. */
  readonly edit: Merged;
  /** Why the wish cannot be granted. */
  readonly why: string | undefined;
}

export class Pull {
  readonly found: Found = { pulled: [], conflicts: [], left: [], config: new Map() };
  readonly edits: Edits;
  /** Of all prompts. */
  readonly texts: ReadonlySet<unknown>;
  /** Wishes for values that are literals, or computed from them. Only runs of the program show which. */
  readonly open = new Set<Wish>();
  /** Wishes for prompts that follow such values. */
  readonly following = new Set<Wish>();
  readonly #renames: ReadonlyMap<string, string>;

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    readonly sources: Sources,
    wishes: readonly Wish[],
    /** Whether a prompt's file gets the changes of each resource that uses it. */
    readonly isShared = false,
  ) {
    this.edits = new Edits(sources);
    this.#renames = renamesIn(wishes);
    this.texts = new Set(program.prompts.flatMap(({ filled }) => filled?.text ?? []));
    // Another resource may have its text from the same file.
    const isIt = (urn: string, property: string, one: Wish): boolean =>
      one.resource.urn === urn && one.property === property;
    const spots = [...program.resources.values()].flatMap((declared) =>
      Object.entries(declared.inputs).flatMap(([property, value]) => {
        const wish = wishes.find((one) => isIt(declared.urn, property, one));
        return (this.texts.has(value) && this.#spot(declared, property, wish)) || this.#literal(wish);
      }),
    );
    for (const shared of groupsOf(spots, ({ use }) => use.path)) this.#grant(shared);
  }

  /** Undefined if the text comes from no prompt. Empty if that is not certain. */
  #spot(declared: Declared, property: string, wish: Wish | undefined): Spot | [] | undefined {
    // A property that should be removed has no text to merge.
    if (wish && typeof wish.after !== "string") return undefined;
    const args = declared.place && this.sources.args(declared.place);
    if (typeof args === "object" && isLiteral(args.node, property)) return undefined;
    const use = promptOf(this.program, declared.inputs[property], declared, args);
    if (use === null) {
      if (wish) this.#leave(wish, "several prompts have this text");
      return [];
    }
    const why = use && wish && this.#renamedIn(use, String(wish.after));
    return use && { declared, wish, use, why, edit: merged(use, wish, this.sources.text(use.path)) };
  }

  #literal(wish: Wish | undefined): [] {
    if (wish && !same(wish.field, wish.before, wish.applied)) this.#leave(wish, CHANGED);
    else if (wish) this.open.add(wish);
    return [];
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

  /** @param spots all that have their text from the same file */
  #grant(spots: readonly Spot[]): void {
    const [{ use, edit }] = spots as [Spot];
    const names = [...new Set(spots.map(({ declared }) => fromUrn(declared.urn).name))].sort();
    const isAlike = spots.every((one) => isDeepStrictEqual(one.edit, edit));
    const notAlike = `the file is shared by ${firstFew(names, 5)}, which were not changed alike: add --shared to change it for all, or give each its own`;
    const isElsewhere = isUsedElsewhere(
      spots.map((spot) => spot.use),
      this.program,
    );
    const reason = isElsewhere ? "the program also uses the file elsewhere" : isAlike ? undefined : notAlike;
    const together = this.isShared && !isAlike && !isElsewhere ? this.#together(spots) : undefined;
    const all = together?.isConflict === false ? together : undefined;
    for (const { wish, why = all ? undefined : reason, edit: own } of spots) {
      if (!wish) continue;
      if (why === undefined) this.#merge(wish, use.path, all ?? own);
      else {
        this.following.add(wish);
        this.#leave(wish, why, use.path);
      }
    }
  }

  /** The file after the changes of all resources that use it, one after the other. */
  #together(spots: readonly Spot[]): Merged {
    const none: Merged = { source: this.sources.text(spots[0]!.use.path), isConflict: false, lost: [] };
    return spots.reduce((before, { use, wish, why }) => {
      const after = merged(use, why === undefined ? wish : undefined, before.source);
      return {
        ...after,
        isConflict: before.isConflict || after.isConflict,
        lost: [...before.lost, ...after.lost],
      };
    }, none);
  }

  #merge(wish: Wish, file: string, { source, isConflict, lost }: Merged): void {
    const names = lost.map((name) => `{{${name}}}`).join(", ");
    const note = names === "" ? undefined : `the file has less of ${names}`;
    this.found[isConflict ? "conflicts" : "pulled"].push(value(wish, file, undefined, note));
    this.edits.add(file, difference(this.sources.text(file), source));
  }

  /** Takes over what runs of the program have shown. */
  grant({ edits, wishes, reasonFor }: Granted): void {
    for (const edit of edits)
      if ("key" in edit) this.found.config.set(edit.key, edit.value);
      else this.edits.add(edit.file, edit);
    for (const wish of [...this.open, ...this.following]) {
      const { file, line, key, why } = reasonFor(wish);
      if (!wishes.has(wish)) {
        if (this.open.has(wish)) this.#leave(wish, why, file, line);
        continue;
      }
      const at = this.found.left.findIndex(
        (one) => one.urn === wish.resource.urn && one.path === wish.property,
      );
      if (at >= 0) this.found.left.splice(at, 1);
      this.found.pulled.push(
        value(wish, file, line, key === undefined ? undefined : `pulumi config set ${key}`),
      );
    }
  }

  #leave(wish: Wish, why: string, file?: string, line?: number): void {
    const shown = wish.after === undefined ? {} : { value: wish.after, declared: wish.before };
    const place = file === undefined ? this.program.resources.get(wish.resource.urn)?.place : { file, line };
    this.found.left.push({ ...value(wish, place?.file, place?.line), why, ...shown });
  }
}

/** The smallest change. In the file of an assistant, the properties above the prompt may change too. */
function difference(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
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
