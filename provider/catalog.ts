import { listAssistants } from "./assistant/api.js";
import { assistant } from "./assistant/resource.js";
import { campaignState } from "./campaign-state/resource.js";
import { type Resource, standardResource } from "./core/resource.js";
import type { Loaders } from "./core/session.js";
import { listLeads } from "./lead/api.js";
import { lead } from "./lead/resource.js";
import { listTools } from "./mid-call-tool/api.js";
import { midCallTool } from "./mid-call-tool/resource.js";

/** Every kind of resource. The names stand in users' state and can never change. */
export const catalog = {
  MidCallTool: standardResource(midCallTool),
  Assistant: standardResource(assistant),
  Lead: standardResource(lead),
  CampaignState: campaignState,
} as const satisfies Record<string, Resource>;

export type Kind = keyof typeof catalog;

export const loaders: Loaders = { tools: listTools, assistants: listAssistants, leads: listLeads };
