import { callsNewLeads } from "../campaign-state/api.js";
import { Operation } from "../core/run/operation.js";
import type { Session } from "../core/run/session.js";
import { declaredCampaign } from "../core/steps/campaigns.js";
import { columnsOf } from "./columns.js";
import { refusals, doubtfulRows } from "./list.js";
import { describePlan } from "./preview.js";
import type { Reconciled } from "./reconcile.js";
import { leadSet } from "./resource.js";
import { type Rows, rowsOfCsv } from "./rows.js";
import { obstacleTo, planned } from "./target.js";

export interface FileToPlan {
  readonly text: string;
  /** In the format of the property `columns`. */
  readonly columns: unknown;
  readonly defaultCountry?: string | undefined;
  /** The reasons of rejected rows name every line. */
  readonly namesAll?: boolean;
  /** The account and the campaign, by name or id. Without them, only the rows are checked. */
  readonly against?: { readonly session: Session; readonly campaign: string | number };
}

export interface FilePlan {
  readonly rows: Rows;
  /** The rejected rows, grouped by reason, with their lines. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
  /** What a new LeadSet would do in the campaign. */
  readonly found?: {
    readonly plan: Reconciled;
    readonly failures: readonly string[];
  };
}

/**
 * Finds out what a new LeadSet with this list would do. Writes nothing.
 * @throws UnreadableList
 */
export async function planFile(file: FileToPlan): Promise<FilePlan> {
  const { text, columns, defaultCountry, namesAll = false, against } = file;
  const rows = rowsOfCsv(text, { columns: columnsOf(columns), defaultCountry });
  const checked = {
    rows,
    refused: refusals(rows, namesAll ? Number.POSITIVE_INFINITY : undefined),
    notes: doubtfulRows(rows),
  };
  if (!against) return checked;
  const { session, campaign } = against;
  const operation = new Operation({
    definition: leadSet.definition,
    session,
    verb: "check",
    news: { campaign, columns },
  });
  const id = await declaredCampaign(operation);
  const whole = await planned(operation, rows, id, (await session.records.Lead.read("current")).all);
  const { plan } = whole;
  const { notes, failures } = describePlan(plan, rows.unit, session.settings.onConflict);
  const obstacle = await obstacleTo(operation, whole);
  if (obstacle) failures.push(`${obstacle.what} ${obstacle.remedy}`);
  const reason = plan.create.length > 0 ? await callsNewLeads(session, id) : undefined;
  const warning = reason === undefined ? [] : [`The ${reason}, so new leads may be called right away.`];
  return { ...checked, notes: [...checked.notes, ...notes, ...warning], found: { plan, failures } };
}
