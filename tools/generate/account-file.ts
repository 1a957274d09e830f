import type { RouteTable } from "../../provider/http/routes.js";
import type { SettingRow } from "../../provider/http/settings-table.js";
import { comment, sentence } from "./type-text.js";

/**
 * The interface of an account's arguments, with one property for each row of the settings table, and
 * constants that group these properties.
 */
export function accountFile(rows: readonly SettingRow[], routes: RouteTable): string {
  const credentials = rows.filter((row) => isCredential(row));
  const policies = rows.filter((row) => !isCredential(row));
  const property = (row: SettingRow) => {
    const type = settingType(row, routes);
    return `${comment(documentation(row))}\n${row.key}?: pulumi.Input<${type} | undefined>;`;
  };
  return `// Made by \`npm run generate\` from provider/http/settings-table.ts. Do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** The arguments of {@link Account}. */
export interface AccountArgs {
${rows.map(property).join("\n\n")}
}

/** Where to connect, and with which token. An account never takes these from stack configuration. */
export const credentialKeys = ${JSON.stringify(credentials.map(({ key }) => key))} as const;

/** An account uses the stack configuration for policies that its arguments do not set. */
export const policyKeys = ${JSON.stringify(policies.map(({ key }) => key))} as const;

/** The allowed values and the default of each policy whose values match a pattern. */
export const policyForms: Readonly<Record<string, { pattern: string; allowed: string; default: string }>> = ${JSON.stringify(forms(policies))};

export const secretKeys = ${JSON.stringify(rows.filter(({ secret }) => secret).map(({ key }) => key))} as const;
`;
}

const forms = (policies: readonly SettingRow[]): object =>
  Object.fromEntries(
    policies.flatMap(({ key, pattern, allowed, default: initial }) =>
      pattern === undefined ? [] : [[key, { pattern, allowed, default: initial }]],
    ),
  );

/** A setting without a default is a credential. */
const isCredential = (row: SettingRow): boolean => row.default === "";

export function settingType(row: SettingRow, routes: RouteTable): string {
  if (/^(`[^`]+`)(, `[^`]+`)*$/.test(row.allowed)) {
    const words = row.allowed.split(", ").map((word) => word.slice(1, -1));
    const isFlag = words.every((word) => word === "true" || word === "false");
    return isFlag ? "boolean" : words.map((word) => JSON.stringify(word)).join(" | ");
  }
  if (row.key === "routes") return routesType(routes);
  if (row.key === "callOnly") return "string | readonly string[]";
  if (row.key === "maxLeads") return "number | string";
  if (/^\d+$/.test(row.default)) return "number";
  if (/^\d/.test(row.default)) return "number | string";
  return "string";
}

function routesType(routes: RouteTable): string {
  const members = Object.entries(routes).map(([name, { method, path, basis }]) => {
    const assumed = basis === "assumed" ? ", assumed" : "";
    return `${comment([`Default: \`${method} ${path}\`${assumed}.`])}\n${name}?: pulumi.Input<string | undefined>;`;
  });
  return `{\n${members.join("\n")}\n}`;
}

function documentation(row: SettingRow): (string | undefined)[] {
  const initial =
    row.default === "" ? "" : ` Default: the stack's \`voicecall:${row.key}\`, or \`${row.default}\`.`;
  const secret = row.secret ? " Encrypted in state." : "";
  return [sentence(row.doc), `${sentence(`Allowed: ${row.allowed}`) ?? ""}${initial}${secret}`];
}
