/** Finds for each value of the service where the program has it, and changes it there if that is certain. */
import path from "node:path";
import type { Node } from "@babel/types";
import { firstFew } from "../../provider/base/quoted.js";
import { same } from "../../provider/facade.js";
import { fromUrn } from "../drift/compare.js";
import type { Reading } from "../drift/events.js";
import { Literal, NoLiteral } from "./literal.js";
import type { ConfigValue } from "./config-value.js";
import type { Declared, Program, PromptUse } from "./program.js";
import { mergedFile, promptOf, type PromptUser } from "./prompts.js";
import { referenceCode } from "./reference-code.js";
import type { Left, PulledValue } from "./report.js";
import type { Sources } from "./sources.js";
import type { Syntax } from "./syntax.js";
import { CHANGED, type Wish } from "./wishes.js";

export interface Found {
  readonly pulled: PulledValue[];
  readonly conflicts: PulledValue[];
  readonly left: Left[];
  /** Values to set in the stack's configuration, by key. */
  readonly config: Map<string, ConfigValue & { readonly wishes: readonly Wish[] }>;
}

/** The place of a property, and what is there. */
interface Spot {
  readonly declared: Declared;
  readonly property: string;
  readonly syntax?: Syntax;
  readonly literal?: Literal;
  /** Why there is no literal. */
  readonly why?: string;
  readonly line?: number;
}

export class Pull {
  readonly found: Found = { pulled: [], conflicts: [], left: [], config: new Map() };
  readonly #spots: readonly Spot[];
  readonly #wishes: ReadonlyMap<string, Wish>;
  /** The spots that have their value from the same literal. */
  readonly #spotsOf = new Map<Node, Spot[]>();
  readonly #reasons = new Map<Node, string | undefined>();

  constructor(
    readonly program: Program,
    readonly reading: Reading,
    readonly sources: Sources,
    wishes: readonly Wish[],
  ) {
    this.#wishes = new Map(wishes.map((wish) => [keyOf(wish.resource, wish.property), wish]));
    // Another resource may have its value from the same literal or prompt.
    const properties = new Set<unknown>(wishes.map(({ property }) => property));
    const texts = new Set<unknown>(program.prompts.flatMap(({ filled }) => filled?.text ?? []));
    this.#spots = [...program.resources.values()].flatMap((declared) =>
      Object.entries(declared.inputs)
        .filter(([property, value]) => properties.has(property) || texts.has(value))
        .map(([property, value]) => this.#spot(declared, property, value)),
    );
    for (const spot of this.#spots) {
      const { node } = spot.literal ?? {};
      if (node) this.#spotsOf.set(node, [...(this.#spotsOf.get(node) ?? []), spot]);
    }
    const done = new Set<Wish>();
    const users = this.#promptUsers(done);
    for (const file of new Set(users.map(({ use }) => use.path))) {
      const some = users.filter(({ use }) => use.path === file);
      for (const wish of this.#file(file, some)) done.add(wish);
    }
    const plans = new Map(wishes.filter((wish) => !done.has(wish)).map((wish) => [wish, this.#plan(wish)]));
    for (const [wish, spot] of plans) this.#literal(wish, spot, plans);
  }

  #wish(declared: Declared, property: string): Wish | undefined {
    return this.#wishes.get(keyOf(declared, property));
  }

  /** @param wish how the value should change */
  #spot(declared: Declared, property: string, before: unknown, wish?: Wish): Spot {
    const { place } = declared;
    const at = { declared, property };
    if (!place) return { ...at, why: "the place of the resource is not known" };
    const args = this.sources.args(place);
    if (typeof args === "string") return { ...at, why: args, line: place.line };
    const { syntax, node } = args;
    try {
      const reference = wish?.field.refers?.many && referenceCode(wish, this, syntax);
      const writing = { syntax, ...(reference && { reference }) };
      const literal = new Literal(writing, node, property, before, wish ? wish.after : before);
      return { ...at, syntax, literal, line: syntax.line(literal.node) };
    } catch (error) {
      if (!(error instanceof NoLiteral)) throw error;
      return { ...at, syntax, why: error.message, line: syntax.line(error.node) };
    }
  }

  #plan(wish: Wish): Spot {
    const declared = this.program.resources.get(wish.resource.urn)!;
    return this.#spot(declared, wish.property, wish.before, wish);
  }

  /** @param done receives the wishes that cannot be granted */
  #promptUsers(done: Set<Wish>): PromptUser[] {
    return this.#spots.flatMap(({ declared, property, literal }) => {
      if (literal?.isStatic) return [];
      const use = promptOf(this.program, declared.inputs[property], declared, (one) =>
        this.#isWithin(declared, one),
      );
      if (use === null) {
        const wish = this.#wish(declared, property);
        if (wish) this.#leave(wish, "several prompts have this text");
        if (wish) done.add(wish);
      }
      return use ? [{ declared, property, use }] : [];
    });
  }

  #isWithin({ place }: Declared, use: PromptUse): boolean {
    const args = place && this.sources.args(place);
    return typeof args === "object" && use.place !== undefined && args.syntax.contains(args.node, use.place);
  }

  /** @returns the wishes about the file, granted or not */
  #file(file: string, users: readonly PromptUser[]): Wish[] {
    const wishes = new Map(
      users.flatMap((user) => {
        const wish = this.#wish(user.declared, user.property);
        return wish && typeof wish.after === "string" ? [[user, wish] as const] : [];
      }),
    );
    if (wishes.size === 0) return [];
    const merged = mergedFile(file, { users, wishes, program: this.program, sources: this.sources });
    for (const wish of wishes.values()) {
      if (typeof merged === "string") this.#leave(wish, merged, file);
      else {
        const note =
          merged.lost.length > 0 &&
          `the file has less of ${merged.lost.map((name) => `{{${name}}}`).join(", ")}`;
        this.found[merged.isConflict ? "conflicts" : "pulled"].push(
          value(wish, file, undefined, note || undefined),
        );
      }
    }
    if (typeof merged !== "string") this.sources.replace(file, merged.source);
    return [...wishes.values()];
  }

  #literal(wish: Wish, spot: Spot, plans: ReadonlyMap<Wish, Spot>): void {
    const { literal, syntax, why, line } = spot;
    const file = spot.declared.place?.file;
    if (!same(wish.field, wish.before, wish.applied)) return this.#leave(wish, CHANGED, file, line);
    if (!literal || !syntax || !file) return this.#leave(wish, why!, file, line);
    if (!this.#reasons.has(literal.node)) this.#reasons.set(literal.node, this.#reason(literal.node, plans));
    const reason = this.#reasons.get(literal.node);
    if (reason !== undefined) return this.#leave(wish, reason, file, line);
    const configs = literal.changes.flatMap(({ config }) => config ?? []);
    for (const config of configs) {
      const known = this.found.config.get(config.key);
      this.found.config.set(config.key, { ...config, wishes: [...(known?.wishes ?? []), wish] });
    }
    for (const change of literal.changes) if (!change.config) this.sources.change(file, change);
    if (configs.length === 0) this.found.pulled.push(value(wish, file, line));
  }

  /** Why a literal cannot be changed, because of the other places that use it. */
  #reason(node: Node, plans: ReadonlyMap<Wish, Spot>): string | undefined {
    const spots = this.#spotsOf.get(node) ?? [];
    const literals = spots.map((one) => {
      const wish = this.#wish(one.declared, one.property);
      return ((wish && plans.get(wish)) ?? one).literal;
    });
    if (literals.some((one) => one?.changesText !== literals[0]?.changesText)) {
      const names = [...new Set(spots.map(({ declared }) => fromUrn(declared.urn).name))].sort();
      return `the value is shared by ${firstFew(names, 5)}, which were not changed alike`;
    }
    const used = literals.flatMap((one) => one?.constants ?? []);
    const uses = new Set(used.map(({ use }) => use));
    const constants = [...new Set(used.map(({ constant }) => constant))];
    const isOpen = constants.some((one) => one.isExported || one.uses.some((use) => !uses.has(use)));
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

const keyOf = ({ urn }: { readonly urn: string }, property: string): string => `${urn} ${property}`;
