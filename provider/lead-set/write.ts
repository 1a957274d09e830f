import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import { type Bag, ownValue } from "../core/fields/values.js";
import { keyOf } from "../core/run/sides.js";
import { isVoicecallError } from "../base/errors.js";
import { lead } from "../lead/resource.js";
import { isSameValue, valuesIn } from "./recorded.js";
import type { Write } from "./reconcile.js";
import type { Row } from "./rows.js";

/** Requests for individual leads of a set. */
export function leadWrites(operation: Operation, campaignId: number) {
  const { session, label } = operation;
  const { assignedKeys } = session.ledger;
  const api = (verb: string) => lead.connect(operation.with({ purpose: `${verb} a lead of the ${label}` }));
  // Keys in the ledger keep a Lead resource of the same run from creating a second lead.
  const keyOfRow = ({ phoneNumber }: Row): string => keyOf(lead.kind, [campaignId, phoneNumber]);
  return {
    create: async (row: Row): Promise<ServiceRecord> => {
      try {
        const { whole } = await api("create").create(bodyOf(row, campaignId));
        assignedKeys.set(keyOfRow(row), whole!.id);
        session.records.Lead.note(whole!);
        return whole!;
      } catch (error) {
        if (isVoicecallError(error) && error.lost) assignedKeys.set(keyOfRow(row), undefined);
        throw error;
      }
    },
    update: async ({ row, lead: { id }, record }: Write): Promise<void> => {
      const body = changesOf({ row, record }, campaignId);
      if (Object.keys(body).length === 0) return;
      // Set before the request is sent: if the response is lost, the lead may have the new key anyway.
      assignedKeys.set(keyOfRow(row), id);
      await api("update").update(id, body);
    },
    remove: (id: number): Promise<void> => api("delete").remove(id),
  };
}

function bodyOf({ phoneNumber, variables }: Row, campaignId: number): Bag {
  const values = Object.entries(variables).filter(([, value]) => value !== "");
  return {
    phone_number: phoneNumber,
    campaign_id: campaignId,
    ...(values.length > 0 && { variables: Object.fromEntries(values) }),
  };
}

/** The fields that differ from the live lead, or all variables if no listing showed the lead. */
function changesOf({ row, record }: Pick<Write, "row" | "record">, campaignId: number): Bag {
  const live = record && valuesIn(record);
  const all = Object.entries(row.variables);
  const isLive = ([name, value]: [string, unknown]): boolean =>
    live !== undefined && isSameValue(ownValue(live.variables, name), value);
  // All of them, because a service may keep only the variables that an update contains.
  const variables = all.every(isLive) ? [] : all.filter((one) => one[1] !== "" || !isLive(one));
  return {
    ...(live && live.phoneNumber !== row.phoneNumber && { phone_number: row.phoneNumber }),
    ...(record && record["campaign_id"] !== campaignId && { campaign_id: campaignId }),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
  };
}

/** Changes the order of the items, so that the first `samples` items come from all over the list. */
export function spread<T>(items: readonly T[], samples: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / samples));
  const found: T[] = [];
  for (let from = 0; from < step; from += 1)
    for (let index = from; index < items.length; index += step) found.push(items[index]!);
  return found;
}
