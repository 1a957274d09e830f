import { routes } from "../../provider/http/routes.js";
import { settingsTable } from "../../provider/http/settings-table.js";
import { exitMeanings } from "../../cli/base/exit.js";
import { voicecall } from "../../cli/program.js";
import { accountFile } from "./account-file.js";
import { classDoc, firstSentence } from "./class-doc.js";
import { commandsPage } from "./commands.js";
import { resourceFile } from "./interfaces.js";
import { killsPage } from "./kills.js";
import { kindsPart, routesPart, settingsPart, withParts } from "./parts.js";
import { resourcePage } from "./resource-page.js";
import { skillPage } from "./skill.js";
import { tables } from "./tables.js";

/** The pages about commands, beside docs/commands.md. */
const COMMAND_PAGES = {
  "voicecall doctor": "doctor.md",
  "voicecall drift": "drift.md",
  "voicecall emulator": "local-service.md",
  "voicecall export": "take-over.md",
  "voicecall init ci": "ci.md",
  "voicecall init offline-config": "ci.md#pull-requests-from-forks",
  "voicecall leads plan": "lists-of-leads.md",
};

/**
 * Every file that `npm run generate` writes, by its path in the repository.
 * @param read reads a file of the repository; returns undefined if it does not exist
 */
export async function generatedFiles(
  read: (file: string) => string | undefined,
): Promise<Record<string, string>> {
  const sources: Record<string, string> = { "sdk/generated/account.ts": accountFile(settingsTable, routes) };
  for (const table of tables) sources[`sdk/generated/${table.file}.ts`] = resourceFile(table);
  const files: Record<string, string> = {};
  for (const [file, text] of Object.entries(sources)) files[file] = await formatted(text);
  const described = tables.map((table) => {
    const source = read(`sdk/${table.file}.ts`) ?? "";
    const about = classDoc(source, table.kind);
    return { table, about, what: firstSentence(about), hasGet: source.includes("static get(") };
  });
  files["SKILL.md"] = skillPage(described);
  for (const { table, about, hasGet } of described)
    files[`docs/resources/${table.file}.md`] = resourcePage(table, about, hasGet);
  files["docs/evidence/kills.md"] = killsPage();
  files["docs/commands.md"] = commandsPage(voicecall(), exitMeanings, COMMAND_PAGES);
  const kinds = described.map(({ table, what }) => ({ ...table, what }));
  const parts = {
    resources: kindsPart(kinds, "docs/resources"),
    settings: settingsPart(settingsTable),
    "assumed-routes": routesPart(routes),
  };
  for (const file of ["README.md", "docs/settings.md", "docs/routes.md"]) {
    const text = read(file);
    if (text !== undefined) files[file] = withParts(text, parts);
  }
  return files;
}

async function formatted(text: string): Promise<string> {
  const prettier = await import("prettier");
  return prettier.format(text, { parser: "typescript", printWidth: 110 });
}
