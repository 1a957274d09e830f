/** What users read names nothing that this package does not have. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { voicecall } from "../../cli/program.js";
import { documents } from "../support/documents.js";
import { REPOSITORY } from "../support/project.js";

const GONE = [
  /accountChange/,
  /assumedRules/,
  /voicecall fleet/,
  /fleet\.md/,
  /pulumi-voicecall\/emulator"/,
  /(?<![\w-])--end(?![\w-])/,
  /listOutboundAssistants/,
  /page-search/,
  /\bas of (this|the next) (version|release)\b/i,
  /\bformerly\b/i,
  /\b(older|earlier|previous) versions? of (this|the) package\b/i,
  // "a row that is no longer in the list" is about a row, and not about this package.
  /\b(package|provider|command|option|setting|voicecall( \w+)?) (is|does|has|can|needs|needed) no longer\b/i,
  /\b(package|provider|command|option|setting) no longer\b/i,
];

const goneIn = (text: string): string[] =>
  GONE.flatMap((pattern) => pattern.exec(text.replaceAll(/\s+/g, " "))?.[0] ?? []);

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => path.relative(REPOSITORY, path.join(entry.parentPath, entry.name)));

function helpOf(command: Command): string[] {
  let help = "";
  command.configureOutput({ writeOut: (part) => (help += part) });
  command.outputHelp();
  return [help, ...command.commands.flatMap(helpOf)];
}

describe("names what is gone", () => {
  const files = [...documents().keys(), ...filesIn("templates"), ...filesIn("examples")];
  test.each([...new Set(files)])("not in %s", (file) => {
    expect(goneIn(readFileSync(path.join(REPOSITORY, file), "utf8"))).toEqual([]);
  });

  test("not in the help of a command", () => {
    const help = helpOf(voicecall()).join("\n");
    expect(help).toContain("voicecall drift");
    expect(goneIn(help)).toEqual([]);
  });
});

test.each(["npm run demo -- --end", "voicecall  fleet", "see fleet.md", "The option no longer exists."])(
  "%j is found",
  (text) => expect(goneIn(text)).toHaveLength(1),
);

test.each(["a row that is no longer in the list", "`--end-date`", "the earlier version of the object"])(
  "%j is not",
  (text) => expect(goneIn(text)).toEqual([]),
);
