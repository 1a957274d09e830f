/** A local voice calling service for tests and demonstrations. */
export { startEmulator, PortTakenError, type Emulator } from "./start.js";
export { defaultSeed, type DefaultSeed } from "./default-seed.js";
export { RouteError, type AssumedRoute } from "./assumed-routes.js";
export { DataFileError } from "./data-file.js";
export { forms, type Form } from "./forms.js";
export { type EmulatorState, type Seed } from "./lists.js";
export { SeedError } from "./seed.js";
export type { EmulatorClock } from "./clock.js";
export type { EmulatorOptions, Modes } from "./options.js";
export type { RecordedRequest } from "./recorder.js";
export { FaultError, type FaultRule, type Faults } from "./faults/faults.js";
export type { Fault } from "./faults/kinds.js";
export type { Moment } from "./faults/exchange.js";
export type { PageLie } from "./faults/page-lies.js";
export type { StoredAssistant } from "./stored-assistant.js";
export type {
  StoredCall,
  StoredCampaign,
  StoredConversation,
  StoredFolder,
  StoredKnowledgebase,
  StoredLabel,
  StoredLanguage,
  StoredLead,
  StoredModel,
  StoredNotification,
  StoredPhoneNumber,
  StoredProvider,
  StoredReply,
  StoredSecondaryContact,
  StoredTool,
  StoredUser,
  StoredVoice,
} from "./state.js";
