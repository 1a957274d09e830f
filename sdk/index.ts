export { Account } from "./account.js";
export { Assistant } from "./assistant.js";
export { type AssistantFile, assistantFile, assistantFiles } from "./assistant-file.js";
export {
  assistantTransfer,
  calendarIntegration,
  callTransfer,
  collectKeypad,
  dtmfInput,
  endCall,
  warmCallTransfer,
} from "./built-in-tools.js";
export { Campaign } from "./campaign.js";
export { CampaignState } from "./campaign-state.js";
export { dataFile } from "./data-file.js";
export { Lead } from "./lead.js";
export { LeadSet } from "./lead-set.js";
export {
  getAssistant,
  getLanguages,
  getMidCallTool,
  getModels,
  getPhoneNumbers,
  getVoices,
} from "./lookups.js";
export { MidCallTool } from "./mid-call-tool.js";
export { prompt } from "./prompt.js";

export type { AccountArgs } from "./generated/account.js";
export type { AssistantArgs } from "./generated/assistant.js";
export type {
  AssistantTransferArgs,
  BuiltInTool,
  CalendarIntegrationArgs,
  CallTransferArgs,
  CollectKeypadArgs,
  DtmfInputArgs,
  EndCallArgs,
  WarmCallTransferArgs,
} from "./built-in-tools.js";
export type { CampaignArgs } from "./generated/campaign.js";
export type { CampaignStateArgs } from "./generated/campaign-state.js";
export type { LeadArgs } from "./generated/lead.js";
export type { LeadSetArgs } from "./generated/lead-set.js";
export type { MidCallToolArgs } from "./generated/mid-call-tool.js";
export type {
  AssistantRecord,
  Language,
  MidCallToolRecord,
  Model,
  PhoneNumber,
  Voice,
} from "../provider/core/lookup/records.js";
export type { LookupOptions } from "./lookup-run.js";
export type { PromptOptions, PromptValue } from "./prompt.js";
