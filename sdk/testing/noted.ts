/** Which arguments the program has given a resource. Outputs do not have them: an id of a tool does not tell its schema. */
import type * as pulumi from "@pulumi/pulumi";

/** The environment variable with the file to which `writeDeclaration` writes. Without it, nothing is written. */
export const DECLARATIONS_FILE = "VOICECALL_DECLARATIONS_FILE";

export interface Noted {
  readonly kind: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const noted = new WeakMap<object, Noted>();

export function noteArgs(resource: pulumi.CustomResource, kind: string, args: object): void {
  const note = { kind, args: args as Record<string, unknown> };
  noted.set(resource, note);
  noted.set(resource.id, note);
}

/** @param value a resource, or the output that is its id */
export const notedArgs = (value: unknown): Noted | undefined =>
  typeof value === "object" && value !== null ? noted.get(value) : undefined;
