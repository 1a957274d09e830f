/**
 * The places for values in programs of every kind except LeadSet, derived from the field tables: fields,
 * items of arrays and their keys, and options. A new row in a table adds its places.
 */
import type { z } from "zod";
import { type Kind, catalog } from "../../../provider/catalog.js";
import type { ApiForm, Field } from "../../../provider/core/fields/fields.js";
import { assistantIn2026 } from "../../kinds/assistant-2026.js";
import { fieldsOf, fixtures } from "../../kinds/index.js";
import { midCallToolIn2026 } from "../../kinds/mid-call-tool-2026.js";
import type { Program, Props } from "../../support/engine-part.js";

export interface Place {
  kind: Kind;
  /** The form of the service with this field. */
  form: ApiForm;
  /** The properties of a valid program, without the value. */
  base: Props;
  property: string;
  /** The path as written in a program, such as `headers[0].name`. */
  text: string;
  /** Absent for unknown properties. */
  field?: Field;
  /** Whether errors may show the value. */
  shown: boolean;
  /** Whether users choose the keys below it. */
  freeForm: boolean;
  /** All properties, with the value in this place. */
  props(value: unknown): Props;
}

export const program = (kind: Kind, props: Props): Program => ({ it: { kind, props } });

/**
 * Returns a copy of `holder` with the value at `path`. Defines keys instead of assigning them, because an
 * assignment would not create a key `__proto__`.
 */
function within(holder: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(holder))
    return (holder as unknown[]).map((item, index) => (index === key ? within(item, rest, value) : item));
  const bag = holder as Record<string, unknown>;
  return withKey(bag, String(key), within(Object.hasOwn(bag, key) ? bag[key] : {}, rest, value));
}

export const withKey = (bag: object, key: string, value: unknown): Record<string, unknown> =>
  Object.fromEntries([...Object.entries(bag).filter(([name]) => name !== key), [key, value]]);

/** Candidates for a valid value. The first valid one is used. */
const CANDIDATES: unknown[] = [
  "started",
  "a_name",
  "https://tools.example.com/x",
  "Europe/Berlin",
  "+12025550101",
  "string",
  "A description.",
  1,
  0.7,
  20,
  true,
  {},
  "endCall",
  "09:00",
];

interface Def {
  type: string;
  element?: z.ZodType;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
}
const defOf = (type: z.ZodType): Def => type.def;

/** The type without wrappers. For a union of objects, the first object. */
function bare(type: z.ZodType): z.ZodType {
  const { innerType, options } = defOf(type);
  const [option] = options ?? [];
  if (option && defOf(option).shape) return option;
  return innerType ? bare(innerType) : type;
}

/** A valid value of the type. Its arrays and objects are not empty, so that they contain more places. */
function valid(type: z.ZodType): unknown {
  const { element, shape } = defOf(bare(type));
  const value = element
    ? [valid(element)]
    : shape
      ? Object.fromEntries(Object.entries(shape).map(([key, inner]) => [key, valid(inner)]))
      : [...CANDIDATES, ...((type.meta()?.["rule"] as string | undefined)?.match(/[\w-]+(?=")/g) ?? [])].find(
          (candidate) => type.safeParse(candidate).success,
        );
  if (!type.safeParse(value).success)
    throw new Error(`no candidate is a valid ${JSON.stringify(type.meta())}: add one`);
  return value;
}

function below(type: z.ZodType): (string | number)[][] {
  const { element, shape } = defOf(bare(type));
  if (element) return [[], ...below(element).map((path) => [0, ...path])];
  if (!shape) return [[]];
  const inner = Object.entries(shape).flatMap(([key, at]) => below(at).map((path) => [key, ...path]));
  // The last path is an unknown key.
  return [[], ...inner, ["extra"]];
}

const isFreeForm = (type: z.ZodType): boolean => defOf(bare(type)).type === "custom";

const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>((text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${key}`), "");

function placesOf(of: Pick<Place, "kind" | "form" | "base">, property: string, field: Field): Place[] {
  const value = valid(field.type);
  return below(field.type).map((path) => ({
    ...of,
    property,
    text: `${property}${pathText(path)}`,
    field,
    shown: field.shown === true,
    freeForm: isFreeForm(typeAt(field.type, path)),
    props: (odd) => ({ ...of.base, [property]: within(value, path, odd) }),
  }));
}

function typeAt(type: z.ZodType, path: readonly (string | number)[]): z.ZodType {
  return path.reduce<z.ZodType>((at, key) => {
    const { element, shape } = defOf(bare(at));
    return element ?? shape?.[key] ?? at;
  }, type);
}

/** Unknown properties, including names that all JavaScript objects inherit. */
const STRANGERS = [
  "nobodyKnows",
  "uuid",
  "id",
  "urn",
  "__v",
  "__partial",
  "__account",
  "__mine",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "",
  "a.b",
  "a[0]",
  "line\nbreak",
  "\u0000",
  "\u202Eevil",
  "📞",
  "k".repeat(5000),
];

const strangers = (kind: Kind): Place[] =>
  STRANGERS.map((property) => ({
    kind,
    form: formOf(kind),
    base: baseOf(kind),
    property,
    text: property,
    shown: false,
    freeForm: false,
    props: (value) => withKey(baseOf(kind), property, value),
  }));

/** Without LeadSet, because its rows are in a file: see test/unit/lead-set-rows.test.ts. */
export const kinds = (Object.keys(catalog) as Kind[]).filter((kind) => kind !== "LeadSet");

/** The form of the service for the kind's valid program. */
export const formOf = (kind: Kind): ApiForm => fixtures[kind].form ?? "2025";

/** The properties of a valid program. A campaign may be replaced, because the API cannot change it. */
export const baseOf = (kind: Kind): Props => ({
  ...fixtures[kind].props,
  ...(kind === "Campaign" && { onChange: "replace" }),
});

const fieldPlaces: Place[] = kinds.flatMap((kind) => {
  const of = { kind, form: formOf(kind), base: baseOf(kind) } as const;
  return Object.entries(fieldsOf(kind, of.form)).flatMap(([property, field]) =>
    placesOf(of, property, field),
  );
});

/** Fields that only the 2026 form has, and fields that differ in it. */
const places2026: Place[] = [assistantIn2026("pipeline"), midCallToolIn2026].flatMap(({ kind, props }) => {
  const { fields } = catalog[kind].definition;
  const of = { kind, form: "2026", base: props } as const;
  return Object.entries(fieldsOf(kind, "2026", "pipeline"))
    .filter(([property]) => fields[property]!.only ?? fields[property]!.in2026)
    .flatMap(([property, field]) => placesOf(of, property, field));
});

export const places: Place[] = [...fieldPlaces, ...places2026];

export const strangerPlaces: Place[] = kinds.flatMap(strangers);
