/** Finds out whether state is still what the last apply stored. A refresh writes manual changes into state. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { projectFile, pulumi, type StackOptions } from "../base/pulumi.js";
import { outcomeOf, type Report } from "./report.js";

/** No other keys are parsed, because an entry also contains the stack's configuration. */
const entrySchema = z.object({
  kind: z.string(),
  result: z.string(),
  startTime: z.string(),
  resourceChanges: z.record(z.string(), z.number()).nullish(),
  environment: z.record(z.string(), z.unknown()).nullish(),
});

export type Entry = z.output<typeof entrySchema>;

export type Standing =
  /** As far as the history shows, state is what the last apply stored. */
  | { kind: "applied"; at?: string }
  /**
   * The run that started at `at`, after the last apply, refreshed state. If `isFailed`, its refresh may be
   * incomplete, or may not have begun.
   */
  | { kind: "refreshed"; at: string; isFailed?: true }
  | { kind: "unknown" };

const PAGE = 20;
/** Each page takes one run of the CLI. Daily refreshes and one apply per quarter fill five pages. */
const MOST_PAGES = 10;

/** Finds out from the stack's history what state contains. Returns "unknown" on any failure. */
export async function standingOf(options: StackOptions): Promise<Standing> {
  try {
    const always = refreshesAlways(options);
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const entries = await readPage(page, options);
      if (entries.length === 0 && page === 1) return { kind: "unknown" };
      const standing = standingAfter(entries, always);
      if (standing) return standing;
      if (entries.length < PAGE) return { kind: "applied" };
    }
  } catch {
    // The reason is not shown, because the CLI's output may contain configuration.
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
 * @param always whether the project refreshes on every update
 * @returns undefined if no entry shows what state contains
 */
export function standingAfter(entries: readonly Entry[], always = false): Standing | undefined {
  for (const entry of entries) {
    if (settles(entry)) return { kind: "applied", at: entry.startTime };
    if (refreshed(entry, always))
      return {
        kind: "refreshed",
        at: entry.startTime,
        ...(entry.result !== "succeeded" && { isFailed: true }),
      };
  }
  return undefined;
}

/**
 * Whether the entry makes earlier refreshes irrelevant: an update or destroy of the whole stack, or an import
 * of state.
 */
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
  // A failed update may have refreshed state before it failed. The entry counts only the steps of the update,
  // so the options of the update or the project's setting must show whether it may have refreshed.
  return kind !== "preview" && result !== "succeeded" && (always || given(environment, "refresh"));
}

/** Whether the CLI had one of these options, as a flag or as an environment variable. */
function given(environment: Entry["environment"], ...options: string[]): boolean {
  return Object.entries(environment ?? {}).some(([key, value]) => {
    const option = /^pulumi\.(?:flag\.|env\.pulumi_option_)(.+)/.exec(key.toLowerCase())?.[1];
    return option !== undefined && value !== "false" && options.some((one) => option.startsWith(one));
  });
}

function refreshesAlways(options: StackOptions): boolean {
  const file = projectFile(options);
  return file !== undefined && /\brefresh["']?\s*:\s*["']?always\b/.test(readFileSync(file, "utf8"));
}

/**
 * Adds an error if a refresh has changed state, because it may have stored earlier manual changes. Adds a note
 * if the history is unknown.
 */
export function withStanding(report: Report, standing: Standing): Report {
  if (standing.kind === "refreshed") {
    const when = day(standing.at);
    const [what, where] = standing.isFailed
      ? [
          `A run with a refresh on ${when} failed`,
          "it may have written some manual changes into state, and those are not reported here",
        ]
      : [
          `State was refreshed on ${when}`,
          "manual changes from before the refresh are in state now and are not reported here",
        ];
    const text = `${what}, and no update of the whole stack has succeeded since: ${where}. \`pulumi preview\` shows them; \`pulumi up\` reverts them.`;
    const whole = { ...report, errors: [{ text }, ...report.errors] };
    return { ...whole, outcome: outcomeOf(whole) };
  }
  if (standing.kind === "applied")
    return { ...report, ...(standing.at !== undefined && { appliedAt: standing.at }) };
  if (report.compared === 0) return report;
  const text =
    "The stack's history does not show whether state was refreshed since the last update: if it was, manual changes from before that refresh are not reported here.";
  return { ...report, notes: [...report.notes, { text }] };
}

const day = (at: string): string => {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
};
