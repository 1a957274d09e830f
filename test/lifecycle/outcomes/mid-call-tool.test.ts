import { midCallTool } from "./kinds.js";
import { outcomesOf } from "./suite.js";

outcomesOf(midCallTool);
