import { canaries } from "../support/canaries.js";
import { type Subject, limit, required, sample, words } from "./fixture.js";

export const lead = { campaign: "Spring renewals", phoneNumber: canaries.phone };

/** Spec 2.2, 3, 4.3 and 8. */
export const aLead: Subject = {
  kind: "Lead",
  props: lead,
  change: { variables: { visits: 2 } },
  create: "/user/lead",
  list: "/user/leads",
  item: "/user/leads/{id}",
  body: { phone_number: "+12025550123", campaign_id: 1 },
  rows: ({ state }) => state.leads,
  listing: (records) => records,
  field: "variables",
  first: { plan: "small" },
  second: { plan: "large" },
  sent: { variables: { plan: "large" } },
  byHand: { variables: { plan: "by hand" } },
  key: "phoneNumber",
  keys: ["+12025550141", "+12025550142", "+12025550143"],
  samples: {
    campaign: required("campaign_id", "campaign_id", ["Spring renewals", 2, 3]),
    phoneNumber: required("phone_number", "phone_number", [canaries.phone, "+12025550144", "+12025550145"]),
    variables: sample(
      "variables",
      "variables",
      [
        { customer_name: "Ada", plan: { level: 1 } },
        { customer_name: "Ada L.", plan: { level: 1 } },
        { customer_name: "By hand", plan: { level: 1 }, undeclared: true },
      ],
      { body: { variables: { customer_name: "Ada L." } } },
    ),
  },
  options: {
    secondaryContacts: [
      { phoneNumber: "+12025550150", variables: { a: 1 } },
      { phoneNumber: "+12025550151" },
    ],
    status: "completed",
    allowDuplicate: true,
    onExisting: "adopt",
    adoptId: 301,
    onGone: "recreate",
    onUnconvergent: "replace",
  },
  computed: [
    "campaignId",
    "campaignName",
    "createdAt",
    "currentStatus",
    "gone",
    "secondaryContactIds",
    "updatedAt",
  ],
  secrets: {
    props: {
      ...lead,
      phoneNumber: "+12025550190",
      variables: { customer_name: "Private Ada", status: "private-status", email: "private@example.com" },
      secondaryContacts: [{ phoneNumber: "+12025550191", variables: { customer_name: "Private Bob" } }],
    },
    change: {
      phoneNumber: "+12025550192",
      variables: { customer_name: "Private Eve" },
      secondaryContacts: [{ phoneNumber: "+12025550193" }],
    },
  },
  limits: [
    limit(
      "phoneNumber",
      ["+447700900123"],
      ["07700900123", "+1 202 555 0123", "+44", "+44770090012345678", "+4407700900123", "", 12025550123],
      /E\.164|possible phone number/,
    ),
    limit("campaign", ["Spring renewals", 3], ["", 0, 1.5], /blank|id/, { programOnly: true }),
    limit("variables", [{ customer_name: "Ada" }], [["Ada"], "Ada"], /object/),
    // PHP takes "007", "1.5" and "-0" as text.
    limit(
      "variables",
      [{ a: { 0: "a" } }, { "007": "a", "1.5": "b", "-0": "c", "": "d" }],
      [{ 0: "a" }, { name: "Ada", 12: "a" }, { "-3": "a" }, { 4915123456789: "a" }],
      /no whole number as a key.* rename it, for example to "option_0"/,
      { programOnly: true },
    ),
    limit(
      "secondaryContacts",
      [[{ phoneNumber: "+12025550144", variables: { a: ["b"] } }]],
      [[{ phoneNumber: "+12025550144", variables: { 0: "a" } }]],
      /no whole number as a key/,
      { path: "secondaryContacts[0].variables", programOnly: true },
    ),
    {
      ...words("status", ["created", "completed", "reached-max-retries"], ["scheduled", "done"]),
      programOnly: true,
    },
    limit(
      "secondaryContacts",
      [[{ phoneNumber: "+12025550144" }]],
      [[{ phoneNumber: "12025550144" }], [{}]],
      /E\.164|is required/,
      { path: "secondaryContacts[0].phoneNumber" },
    ),
    limit("secondaryContacts", [], [[{ phoneNumber: "+12025550144", variables: 1 }]], /object/, {
      path: "secondaryContacts[0].variables",
    }),
    limit("secondaryContacts", [], [{}], /array/),
    limit("allowDuplicate", [true, false], ["yes"], /true or false/),
  ],
};
