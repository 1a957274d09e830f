import type { z } from "zod";

/** A documented form of the service's API, by the year of its documents. The specification is the form of 2025. */
export type ApiForm = "2025" | "2026";

/** The engine modes of an assistant. The 2025 form has no dualplex. */
export const engineModes = ["pipeline", "multimodal", "dualplex"] as const;

export type EngineMode = (typeof engineModes)[number];

/** A kind of name that the service can look up, or that one of its listings knows. */
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
 * Converts a value between the program's form and that of requests and records. Both directions keep the order of list
 * items and all unknown keys.
 */
export interface Codec {
  /** Further keys of the record that show the value. */
  readonly alsoReads?: readonly string[];
  encode(value: unknown): unknown;
  /**
   * Receives the whole record too, since some fields have more than one key.
   * @returns NOT_READABLE if the record does not show the value
   */
  decode(raw: unknown, record: Readonly<Record<string, unknown>>): unknown;
}

/**
 * What a change of the property does.
 * - `field` (default): a field of the service's object, managed.
 * - `creation`: used when the object is created; later changes are not a difference.
 * - `policy`: tells the provider how to act later (on destroy, say); a change is stored, nothing is sent.
 * - `order`: sent when the program's value changes; the live value is never a difference.
 */
export type Role = "field" | "creation" | "policy" | "order";

/** One property of a resource. Everything else about the property is derived from this row. */
export interface Field {
  /** The program's value, with the limits that the specification states. */
  readonly type: z.ZodType;
  /** What it is for, in one or two sentences, with units. */
  readonly doc: string;
  /** Section of the specification. */
  readonly spec: string;
  /** A valid value for the reference page and SKILL.md, if the type's own example says too little. */
  readonly example?: unknown;
  /** The same as TypeScript code, for a value that a function of this package returns. */
  readonly exampleCode?: string;
  /** Name in create and update requests; absent: never sent. */
  readonly request?: string;
  /** Key in the record; absent: the service never shows it, so it cannot be compared with the live object. */
  readonly record?: string;
  readonly codec?: Codec;
  /** The value refers to other objects, whose ids are in the output `idAs`. */
  readonly refers?: {
    readonly to: Reference;
    readonly idAs: string;
    readonly sends: "id" | "name";
    readonly many?: true;
    /** A record may show other ids too. Only ids that the listing has or the program refers to count. */
    readonly onlyListed?: true;
  };
  readonly role?: Role;
  readonly required?: true;
  /** Always encrypted in state. */
  readonly secret?: true;
  /** The secret keys of a list's items, if not all are secret. Messages do not show the other texts either. */
  readonly secretKeys?: readonly string[];
  /** A change deletes the object and creates a new one. */
  readonly replaces?: true;
  /**
   * Sent when the field is removed from the program; absent: the live value stays, and preview says so.
   * `resets`: the service then chooses a value, so the read-back cannot compare it.
   */
  readonly emptied?: { readonly value: unknown; readonly resets?: true };
  /** `null` in the program means "none", which is not the same as leaving the field out. */
  readonly nullable?: true;
  /** The order of the array does not matter to the service. It is sorted by this key of an item. */
  readonly unordered?: (item: unknown) => string;
  /** Keys of items that the service adds by itself: no difference if undeclared, and an update sends them back. */
  readonly serviceItems?: readonly string[];
  /** The part of a value that counts when two values are compared; absent: the whole value. */
  readonly tidy?: (value: unknown) => unknown;
  /** Properties that the service checks together with this one: they are sent with it if they are declared. */
  readonly together?: readonly string[];
  /** The service merges the value into the existing object, so only declared keys are compared and none can be removed. */
  readonly merged?: true;
  /** Never changes after creation. Compared with the record only to find a lost create, otherwise with the last declaration. */
  readonly fixed?: true;
  /** The value that the service is assumed to use when the field is left out (docs/assumptions.md: assistant defaults). */
  readonly assumedDefault?: unknown;
  /** The property without which this one has no effect. An export then leaves it out. */
  readonly needs?: string;
  /** The user chooses the keys below it, so a key says nothing about its value. */
  readonly freeForm?: true;
  /** Values are shown in errors and notes only for numbers, booleans, enumerations and names. */
  readonly shown?: true;
  /** What differs in the 2026 form. The other columns describe the 2025 form, which is the specification's. */
  readonly in2026?: In2026;
  /** The 2025 form has no such field. */
  readonly only?: "2026";
}

/** Other columns of a field in the 2026 form; undefined removes one. */
type Changes = { readonly [K in keyof Omit<Field, "in2026" | "only">]?: Field[K] | undefined };

/** What a field is in the 2026 form. */
export type In2026 =
  | (Changes & {
      /** The engine modes that have the field; absent: all. */
      readonly modes?: readonly EngineMode[];
      /** Further changes in an engine mode. `unknown` is used before the program's engine mode is known. */
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
  /** Key in the record it is read from; absent: the resource sets it. */
  readonly record?: string;
}

export type ComputedTable = Readonly<Record<string, Computed>>;

export const role = (field: Field): Role => field.role ?? "field";
