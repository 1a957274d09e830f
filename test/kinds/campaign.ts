/** Campaigns, which exist only in the 2026 form of the API (docs/api-forms.md). */
import {
  type Subject,
  letters,
  limit,
  numbersAndFlags,
  required,
  sample,
  unreadable,
  words,
} from "./fixture.js";

/** An assistant that makes calls. */
export const CALLER = { id: 151, name: "Caller" };

export const campaign = { name: "Summer offers", assistant: "Caller" };

const numbers = {
  maxCallsInParallel: sample("max_calls_in_parallel", "max_calls_in_parallel", [1, 10, 4]),
  maxRetries: sample("max_retries", "max_retries", [1, 5, 4]),
  retryInterval: sample("retry_interval", "retry_interval", [10, 4320, 61]),
};
const switches = {
  retryOnVoicemail: unreadable("retry_on_voicemail", true, false),
  retryOnGoalIncomplete: unreadable("retry_on_goal_incomplete", true, false),
  markCompleteWhenNoLeads: sample("mark_complete_when_no_leads", "mark_complete_when_no_leads", [
    false,
    true,
    true,
  ]),
};
const times = (property: string) =>
  limit(
    property,
    ["00:00", "09:30", "23:59"],
    ["24:00", "9:30", "09:30:00", "09:60", "", 9],
    /time of day|must be text/,
  );

export const aCampaign: Subject = {
  kind: "Campaign",
  form: "2026",
  seed: { campaigns: [], assistants: [CALLER] },
  props: campaign,
  change: { onDestroy: "fail" },
  create: "/user/campaign",
  list: "/user/campaigns",
  item: "/user/campaign/{id}",
  body: { name: "Summer offers", assistant_id: CALLER.id },
  rows: ({ state }) => state.campaigns,
  listing: (records) => records,
  field: "maxRetries",
  first: 2,
  second: 4,
  sent: { max_retries: 4 },
  byHand: { max_retries: 5 },
  key: "name",
  keys: ["a", "b", "c"],
  samples: {
    name: required("name", "name", ["Summer offers", "Autumn offers", "By hand"]),
    assistant: { ...unreadable("assistant_id", "Caller", CALLER.id), required: true },
    timezone: unreadable("timezone", "Europe/Berlin", "UTC"),
    allowedHoursStartTime: sample("allowed_hours_start_time", "allowed_hours_start_time", [
      "09:00",
      "10:30",
      "11:00",
    ]),
    allowedHoursEndTime: sample("allowed_hours_end_time", "allowed_hours_end_time", [
      "18:00",
      "17:30",
      "20:00",
    ]),
    allowedDays: sample("allowed_days", "allowed_days", [["friday", "monday"], ["tuesday"], ["sunday"]]),
    ...numbers,
    ...switches,
    goalCompletionVariable: unreadable("goal_completion_variable", "booked", "sold"),
    phoneNumbers: unreadable("phone_number_ids", ["+12025550101", 2], [1]),
  },
  options: { onExisting: "adopt", adoptId: 601, onChange: "replace", onDestroy: "deleteLeads" },
  computed: ["assistantId", "createdAt", "phoneNumberIds", "status", "updatedAt"],
  secrets: {
    props: { ...campaign, phoneNumbers: ["+12025550101"] },
    change: { phoneNumbers: ["+12025550102"] },
  },
  limits: [
    limit("name", ["n", letters(255)], [letters(256), "", " "], /1-255 characters|blank/),
    limit("assistant", ["Caller", CALLER.id], ["", 0, 1.5], /blank|id/, { programOnly: true }),
    limit("timezone", ["Europe/Berlin", "UTC"], ["Berlin", "+01:00", ""], /time zone/),
    times("allowedHoursStartTime"),
    times("allowedHoursEndTime"),
    limit("allowedDays", [["monday", "sunday"]], [["Monday"], ["mon"]], /"monday"/, {
      path: "allowedDays[0]",
    }),
    limit("allowedDays", [], [["monday", "monday"]], /twice/, { path: "allowedDays[1]" }),
    limit("allowedDays", [], ["monday"], /array/),
    ...numbersAndFlags({ ...numbers, ...switches }),
    limit("goalCompletionVariable", ["a", letters(255)], [letters(256), ""], /1-255 characters|blank/),
    limit("phoneNumbers", [["+12025550101", 2]], [["2025550101"], [0]], /E\.164|possible|an id/, {
      path: "phoneNumbers[0]",
      programOnly: true,
    }),
    limit("phoneNumbers", [], [[1, 1]], /twice/, { path: "phoneNumbers[1]" }),
    words("onChange", ["fail", "replace"], ["keep"]),
    words("onDestroy", ["fail", "deleteLeads"], ["leave"]),
  ],
};
