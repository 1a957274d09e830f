/** The rules of spec 4.3 and 3 for leads, and the filter of form 2026's listing. */
import { z } from "zod";
import { validationError } from "../base/http-error.js";
import { createdBetween } from "../base/pages.js";
import type { StoredLead } from "../base/state.js";
import { flag, id, pairs } from "./field.js";
import { e164 } from "./phone.js";

export const leadCreate = z.object({
  phone_number: e164,
  campaign_id: id,
  variables: pairs.optional(),
  allow_dupplicate: flag.optional(),
  secondary_contacts: z.array(z.object({ phone_number: e164, variables: pairs.optional() })).optional(),
});

/** Statuses that clients may set, and statuses that only the service sets (docs/assumptions.md: leads). */
const settableStatuses = ["created", "completed", "reached-max-retries"];
const assignedStatuses = ["scheduled", "processing", "rescheduled", "blacklisted"];

export const leadUpdate = z.object({
  campaign_id: id.optional(),
  /** Need not be E.164: the route converts it, or rejects it (spec 4.3). */
  phone_number: z.string().optional(),
  status: z
    .string()
    .refine((value) => !assignedStatuses.includes(value), {
      error: "This status is assigned automatically and cannot be set manually.",
      abort: true,
    })
    .refine((value) => settableStatuses.includes(value), { error: "The selected status is invalid." })
    .optional(),
  variables: pairs.optional(),
});

export function leadFilter(query: Record<string, unknown>): (lead: StoredLead) => boolean {
  const parameter = (name: string): string => (typeof query[name] === "string" ? query[name] : "");
  const status = parameter("status");
  const campaign = parameter("campaign_id");
  if (status !== "" && ![...settableStatuses, ...assignedStatuses].includes(status))
    throw validationError({ status: ["The selected status is invalid."] });
  const inRange = createdBetween(query);
  return (lead) =>
    (status === "" || lead.status === status) &&
    (campaign === "" || String(lead.campaign_id) === campaign) &&
    lead.phone_number.includes(parameter("phone_number")) &&
    inRange(lead);
}
