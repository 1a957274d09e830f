import type { Route, RouteTable } from "../../provider/http/routes.js";
import type { SettingRow } from "../../provider/http/settings-table.js";
import { markdownTable } from "./markdown.js";

/** Replaces the text between `<!-- generated:NAME -->` and `<!-- /generated -->`. */
export function withParts(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(
    /(<!-- generated:([\w-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g,
    (_whole, open: string, name: string, close: string) => {
      const part = parts[name];
      if (part === undefined) {
        throw new Error(
          `A document has markers for an unknown part "${name}". The parts are: ${Object.keys(parts).join(", ")}.`,
        );
      }
      return `${open}\n${part}\n${close}`;
    },
  );
}

/** A list of the kinds, with links to their references. `folder` is the path from the document to the references. */
export function kindsPart(
  kinds: readonly { kind: string; file: string; what: string }[],
  folder: string,
): string {
  return kinds.map(({ kind, file, what }) => `- **[${kind}](${folder}/${file}.md)**: ${what}\n`).join("");
}

export function settingsPart(rows: readonly SettingRow[]): string {
  const lines = rows.map((row) => [
    `\`voicecall:${row.key}\``,
    row.environment === undefined ? "" : `\`${row.environment}\``,
    row.allowed,
    row.default === "" ? "" : `\`${row.default}\``,
    `${row.doc}${row.secret ? " Secret." : ""}`,
  ]);
  return markdownTable(["Setting", "Environment", "Allowed", "Default", "Meaning"], lines);
}

export function routesPart(routes: RouteTable): string {
  const assumed = Object.entries<Route>(routes).filter(([, route]) => route.basis === "assumed");
  const lines = assumed.map(([name, { method, path, spec, shownIn = "" }]) => [
    `\`${name}\``,
    `\`${method} ${path}\``,
    spec,
    shownIn,
  ]);
  return markdownTable(["Route", "Assumed", "Not shown in", "Shown in"], lines);
}
