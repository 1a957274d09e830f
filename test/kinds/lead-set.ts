import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Props } from "../support/engine-part.js";
import { type Fixture, limit, words } from "./fixture.js";

/** The `leads` that the LeadSet class of the SDK passes to the provider for a file. */
export const listFile = (file: string): { file: string; hash: string } => ({
  file,
  hash: createHash("sha256").update(readFileSync(file)).digest("hex"),
});

const file = path.join(__dirname, "leads.csv");

export const leadSet: Props = {
  campaign: "Spring renewals",
  leads: listFile(file),
  columns: {
    phoneNumber: "Phone",
    variables: { customer_name: "Name", visits: { column: "Visits", type: "number" } },
  },
};

/** Spec 2.2 and 4.3. */
export const aLeadSet: Fixture = {
  kind: "LeadSet",
  props: leadSet,
  change: { columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } } },
  rows: ({ state }) => state.leads,
  samples: {},
  options: {
    defaultCountry: "US",
    onRefusedRow: "skip",
    onRemove: "keep",
    // Cannot be true with this `onRemove`.
    exclusive: false,
    onGone: "recreate",
    onExisting: "adopt",
  },
  computed: ["campaignId", "campaignName", "goneCount", "leadCount"],
  secrets: {
    props: { ...leadSet, defaultCountry: "US" },
    change: { columns: { phoneNumber: "Phone" } },
  },
  limits: [
    limit("campaign", ["Spring renewals", 3], ["", 0, 1.5], /blank|id/, {
      programOnly: true,
      beside: { defaultCountry: "US" },
    }),
    limit("defaultCountry", ["US"], ["us", "USA", "XX", "", 1], /capital letters|text/, {
      programOnly: true,
    }),
    limit("exclusive", [true, false], ["true", 1], /true or false/, {
      programOnly: true,
      beside: { defaultCountry: "US" },
    }),
    limit("columns", [], [{}], /is required|must be \{ phoneNumber/, {
      programOnly: true,
      path: "columns.phoneNumber",
    }),
    ...(["onRefusedRow", "onRemove", "onGone", "onExisting"] as const).map((property) => ({
      ...words(
        property,
        {
          onRefusedRow: ["fail", "skip"],
          onRemove: ["delete", "keep"],
          onGone: ["keep", "recreate"],
          onExisting: ["fail", "adopt"],
        }[property],
        ["never"],
      ),
      programOnly: true as const,
      beside: { defaultCountry: "US" },
    })),
  ],
};
