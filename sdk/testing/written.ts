/** For `voicecall chat` and `voicecall render`: writes down what the program declares about its assistants. */
import { appendFileSync } from "node:fs";
import type * as pulumi from "@pulumi/pulumi";
import type { Declaration } from "./declaration.js";

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
