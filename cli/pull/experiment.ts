/**
 * Finds out which place of the program gives a value that it shares between resources: changes places, runs the program,
 * and sees which values follow. No change is kept unless a run with all of them gives exactly what is wished.
 * See docs/decisions/command-line.md.
 */
import { isDeepStrictEqual } from "node:util";
import { same } from "../../provider/facade.js";
import { grouped } from "../../provider/base/grouped.js";
import { ELSEWHERE } from "./rewriting.js";
import {
  type Difference,
  type Explored,
  type Known,
  Patterns,
  type Seen,
  differencesOf,
  explored,
  partOf,
  rootKey,
  rootOf,
} from "./exploring.js";
import type { Edit, Site } from "./site.js";
import { contradicts, sharesPlace } from "./sites.js";
import { type Wish, withValue } from "./wishes.js";

export interface Experiment extends Explored {
  /** Gives a property in the resource's own arguments. */
  readonly own: (urn: string, property: string, before: unknown, after: unknown) => OwnEdits;
}

interface At {
  readonly file?: string;
  readonly line?: number;
}

/** Edits of the resource's own arguments, or why there are none. */
export type OwnEdits = At &
  ({ readonly edits: readonly Edit[]; readonly isInPlace: boolean } | { readonly why: string });

export interface Granted {
  readonly edits: readonly Edit[];
  /** Wishes that come true. */
  readonly wishes: ReadonlySet<Wish>;
  /** The place of a wish, and why it is left, if it is. */
  readonly reasonFor: (wish: Wish) => At & { readonly key?: string; readonly why: string };
}

/** The maximum number of runs that confirm changes. Each but the last has shown that some of them have to go. */
const MOST_CONFIRMING = 6;

interface Plan {
  readonly sites: Map<Site, readonly Edit[]>;
  /** By property. */
  readonly own: Map<string, readonly Edit[]>;
}

export async function experiment(given: Experiment): Promise<Granted> {
  const differences = given.wishes.flatMap(differencesOf);
  const unknown: Known = {
    patterns: new Patterns(given.seen, 0),
    found: new Map(differences.map((one) => [one, undefined])),
    rootsOf: new Map(),
    isInPlace: true,
  };
  const first = await confirmed(given, unknown);
  const rest = given.wishes.filter((wish) => !isTrue(wish, first.seen));
  const open: Experiment = {
    ...given,
    wishes: rest,
    seen: first.seen,
    run: (edits) => given.run([...first.edits, ...edits]),
  };
  const known = rest.length > 0 ? await explored(open, first.edits) : undefined;
  const { edits, seen } = known ? await confirmed(open, known) : { edits: [], seen: first.seen };
  const all = [...first.edits, ...edits];
  return {
    edits: all,
    wishes: new Set(given.wishes.filter((wish) => isTrue(wish, seen))),
    reasonFor: (wish) => {
      const own = given.own(wish.resource.urn, wish.property, wish.before, wish.after);
      if ("edits" in own && own.edits.every((one) => all.some((other) => isDeepStrictEqual(one, other))))
        return { ...own, why: NO_EFFECT };
      const site = [...(known?.found ?? [])].find(([one, at]) => one.wish === wish && at)?.[1];
      return site ? { ...site, why: SHARED } : { why: NO_EFFECT, ...own };
    },
  };
}

const SHARED = "others share the value, and no place of its own is certain: give it its own";
const NO_EFFECT = "a change of its arguments would change something else, or nothing: give it its own value";

const isTrue = (wish: Wish, seen: Seen): boolean =>
  isAsWished(wish, seen.get(wish.resource.urn)?.[wish.property], wish.after);

/** Whether two values are equal. The program may have ids where the service's report has names. */
function isAsWished({ field, names }: Wish, now: unknown, wanted: unknown): boolean {
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    return field.refers && Object.hasOwn(names, String(value)) ? names[String(value)] : value;
  };
  return same(field, named(now), named(wanted));
}

/** The most changes that a run confirms. Without those that make anything wrong. */
async function confirmed(given: Experiment, known: Known): Promise<{ edits: readonly Edit[]; seen: Seen }> {
  const dropped = new Set<unknown>();
  for (let count = 0; count < MOST_CONFIRMING; count += 1) {
    const plan = planned(given, known, dropped);
    const edits = [...plan.sites.values(), ...plan.own.values()].flat();
    if (edits.length === 0) break;
    const seen = await given.run(edits);
    const wrong = seen && wrongIn(seen, given, known, plan);
    if (wrong?.length === 0) return { edits, seen: seen! };
    const before = dropped.size;
    for (const root of wrong ?? []) {
      for (const site of plan.sites.keys()) if (known.rootsOf.get(site)!.has(root)) dropped.add(site);
      const [urn, property] = JSON.parse(root) as [string, string];
      const same = given.own(urn, property, given.seen.get(urn)?.[property], seen!.get(urn)?.[property]);
      for (const [other, edits] of plan.own)
        if (other === root || ("edits" in same && sharesPlace(edits, same.edits))) dropped.add(other);
    }
    // What fails or changes may have no visible connection with one of the changes.
    if (dropped.size === before) for (const root of plan.own.keys()) dropped.add(root);
    if (dropped.size === before) for (const site of plan.sites.keys()) dropped.add(site);
  }
  return { edits: [], seen: given.seen };
}

/** Gives the property, as it should be, in the resource's own arguments. */
function ownEdits(
  { wishes, seen, own }: Experiment,
  root: string,
  isInPlace = false,
): readonly Edit[] | undefined {
  const [urn, property] = JSON.parse(root) as [string, string];
  const wish = wishes.find((one) => rootOf(one) === root);
  const value = seen.get(urn)?.[property];
  if (!wish && value === undefined) return undefined;
  const found = wish ? own(urn, property, wish.before, wish.after) : own(urn, property, ELSEWHERE, value);
  return "edits" in found && (found.isInPlace || !isInPlace) ? found.edits : undefined;
}

/** Changes each place as most of what it gives should change. The others get their values in their own arguments. */
function planned(
  given: Experiment,
  { found, rootsOf, isInPlace, patterns }: Known,
  dropped: ReadonlySet<unknown>,
): Plan {
  const plan: Plan = { sites: new Map(), own: new Map() };
  const wished = new Set(given.wishes.map(rootOf));
  const editsOf = (root: string): readonly Edit[] | undefined => {
    const [urn, property] = JSON.parse(root) as [string, string];
    // A value that differs in each run is no value to write down.
    const isSteady = isDeepStrictEqual(
      patterns.control.get(urn)?.[property],
      given.seen.get(urn)?.[property],
    );
    return dropped.has(root) || !(isSteady || wished.has(root))
      ? undefined
      : ownEdits(given, root, isInPlace);
  };
  const open = new Set(found.keys());
  const placed = placedIn(found);
  const kept: Edit[] = [];
  for (const [site, own] of grouped(found.keys(), (one) => found.get(one))) {
    if (!site || dropped.has(site)) continue;
    const byEdits = [
      ...grouped(own, ({ before, after }) => JSON.stringify(site.edits(before, after))).values(),
    ];
    const [most] = byEdits.sort((one, other) => other.length - one.length) as [Difference[]];
    const edits = site.edits(most[0]!.before, most[0]!.after);
    const alike = new Set(most.map(({ wish }) => rootOf(wish)));
    const others = [...rootsOf.get(site)!].filter(
      (root) => !alike.has(root) && (placed.has(root) || !wished.has(root)),
    );
    const overrides = others.map((root) => [root, editsOf(root)] as const);
    if (!edits || alike.size <= others.length || overrides.some(([, one]) => !one)) continue;
    const all = [edits, ...overrides.map(([, one]) => one!)].flat();
    if (contradicts(all, kept) || contradicts(all, all)) continue;
    kept.push(...all);
    plan.sites.set(site, edits);
    for (const [root, one] of overrides) plan.own.set(root, one!);
    for (const one of own) open.delete(one);
  }
  for (const { wish } of open) {
    const edits = editsOf(rootOf(wish));
    if (!edits || contradicts(edits, kept)) continue;
    kept.push(...edits);
    plan.own.set(rootOf(wish), edits);
  }
  return plan;
}

/** What a literal gives. The rest, such as a prompt with the shared value in it, only follows. */
const placedIn = (found: ReadonlyMap<Difference, Site | undefined>): ReadonlySet<string> =>
  new Set([...found].flatMap(([{ wish }, site]) => (site ? [rootOf(wish)] : [])));

/** The properties that are not what they should be. Undefined if the program has other resources. */
function wrongIn(
  result: Seen,
  { wishes, seen }: Experiment,
  { patterns, found, rootsOf }: Known,
  plan: Plan,
): string[] | undefined {
  if (!isDeepStrictEqual([...result.keys()].sort(), [...seen.keys()].sort())) return undefined;
  const wished = new Map(wishes.map((wish) => [rootOf(wish), wish]));
  const placed = placedIn(found);
  const isPlanned = (part: Difference): boolean => plan.sites.has(found.get(part)!);
  const parts = grouped(found.keys(), ({ wish }) => wish);
  const following = new Set([...plan.sites.keys()].flatMap((site) => [...rootsOf.get(site)!]));
  return [...result].flatMap(([urn, inputs]) => {
    const before = seen.get(urn)!;
    return [...new Set([...Object.keys(inputs), ...Object.keys(before)])].flatMap((property) => {
      const root = rootKey(urn, property);
      const [wish, now] = [wished.get(root), inputs[property]];
      const isFollowing = typeof wish?.before === "string" && !placed.has(root) && following.has(root);
      const isRight = wish
        ? isFollowing ||
          (plan.own.has(root) ? isTrue(wish, result) : isOnTheWay(wish, now, parts.get(wish)!, isPlanned))
        : patterns.isAsBefore(result, urn, [property]);
      return isRight ? [] : [root];
    });
  });
}

/**
 * Whether each part is as before or as wished: what a person has to complete may have some parts already.
 * @param isPlanned whether a part has to be as wished
 */
function isOnTheWay(
  wish: Wish,
  now: unknown,
  parts: readonly Difference[],
  isPlanned: (part: Difference) => boolean,
): boolean {
  const value = parts.reduce<unknown>((all, part) => {
    const isDone = isPlanned(part) || isDeepStrictEqual(part.path.reduce(partOf, now), part.after);
    return isDone ? withValue(all, part.path, part.after) : all;
  }, wish.before);
  return isAsWished(wish, now, value);
}
