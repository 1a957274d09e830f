import { campaign } from "./kinds.js";
import { outcomesOf } from "./suite.js";

outcomesOf(campaign);
