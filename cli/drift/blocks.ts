/** Arranges the differences of a report: a change that several resources share is shown once. */
import { firstFew, printable } from "../../provider/base/quoted.js";
import { isKind, namesOf } from "../../provider/base/kind.js";
import { groupsOf } from "../../provider/base/grouped.js";
import type { Report, ReportedResource } from "./report.js";
import { type ShownField, shownField } from "./shown.js";

type Drifted = Report["drift"][number];

export interface Block {
  readonly title: string;
  readonly fields: readonly ShownField[];
}

/** A change that so many resources share is shown once. */
const FEWEST_ALIKE = 3;
const MOST_NAMED = 8;

export const blocksOf = ({ drift, appliedAt }: Pick<Report, "drift" | "appliedAt">): Block[] =>
  arranged(drift, shownField, (resource) => heading(resource) + changedText(resource, appliedAt));

/** What names a resource of a report. */
interface Titled {
  readonly kind: string;
  readonly name: string;
}

export function arranged<F, R extends Titled & { readonly fields: readonly F[] }>(
  resources: readonly R[],
  shown: (field: F) => ShownField,
  titleOf: (resource: R) => string,
): Block[] {
  const changes = resources.flatMap((resource) =>
    resource.fields.map(shown).map((field) => ({ resource, field, shape: shapeOf(resource.kind, field) })),
  );
  const shared = groupsOf(changes, ({ shape }) => shape)
    .filter(({ length }) => length >= FEWEST_ALIKE)
    .sort((one, other) => other.length - one.length);
  const isShared = new Set(shared.flat());
  const single = groupsOf(
    changes.filter((one) => !isShared.has(one)),
    ({ resource }) => resource,
  );
  const places = new Map(resources.map((resource, index) => [resource, index]));
  // The shared changes of the same resources are one block.
  const blocks = groupsOf(shared, (group) => group.map(({ resource }) => places.get(resource)).join());
  return [
    ...blocks.map((groups) => ({
      title: sharedTitle(groups[0]!.map(({ resource }) => resource)),
      fields: groups.map(([one]) => withoutContext(one!.field)),
    })),
    ...single.map((group) => ({
      title: titleOf(group[0]!.resource),
      fields: group.map(({ field }) => field),
    })),
  ];
}

/** One line for resources of a kind if there are several, and otherwise one for each. */
export const titles = (resources: readonly Titled[]): string[] =>
  groupsOf(resources, ({ kind }) => kind).flatMap((group) =>
    group.length < FEWEST_ALIKE
      ? group.map(({ kind, name }) => printable(`${kind} ${name}`))
      : [sharedTitle(group)],
  );

export const heading = ({ title, name, id }: ReportedResource): string =>
  printable(`${title} (${name})${id === undefined ? "" : `, id ${id}`}`);

function sharedTitle(resources: readonly Titled[]): string {
  const [{ kind }] = resources as [Titled];
  const noun = isKind(kind) ? namesOf(kind).noun : kind;
  const names = resources.map(({ name }) => name);
  return printable(`${resources.length} × ${noun}: ${firstFew(names, MOST_NAMED)}`);
}

/** Differences of texts count as the same change if the same lines are removed and added. */
const shapeOf = (kind: string, field: ShownField): string => JSON.stringify([kind, withoutContext(field)]);

const withoutContext = (field: ShownField): ShownField =>
  "lines" in field
    ? { path: field.path, lines: field.lines.filter(({ sign }) => sign === "-" || sign === "+") }
    : field;

const MINUTE = 60_000;

function changedText({ changedAt }: Drifted, appliedAt: string | undefined): string {
  if (changedAt === undefined) return "";
  const since = appliedAt === undefined ? Number.NaN : Date.parse(changedAt) - Date.parse(appliedAt);
  const after = since > 0 ? `, ${duration(since)} after the last apply` : "";
  return `, last changed ${when(changedAt)}${after}`;
}

/** Such as `21 Nov 2026 09:12 UTC`. */
const when = (at: string): string => {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\d+:\d+)/.exec(new Date(at).toUTCString())!;
  return `${day} ${month} ${year} ${time} UTC`;
};

function duration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
