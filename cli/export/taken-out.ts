/**
 * Objects that the last export declared and this one would not. Pulumi would delete them, so the export
 * fails, unless they are gone or `--force` is given.
 */
import type { Kind } from "../../provider/base/kind.js";
import { counted, firstFew, quoted } from "../../provider/base/quoted.js";
import { inShell } from "../shell.js";
import type { Account } from "./account.js";
import { type Choice, isRequested, requestable, selectable, selected } from "./choice.js";
import type { Resources } from "./exported.js";
import type { Manifest } from "./manifest.js";
import { exportCommand } from "./next-steps.js";

const reasons = {
  gone: "the account no longer has it; if it was imported, pulumi refresh --target removes it from the stack",
  unchosen: "not selected by this export",
  refused: "a program can no longer declare it",
};

export interface TakenOut {
  readonly kind: Kind;
  readonly id: number;
  /** The object's name in the service or, if it has none, the name of the resource. */
  readonly title: string;
  readonly file: string;
  readonly why: keyof typeof reasons;
}

/**
 * @param all the whole account, except for kinds that this export does not read
 * @param part the selected objects
 */
export function takenOut(
  before: Manifest,
  found: Resources,
  all: Account,
  part: Account,
  choice: Choice,
): TakenOut[] {
  const seen = new Set<string>();
  return Object.entries(before.files).flatMap(([file, { objects }]) =>
    objects.flatMap(({ kind, id, resource, title = resource }): TakenOut[] => {
      const holds = (rows: readonly { id: number }[]): boolean => rows.some((row) => row.id === id);
      if (holds(found[kind]) || seen.has(`${kind} ${id}`)) return [];
      seen.add(`${kind} ${id}`);
      const isGone = isRequested(choice, kind) && !holds(all[kind]);
      const why = isGone ? "gone" : holds(part[kind]) ? "refused" : "unchosen";
      return [{ kind, id, title, file, why }];
    }),
  );
}

const named = ({ file, kind, id, title }: TakenOut): string => `${file} (${kind} ${quoted(title)}, id ${id})`;

export const sentence = (one: TakenOut): string => `${named(one)}: ${reasons[one.why]}`;

const MOST_LISTED = 10;

/** Like `sentence`, but many objects of one kind and file share a line. */
export function sentences(removed: readonly TakenOut[]): string[] {
  const groups = new Map<string, TakenOut[]>();
  for (const one of removed) {
    const key = [one.file, one.kind, one.why].join(" ");
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length <= MOST_LISTED) return group.map(sentence);
    const { file, kind, why } = group[0]!;
    const ids = group.map(({ id }) => String(id));
    return [
      `${file} (${counted(ids.length, kind)}, ids ${firstFew(ids, 3)}; --json lists all): ${reasons[why]}`,
    ];
  });
}

/**
 * In a different account, all objects of the last export seem to be gone.
 * @throws Error if the last export was from a different account, or if that cannot be determined and all its
 * objects are gone
 */
export function refuseOtherAccount(
  folder: string,
  removed: readonly TakenOut[],
  before: Manifest,
  user: number | undefined,
): void {
  const known = before.user !== null && user !== undefined;
  if (known && before.user === user) return;
  const all = Object.values(before.files).flatMap(({ objects }) => objects).length;
  const gone = removed.filter(({ why }) => why === "gone").length;
  if (!known && (gone === 0 || gone < all)) return;
  const why = known
    ? `the last export there was from the account of user ${before.user}, but this token belongs to user ${user}`
    : all === 1
      ? "the account does not have the object that the last export wrote there"
      : `the account has none of the ${all} objects that the last export wrote there`;
  throw new Error(
    `Nothing was written to ${folder}: ${why}. Check VOICECALL_BASE_URL and VOICECALL_ACCESS_TOKEN, or name another folder. With --force, the program of this account replaces the one in ${folder}.`,
  );
}

/**
 * @throws Error if the program would lose objects that may exist, or the fields of an earlier `--full`
 * export. The error shows how to keep what a program can declare.
 */
export function refuseLoss(
  folder: string,
  removed: readonly TakenOut[],
  before: Manifest,
  options: Choice & { stack?: string },
  leftOut: readonly string[],
): void {
  const notSelected = removed.filter(({ why }) => why === "unchosen");
  const refused = removed.filter(({ why }) => why === "refused");
  const again = () => `\`${exportCommand(inShell(folder), keeping(notSelected, before.options, options))}\``;
  if (notSelected.length + refused.length === 0) {
    if (options.full || !before.options.full) return;
    throw new Error(
      `Nothing was written: the last export to ${folder} used --full, and this export would remove from the program the fields at the service's defaults. To keep these fields, run ${again()}. To remove them, use --force.`,
    );
  }
  const lines = [
    `Nothing was written: this export would remove objects from the program in ${folder}: ${firstFew([...notSelected, ...refused].map(named), 10)}. The next \`pulumi up\` would then plan to delete those that were imported.`,
  ];
  if (notSelected.length > 0) {
    lines.push(`The last export selected more objects. To keep them, run ${again()}.`);
  }
  if (refused.length > 0) lines.push(`A program cannot declare these objects: ${leftOut.join("; ")}.`);
  lines.push("To remove the objects anyway, use --force.");
  throw new Error(lines.join("\n"));
}

/** The options that select everything that the last export or this one selects. */
function keeping<T extends Choice>(notSelected: readonly TakenOut[], before: Choice, current: T): T {
  const ids = (kind: Kind): string[] =>
    notSelected.filter((one) => one.kind === kind).map(({ id }) => String(id));
  const wasEverything = selectable.every((kind) => selected(before, kind).length === 0);
  const again = (kind: Kind) => (wasEverything ? [] : [...selected(current, kind), ...ids(kind)]);
  return {
    ...current,
    selected: Object.fromEntries(selectable.map((kind) => [kind, again(kind)])),
    requested: requestable.filter((kind) => current.requested.includes(kind) || ids(kind).length > 0),
    full: current.full || before.full,
  };
}
