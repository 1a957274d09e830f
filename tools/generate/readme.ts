import type { Route, RouteTable } from "../../provider/routes.js";
import type { SettingRow } from "../../provider/settings-table.js";
import { role, type Field } from "../../provider/core/fields.js";
import { markdownTable } from "./markdown.js";
import type { ResourceTable } from "./tables.js";
import { nodeOf, valueType } from "./type-text.js";

/** The text between `<!-- generated:NAME -->` and `<!-- /generated -->`, by name. */
export function readmeParts(
  tables: readonly ResourceTable[],
  settings: readonly SettingRow[],
  routes: RouteTable,
): Record<string, string> {
  return {
    ...Object.fromEntries(tables.map((table) => [table.file, resourcePart(table)])),
    settings: settingsPart(settings),
    "assumed-routes": routesPart(routes),
  };
}

/** The text with each marked part generated again; text without markers stays as it is. */
export function withParts(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(
    /(<!-- generated:([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g,
    (_whole, open: string, name: string, close: string) => {
      const part = parts[name];
      if (part === undefined) {
        throw new Error(`README.md marks a part "${name}"; there are ${Object.keys(parts).join(", ")}.`);
      }
      return `${open}\n${part}\n${close}`;
    },
  );
}

function resourcePart({ fields, computed }: ResourceTable): string {
  const inputs = Object.entries(fields).map(([name, field]) => [
    `\`${name}\`${field.required ? " (required)" : ""}`,
    allowed(field),
    `${field.doc}${traits(field)}`,
    field.assumedDefault === undefined ? "" : `\`${JSON.stringify(field.assumedDefault)}\``,
    field.spec,
  ]);
  const outputs = Object.entries(computed).map(([name, { type, doc }]) => [
    `\`${name}\``,
    `\`${valueType(nodeOf(type))}\``,
    doc,
  ]);
  return [
    markdownTable(["Property", "Allowed", "Meaning", "Assumed default", "Spec"], inputs),
    markdownTable(["Output", "Type", "Meaning"], outputs),
  ].join("\n\n");
}

function allowed(field: Field): string {
  const node = nodeOf(field.type);
  return node.rule ?? `\`${valueType(node)}\``;
}

function traits(field: Field): string {
  const notes = [
    field.secret && "Secret.",
    field.replaces && "A change replaces the resource.",
    role(field) === "field" && !field.record && "Never shown by the service.",
  ].filter((note) => typeof note === "string" && !field.doc.includes(note.slice(0, -1)));
  return notes.map((note) => ` ${note}`).join("");
}

function settingsPart(rows: readonly SettingRow[]): string {
  const lines = rows.map((row) => [
    `\`voicecall:${row.key}\``,
    row.environment === undefined ? "" : `\`${row.environment}\``,
    row.allowed,
    row.default === "" ? "" : `\`${row.default}\``,
    `${row.doc}${row.secret ? " Secret." : ""}`,
  ]);
  return markdownTable(["Setting", "Environment", "Allowed", "Default", "Meaning"], lines);
}

function routesPart(routes: RouteTable): string {
  const assumed = Object.entries<Route>(routes).filter(([, route]) => route.basis === "assumed");
  const lines = assumed.map(([name, { method, path, spec }]) => [
    `\`${name}\``,
    `\`${method} ${path}\``,
    spec,
  ]);
  return markdownTable(["Route", "Assumed", "Not shown in"], lines);
}
