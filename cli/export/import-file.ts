/** The file for `pulumi import --file`, with each resource's inputs and outputs as state will have them. */
import { type Bag, catalog } from "../../provider/facade.js";
import { kinds } from "../../provider/base/kind.js";
import { providerText, typeToken } from "../../sdk/provider-text.js";
import { asSecret } from "../base/stack-state.js";
import type { Exported, Resources } from "./exported.js";
import { credentialIn } from "./secret-values.js";

export const IMPORT_FILE = "import.json";

export function importFile(exported: Resources): string {
  const resources = kinds
    .flatMap((kind) => exported[kind])
    .map((one) => ({
      type: typeToken(one.kind),
      name: one.name.resource,
      id: String(one.id),
      inputs: sealed(one, one.inputs),
      outputs: sealed(one, one.outputs),
    }));
  return `${JSON.stringify({ resources }, undefined, 2)}\n`;
}

function sealed({ kind }: Exported, bag: Bag): Record<string, unknown> {
  const { fields } = catalog[kind].definition;
  const entries = Object.entries(bag).map(([key, value]): [string, unknown] =>
    fields[key]?.secret || credentialIn(key, value) !== undefined ? [key, asSecret(value)] : [key, value],
  );
  return { ...Object.fromEntries(entries), __provider: providerText(kind) };
}
