/** Whether state still holds what was applied last: a refresh writes what a hand changed into it. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { programFolder, pulumi, type StackOptions } from "../pulumi.js";
import { outcomeOf, type Report } from "./report.js";

/** Nothing else is taken from an entry: it holds the stack's configuration too. */
const entrySchema = z.object({
  kind: z.string(),
  result: z.string(),
  startTime: z.string(),
  resourceChanges: z.record(z.string(), z.number()).nullish(),
  environment: z.record(z.string(), z.unknown()).nullish(),
});

export type Entry = z.output<typeof entrySchema>;

export type Standing =
  /** State holds what was applied last, as far as the history tells. */
  | { kind: "applied" }
  /** A refresh has changed state since; `at` is when. */
  | { kind: "refreshed"; at: string }
  | { kind: "unknown" };

const PAGE = 20;
/** Each page is a run of the CLI; who refreshes every day and applies once a quarter needs five. */
const MOST_PAGES = 10;

/** Reads the history of the stack; whatever fails is «unknown». */
export async function standingOf(options: StackOptions): Promise<Standing> {
  try {
    const always = refreshesAlways(options);
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const entries = await readPage(page, options);
      if (entries.length === 0 && page === 1) return { kind: "unknown" };
      const standing = judge(entries, always);
      if (standing) return standing;
      if (entries.length < PAGE) return { kind: "applied" };
    }
  } catch {
    // Why is not told: what the CLI answers may hold configuration.
  }
  return { kind: "unknown" };
}

async function readPage(page: number, options: StackOptions): Promise<Entry[]> {
  const { code, stdout } = await pulumi(
    ["stack", "history", "--json", "--page-size", String(PAGE), "--page", String(page)],
    options,
  );
  if (code !== 0) throw new Error("pulumi stack history failed");
  return z.array(entrySchema).parse(JSON.parse(stdout) ?? []);
}

/**
 * @param entries newest first
 * @param always the project asks for a refresh with every update
 * @returns undefined: these entries do not tell
 */
export function judge(entries: readonly Entry[], always = false): Standing | undefined {
  for (const entry of entries) {
    if (settles(entry)) return { kind: "applied" };
    if (refreshed(entry, always)) return { kind: "refreshed", at: entry.startTime };
  }
  return undefined;
}

/** What leaves in state what the program declares: an update of the whole stack, or a state put in from outside. */
function settles({ kind, result, environment }: Entry): boolean {
  if (result !== "succeeded") return false;
  return (
    kind === "import" || (["update", "destroy"].includes(kind) && !given(environment, "target", "exclude"))
  );
}

function refreshed({ kind, result, resourceChanges, environment }: Entry, always: boolean): boolean {
  if (kind === "refresh") {
    const { update = 0, delete: gone = 0 } = resourceChanges ?? {};
    return update + gone > 0;
  }
  // An update that failed counts its own steps, not what its refresh wrote: that it refreshed is all that is known.
  return kind !== "preview" && result !== "succeeded" && (always || given(environment, "refresh"));
}

/** Whether the CLI was run with such an option, as a flag or as its variable. */
const given = (environment: Entry["environment"], ...options: string[]): boolean =>
  Object.entries(environment ?? {}).some(([key, value]) => {
    const option = /^pulumi\.(?:flag\.|env\.pulumi_option_)(.+)$/.exec(key.toLowerCase())?.[1];
    return option !== undefined && value !== "false" && options.some((one) => option.startsWith(one));
  });

function refreshesAlways(options: StackOptions): boolean {
  const folder = programFolder(options);
  if (folder === undefined) return false;
  const file = readdirSync(folder).find((name) => /^Pulumi\.(ya?ml|json)$/.test(name));
  return (
    file !== undefined &&
    /\brefresh["']?\s*:\s*["']?always\b/.test(readFileSync(path.join(folder, file), "utf8"))
  );
}

/** A comparison with a state that a refresh has changed is half of an answer, and said to be one. */
export function withStanding(report: Report, standing: Standing): Report {
  if (standing.kind === "refreshed") {
    const text = `State was refreshed on ${day(standing.at)} and no update of the whole stack has succeeded since: what was changed by hand before that is in state now and is not told here. \`pulumi preview\` shows it; \`pulumi up\` puts it back.`;
    const whole = { ...report, errors: [{ text }, ...report.errors] };
    return { ...whole, outcome: outcomeOf(whole) };
  }
  if (standing.kind === "applied" || report.compared === 0) return report;
  const text =
    "The stack's history is empty or could not be read: if state was refreshed since the last update, what was changed by hand before that is not told here.";
  return { ...report, notes: [...report.notes, { text }] };
}

const day = (at: string): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
};
