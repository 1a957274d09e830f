/** `voicecall leads plan`: checks a list of people to call, without running Pulumi. */
import { readFile } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "commander";
import type { FilePlan, FileToPlan } from "../../provider/facade.js";
import { counted } from "../../provider/base/quoted.js";
import { type ExitCode, UsageError, ending, exitCodes } from "../base/exit.js";
import { print, printJson, warn } from "../base/output.js";
import { type StackOptions, withStackOptions } from "../base/pulumi.js";
import { type TrustOptions, trustHelp, withTrustOption } from "../base/trust.js";

type Variables = Record<string, { column: string; type?: string }>;

interface Given extends StackOptions, TrustOptions {
  phone: string;
  variable: Variables;
  country?: string;
  campaign?: string;
  all?: boolean;
  json?: boolean;
}

export function registerLeads(program: Command): void {
  const leads = program.command("leads").description("commands for lists of leads");
  const plan = leads
    .command("plan")
    .description("check a CSV file of people to call, and show what a LeadSet would do with it")
    .argument("<file>", "the CSV file, with the names of the columns in its first line")
    .requiredOption("--phone <column>", "the column with the phone number")
    .option(
      "--variable <name=column>",
      "a variable and its column, such as visits=Visits:number; may be repeated",
      variable,
      {},
    )
    .option("--country <letters>", "the country of numbers without a country code, such as US")
    .option("--campaign <name>", "compare with the leads of this campaign, by name or id; needs a token");
  withTrustOption(withStackOptions(plan))
    .option("--all", "name the line of every rejected row, instead of the first five for each reason")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      `
Shows line numbers and column names, but no phone numbers or other values. Sends nothing without --campaign, and never
writes to the service. With --campaign, compares the rows with the leads of the campaign, as a new LeadSet would. For
an existing LeadSet, run \`pulumi preview\`.
${trustHelp}

Exit codes: 0 every row can be a lead; 1 the command failed; 2 a row cannot be a lead, there are no rows, or an apply
would fail; 64 wrong usage.

With --json: {"version": 1, "rows", "refused": [{"line", "reason"}], "notes": [text], "create"?, "takeOver"?,
"existing"?: [line], "failures"?: [text]}.

Examples:
  voicecall leads plan leads.csv --phone Phone --country US
  voicecall leads plan leads.csv --phone Phone --variable customer_name=Name --campaign "Spring renewals"`,
    )
    .action((file: string, given: Given) => ending(run)({ ...given, file }));
}

async function run({ file, ...given }: Given & { file: string }): Promise<ExitCode> {
  const { UnreadableList, catalog, planFile } = await import("../../provider/facade.js");
  const columns = { phoneNumber: given.phone, variables: given.variable };
  const { fields } = catalog.LeadSet.definition;
  const options = [
    ["--phone and --variable", "columns", columns],
    ["--country", "defaultCountry", given.country],
  ] as const;
  for (const [option, property, value] of options) {
    const issue = value === undefined ? undefined : fields[property]!.type.safeParse(value).error?.issues[0];
    if (issue) throw new UsageError(`${option}: ${issue.message}.`);
  }
  const against = await accountOf(given);
  const found = await planFile({
    text: await textOf(file),
    columns,
    defaultCountry: given.country,
    namesAll: given.all ?? false,
    ...(against && { against }),
  }).catch((error: unknown) => {
    if (error instanceof UnreadableList)
      throw new Error(`The file ${file} cannot be used: ${error.message}.`);
    throw error;
  });
  if (given.json) printJson(asJson(found));
  else report(file, found, given.all);
  const fails = found.refused.length > 0 || (found.found?.failures.length ?? 0) > 0;
  return fails || found.rows.rows.length === 0 ? exitCodes.found : exitCodes.ok;
}

async function textOf(file: string): Promise<string> {
  const { isUtf8 } = await import("node:buffer");
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The file ${file} cannot be read (${error.code ?? "unknown error"}).`);
  });
  if (!isUtf8(bytes)) throw new Error(`The file ${file} is not UTF-8. Save it as CSV UTF-8.`);
  return bytes.toString("utf8");
}

async function accountOf(given: Given): Promise<FileToPlan["against"]> {
  if (given.campaign === undefined) return undefined;
  const { sessionOf } = await import("../base/account.js");
  const session = await sessionOf(given);
  if (session.offline) {
    warn(
      `The rows are not compared with the campaign, because there is no access token; ${session.settings.tokenSource}.`,
    );
    return undefined;
  }
  const campaign = /^\d+$/.test(given.campaign) ? Number(given.campaign) : given.campaign;
  return { session, campaign };
}

function report(file: string, { rows, refused, notes, found }: FilePlan, all = false): void {
  print(`${file}: ${counted(rows.rows.length, "row")} with a phone number to call.`);
  const { length } = rows.refused;
  if (length > 0) print(`Rejected rows (${length}${length > 5 && !all ? "; --all names every line" : ""}):`);
  for (const text of refused) print(`  ${text}`);
  for (const note of notes) print(note);
  for (const failure of found?.failures ?? []) print(`Applying this list would fail: ${failure}`);
}

const asJson = ({ rows, notes, found }: FilePlan): object => ({
  version: 1,
  rows: rows.rows.length,
  refused: rows.refused,
  notes,
  ...(found && {
    create: found.plan.create.map(({ line }) => line),
    takeOver: found.plan.resume.map(({ row }) => row.line),
    existing: found.plan.refused.map(({ row }) => row.line),
    failures: found.failures,
  }),
});

function variable(text: string, previous: Variables): Variables {
  const [, name, column, type] = /^([^=]+)=(.+?)(?::(text|number|boolean))?$/.exec(text) ?? [];
  if (name === undefined || column === undefined)
    throw new InvalidArgumentError(
      "Write NAME=COLUMN or NAME=COLUMN:TYPE. A type is text, number or boolean.",
    );
  if (Object.hasOwn(previous, name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return { ...previous, [name]: { column, ...(type !== undefined && { type }) } };
}
