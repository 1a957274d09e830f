/** What `pulumi import --file` takes for dynamic resources: inputs and outputs of each, as state is to hold them. */
import { SIGNATURE } from "../../provider/carried.js";
import { type Bag } from "../../provider/core/values.js";
import { catalog } from "../../provider/catalog.js";
import { providerText, typeToken } from "../../sdk/provider-text.js";
import type { Exported } from "./exported.js";
import type { Objects } from "./objects.js";

export const IMPORT_FILE = "import.json";

/** The engine's mark of a secret; the value follows in clear, as JSON text. */
const SECRET = { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270" };

export function importFile({ tools, assistants, leads, campaigns }: Objects): string {
  const resources = [...tools, ...assistants, ...leads, ...campaigns].map((one) => ({
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
    fields[key]?.secret ? [key, { ...SECRET, plaintext: JSON.stringify(value) }] : [key, value],
  );
  return { ...Object.fromEntries(entries), __provider: providerText(kind) };
}
