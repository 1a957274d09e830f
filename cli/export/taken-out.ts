/** What the last export declared and this one does not: Pulumi would delete it, so it goes only if it is gone or told to. */
import type { Account, Choice } from "./account.js";
import type { Manifest } from "./manifest.js";
import { exportCommand, inShell } from "./next-steps.js";
import type { Objects } from "./objects.js";

const lists = {
  MidCallTool: "tools",
  Assistant: "assistants",
  Lead: "leads",
  CampaignState: "campaigns",
} as const;

const reasons = {
  gone: "the account no longer has it",
  unchosen: "not chosen",
  refused: "a program can no longer declare it",
};

export interface TakenOut {
  readonly kind: keyof typeof lists;
  readonly id: number;
  readonly file: string;
  readonly why: keyof typeof reasons;
}

/**
 * @param all the whole account, as far as it was read
 * @param part what was chosen of it
 */
export function takenOut(
  before: Manifest,
  found: Objects,
  all: Account,
  part: Account,
  choice: Choice,
): TakenOut[] {
  const seen = new Set<string>();
  return Object.entries(before.files).flatMap(([file, { objects }]) =>
    objects.flatMap(({ kind, id }): TakenOut[] => {
      const list = lists[kind];
      const holds = (rows: readonly { id: number }[]): boolean => rows.some((row) => row.id === id);
      if (holds(found[list]) || seen.has(`${kind} ${id}`)) return [];
      seen.add(`${kind} ${id}`);
      const isRead = (list !== "leads" && list !== "campaigns") || choice[list];
      const isGone = isRead && !holds(all[list]);
      const why = isGone ? "gone" : holds(part[list]) ? "refused" : "unchosen";
      return [{ kind, id, file, why }];
    }),
  );
}

const named = ({ file, kind, id }: TakenOut): string => `${file} (${kind} ${id})`;

export const told = (one: TakenOut): string => `${named(one)}: ${reasons[one.why]}`;

/** @throws Error that names what the program would lose though the account may have it, and how to keep it */
export function refuseLoss(
  folder: string,
  lost: readonly TakenOut[],
  before: Manifest,
  options: Choice & { full: boolean },
  leftOut: readonly string[],
): void {
  const unchosen = lost.filter(({ why }) => why === "unchosen");
  const refused = lost.filter(({ why }) => why === "refused");
  if (unchosen.length + refused.length === 0) return;
  const lines = [
    `Nothing was written: this would take out of ${folder} what the last export put there, and the next pulumi up plans to delete what was imported and is no longer in its program: ${listed([...unchosen, ...refused])}.`,
  ];
  if (unchosen.length > 0) {
    const command = exportCommand(inShell(folder), keeping(unchosen, before.options, options));
    lines.push(`The last export chose more. To keep all of it: \`${command}\`.`);
  }
  if (refused.length > 0) lines.push(`A program can no longer declare: ${leftOut.join("; ")}.`);
  lines.push("To take it out all the same, give --force.");
  throw new Error(lines.join("\n"));
}

function listed(lost: readonly TakenOut[]): string {
  const shown = lost.slice(0, 10).map(named).join(", ");
  return lost.length > 10 ? `${shown} and ${lost.length - 10} more` : shown;
}

/** The options that choose what the last export had, and what this one wants. */
function keeping<T extends Choice>(unchosen: readonly TakenOut[], before: Choice, now: T): T {
  const ids = (kind: string): string[] =>
    unchosen.filter((one) => one.kind === kind).map(({ id }) => String(id));
  const wasEverything = before.assistant.length + before.tool.length === 0;
  return {
    ...now,
    assistant: wasEverything ? [] : [...now.assistant, ...ids("Assistant")],
    tool: wasEverything ? [] : [...now.tool, ...ids("MidCallTool")],
    leads: now.leads || ids("Lead").length > 0,
    campaigns: now.campaigns || ids("CampaignState").length > 0,
  };
}
