/** Records in the stack's configuration which manual changes `pull` has merged (docs/decisions/command-line.md). */
import { isKind } from "../../provider/base/kind.js";
import {
  type Bag,
  type Field,
  type Mark,
  catalog,
  markKey,
  marksOf,
  ownValue,
  recorded,
  same,
  selfIn,
} from "../../provider/facade.js";
import { reasonOf } from "../base/exit.js";
import { warn } from "../base/output.js";
import { type StackOptions, pulumiOrFail } from "../base/pulumi.js";
import type { Reading } from "../drift/events.js";
import { segments } from "../drift/fields.js";
import type { Report } from "../drift/report.js";
import { holdsSecret, masked } from "../drift/secret.js";
import type { StackConfig } from "../base/stack-config.js";
import type { Program } from "./program.js";
import type { Left } from "./report.js";
import type { Found } from "./run.js";
import { CHANGED, REMOVED } from "./wishes.js";

const KEY = "voicecall:merged";

/** Hashes, by `markKey`. */
type Marks = Readonly<Record<string, string>>;

/** What earlier pulls have merged. */
export const marksIn = (config: StackConfig): Marks => config[KEY]?.objectValue ?? {};

/** A property that differs in the service, with the marks that are no secret's: a short one could be guessed. */
type Differing = ReturnType<typeof differingIn>[number];

export function differingIn({ drift }: Report, { resources }: Reading, program: Program, before: Marks) {
  return drift.flatMap(({ fields, ...resource }) => {
    const { kind, urn } = resource;
    const { old, live } = resources.find((one) => one.urn === urn)!;
    if (!isKind(kind) || !live) return [];
    const secrets = fields.filter(({ secret }) => secret).map(({ path }) => segments(path));
    return [...new Set(fields.map(rootOf))].map((path) => {
      const field = ownValue(catalog[kind].definition.fields, path) as Field;
      const [applied, now] = [old, live].map(({ inputs, outputs }) =>
        field.refers ? recorded(field, path, outputs) : ownValue(inputs, path),
      );
      const isShown = ({ path: [property, key] }: Mark): boolean =>
        !secrets.some(([root, own = key]) => root === property && (key === undefined || own === key)) &&
        ![applied, now].some((side) => holdsSecret(key === undefined ? side : (side as Bag)[key]));
      const all = marksOf(path, field, applied, now);
      const marks = all
        .filter(isShown)
        .map((one) => [markKey(`${kind} ${selfIn(urn)}`, one), one.hash] as const);
      const declared = ownValue(program.resources.get(urn)?.inputs ?? {}, path);
      // What the program has not changed is no decision against the service's text: it will have that text.
      const isChanged = !same(field, declared, masked(ownValue(old.inputs, path)));
      const isKnown = marks.length === all.length && marks.every(([key, hash]) => before[key] === hash);
      return { resource, path, marks, isChanged, isMerged: isChanged && isKnown };
    });
  });
}

const rootOf = ({ path }: { path: string }): string => segments(path)[0]!;

export const isAbout = ({ resource, path }: Differing, value: { urn: string; path: string }): boolean =>
  resource.urn === value.urn && path === rootOf(value);

/** Values for which the program and the service both changed, and no file can show both. */
const isBoth = ({ why }: Left): boolean => why === CHANGED || why === REMOVED;

/**
 * Records what is merged now, where the program had changed the value too. Anything else would let an apply overwrite
 * the service's value with one that nobody has compared with it. Marks of changes that are no longer there go, because
 * they can have no effect any more.
 * @param isWhole whether all resources could be read
 * @param mine whether values that no file can show from both sides count as merged
 */
export async function recordMerged(
  { pulled, conflicts, left }: Found,
  how: { all: readonly Differing[]; before: Marks; isWhole: boolean; mine: boolean },
  options: StackOptions,
): Promise<void> {
  const { all, before, isWhole, mine } = how;
  const done = [...pulled, ...conflicts, ...(mine ? left.filter(isBoth) : [])];
  const now = all
    .filter((one) => one.isChanged && done.some((value) => isAbout(one, value)))
    .flatMap(({ marks }) => marks);
  if (now.every(([key, hash]) => before[key] === hash)) return;
  const current = new Map(all.flatMap(({ marks }) => marks));
  const kept = Object.entries(before).filter(([key, hash]) => !isWhole || current.get(key) === hash);
  const objectValue = Object.fromEntries([...kept, ...now]);
  const json = JSON.stringify({ [KEY]: { value: JSON.stringify(objectValue), objectValue } });
  await pulumiOrFail("record what is merged", ["config", "set-all", "--json", json], options).catch((error) =>
    warn(`warning: \`pulumi up\` will refuse to overwrite what was merged: ${reasonOf(error)}`),
  );
}
