import { assistantSamples } from "./assistant.js";
import { leadSamples } from "./lead.js";
import { midCallTool } from "./mid-call-tool.js";
import type { Kind } from "./sample.js";

export type { Kind, Sample } from "./sample.js";

export const kinds: Record<string, Kind> = {
  MidCallTool: midCallTool,
  Assistant: assistantSamples,
  Lead: leadSamples,
};

/** Properties that behaviour.md exempts from comparison with the live object, by name. */
export const exempt: Record<string, string[]> = {
  MidCallTool: [],
  Assistant: [],
  // «Never changes after creation»; «`status` is an order, never a difference».
  Lead: ["secondaryContacts", "status"],
};
