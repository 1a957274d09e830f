import { lead } from "../../support/world.js";
import { canaries } from "../../support/canaries.js";
import type { Kind } from "./sample.js";

export const leadSamples: Kind = {
  base: lead,
  rows: (emulator) => emulator.state.leads,
  samples: {
    campaign: {
      first: "Spring renewals",
      second: 2,
      body: { campaign_id: 2 },
      byHand: { campaign_id: 3 },
      required: true,
    },
    phoneNumber: {
      first: canaries.phone,
      second: "+12025550144",
      body: { phone_number: "+12025550144" },
      byHand: { phone_number: "+12025550145" },
      required: true,
    },
    variables: {
      first: { customer_name: "Ada", plan: { level: 1 } },
      second: { customer_name: "Ada L.", plan: { level: 1 } },
      body: { variables: { customer_name: "Ada L." } },
      byHand: { variables: { customer_name: "By hand", plan: { level: 1 }, undeclared: true } },
    },
  },
};
