import { anAssistantIn2026 } from "./kinds.js";
import { outcomesOf } from "./suite.js";

outcomesOf(anAssistantIn2026);
