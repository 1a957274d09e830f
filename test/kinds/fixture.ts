/** What tests know about a kind. Written from the specification, not derived from the field tables. */
import type { Emulator, Seed } from "../../emulator/index.js";
import type { Kind } from "../../provider/catalog.js";
import type { Program, Props } from "../support/engine-part.js";

export type Row = Record<string, unknown>;

/** Two values of a managed field, and how the service receives, stores and removes them. */
export interface Sample {
  /** The name in requests. */
  request: string;
  first: unknown;
  second: unknown;
  /** The body of an update that changes only this field to the second value. */
  body: Row;
  /** What the local service stores after an update with `body`. */
  stored: Row;
  /** A manual change, merged into the stored object. */
  byHand?: Row;
  /** The request after the program removes the field. Absent: nothing is sent, and the live value stays. */
  emptied?: Row;
  /** The POST route that sets the value, if no update does. Its body also has the assistant's id. */
  route?: string;
  /** Other properties that the two values need. */
  beside?: Props;
  /** The preview's message if the second value is not allowed in the tested engine mode. */
  refused?: RegExp;
  /** Where it is documented that the service never returns this field. Absent: the service returns it. */
  notReadable?: string;
  required?: true;
}

/** A rule for a property, with allowed and rejected values. */
export interface Limit {
  property: string;
  good: unknown[];
  bad: unknown[];
  /** The error of check for the bad values. */
  says: RegExp;
  /** The path in the error. Default: the property. */
  path?: string;
  beside?: Props;
  /** The service lacks this rule, or spells the value differently. */
  programOnly?: true;
}

export interface Fixture {
  kind: Kind;
  /** The only form that has the kind; absent: both. */
  form?: "2026";
  /**
   * The initial state of the service, if it differs from the default. For example, it has objects that
   * `props` refers to.
   */
  seed?: Seed;
  /** At least the required properties. Secrets are canaries. */
  props: Props;
  /** A change that leads to an update. */
  change: Props;
  /** The optional properties without a sample. */
  options: Props;
  /** The outputs that the service or the provider assigns, from docs/behavior.md. */
  computed: string[];
  /** Properties with private values, and a change to them. test/lifecycle/secrets.test.ts uses them. */
  secrets: { props: Props; change: Props };
  limits: Limit[];
  /** The stored objects of this kind. */
  rows(emulator: Pick<Emulator, "state">): Row[];
  samples: Record<string, Sample>;
}

/** A kind whose objects are created, listed and deleted one by one. */
export interface Subject extends Fixture {
  /** Routes. Updates and deletes use `item`. */
  create: string;
  list: string;
  item: string;
  /** The body of a create request, in the service's form. */
  body: Row;
  /** A field with two values, the update request for the second value, and a manual change. */
  field: string;
  first: unknown;
  second: unknown;
  sent: Row;
  byHand: Row;
  /** The property that identifies the object to people. */
  key: string;
  keys: [string, string, string];
  /** A listing with these records, as the service returns it. */
  listing(records: unknown[]): unknown;
  /** Creates the objects that the samples refer to. */
  prepare?(emulator: Emulator): void;
}

interface More extends Partial<Sample> {
  /** The second value in requests and in stored objects, if it differs from the program's. */
  sends?: unknown;
  stores?: unknown;
}

export function sample(
  request: string,
  record: string,
  [first, second, byHand]: readonly [first: unknown, second: unknown, byHand: unknown],
  { sends = second, stores = sends, ...more }: More = {},
): Sample {
  return {
    request,
    first,
    second,
    body: { [request]: sends },
    stored: { [record]: stores },
    byHand: { [record]: byHand },
    ...more,
  };
}

export const required = (...[request, record, values, more]: Parameters<typeof sample>): Sample =>
  sample(request, record, values, { ...more, required: true });

export const flag = (request: string, record = request): Sample =>
  sample(request, record, [true, false, false]);

/** A field with only one allowed value in the engine mode of the tested assistant. */
export const fixed = (key: string, only: unknown, refused: unknown, says: RegExp): Sample => ({
  ...sample(key, key, [only, refused, refused]),
  refused: says,
});

/** A field that the service never shows. */
export function unreadable(request: string, first: unknown, second: unknown): Sample {
  const { byHand: _, ...rest } = sample(request, request, [first, second, undefined]);
  return { ...rest, notReadable: "docs/assumptions.md: records" };
}

export const limit = (
  property: string,
  good: unknown[],
  bad: unknown[],
  says: RegExp,
  more: Partial<Limit> = {},
): Limit => ({ property, good, bad, says, ...more });

/** The limits of a field with a few allowed words. */
export const words = (property: string, good: string[], bad: string[]): Limit =>
  limit(property, good, bad, new RegExp(good.map((word) => `"${word}"`).join(" or ")));

/** The limits of flags and numbers. The samples of numbers are the smallest and largest allowed values. */
export const numbersAndFlags = (samples: Record<string, Sample>): Limit[] =>
  Object.entries(samples).flatMap(([property, { first, second, byHand = {}, beside }]) => {
    if (first === true)
      return [limit(property, [true, false], ["true", 1, 0], /true or false/, beside ? { beside } : {})];
    if (typeof first !== "number" || typeof second !== "number") return [];
    const isWhole = Number.isInteger(Object.values(byHand)[0]);
    const step = isWhole ? 1 : 0.01;
    const odd = isWhole ? [first + 0.5] : [true, Number.NaN, Number.POSITIVE_INFINITY];
    const says = new RegExp(`${isWhole ? "whole " : "a "}number, ${first}-${second}`);
    return [
      limit(
        property,
        [first, second, first + step],
        [first - step, second + step, String(first), ...odd],
        says,
      ),
    ];
  });

export const letters = (count: number): string => "é".repeat(count);

/** A list with one item that lacks a key. */
export const lacking = ([item]: object[], key: string): object[] => [
  Object.fromEntries(Object.entries(item!).filter(([name]) => name !== key)),
];

/** A program with a single resource of the kind, named `it`. */
export const declaring = ({ kind, props }: Fixture, more: Props = {}): Program => ({
  it: { kind, props: { ...props, ...more } },
});

/** A value for every property of the kind. */
export const everyProperty = ({ props, samples, options }: Fixture): Props => ({
  ...props,
  ...Object.fromEntries(Object.entries(samples).map(([property, { first }]) => [property, first])),
  ...options,
});
