/** Converts options of the command line to a choice of objects and fields. */
import { type Kind, kinds, namesOf } from "../../provider/base/kind.js";

export interface Choice {
  /** Names or ids of individual objects. */
  readonly selected: Readonly<Partial<Record<Kind, readonly string[]>>>;
  /** The requested kinds, of those that are exported only on request. */
  readonly requested: readonly Kind[];
  /** Only these kinds; empty: all. */
  readonly only: readonly Kind[];
  /** Only objects whose names match one of these patterns; empty: all. */
  readonly names: readonly string[];
  /** Whether to declare all readable fields, including those with the service's default. */
  readonly full: boolean;
}

/** Kinds whose objects can be selected one by one, in the order of their options in `--help`. */
export const selectable = [...kinds].reverse().filter((kind) => namesOf(kind).select !== undefined);

export const requestable = kinds.filter((kind) => namesOf(kind).request !== undefined);

export const selected = (choice: Choice, kind: Kind): readonly string[] => choice.selected[kind] ?? [];

export const isRequested = (choice: Choice, kind: Kind): boolean =>
  !requestable.includes(kind) || choice.requested.includes(kind);

/** @param options values by option name */
export function choiceFrom(options: Readonly<Record<string, unknown>>): Choice {
  const words = (kind: Kind) => (options[namesOf(kind).noun] ?? []) as readonly string[];
  return {
    selected: Object.fromEntries(selectable.map((kind) => [kind, words(kind)])),
    requested: requestable.filter((kind) => options[namesOf(kind).plural] === true),
    only: selectable.filter((kind) => ((options["only"] ?? []) as string[]).includes(namesOf(kind).plural)),
    names: (options["name"] ?? []) as string[],
    full: options["full"] === true,
  };
}
