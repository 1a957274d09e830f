/** The built-in tools of an assistant (form 2026): flat in requests, `{type, data}` in records. */
import { z } from "zod";
import type { AssistantTool } from "../base/stored-assistant.js";
import { flag, id, looseText, text, whole } from "./field.js";

const description = text();
const spoken = (standard: string): z.ZodDefault<z.ZodType<string>> => text().default(standard);

const bookingField = z.object({
  slug: text(),
  type: text(),
  label: text(),
  required: flag.default(false),
  options: z.array(z.string()).optional(),
});

export const builtInTool = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("call_transfer"),
    phone_number: text(),
    description: description.optional(),
    custom: flag.optional(),
    timezone: text().optional(),
    warm_transfer: flag.default(false),
    warm_transfer_message: text().optional(),
  }),
  z.object({
    type: z.literal("warm_call_transfer"),
    supervisor_phone: text(),
    outbound_phone_id: id,
    description,
    custom_sip: flag.default(false),
    caller_id_mode: z.enum(["outbound_number", "customer_number", "custom"]).default("outbound_number"),
    custom_caller_id: text().optional(),
    hold_music: z.enum(["hold_music", "none"]).default("hold_music"),
    hold_music_volume: whole(0, 100).default(80),
    hold_message: spoken("Please hold while I connect you."),
    summary_instructions: spoken("Summarize the conversation so far."),
    briefing_initial_message: spoken("Hello, I have a caller on the line."),
    connected_message: spoken("You are now connected."),
  }),
  z.object({ type: z.literal("end_call"), description: description.optional() }),
  z.object({ type: z.literal("dtmf_input"), description: description.optional() }),
  z.object({
    type: z.literal("collect_keypad"),
    timeout: whole(1, 30).default(5),
    stop_key: z.enum(["#", "*"]).default("#"),
  }),
  z.object({
    type: z.literal("calendar_integration"),
    calcom_api_key: text(),
    calcom_event_slug: text(),
    calcom_team_slug: text().optional(),
    calcom_endpoint: z.enum(["us", "eu", "custom"]).default("us"),
    calcom_custom_endpoint: text().optional(),
    calcom_booking_fields: z.array(bookingField).optional(),
    description: description.optional(),
  }),
  z.object({
    type: z.literal("assistant_transfer"),
    assistant_id: id,
    description: looseText(500).optional(),
    message_before_transfer: looseText(500).optional(),
    speak_transfer_greeting: flag.default(true),
  }),
]);

export type BuiltInToolBody = z.output<typeof builtInTool>;

export function storedTool({ type, ...data }: BuiltInToolBody): AssistantTool {
  return { type, data };
}
