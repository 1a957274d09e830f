/** Tests of what an assistant says, for the test runner that you have. docs/testing.md */
export { type ConversationOptions, conversation, rendered } from "./conversation.js";
export type { ToolDefinition, ToolParameter } from "./declaration.js";
export type { EndReason, TranscriptEvent } from "./events.js";
export type { Verdict } from "./judge.js";
export {
  type ConversationKey,
  type Message,
  type Model,
  type ModelReply,
  type ModelRequest,
  type Parameters,
  type RenderedTool,
  type ScriptedReply,
  type ToolCall,
  scripted,
} from "./model.js";
export { type OpenAIOptions, openAI } from "./openai.js";
export { recorded } from "./recorded.js";
export type { SimulatedCaller, Simulation } from "./simulate.js";
export { type Suite, type SuiteCaller, type SuiteResult, suite } from "./suite.js";
export type { RenderedAssistant, Variables } from "./render.js";
export { repeat } from "./repeat.js";
export type { TestContext } from "./runner.js";
export { type ServiceChatOptions, serviceChat } from "./service-chat.js";
export type { Conversation, ToolAnswer } from "./talk.js";
