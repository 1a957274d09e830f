import { anAssistant } from "./kinds.js";
import { outcomesOf } from "./suite.js";

outcomesOf(anAssistant);
