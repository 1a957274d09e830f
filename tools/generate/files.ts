import { routes } from "../../provider/routes.js";
import { settingsTable } from "../../provider/settings-table.js";
import { exitMeanings } from "../../cli/exit.js";
import { voicecall } from "../../cli/program.js";
import { accountFile } from "./account-file.js";
import { commandsPage } from "./commands.js";
import { resourceFile } from "./interfaces.js";
import { killsPage } from "./kills.js";
import { readmeParts, withParts } from "./readme.js";
import { tables } from "./tables.js";

/**
 * Every file that is made from the tables and from the command line, by its path in the repository.
 * @param readme the current README; undefined if there is none
 */
export async function generatedFiles(readme: string | undefined): Promise<Record<string, string>> {
  const sources: Record<string, string> = { "sdk/generated/account.ts": accountFile(settingsTable, routes) };
  for (const table of tables) sources[`sdk/generated/${table.file}.ts`] = resourceFile(table);
  const made: Record<string, string> = {};
  for (const [file, text] of Object.entries(sources)) made[file] = await formatted(text);
  made["docs/kills.md"] = killsPage();
  made["docs/commands.md"] = commandsPage(voicecall(), exitMeanings);
  if (readme !== undefined) made["README.md"] = withParts(readme, readmeParts(tables, settingsTable, routes));
  return made;
}

async function formatted(text: string): Promise<string> {
  const prettier = await import("prettier");
  return prettier.format(text, { parser: "typescript", printWidth: 110 });
}
