import type { Definition } from "../core/operation.js";
import { HIDDEN } from "../core/state.js";
import { ownValue } from "../core/values.js";
import { hasCampaign } from "../lookup/campaigns.js";
import { assess } from "./assess.js";
import { KIND } from "./record.js";
import { computed, fields } from "./schema.js";

export const definition: Definition = {
  kind: KIND,
  fields,
  computed,
  assess,
  isInAccount: ({ session, recordId, olds }) =>
    hasCampaign(session, recordId, ownValue(olds, HIDDEN.campaignName) ?? ownValue(olds, "campaign")),
};
