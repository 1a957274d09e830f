/** What records should contain, from the field tables and the schemas of look-ups. */
import { z } from "zod";
import { type ApiForm, type Codec, type Field, variants } from "../core/fields/fields.js";
import { type Type, structureOf, unwrapped } from "../core/fields/structure.js";
import { type Bag, NOT_READABLE } from "../core/fields/values.js";
import { onlyIn, shapes } from "../core/lookup/schema.js";
import type { Definition } from "../core/run/operation.js";
import { inForm, inFormOf } from "../core/steps/form.js";
import type { Expected } from "./differences.js";

/** What a value of this type should be. Of a union, such as a free value, nothing is known. */
export function expectedOf(wrapped: Type | undefined): Expected {
  const type = unwrapped(wrapped);
  if (type instanceof z.ZodPipe) return expectedOf(type.out);
  if (type instanceof z.ZodNumber) return { types: ["number"] };
  if (type instanceof z.ZodBoolean) return { types: ["flag"] };
  if (type instanceof z.ZodEnum) return { types: ["text"], words: type.options.map(String) };
  if (type instanceof z.ZodString) return { types: ["text"] };
  const { element, shape } = structureOf(type);
  if (element) return { types: ["list"], item: expectedOf(element) };
  return type instanceof z.ZodObject ? expectedKeys(shape!) : {};
}

/** An object with these keys. Those that may be undefined may be absent. */
function expectedKeys(shape: Readonly<Record<string, Type>>): Expected {
  const optional = Object.keys(shape).filter((key) => z.safeParse(shape[key]!, undefined).success);
  const keys = Object.entries(shape).map(([key, type]) => [key, expectedOf(type)] as const);
  return { types: ["object"], keys: Object.fromEntries(keys), mayLack: new Set(optional) };
}

const ID: Expected = { types: ["number"] };
const REFERENCES: Expected = { types: ["list"], item: { types: ["number", "object"] } };

/** PHP writes an empty object as a list. */
const FREE: Expected = { types: ["object", "list"] };

/** One key of a record. */
export interface Part {
  readonly expected: Expected;
  /** Converts words and keys to those of the expected value. */
  readonly codec?: Codec | undefined;
}

export interface RecordForm {
  /** The keys that the record should have. Two fields may be in one key. */
  readonly parts: ReadonlyMap<string, readonly Part[]>;
  /** Further keys that the documents show, or that another form or engine mode has. */
  readonly others: ReadonlySet<string>;
  readonly mayLack: ReadonlySet<string>;
}

function partOf({ type, refers, codec, freeForm }: Field, mayHave: readonly string[]): Part {
  if (refers) return { expected: refers.many ? REFERENCES : ID };
  const { item, ...expected } = freeForm ? FREE : expectedOf(type);
  return { expected: { ...expected, ...(item && { item: { ...item, mayHave } }) }, codec };
}

/** @param also further keys that the documents show, such as `status`, or `contacts[].status` in the items of a list */
export function kindForm(
  definition: Definition,
  form: ApiForm,
  record: Bag,
  also: readonly string[],
): RecordForm {
  const { fields, computed } = inFormOf(inForm(definition, form), record);
  const parts = new Map<string, Part[]>([["id", [{ expected: ID }]]]);
  const add = (key: string | undefined, part: Part): void => {
    if (key !== undefined && key !== "*") parts.set(key, [...(parts.get(key) ?? []), part]);
  };
  const inItems = (list = ""): string[] =>
    also.flatMap((key) => (key.startsWith(`${list}[].`) ? key.slice(list.length + 3) : []));
  for (const field of Object.values(fields)) add(field.record, partOf(field, inItems(field.record)));
  for (const { record: key, type } of Object.values(computed)) add(key, { expected: expectedOf(type) });
  const mayLack = Object.values(computed).flatMap(({ record: key, mayLack }) => (mayLack ? [key!] : []));
  const all = Object.values((definition.base ?? definition).fields).flatMap(variants);
  const known = all.flatMap(({ record: key, codec }) => [key, ...(codec?.alsoReads ?? [])]);
  const others = new Set([...also, ...known.filter((key) => key !== undefined)]);
  return { parts, others, mayLack: new Set(mayLack) };
}

export function lookupForm(
  shape: keyof typeof shapes,
  form: ApiForm,
  also: readonly string[] = [],
): RecordForm {
  const keys = Object.entries<Type>(shapes[shape]).filter(([key]) => (onlyIn[key] ?? form) === form);
  const parts = new Map<string, readonly Part[]>([["id", [{ expected: ID }]]]);
  for (const [key, type] of keys) parts.set(key, [{ expected: expectedOf(type) }]);
  return { parts, others: new Set(also), mayLack: new Set(shape === "model" ? ["code"] : []) };
}

/** The value to compare; undefined if the record does not show it. */
export function comparable({ codec }: Part, raw: unknown, record: Bag): unknown {
  const value = codec ? codec.decode(raw, record) : raw;
  return value === NOT_READABLE ? undefined : value;
}
