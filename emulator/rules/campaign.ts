/** The rules for campaigns. Only form 2026 creates them. */
import { z } from "zod";
import { timezone } from "./assistant.js";
import { flag, id, pattern, text, whole } from "./field.js";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const time = pattern(/^([01]\d|2[0-3]):[0-5]\d$/, "must match the format H:i");

export const campaignCreate = z.object({
  name: text(255),
  assistant_id: id,
  timezone: timezone.default("UTC"),
  max_calls_in_parallel: whole(1, 10).default(3),
  allowed_hours_start_time: time.default("00:00"),
  allowed_hours_end_time: time.default("23:59"),
  allowed_days: z.array(z.enum(days)).default([...days]),
  max_retries: whole(1, 5).default(3),
  /** Minutes. */
  retry_interval: whole(10, 4320).default(60),
  retry_on_voicemail: flag.default(false),
  retry_on_goal_incomplete: flag.default(false),
  goal_completion_variable: text(255).nullable().default(null),
  mark_complete_when_no_leads: flag.default(true),
  phone_number_ids: z
    .array(id)
    .refine((ids) => new Set(ids).size === ids.length, { error: "has a duplicate value" })
    .default([]),
});

/**
 * Spec 4.4, POST /user/campaigns/update-status. The route checks the action, because a wrong action returns
 * 400 instead of 422 (docs/assumptions.md: campaigns).
 */
export const campaignAction = z.object({ campaign_id: id, action: z.string() });
