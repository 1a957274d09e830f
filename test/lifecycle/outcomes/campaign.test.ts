import { aCampaignKind } from "./kinds.js";
import { outcomesOf } from "./suite.js";

outcomesOf(aCampaignKind);
