import { rule, type Rule } from "./rule.js";

/** Spec 2.2, 3, 4.3 and 4.4. */
export const leadAndCampaignRules: Rule[] = [
  rule(
    "Lead",
    "phoneNumber",
    ["+447700900123"],
    ["07700900123", "+44", "+44770090012345678", ""],
    /E\.164|possible phone number/,
  ),
  rule("Lead", "campaign", ["Spring renewals", 3], ["", 0, 1.5], /blank|id/),
  rule("Lead", "variables", [{ customer_name: "Ada" }], [["Ada"], "Ada"], /object/),
  rule(
    "Lead",
    "status",
    ["created", "completed", "reached-max-retries"],
    ["scheduled", "done"],
    /"created" or "completed" or "reached-max-retries"/,
  ),
  rule(
    "Lead",
    "secondaryContacts",
    [[{ phoneNumber: "+12025550144" }]],
    [[{ phoneNumber: "12025550144" }]],
    /E\.164/,
    { path: "secondaryContacts[0].phoneNumber" },
  ),
  rule("Lead", "secondaryContacts", [], [[{ variables: {} }]], /E\.164/, {
    path: "secondaryContacts[0].phoneNumber",
  }),
  rule("Lead", "allowDuplicate", [true, false], ["yes"], /true or false/),
  rule("CampaignState", "campaign", ["Spring renewals", 3], ["", 0], /blank|an id/),
  rule("CampaignState", "state", ["started", "stopped"], ["start", "in-progress"], /"started" or "stopped"/),
];
