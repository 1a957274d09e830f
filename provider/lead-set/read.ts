import { unnamed } from "../campaign/leads.js";
import { accountMark } from "../core/steps/account.js";
import type { Operation } from "../core/run/operation.js";
import type { ReadResult } from "../core/run/results.js";
import { HIDDEN, declared, isManaged } from "../core/run/state.js";
import { faultIn } from "../core/records/unreadable.js";
import { ownValue } from "../core/fields/values.js";
import { counted, idsText } from "../base/quoted.js";
import { columnsOf, variableNames } from "./columns.js";
import { listInput } from "./list.js";
import type { ServiceRecord } from "../core/records/record.js";
import {
  type Recorded,
  type RecordedLead,
  isLeftElsewhere,
  numberHash,
  recordedIn,
  shownHash,
  toState,
} from "./recorded.js";
import { fields } from "./schema.js";
import { computedOf, isRecent, leadsIn } from "./target.js";

/** Prefix of the list's hash if leads have drifted, so that the engine shows a difference. */
const DRIFTED = "drifted:";

/**
 * Compares every lead with one listing. Never reports the set as gone, because the engine would then create all
 * leads again. People whose leads are gone may have asked not to be called.
 */
export async function read(operation: Operation): Promise<ReadResult> {
  const { session, id, recordId: campaignId, olds, memory } = operation;
  if (!isManaged(olds))
    throw operation.error(
      "unsupported",
      'existing leads cannot be imported or read as a LeadSet. To manage them, declare a LeadSet whose list has them, with onExisting: "adopt".',
    );
  const { key, leads: before } = recordedIn(operation);
  const names = variableNames(columnsOf(olds["columns"]));
  const rows = await leadsIn(operation, campaignId);
  const live = new Map(rows.map((record) => [record.id, record]));
  const found: Found = { differ: [], gone: [], newlyGone: 0 };
  for (const { id } of before) session.ledger.object("Lead", id).isInState = true;
  const leads = before.map((lead): RecordedLead => {
    const record = live.get(lead.id);
    if (record && faultIn(record) !== undefined) return lead;
    const { isGone, isBlacklisted: _, ...present } = lead;
    if (!record || isLeftElsewhere(lead, record, campaignId)) {
      if (isRecent(operation)) return lead;
      // Nothing creates such a lead again, so it is no difference.
      if (!lead.isBlacklisted) found.gone.push(lead.id);
      if (!isGone) found.newlyGone += 1;
      return { ...lead, isGone: true };
    }
    const values = shownHash({ key, campaignId }, record, names);
    if (values !== lead.values) found.differ.push(lead.id);
    return { ...present, values };
  });
  const list = listInput(olds)!;
  const hash = list.hash.replace(DRIFTED, "");
  const isDrifted =
    found.differ.length > 0 ||
    hash !== list.hash ||
    (found.gone.length > 0 && ownValue(olds, "onGone") === "recreate");
  const inputs = {
    ...declared(fields, olds),
    leads: { ...list, hash: isDrifted ? DRIFTED + hash : hash },
  };
  say(operation, found, isDrifted);
  await sayUnlisted(operation, { key, leads }, rows);
  const props = {
    ...olds,
    ...inputs,
    ...computedOf({ key, leads }, campaignId, ownValue(olds, "campaignName")),
    [HIDDEN.account]: accountMark(operation, memory.account),
    ...toState({ key, leads }),
  };
  return { id, props, inputs };
}

interface Found {
  /** Ids of leads. */
  readonly differ: number[];
  readonly gone: number[];
  newlyGone: number;
}

/**
 * Prints the differences. The lines name `pulumi up --refresh`, because `pulumi preview --refresh` does not
 * store the differences in state, and a plain `pulumi up` would then not find them.
 */
function say(operation: Operation, { differ, gone, newlyGone }: Found, isDrifted: boolean): void {
  if (differ.length > 0) {
    const differs = `${counted(differ.length, "lead")} ${differ.length === 1 ? "differs" : "differ"}`;
    operation.note(
      `${differs} from the last apply${idsOf(differ)}. \`pulumi up --refresh ${operation.inProgram.target}\` restores the values of the list.`,
      "info",
      { difference: { property: "leads", text: `${differs}${idsOf(differ)}` } },
    );
  } else if (isDrifted && gone.length === 0)
    operation.note(
      "an earlier refresh found leads that differ from the last apply. The next `pulumi up` compares all leads and restores the values of the list.",
    );
  if (gone.length === 0) return;
  const [they, are, them] = gone.length === 1 ? ["It", "is", "it"] : ["They", "are", "them"];
  const areGone = `${counted(gone.length, "lead")} ${are} gone`;
  if (operation.olds["onGone"] === "recreate")
    operation.note(
      `${areGone} from the service${idsOf(gone)}. \`pulumi up --refresh ${operation.inProgram.target}\` creates ${them} again (onGone: "recreate").`,
      "info",
      { difference: { property: "leads", text: `${areGone}${idsOf(gone)}` } },
    );
  else if (newlyGone > 0)
    operation.note(
      `${areGone} from the service${idsOf(gone)}. ${they} ${are} not created again. To create ${them} again, set onGone: "recreate".`,
    );
}

/**
 * Reports the leads of the campaign that no list and no resource has. A read does not know the rows that the program
 * skips, and a refresh with `--target` reads only some resources.
 */
async function sayUnlisted(
  operation: Operation,
  { key, leads }: Recorded,
  live: readonly ServiceRecord[],
): Promise<void> {
  const { session, recordId: campaignId, olds } = operation;
  const numbers = new Set(leads.map(({ number }) => number));
  const unlisted = (): number[] =>
    unnamed(session, campaignId, live)
      .filter(({ phone_number: number }) => !numbers.has(numberHash(key, number)))
      .map(({ id }) => id);
  if (unlisted().length === 0) return;
  // The engine may not have read all resources yet.
  await session.engineCalls.quiet();
  const ids = unlisted();
  if (ids.length === 0) return;
  const removes = ownValue(olds, "exclusive") === true ? ", and `pulumi up` removes them" : "";
  operation.note(
    `the campaign has ${counted(ids.length, "lead")} of no resource that this refresh has read${idsOf(ids, 5)}. \`pulumi preview\` says which are in no list${removes}.`,
  );
}

const idsOf = (ids: readonly number[], most = 10): string => ` (${idsText(ids, most)})`;
