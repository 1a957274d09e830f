/** What engine tests still import from here; see test/kinds. */
import { anAssistant as kind } from "../kinds/index.js";

export const anAssistant = kind.body;
