import { HalfCreated } from "../core/run/results.js";
import type { Operation } from "../core/run/operation.js";
import type { VoicecallError } from "../base/errors.js";
import { grouped } from "../base/grouped.js";
import { counted } from "../base/quoted.js";
import type { Applied, FailedRow } from "./apply.js";
import { places } from "./list.js";
import type { Rows } from "./rows.js";
import { type Planned, stored } from "./target.js";

/**
 * The error of an incomplete apply. It carries the outputs for state, unless this is a create and certainly
 * no lead was created.
 */
export async function partly(
  operation: Operation,
  { rows: { unit }, sides, plan }: Planned,
  applied: Applied,
): Promise<VoicecallError> {
  const { recorded, failed, unsent, stop } = applied;
  const all = {
    create: plan.create.length,
    update: plan.update.length + plan.adopt.length,
    delete: plan.remove.length,
  };
  const counts = (["create", "update", "delete"] as const).flatMap((action) => {
    const failures = failed.filter((one) => one.action === action && !one.isDone);
    const not = failures.length + unsent[action];
    const done = all[action] - not;
    const rest = not === 0 ? "" : ` and ${not} ${were(not)} not`;
    return all[action] === 0 ? [] : [`${done} of ${all[action]} leads ${were(done)} ${action}d${rest}`];
  });
  const left = unsent.create + unsent.update + unsent.delete;
  const reasons = [
    ...byReason(failed.filter(({ inDoubt }) => !inDoubt)).map(([reason, rows]) => at(rows, unit) + reason),
    ...byReason(failed.filter(({ inDoubt }) => inDoubt)).map(
      ([reason, rows]) => `${at(rows, unit)}the service may or may not have processed the request: ${reason}`,
    ),
  ];
  if (isNews(stop, failed)) reasons.push(`the apply stopped: ${stop.reason}`);
  else if (stop && left > 0) reasons.push(`requests not sent, because too many in a row had failed: ${left}`);
  const what = `${counts.join(", ")}.\n${reasons.map((reason) => `  - ${ended(reason)}`).join("\n")}`;
  // After the delete of a replaced set, state must know that this run, and not the service, has deleted the old leads.
  const isNew = operation.isNew && !operation.session.ledger.intent(operation.identity).isRemoved;
  const isNothing = recorded.leads.length === 0 && isNew && failed.every(({ inDoubt }) => !inDoubt);
  const error = operation.error(codeOf(applied), what, {
    remedy: isNothing
      ? "Nothing was created."
      : `State records what was done. The next \`pulumi up\` continues, and does not create any lead twice${failed.some(({ inDoubt, action }) => inDoubt && action === "create") ? ": it stops and says what to do if it finds one that is in doubt" : ""}.`,
  });
  if (isNothing) return error;
  const campaignId = sides.campaignId!;
  return new HalfCreated(String(campaignId), await stored(operation, campaignId, applied), error);
}

/** Whether the error that stopped the apply is not already reported for a row. */
const isNews = (stop: VoicecallError | undefined, failed: readonly FailedRow[]): stop is VoicecallError =>
  stop !== undefined && failed.every(({ reason }) => reason !== stop.reason);

const codeOf = ({ stop, failed }: Applied): VoicecallError["code"] =>
  stop?.code ?? (failed.some(({ inDoubt }) => inDoubt) ? "lost" : "refused");

const were = (count: number): string => (count === 1 ? "was" : "were");

const MOST_REASONS = 5;

function byReason(failed: readonly FailedRow[]): [string, readonly FailedRow[]][] {
  const all = [...grouped(failed, ({ reason }) => reason)];
  const rest = all.slice(MOST_REASONS).flatMap(([, rows]) => rows);
  return rest.length === 0 ? all : [...all.slice(0, MOST_REASONS), ["other reasons", rest]];
}

function at(failed: readonly FailedRow[], unit: Rows["unit"]): string {
  const rows = failed.flatMap(({ row }) => row ?? []);
  return rows.length === 0 ? "" : `${places(rows, unit)}: `;
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The error of an incomplete delete. Unlike a create or update, a failed delete cannot change state. */
export function notDeleted(
  operation: Operation,
  { failed, unsent, stop, recorded }: Applied,
): VoicecallError {
  const reasons = byReason(failed).map(([reason, rows]) => `${rows.length} failed: ${reason}`);
  if (isNews(stop, failed)) reasons.push(stop.reason);
  const left = recorded.leads.length;
  return operation.error(
    stop?.code ?? "refused",
    `${counted(left, "lead")} ${were(left)} not deleted (deletes not sent: ${unsent.delete}). ${reasons.map(ended).join(" ")}`,
    {
      remedy:
        'Run again to continue. To leave the leads in the campaign instead, run `pulumi up` with onRemove: "keep" first.',
    },
  );
}
