import { z } from "zod";
import type { ComputedTable, Field, FieldTable } from "../core/fields/fields.js";
import { creationOptions, policy } from "../core/fields/options.js";
import {
  flag,
  id,
  nameOrId,
  noRepeats,
  oneOf,
  phone,
  text,
  timeOfDay,
  timeZone,
  wholeNumber,
} from "../core/fields/types.js";
import { namedZone } from "../core/fields/time-zones.js";
import { asName } from "../core/fields/values.js";

const FORM = "2026 form";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** Records have times with seconds (09:00:00), and requests without (09:00). */
const minutes = {
  encode: (value: unknown) => value,
  decode: (raw: unknown) => (typeof raw === "string" ? raw.replace(/^(\d\d:\d\d):\d\d$/, "$1") : raw),
};

/** A setting that the records of campaigns contain. */
const listed = (type: z.ZodType, name: string, doc: string, assumedDefault: unknown): Field => ({
  type,
  doc,
  spec: FORM,
  request: name,
  record: name,
  shown: true,
  assumedDefault,
});

/** A setting that no record contains. */
const unlisted = (type: z.ZodType, request: string, doc: string): Field => ({
  type,
  doc,
  spec: FORM,
  request,
  shown: true,
});

/** Campaign. It is not in the specification (docs/api-forms.md). */
export const fields = {
  name: {
    type: text({ min: 1, max: 255, example: "Summer offers" }),
    doc: "The name of the campaign.",
    spec: FORM,
    request: "name",
    record: "name",
    required: true,
    meaning: asName,
    shown: true,
  },
  assistant: {
    type: nameOrId("assistant"),
    doc: 'The assistant that makes the calls: an Assistant resource, its name, or its id. Its callsDirection must be "make".',
    spec: FORM,
    request: "assistant_id",
    refers: { to: "assistant", idAs: "assistantId", sends: "id" },
    required: true,
    shown: true,
  },
  timezone: {
    ...unlisted(
      timeZone(),
      "timezone",
      "Time zone of the hours and days in which calls are made. If it is not set, the service uses the time zone of the account.",
    ),
    meaning: namedZone,
  },
  allowedHoursStartTime: {
    ...listed(
      timeOfDay(),
      "allowed_hours_start_time",
      "The time of day from which the campaign may make calls.",
      "00:00",
    ),
    example: "09:00",
    codec: minutes,
  },
  allowedHoursEndTime: {
    ...listed(
      timeOfDay(),
      "allowed_hours_end_time",
      "The time of day until which the campaign may make calls.",
      "23:59",
    ),
    example: "18:00",
    codec: minutes,
  },
  allowedDays: {
    ...listed(
      z
        .array(oneOf(days), "must be an array")
        .superRefine(noRepeats)
        .meta({ rule: `an array of ${days.map((day) => `"${day}"`).join(", ")}` }),
      "allowed_days",
      "The days on which calls are made.",
      [...days],
    ),
    example: ["monday", "tuesday"],
    unordered: (item: unknown) => String(days.findIndex((day) => day === item)),
  },
  maxCallsInParallel: listed(
    wholeNumber(1, 10),
    "max_calls_in_parallel",
    "The maximum number of calls at the same time. The account's plan may allow fewer.",
    3,
  ),
  maxRetries: listed(
    wholeNumber(1, 5),
    "max_retries",
    "The maximum number of times that a lead is called again.",
    3,
  ),
  retryInterval: listed(
    wholeNumber(10, 4320, "minutes"),
    "retry_interval",
    "Minutes until a lead is called again.",
    60,
  ),
  retryOnVoicemail: unlisted(
    flag(),
    "retry_on_voicemail",
    "Whether a lead is called again after voicemail answers.",
  ),
  retryOnGoalIncomplete: unlisted(
    flag(),
    "retry_on_goal_incomplete",
    "Whether a lead is called again if the call did not reach its goal (see goalCompletionVariable).",
  ),
  goalCompletionVariable: unlisted(
    text({ min: 1, max: 255, example: "appointment_booked" }),
    "goal_completion_variable",
    "The variable that shows whether a call reached its goal.",
  ),
  markCompleteWhenNoLeads: listed(
    flag(),
    "mark_complete_when_no_leads",
    "Whether the campaign ends when no lead is left to call.",
    true,
  ),
  phoneNumbers: {
    type: z
      .array(
        z.union([id(), phone()], "must be a phone number in E.164 format, or its id as a number"),
        "must be an array",
      )
      .superRefine(noRepeats)
      .meta({ rule: "an array of the account's phone numbers in E.164 format, or of their ids as numbers" }),
    doc: "The account's phone numbers that calls are made from. The order does not matter.",
    spec: FORM,
    request: "phone_number_ids",
    refers: { to: "phoneNumber", idAs: "phoneNumberIds", sends: "id", many: true },
    unordered: (item: unknown) => String(item),
  },
  ...creationOptions("name"),
  onChange: policy(
    ["fail", "replace"],
    FORM,
    'What to do if a declared value changes, since the API cannot change a campaign. "fail" (default) makes the change an error in preview. "replace" deletes the campaign together with its leads, and creates it again as a draft. Preview shows how many leads that deletes.',
  ),
  onDestroy: policy(
    ["fail", "deleteLeads"],
    FORM,
    'What destroying the resource does while the campaign has leads. "fail" (default) deletes nothing, and the error shows how many leads there are. "deleteLeads" deletes the campaign and its leads. Apply this value before you destroy the resource.',
  ),
} as const satisfies FieldTable;

export const computed = {
  status: {
    type: z.string().nullable(),
    doc: "The live status. A new campaign is a draft, which calls nobody.",
    record: "status",
  },
  assistantId: {
    type: z.number().nullable(),
    doc: "Id of the assistant. Null after `get`, since the service does not show it.",
  },
  phoneNumberIds: {
    type: z.array(z.number()).nullable(),
    doc: "Ids of the phone numbers. Null if the program declares none, since the service does not show them.",
  },
  createdAt: { type: z.string(), doc: "When the service created the campaign.", record: "created_at" },
  updatedAt: { type: z.string(), doc: "When the campaign was last changed.", record: "updated_at" },
} as const satisfies ComputedTable;
