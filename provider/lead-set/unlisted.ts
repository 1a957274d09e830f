/**
 * Leads of the campaign that are in no list and of no resource of the program. An interrupted apply leaves them if the
 * list is shortened before the next one: no state survives a kill, so only the campaign's listing shows them.
 */
import { mostRecords } from "../http/records-cutter.js";
import type { Finding } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { counted, idsText } from "../base/quoted.js";
import { MOST_IDS, unlistedText } from "../campaign/unlisted.js";
import { places } from "./list.js";
import { type Planned, isExclusive, removesUnlisted } from "./target.js";

/** With `exclusive`, the list is all that the campaign has, so no lead of a removed row can stay. */
export const exclusiveRules = (inputs: Bag): Finding[] =>
  ownValue(inputs, "exclusive") === true && ownValue(inputs, "onRemove") === "keep"
    ? [{ path: "exclusive", reason: 'removes leads that onRemove: "keep" would keep. Remove one of the two' }]
    : [];

/** The plan that also removes the unlisted leads. They have no hashes, because no row names them. */
export function withUnlisted({ plan, ...planned }: Planned): Planned {
  const unlisted = planned.unlisted.map((id) => ({ id, number: "", values: "" }));
  return { ...planned, plan: { ...plan, remove: [...plan.remove, ...unlisted] } };
}

/** Why an apply would fail that deletes leads: a skipped row in which no number can be read may be anybody's. */
export function endangered(operation: Operation, planned: Planned): string[] {
  const { rows, plan, unlisted } = planned;
  const count = plan.remove.length + (removesUnlisted(operation, planned) ? unlisted.length : 0);
  const row = counted(rows.unread.length, "skipped row");
  return count === 0 || rows.unread.length === 0
    ? []
    : [
        `${counted(count, "lead")} would be deleted, and may belong to ${row} in which no phone number can be read (${places(rows.unread, rows.unit)}). Correct or remove these rows.`,
      ];
}

/** Why an apply would fail that creates more leads than a listing may have. */
export function tooMany({ sides: { live = [] }, plan }: Planned): string[] {
  return live.length + plan.create.length <= mostRecords
    ? []
    : [
        `there would be more than ${mostRecords} leads, and the provider could not read them again. Remove rows from the list.`,
      ];
}

/**
 * Reports the unlisted leads. Warns if the list also adopts leads, because an interrupted run has probably created both.
 * Before an apply, counts too many leads if the engine reports the Lead resources that manage them later.
 * @returns whether `exclusive` removes them
 */
export function sayUnlisted(
  operation: Operation,
  { plan: { resume }, unlisted: ids, known }: Planned,
): boolean {
  if (ids.length === 0) return false;
  const removes = removesUnlisted(operation, { known });
  const some = `${known === "now" ? "" : "up to "}${counted(ids.length, "lead")}`;
  const named = `(${known === "now" ? "" : "among "}${idsText(ids, MOST_IDS)})`;
  const [are, them] = ids.length === 1 ? ["is", "it"] : ["are", "them"];
  if (removes) {
    if (operation.session.ledger.isPreview)
      operation.note(
        `exclusive: true will remove ${some} that ${are} not in the list ${named}. To keep one, add it to the list.`,
        "warning",
      );
    return true;
  }
  if (isExclusive(operation))
    operation.note(
      `${some} ${are} not in the list, but exclusive: true removes none until the run knows the leads of all \`Lead\` resources. Run without --target or --exclude, and add those with computed numbers to this list's dependsOn.`,
      "warning",
    );
  else
    operation.note(
      `${unlistedText("the campaign", ids, known === "now")} Set exclusive: true to remove ${them}.`,
      resume.length > 0 ? "warning" : "info",
    );
  return false;
}

/** Reports the leads that `exclusive` has removed. */
export function sayRemoved(operation: Operation, { unlisted }: Planned): void {
  const are = unlisted.length === 1 ? "was" : "were";
  operation.note(
    `exclusive: true removed ${counted(unlisted.length, "lead")} that ${are} not in the list (${idsText(unlisted, MOST_IDS)}).`,
  );
}
