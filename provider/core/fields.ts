import type { z } from "zod";

/** A kind of name that the service can look up, or that one of its listings knows. */
export type Reference = "voice" | "language" | "model" | "phoneNumber" | "tool" | "campaign";

/** The form of a value in requests and records, if it differs from the program's. */
export interface Codec {
  encode(value: unknown): unknown;
  /** Gets the record too, since some fields have more than one key. */
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

/** One property of a resource: its row in the resource's table, from which everything else about it derives. */
export interface Field {
  /** The program's value, with the limits that the specification states. */
  readonly type: z.ZodType;
  /** What it is for, in one or two sentences; units included. */
  readonly doc: string;
  /** Section of the specification. */
  readonly spec: string;
  /** Name in create and update requests; absent: never sent. */
  readonly request?: string;
  /** Key in the record; absent: the service never shows it, so it cannot be compared with the live object. */
  readonly record?: string;
  readonly codec?: Codec;
  /** The value names other objects; their ids are kept in the output `idAs`. */
  readonly refers?: {
    readonly to: Reference;
    readonly idAs: string;
    readonly sends: "id" | "name";
    readonly many?: true;
  };
  readonly role?: Role;
  readonly required?: true;
  /** Encrypted in state without the user asking. */
  readonly secret?: true;
  /** A change deletes the object and creates a new one. */
  readonly replaces?: true;
  /** Sent when the field is removed from the program; absent: the live value stays, and preview says so. */
  readonly emptied?: { readonly value: unknown };
  /** `null` in the program is a value of its own ("none"), not the same as leaving the field out. */
  readonly nullable?: true;
  /** The order of the array does not matter to the service; sorted by this key of an item. */
  readonly unordered?: (item: unknown) => string;
  /** The part of a value that counts when two values are compared; absent: the whole value. */
  readonly tidy?: (value: unknown) => unknown;
  /** Properties that the service judges together: when this one is sent, these are sent too if declared. */
  readonly together?: readonly string[];
  /** The service merges an object into the present one, so only declared keys can be compared and none removed. */
  readonly merged?: true;
  /** Never changes after creation: compared when looking for a lost create, and otherwise only with what was declared before. */
  readonly fixed?: true;
  /** The value that the service is assumed to use when the field is left out (api-gaps: assistant defaults). */
  readonly assumedDefault?: unknown;
  /** The user chooses the keys below it, so a key says nothing about its value. */
  readonly freeForm?: true;
  /** Values are shown in errors and notes only for numbers, booleans, enumerations and names. */
  readonly shown?: true;
}

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
