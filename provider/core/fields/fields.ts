import type { z } from "zod";

/** A form of the service's API, by the year of its documents. The specification describes the 2025 form. */
export type ApiForm = "2025" | "2026";

/** The engine modes of an assistant. The 2025 form has no dualplex. */
export const engineModes = ["pipeline", "multimodal", "dualplex"] as const;

export type EngineMode = (typeof engineModes)[number];

/** Something that the program can refer to by name, and that the service lists. */
export type Reference =
  | "voice"
  | `${EngineMode}Voice`
  | "language"
  | "model"
  | "multimodalModel"
  | "dualplexModel"
  | "synthesizer"
  | "transcriber"
  | "folder"
  | "label"
  | "phoneNumber"
  | "tool"
  | "assistant"
  | "campaign";

/**
 * Converts between the program's value and the value in requests and records. Both directions keep the order
 * of list items.
 */
export interface Codec {
  /** Further keys of the record that the value is read from. */
  readonly alsoReads?: readonly string[];
  encode(value: unknown): unknown;
  /**
   * Also receives the whole record, because some values depend on several keys of the record.
   * @returns NOT_READABLE if the record does not show the value
   */
  decode(raw: unknown, record: Readonly<Record<string, unknown>>): unknown;
  /** For references: whether the value is empty in a record that may only hide it. */
  mayHide?(raw: unknown, record: Readonly<Record<string, unknown>>): boolean;
}

/**
 * What a change of the property does.
 * - `field` (default): a field of the service's object, which is managed.
 * - `creation`: used mainly when the object is created; a later change is not a difference.
 * - `policy`: tells the provider how to act, for example on destroy. It is stored in state and never sent.
 * - `order`: sent at creation and when the program's value changes. A different live value is not drift,
 *   unless a campaign was started manually.
 */
export type Role = "field" | "creation" | "policy" | "order";

/**
 * One property of a resource: a row of the field table. The property's SDK type, documentation, checks,
 * requests and comparisons are derived from this row.
 */
export interface Field {
  /** The type of the program's value, with its limits. */
  readonly type: z.ZodType;
  /** The purpose of the property, with units. */
  readonly doc: string;
  /** Section of the specification, or "2026 form". */
  readonly spec: string;
  /**
   * A valid value for the reference page and SKILL.md, if an example derived from the type says too little.
   */
  readonly example?: unknown;
  /** The example as TypeScript code, if programs do not write the value itself but, for example, `endCall()`. */
  readonly exampleCode?: string;
  /**
   * Name in create and update requests. `*`: each key of the value is a request field. Absent: not in these
   * requests.
   */
  readonly request?: string;
  /**
   * Key in the record. `*`: each key of the value is a key of the record. Absent: the live value counts as
   * NOT_READABLE.
   */
  readonly record?: string;
  readonly codec?: Codec;
  /** The value refers to other objects, whose ids are in the output `idAs`. */
  readonly refers?: {
    readonly to: Reference;
    readonly idAs: string;
    readonly sends: "id" | "name";
    readonly many?: true;
    /**
     * Set if the record may also contain ids of other types of objects. Ids that are neither in the listing
     * nor declared are ignored.
     */
    readonly onlyListed?: true;
  };
  readonly role?: Role;
  readonly required?: true;
  /** Always encrypted in state. */
  readonly secret?: true;
  /** For a secret list of objects: the keys whose values are secret; absent: all keys. */
  readonly secretKeys?: readonly string[];
  /** A change replaces the resource. */
  readonly replaces?: true;
  /**
   * The value to send when the field is removed from the program. Absent: the live value stays, and the
   * preview says so. `resets`: the service chooses a value itself, so the read-back does not compare the
   * field.
   */
  readonly emptied?: { readonly value: unknown; readonly resets?: true };
  /** `null` in the program means "none", which is not the same as leaving the field out. */
  readonly nullable?: true;
  /** Set if the service ignores the order of the array. Returns the key by which an item is sorted. */
  readonly unordered?: (item: unknown) => string;
  /**
   * Whether an item of the array may come from the service itself. Such items are not differences if
   * undeclared, and an update sends them back.
   */
  readonly serviceItems?: (item: unknown) => boolean;
  /** Converts a value for comparisons and exports; absent: no conversion. */
  readonly tidy?: (value: unknown) => unknown;
  /** Converts a value for comparisons only, so that spellings of one thing, such as a time zone, are equal. */
  readonly meaning?: (value: unknown) => unknown;
  /**
   * Properties that the service validates or resets together with this property. If they are declared, an
   * update or adoption that sends this property also sends them.
   */
  readonly together?: readonly string[];
  /**
   * The service merges the declared value into the live value. So only declared keys are compared, and no key
   * can be removed.
   */
  readonly merged?: true;
  /** A create request cannot contain the field, so an update sends it right after the create. */
  readonly notInCreate?: true;
  /**
   * The service cannot change the value after creation. So updates ignore the live value, and a refresh only notes that
   * it differs.
   */
  readonly fixed?: true;
  /**
   * The value that the service is assumed to use when the field is left out. For assistants, see
   * docs/assumptions.md: assistant defaults.
   */
  readonly assumedDefault?: unknown;
  /**
   * Another property, without which this property has no effect. If the other property is unset or false, an
   * export without `--full` omits this property.
   */
  readonly needs?: string;
  /** Users choose the keys inside the value, so a key does not tell whether its value is private. */
  readonly freeForm?: true;
  /** Messages may show the value. Only for values that are not private, such as numbers and names. */
  readonly shown?: true;
  /** What differs in the 2026 form. The other columns describe the 2025 form, unless `only` is set. */
  readonly in2026?: In2026;
  /** The 2025 form has no such field. */
  readonly only?: "2026";
}

/** The columns of a field that differ in the 2026 form; undefined removes a column. */
type Changes = { readonly [K in keyof Omit<Field, "in2026" | "only">]?: Field[K] | undefined };

/** The differences of a field in the 2026 form. */
export type In2026 =
  | (Changes & {
      /** The engine modes that have the field; absent: all. */
      readonly modes?: readonly EngineMode[];
      /**
       * Further differences by engine mode. `unknown` applies while the program's engine mode is not known.
       */
      readonly byMode?: Readonly<Record<EngineMode | "unknown", Changes>>;
    })
  | {
      /** The 2026 form has no such field; the text says what to declare instead. */
      readonly absent: string;
    };

/** Whether the 2026 form has the field only in some engine modes, or differently in each. */
export const dependsOnMode = ({ in2026 = {} }: Field): boolean =>
  !("absent" in in2026) && (in2026.byMode ?? in2026.modes) !== undefined;

/** Whether records have the field under different keys in two engine modes. */
export function isMovedByMode({ in2026 = {} }: Field, one: unknown, other: unknown): boolean {
  if ("absent" in in2026 || !in2026.byMode) return false;
  const keys = new Map(Object.entries(in2026.byMode).map(([mode, { record }]) => [mode, record]));
  return keys.get(String(one)) !== keys.get(String(other));
}

export type FieldTable = Readonly<Record<string, Field>>;

/** An output that a program cannot set. */
export interface Computed {
  readonly type: z.ZodType;
  readonly doc: string;
  /** Key in the record; absent if the provider computes the output. */
  readonly record?: string;
  /** Computes the output from the record. */
  readonly of?: (record: Readonly<Record<string, unknown>>) => unknown;
  /** Not every record has the key. */
  readonly mayLack?: true;
}

export type ComputedTable = Readonly<Record<string, Computed>>;

export const role = (field: Field): Role => field.role ?? "field";

/** One variant of the field for each form and engine mode. */
export function variants({ in2026, only, ...field }: Field): Field[] {
  const later = in2026 ?? {};
  return [
    ...(only ? [] : [field]),
    ...("absent" in later
      ? []
      : [asIn2026(field, later), ...engineModes.map((mode) => asIn2026(field, later, mode))]),
  ];
}

/** The field as the 2026 form has it. */
export function asIn2026(
  field: Field,
  in2026: Exclude<In2026, { readonly absent: string }>,
  mode?: EngineMode,
): Field {
  const { modes: _, byMode, ...changes } = in2026;
  const spec = changes.type ? "2026 form" : field.spec;
  return { ...field, spec, ...changes, ...byMode?.[mode ?? "unknown"] } as Field;
}
