/** The rules of spec 4.3 and 3 for leads. */
import { z } from "zod";
import { flag, id, pairs } from "./field.js";
import { e164 } from "./phone.js";

export const leadCreate = z.object({
  phone_number: e164,
  campaign_id: id,
  variables: pairs.optional(),
  allow_dupplicate: flag.optional(),
  secondary_contacts: z.array(z.object({ phone_number: e164, variables: pairs.optional() })).optional(),
});

/** Statuses that a client may set, and statuses that only the service sets (api-gaps: lead statuses beyond the three). */
const settableStatuses = ["created", "completed", "reached-max-retries"];
const assignedStatuses = ["scheduled", "processing", "rescheduled", "blacklisted"];

export const leadUpdate = z.object({
  campaign_id: id.optional(),
  /** In any format. The service converts it (spec 4.3). */
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

/** Fields that an update does not accept. */
export function foreignFields(body: object): string[] {
  return Object.keys(body).filter((field) => !allowed.includes(field));
}
