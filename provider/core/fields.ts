import type { z } from "zod";

/** A documented form of the service's API, by the year of its documents. The specification is the form of 2025. */
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
 * Converts a value between the program and the requests and records. Both directions keep the order of list items
 * and all unknown keys.
 */
export interface Codec {
  /** Further keys of the record that the value is read from. */
  readonly alsoReads?: readonly string[];
  encode(value: unknown): unknown;
  /**
   * Receives the whole record too, since some fields consist of several keys.
   * @returns NOT_READABLE if the record does not show the value
   */
  decode(raw: unknown, record: Readonly<Record<string, unknown>>): unknown;
}

/**
 * What a change of the property does.
 * - `field` (default): a field of the service's object, which is managed.
 * - `creation`: used when the object is created; later changes are not a difference.
 * - `policy`: tells the provider how to act later (on destroy, for example); a change is stored and nothing is sent.
 * - `order`: sent when the program's value changes; the live value is never a difference.
 */
export type Role = "field" | "creation" | "policy" | "order";

/** One property of a resource. Everything else about the property is derived from this row of the field table. */
export interface Field {
  /** The program's value, with the limits in the specification. */
  readonly type: z.ZodType;
  /** The purpose of the property, in one or two sentences, with units. */
  readonly doc: string;
  /** Section of the specification. */
  readonly spec: string;
  /** A valid value for the reference page and SKILL.md, if an example derived from the type says too little. */
  readonly example?: unknown;
  /** The example as TypeScript code, for a value that a function of this package returns. */
  readonly exampleCode?: string;
  /** Name in create and update requests; absent if it is never sent. */
  readonly request?: string;
  /** Key in the record; absent if the service never shows it, so that it cannot be compared with the live object. */
  readonly record?: string;
  readonly codec?: Codec;
  /** The value refers to other objects, whose ids are in the output `idAs`. */
  readonly refers?: {
    readonly to: Reference;
    readonly idAs: string;
    readonly sends: "id" | "name";
    readonly many?: true;
    /**
     * Set if a record may also contain ids of other things. Only ids that are in the listing, or that the
     * program refers to, count.
     */
    readonly onlyListed?: true;
  };
  readonly role?: Role;
  readonly required?: true;
  /** Always encrypted in state. */
  readonly secret?: true;
  /**
   * The secret keys of a list's items, if not all keys are secret. Messages show none of the items' other strings
   * either.
   */
  readonly secretKeys?: readonly string[];
  /** A change deletes the object and creates a new one. */
  readonly replaces?: true;
  /**
   * Sent when the field is removed from the program. Absent: the live value stays, and the preview says so. `resets`:
   * the service then chooses a value, so the read-back cannot compare it.
   */
  readonly emptied?: { readonly value: unknown; readonly resets?: true };
  /** `null` in the program means "none", which is not the same as leaving the field out. */
  readonly nullable?: true;
  /** The service ignores the order of the array. Its items are sorted by this key. */
  readonly unordered?: (item: unknown) => string;
  /**
   * Keys of items that the service adds by itself. Such items are not differences if undeclared, and an
   * update sends them back.
   */
  readonly serviceItems?: readonly string[];
  /** The part of the value that comparisons use; absent: the whole value. */
  readonly tidy?: (value: unknown) => unknown;
  /** Properties that the service validates together with this one. They are sent with it if they are declared. */
  readonly together?: readonly string[];
  /**
   * The service merges the declared value into the live value. So only declared keys are compared, and no key
   * can be removed.
   */
  readonly merged?: true;
  /**
   * Never changes after creation. Updates, refreshes and drift compare it only with the last declaration. The record
   * counts only when an object is created or adopted.
   */
  readonly fixed?: true;
  /** The value that the service is assumed to use when the field is left out (docs/assumptions.md: assistant defaults). */
  readonly assumedDefault?: unknown;
  /**
   * Another property, without which this property has no effect. If that is unset or false, an export omits
   * this property.
   */
  readonly needs?: string;
  /** Users choose the keys below it, so a key does not tell whether its value is private. */
  readonly freeForm?: true;
  /** Messages may show the value. Only for numbers, booleans, enumerations and names. */
  readonly shown?: true;
  /** What differs in the 2026 form. The other columns describe the 2025 form, which is that of the specification. */
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
      /** Further differences by engine mode. `unknown` applies while the program's engine mode is not known. */
      readonly byMode?: Readonly<Record<EngineMode | "unknown", Changes>>;
    })
  | {
      /** The 2026 form has no such field; the text says what to declare instead. */
      readonly absent: string;
    };

export type FieldTable = Readonly<Record<string, Field>>;

/** An output that the service assigns. */
export interface Computed {
  readonly type: z.ZodType;
  readonly doc: string;
  /** The record key that it is read from; absent if the resource sets it. */
  readonly record?: string;
}

export type ComputedTable = Readonly<Record<string, Computed>>;

export const role = (field: Field): Role => field.role ?? "field";
