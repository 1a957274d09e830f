/**
 * Which arguments the program has given a resource. Outputs do not have them: an id of a tool does not tell its schema.
 * `voicecall chat` and `voicecall render` let the classes write them down.
 */
import { appendFileSync } from "node:fs";
import type * as pulumi from "@pulumi/pulumi";
import type { Declaration } from "./declaration.js";

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

/** The environment variable with the file to write to. Without it, nothing is written. */
export const DECLARATIONS_FILE = "VOICECALL_DECLARATIONS_FILE";

export interface Written {
  readonly urn: string;
  readonly declaration: Declaration;
}

export function writeDeclaration(resource: pulumi.CustomResource): void {
  const file = process.env[DECLARATIONS_FILE];
  if (file === undefined) return;
  resource.urn.apply(async (urn) => {
    // The commands import this file, and need no SDK of Pulumi, which takes most of a second to load.
    const { declarationOf } = await import("./declaration.js");
    // A value that fails is an error of the preview.
    const declaration = await declarationOf(resource).catch(() => undefined);
    if (declaration) appendFileSync(file, `${JSON.stringify({ urn, declaration } satisfies Written)}\n`);
  });
}
