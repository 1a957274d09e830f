import type { Command, Help, Option } from "commander";
import { markdownTable } from "./markdown.js";

/**
 * The page about all commands, generated from their definitions.
 * @param pages the page about a command, by its name; the page says what else the command's `--help` explains
 */
export function commandsPage(
  program: Command,
  exitMeanings: Readonly<Record<number, string>>,
  pages: Readonly<Record<string, string>> = {},
): string {
  const codes = Object.entries(exitMeanings).map(([code, meaning]) => [`\`${code}\``, meaning]);
  const all = below(program).map(partsOf);
  const shared = {
    rows: repeated(all.flatMap(({ rows }) => rows.map((row) => JSON.stringify(row)))),
    paragraphs: repeated(all.flatMap(({ paragraphs }) => paragraphs)),
  };
  const sharedRows = [...shared.rows].map((row) => JSON.parse(row) as string[]);
  return [
    "<!-- Made by `npm run generate` from the commands themselves. -->",
    `# The command \`${program.name()}\``,
    text(program.description()),
    `Every command has \`--help\`. With \`--json\`, stdout contains exactly one JSON document, or \`{"error": …}\` if the command fails. Progress goes to stderr. All commands share these exit codes:`,
    markdownTable(["Exit code", "Meaning"], codes).trimEnd(),
    "## Options of several commands",
    table(sharedRows),
    "[Settings](settings.md) says how these commands protect your token.",
    ...all.map((parts) => section(parts, shared, pages[parts.name])),
  ]
    .join("\n\n")
    .concat("\n");
}

/** The parts of a command's help. */
interface Parts {
  readonly name: string;
  readonly description: string;
  readonly usage: string;
  /** Arguments and options: name, meaning and default. */
  readonly rows: readonly string[][];
  readonly paragraphs: readonly string[];
}

/** The items that occur more than once. */
const repeated = (items: readonly string[]): ReadonlySet<string> =>
  new Set(items.filter((item, index) => items.indexOf(item) !== index));

/** All commands that can be run. Commands that only group others are left out. */
function below(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((inner) => inner.name() !== "help")
    .flatMap((inner) => (inner.commands.length === 0 ? [inner] : below(inner)));
}

function partsOf(command: Command): Parts {
  const help = command.createHelp();
  return {
    name: wholeName(command),
    description: command.description(),
    usage: help.commandUsage(command),
    rows: [...inputs(help, command), ...options(help, command)],
    paragraphs: afterwards(command)
      .split(/\n{2,}/)
      .filter(Boolean),
  };
}

/**
 * @param shared what another part of the page says about several commands
 * @param page the page about this command
 */
function section(
  { name, description, usage, rows, paragraphs }: Parts,
  shared: { rows: ReadonlySet<string>; paragraphs: ReadonlySet<string> },
  page: string | undefined,
): string {
  const isShared = (row: string[]): boolean => shared.rows.has(JSON.stringify(row));
  const own = rows.filter((row) => !isShared(row));
  const others = rows.filter(isShared).map(([flags = ""]) => `\`${/--[\w-]+|(?<=^`)\w+/.exec(flags)?.[0]}\``);
  return [
    `## ${name}`,
    text(description),
    ...(usage === `${name} [options]` ? [] : [fenced("text", usage)]),
    ...(own.length === 0 ? [] : [table(own)]),
    ...(others.length === 0 ? [] : [`[Also](#options-of-several-commands): ${others.join(", ")}.`]),
    ...(page === undefined ? [] : [`[More](${page})`]),
    ...paragraphs
      .filter((one) => !shared.paragraphs.has(one) && (page === undefined || isFacts(one)))
      .map(paragraph),
  ].join("\n\n");
}

/** Whether the paragraph has facts that only this page has. */
const isFacts = (one: string): boolean =>
  /^(Exit codes|With --json|Examples?):|^With --json/.test(one.trim());

const table = (rows: string[][]): string => markdownTable(["", "Meaning", "Default"], rows).trimEnd();

function wholeName(command: Command): string {
  return command.parent ? `${wholeName(command.parent)} ${command.name()}` : command.name();
}

function inputs(help: Help, command: Command): string[][] {
  return help
    .visibleArguments(command)
    .map((argument) => [
      `\`${argument.name()}\``,
      withChoices(argument.description, argument.argChoices),
      initial(argument.defaultValue, argument.defaultValueDescription),
    ]);
}

function options(help: Help, command: Command): string[][] {
  return help
    .visibleOptions(command)
    .filter((option) => option.long !== "--help")
    .map((option: Option) => [
      `\`${option.flags}\``,
      withChoices(option.description, option.argChoices),
      initial(option.defaultValue, option.defaultValueDescription),
    ]);
}

const withChoices = (description: string, choices: readonly string[] | undefined): string =>
  text(description) + (choices ? `: ${choices.map((choice) => `\`${choice}\``).join(", ")}` : "");

/** A default value as Markdown. Empty for `false`, and for an empty list, the default of repeatable options. */
function initial(value: unknown, description: string | undefined): string {
  if (description !== undefined) return text(description);
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  if (value === undefined || value === false || isEmpty) return "";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** The text of addHelpText("after"), which follows the help. */
function afterwards(command: Command): string {
  let printed = "";
  command.configureOutput({ writeOut: (part) => (printed += part), getOutHasColors: () => false });
  command.outputHelp();
  return printed.slice(command.helpInformation().length).trim();
}

/** A paragraph as Markdown. Lines below "Examples:" become a code block. */
function paragraph(whole: string): string {
  const [first = "", ...rest] = whole.split("\n");
  if (!/^Examples?:$/.test(first.trim())) return text(whole.replace(/\s*\n\s*/g, " "));
  return `${first.trim()}\n\n${fenced("sh", rest.map((line) => line.trim()).join("\n"))}`;
}

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

/** Escapes plain text for Markdown. */
const text = (plain: string): string => plain.replace(/[\\<*[\]]/g, "\\$&");
