import { aLead } from "./kinds.js";
import { outcomesOf } from "./suite.js";

outcomesOf(aLead);
