/** Changes places of the program in runs, until it is known which values follow each. */
import { isDeepStrictEqual } from "node:util";
import { type Bag, isObject, ownValue } from "../../provider/facade.js";
import type { Edit, Site } from "./site.js";
import { contradicts, disjoint } from "./sites.js";
import type { Wish } from "./wishes.js";

/** What the engine sees of each resource, by URN. */
export type Seen = ReadonlyMap<string, Bag>;

export interface Explored {
  readonly wishes: readonly Wish[];
  /** Without any further change. */
  readonly seen: Seen;
  readonly sites: readonly Site[];
  /** Runs the program with changes. Undefined if it fails. */
  readonly run: (edits: readonly Edit[]) => Promise<Seen | undefined>;
}

/** A wish, or the part of it that one literal may give. */
export interface Difference {
  readonly wish: Wish;
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

export const differencesOf = (wish: Wish): Difference[] => parts(wish, [], wish.before, wish.after);

function parts(wish: Wish, path: readonly string[], before: unknown, after: unknown): Difference[] {
  if (isDeepStrictEqual(before, after)) return [];
  const keys = isObject(before) && isObject(after) ? Object.keys(before) : [];
  if (keys.length === 0 || !isDeepStrictEqual(new Set(keys), new Set(Object.keys(after as Bag))))
    return [{ wish, path, before, after }];
  return keys.flatMap((key) => parts(wish, [...path, key], (before as Bag)[key], (after as Bag)[key]));
}

/** A property of a resource. */
export const rootKey = (urn: string, property: string): string => JSON.stringify([urn, property]);
export const rootOf = ({ resource, property }: Wish): string => rootKey(resource.urn, property);

/** What the runs have shown. */
export interface Known {
  readonly patterns: Patterns;
  readonly found: ReadonlyMap<Difference, Site | undefined>;
  /** The properties whose values follow each place. */
  readonly rootsOf: ReadonlyMap<Site, ReadonlySet<string>>;
  /** Whether only literals in a resource's own arguments are changed. */
  readonly isInPlace: boolean;
}

/**
 * @param kept changes that stand already
 * @returns undefined if a run fails
 */
export async function explored(given: Explored, kept: readonly Edit[]): Promise<Known | undefined> {
  const { wishes, seen, run } = given;
  const differences = wishes.flatMap(differencesOf);
  const sites = given.sites.filter((site) => {
    const edits = anyEdits(site, differences);
    return edits && !contradicts(edits, kept);
  });
  // The number of all runs is no number of a place.
  const patterns = new Patterns(seen, sites.length === 0 ? 0 : Math.ceil(Math.log2(sites.length + 2)));
  for (let bit = 0; bit < patterns.count; bit += 1) {
    const changed = sites.filter((_, index) => ((index + 1) >> bit) % 2 === 1);
    const result = await run(disjoint(changed.map((site) => anyEdits(site, differences)!)));
    if (!result) return undefined;
    patterns.add(result);
  }
  if (patterns.hasSuspects()) {
    const control = await run([]);
    if (!control) return undefined;
    patterns.control = control;
  }
  const found = new Map(differences.map((one) => [one, siteOf(one, sites, patterns)]));
  return { patterns, found, rootsOf: rootsBySite(seen, sites, patterns, found), isInPlace: false };
}

/** The place that a value follows, if it gives the value as it is. */
function siteOf(
  { wish, path, before, after }: Difference,
  sites: readonly Site[],
  patterns: Patterns,
): Site | undefined {
  const site = sites[patterns.at(wish.resource.urn, [wish.property, ...path]) - 1];
  return site?.edits(before, after) && site;
}

const anyEdits = (site: Site, differences: readonly Difference[]): readonly Edit[] | undefined =>
  differences.map(({ before, after }) => site.edits(before, after)).find((edits) => edits !== undefined);

/** The properties whose values follow each place. */
function rootsBySite(
  seen: Seen,
  sites: readonly Site[],
  patterns: Patterns,
  found: Known["found"],
): ReadonlyMap<Site, ReadonlySet<string>> {
  const roots = new Map(sites.map((site) => [site, new Set<string>()]));
  for (const [{ wish }, site] of found) if (site) roots.get(site)!.add(rootOf(wish));
  for (const [urn, inputs] of seen)
    for (const [property, value] of Object.entries(inputs))
      for (const pattern of patterns.within(urn, [property], value))
        roots.get(sites[pattern - 1]!)?.add(rootKey(urn, property));
  return roots;
}

/** Which values change in which runs: a place is changed in the runs whose bit is set in its number. */
export class Patterns {
  readonly #runs: Seen[] = [];
  /** Another run without any change: what differs in it has another reason than our changes. */
  control: Seen;

  constructor(
    readonly seen: Seen,
    readonly count: number,
  ) {
    this.control = seen;
  }

  add(run: Seen): void {
    this.#runs.push(run);
  }

  at(urn: string, path: readonly string[]): number {
    const before = valueIn(this.seen, urn, path);
    return this.#runs.reduce(
      // A resource that is missing in a run tells nothing about its values.
      (sum, run, bit) =>
        sum + (run.has(urn) && !isDeepStrictEqual(valueIn(run, urn, path), before) ? 2 ** bit : 0),
      0,
    );
  }

  /** The patterns of a value's parts. */
  within(urn: string, path: readonly string[], value: unknown): number[] {
    const parts = typeof value === "object" && value !== null ? Object.entries(value as Bag) : [];
    if (parts.length === 0) return [this.at(urn, path)];
    return parts.flatMap(([key, one]) => this.within(urn, [...path, key], one));
  }

  /** Whether a value changes in each run: for another reason, or because it is made of several that we change. */
  hasSuspects(): boolean {
    const all = 2 ** this.count - 1;
    const isSuspect = ([urn, inputs]: readonly [string, Bag]): boolean =>
      this.within(urn, [], inputs).includes(all);
    return this.count > 0 && [...this.seen].some(isSuspect);
  }

  /** Whether a value is as before in a run, but for parts that also differ without any change. */
  isAsBefore(run: Seen, urn: string, path: readonly string[]): boolean {
    const [before, now, control] = [this.seen, run, this.control].map((all) => valueIn(all, urn, path));
    if (isDeepStrictEqual(now, before)) return true;
    if (!isObject(before) || !isObject(now)) return !isDeepStrictEqual(control, before);
    return Object.keys({ ...before, ...now }).every((key) => this.isAsBefore(run, urn, [...path, key]));
  }
}

const valueIn = (all: Seen, urn: string, path: readonly string[]): unknown =>
  path.reduce<unknown>(partOf, all.get(urn));

export const partOf = (value: unknown, key: string): unknown =>
  isObject(value) || Array.isArray(value) ? ownValue(value as Bag, key) : undefined;
