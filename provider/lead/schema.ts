import { z } from "zod";
import { eachItem, items, keyed } from "../core/fields/codecs.js";
import type { ComputedTable, FieldTable } from "../core/fields/fields.js";
import { campaignField, creationOptions, policy } from "../core/fields/options.js";
import { isObject } from "../core/fields/values.js";
import { customVariables, flag, listOf, oneOf, phone } from "../core/fields/types.js";

/** The record of a contact that was declared without variables contains empty variables. */
const withoutEmptyVariables = (contacts: unknown): unknown =>
  eachItem(contacts, ({ phoneNumber, variables }) =>
    Object.keys(variables ?? {}).length > 0 ? { phoneNumber, variables } : { phoneNumber },
  );

/** Lead, spec 2.2, 3 and 4.3. */
export const fields = {
  campaign: {
    ...campaignField("The campaign that the lead belongs to", "2.2"),
    request: "campaign_id",
    record: "campaign_id",
  },
  phoneNumber: {
    type: phone(),
    doc: "The number to call, in E.164 format.",
    spec: "2.2",
    request: "phone_number",
    record: "phone_number",
    required: true,
  },
  variables: {
    type: customVariables({ isMerged: true }),
    doc: "Custom keys and values, for example customer_name and email. The service merges them, so only declared keys are compared, and a key that is removed from the program stays in the service (see onUnconvergent). A key must not be a whole number, because the service may number such keys anew.",
    spec: "2.2",
    example: { customer_name: "Ada" },
    request: "variables",
    record: "variables",
    codec: keyed,
    merged: true,
    freeForm: true,
  },
  secondaryContacts: {
    type: listOf(
      {
        phoneNumber: phone().meta({ doc: "The number to call." }),
        variables: customVariables({ isMerged: true })
          .meta({ doc: "Custom keys and values of this person." })
          .optional(),
      },
      "phoneNumber, variables?",
    ),
    doc: "Further contacts of this lead, created together with the lead. The service cannot change them later (see onUnconvergent).",
    spec: "4.3",
    example: [{ phoneNumber: "+12025550144", variables: { customer_name: "Bob" } }],
    request: "secondary_contacts",
    record: "secondary_contacts",
    codec: items({ phoneNumber: "phone_number", variables: "variables" }),
    tidy: withoutEmptyVariables,
    fixed: true,
  },
  status: {
    type: oneOf(["created", "completed", "reached-max-retries"]),
    doc: "The status to set. It is sent when this value changes in the program, and after the lead is created, unless the new lead already has it. The live status is the output currentStatus and never counts as drift.",
    spec: "3",
    example: "completed",
    request: "status",
    role: "order",
    shown: true,
    assumedDefault: "created",
  },
  allowDuplicate: {
    type: flag(),
    doc: 'Whether the campaign may have a second lead with this phone number (allow_dupplicate in the service). If the campaign already has such a lead, onExisting must also be "create". Used at creation only.',
    spec: "4.3",
    request: "allow_dupplicate",
    role: "creation",
    shown: true,
    assumedDefault: false,
  },
  ...creationOptions("campaign and phone number"),
  onGone: policy(
    ["keep", "recreate"],
    "2.2",
    'What to do when the lead is gone from the service: "keep" (default) leaves it in state with `gone: true`, because the person may have asked not to be called. "recreate" creates it again.',
  ),
  onUnconvergent: policy(
    ["keep", "replace"],
    "4.3",
    'What to do about a change that the service cannot make: a removed variable, or different secondary contacts. "keep" (default) leaves the variable or the contacts as they are in the service, and preview says so. "replace" deletes the lead and creates it again, unless it is blacklisted.',
  ),
} as const satisfies FieldTable;

export const computed = {
  campaignId: { type: z.number(), doc: "Id of the campaign.", record: "campaign_id" },
  campaignName: {
    type: z.string().nullable(),
    doc: "Name of the campaign.",
    of: ({ campaign }) => (isObject(campaign) ? (campaign["name"] ?? null) : null),
  },
  currentStatus: { type: z.string(), doc: "The live status.", record: "status" },
  gone: { type: z.boolean(), doc: "True if the lead is no longer in the service.", of: () => false },
  secondaryContactIds: {
    type: z.array(z.number()),
    doc: "Ids of the secondary contacts, in order.",
    of: ({ secondary_contacts: contacts }) =>
      (Array.isArray(contacts) ? contacts : []).map(
        (contact: { id?: unknown } | null) => contact?.id ?? null,
      ),
  },
  createdAt: { type: z.string(), doc: "When the service created the lead.", record: "created_at" },
  updatedAt: { type: z.string(), doc: "When the lead was last changed.", record: "updated_at" },
} as const satisfies ComputedTable;
