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
    .superRefine((value, context) => {
      if (settableStatuses.includes(value)) return;
      const message = assignedStatuses.includes(value)
        ? "This status is assigned automatically and cannot be set manually."
        : "The selected status is invalid.";
      context.addIssue({ code: "custom", message });
    })
    .optional(),
  variables: pairs.optional(),
});

const allowed = Object.keys(leadUpdate.shape);

/** Fields that an update rejects. */
export function foreignFields(body: object): string[] {
  return Object.keys(body).filter((field) => !allowed.includes(field));
}

export function leadFilter(query: Record<string, unknown>): (lead: StoredLead) => boolean {
  const parameter = (name: string): string => (typeof query[name] === "string" ? query[name] : "");
  const [status, campaign, phone] = [
    parameter("status"),
    parameter("campaign_id"),
    parameter("phone_number"),
  ];
  if (status !== "" && ![...settableStatuses, ...assignedStatuses].includes(status))
    throw validationError({ status: ["The selected status is invalid."] });
  const inRange = createdBetween(query);
  return (lead) =>
    (status === "" || lead.status === status) &&
    (campaign === "" || String(lead.campaign_id) === campaign) &&
    lead.phone_number.includes(phone) &&
    inRange(lead);
}
