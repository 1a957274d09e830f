/**
 * For each managed field two valid values, and how a hand would change it in the service. Written from the
 * specification, not derived from the tables: a test checks that no field of a table is missing here.
 */
import type { Emulator } from "../../emulator/index.js";
import { assistant, lead, tool, type World } from "../support/world.js";

export interface Sample {
  first: unknown;
  second: unknown;
  /** What one update of this field carries, by request name. */
  body: Record<string, unknown>;
  /** Merges this into what the service keeps, as an edit on its web page would. */
  byHand?: Record<string, unknown>;
  /** The request when the field is taken out; absent: nothing is sent and the live value stays. */
  emptied?: Record<string, unknown>;
  /** Other properties that this one needs. */
  beside?: Record<string, unknown>;
  /** Why the live object cannot be compared, from behaviour.md or api-gaps.md. */
  notReadable?: string;
  /** Required: cannot be taken out. */
  required?: true;
}

export interface Kind {
  base: Record<string, unknown>;
  /** The stored objects of this kind. */
  rows: (emulator: Emulator) => Record<string, unknown>[];
  samples: Record<string, Sample>;
  /** Prepares what the samples refer to. */
  prepare?: (world: World) => Promise<void>;
}

const number = (request: string, stored: string, first: number, second: number, third: number): Sample => ({
  first,
  second,
  body: { [request]: second },
  byHand: { [stored]: third },
});

const flag = (request: string, stored = request): Sample => ({
  first: true,
  second: false,
  body: { [request]: false },
  byHand: { [stored]: false },
});

export const kinds: Record<string, Kind> = {
  MidCallTool: {
    base: tool,
    rows: (emulator) => emulator.state.tools,
    samples: {
      name: {
        first: "get_weather",
        second: "get_forecast",
        body: { name: "get_forecast" },
        byHand: { name: "by_hand" },
        required: true,
      },
      description: {
        first: "Looks up the weather.",
        second: "Looks up the forecast,\r\nfor three days. ",
        body: { description: "Looks up the forecast,\r\nfor three days. " },
        byHand: { description: "By hand." },
        required: true,
      },
      endpoint: {
        first: "https://tools.example.com/a?b=c",
        second: "https://tools.example.com/b",
        body: { endpoint: "https://tools.example.com/b" },
        byHand: { endpoint: "https://tools.example.com/by-hand" },
        required: true,
      },
      method: {
        first: "GET",
        second: "POST",
        body: { method: "POST" },
        byHand: { method: "PUT" },
        required: true,
      },
      timeout: number("timeout", "timeout", 5, 30, 12),
      headers: {
        first: [
          { name: "X-B", value: "secret-b" },
          { name: "X-A", value: "secret-a" },
        ],
        second: [{ name: "X-A", value: "secret-c" }],
        body: { headers: [{ name: "X-A", value: "[masked]" }] },
        byHand: { headers: [{ name: "X-A", value: "by-hand" }] },
        emptied: { headers: [] },
      },
      schema: {
        first: [
          { name: "town", type: "string", description: "Which town." },
          { name: "days", type: "number", description: "How many days." },
        ],
        second: [{ name: "town", type: "string", description: "Which town or village." }],
        body: { schema: [{ name: "town", type: "string", description: "Which town or village." }] },
        byHand: { schema: [{ name: "by_hand", type: "boolean", description: "By hand." }] },
        emptied: { schema: [] },
      },
    },
  },
  Assistant: {
    base: assistant,
    rows: (emulator) => emulator.state.assistants,
    prepare: async ({ emulator }) => {
      for (const name of ["get_hours", "get_prices", "get_offers"]) {
        emulator.state.tools.push({
          ...emulator.state.tools[0]!,
          ...storedTool,
          id: 100 + emulator.state.tools.length,
          name,
        });
      }
      await Promise.resolve();
    },
    samples: {
      name: {
        first: "Support",
        second: "Sales",
        body: { assistant_name: "Sales" },
        byHand: { name: "By hand" },
        required: true,
      },
      voice: {
        first: "Sarah",
        second: "Michael",
        body: { voice_id: 2 },
        byHand: { voice_id: 3 },
        required: true,
      },
      language: {
        first: "English",
        second: "de",
        body: { language: "German" },
        byHand: { language_id: 3 },
        required: true,
      },
      llmModel: {
        first: "GPT-4o-mini",
        second: "GPT-4.1-mini",
        body: { llm_model: "GPT-4.1-mini" },
        byHand: { llm_model_id: 3 },
        required: true,
      },
      callsDirection: {
        first: "make",
        second: "receive",
        body: { calls_direction: "receive" },
        byHand: { type: "inbound" },
        required: true,
      },
      engineType: {
        first: "pipeline",
        second: "multimodal",
        body: { engine_type: "multimodal" },
        byHand: { mode: "multimodal" },
        required: true,
      },
      timezone: {
        first: "Europe/Berlin",
        second: "UTC",
        body: { timezone: "UTC" },
        byHand: { timezone: "Asia/Tokyo" },
        required: true,
      },
      initialMessage: {
        first: "Hello!",
        second: " Hi. ",
        body: { initial_message: " Hi. " },
        byHand: { initial_message: "By hand" },
        required: true,
      },
      systemPrompt: {
        first: "You help.\r\nAlways.\n",
        second: "You sell.",
        body: { system_prompt: "You sell." },
        byHand: { system_prompt: "By hand" },
        required: true,
      },
      phoneNumber: {
        first: "+12025550101",
        second: 2,
        body: { phone_number_id: 2 },
        byHand: { phone_number_id: 3 },
        emptied: { phone_number_id: null },
      },
      tools: {
        first: ["get_prices", "get_hours"],
        second: ["get_hours"],
        body: { tool_ids: [100] },
        byHand: { tool_ids: [102] },
        emptied: { tool_ids: [] },
      },
      endpointType: {
        first: "vad",
        second: "ai",
        body: { endpoint_type: "ai" },
        byHand: { endpoint_type: "ai" },
      },
      endpointSensitivity: number("endpoint_sensitivity", "endpoint_sensitivity", 0, 5, 2.5),
      interruptSensitivity: number("interrupt_sensitivity", "interrupt_sensitivity", 0.25, 4, 1),
      ambientSoundVolume: number("ambient_sound_volume", "ambient_sound_volume", 0, 1, 0.35),
      postCallEvaluation: flag("post_call_evaluation"),
      sendWebhookOnlyOnCompleted: flag("send_webhook_only_on_completed"),
      includeRecordingInWebhook: flag("include_recording_in_webhook"),
      isWebhookActive: {
        first: true,
        second: false,
        beside: { webhookUrl: "https://hooks.example.com/a" },
        body: { is_webhook_active: false, webhook_url: "https://hooks.example.com/a" },
        byHand: { is_webhook_active: false },
      },
      webhookUrl: {
        first: "https://hooks.example.com/a",
        second: "https://hooks.example.com/b",
        body: { webhook_url: "https://hooks.example.com/b" },
        byHand: { webhook_url: "https://hooks.example.com/by-hand" },
        emptied: { webhook_url: null },
      },
      useMinInterruptWords: {
        first: true,
        second: false,
        body: { use_min_interrupt_words: false },
        notReadable: "api-gaps: not in the record",
      },
      minInterruptWords: number("min_interrupt_words", "min_interrupt_words", 0, 10, 3),
      variables: {
        first: { company: "Acme", nested: { a: [1, true, null] } },
        second: { company: "Acme Ltd" },
        body: { variables: { company: "Acme Ltd" } },
        byHand: { variables: { company: "Acme", more: "by hand" } },
        emptied: { variables: {} },
      },
      postCallSchema: {
        first: [
          { name: "outcome", type: "string", description: "How it went." },
          { name: "Age_2", type: "number", description: "Age." },
        ],
        second: [{ name: "outcome", type: "bool", description: "Whether it went well." }],
        body: { post_call_schema: [{ name: "outcome", type: "bool", description: "Whether it went well." }] },
        byHand: { post_call_schema: [{ name: "by_hand", type: "bool", description: "By hand." }] },
        emptied: { post_call_schema: [] },
      },
      endCallTool: {
        first: { description: "When they say goodbye." },
        second: { description: "When all is done." },
        body: { end_call_tool: { description: "When all is done." } },
        notReadable: "api-gaps: not in the record",
      },
      llmTemperature: number("llm_temperature", "llm_temperature", 0, 1, 0.55),
      voiceStability: number("voice_stability", "voice_stability", 0, 1, 0.55),
      voiceSimilarity: number("voice_similarity", "voice_similarity", 0, 1, 0.55),
      speechSpeed: number("speech_speed", "speech_speed", 0.7, 1.2, 1.1),
      allowInterruptions: flag("allow_interruptions"),
      fillerAudios: flag("filler_audios", "fillers"),
      reEngagementInterval: number("re_engagement_interval", "reengagement_interval", 7, 600, 31),
      maxCallDuration: number("max_call_duration", "max_duration", 20, 1200, 61),
      maxSilenceDuration: number("max_silence_duration", "max_silence_duration", 1, 120, 41),
      endCallOnVoicemail: flag("end_call_on_voicemail"),
      noiseCancellation: flag("noise_cancellation", "enable_noise_cancellation"),
      recordCall: flag("record_call", "record"),
      whoSpeaksFirst: {
        first: "Customer",
        second: "AI assistant",
        body: { who_speaks_first: "AI assistant" },
        byHand: { wait_for_customer: false },
      },
      extraFields: {
        first: { new_setting: "a", hidden_setting: 1 },
        second: { new_setting: "b", hidden_setting: 1 },
        body: { new_setting: "b", hidden_setting: 1 },
        byHand: { new_setting: "by hand" },
      },
    },
  },
  Lead: {
    base: lead,
    rows: (emulator) => emulator.state.leads,
    samples: {
      campaign: {
        first: "Spring renewals",
        second: 2,
        body: { campaign_id: 2 },
        byHand: { campaign_id: 3 },
        required: true,
      },
      phoneNumber: {
        first: "+12025550143",
        second: "+12025550144",
        body: { phone_number: "+12025550144" },
        byHand: { phone_number: "+12025550145" },
        required: true,
      },
      variables: {
        first: { customer_name: "Ada", plan: { level: 1 } },
        second: { customer_name: "Ada L.", plan: { level: 1 } },
        body: { variables: { customer_name: "Ada L." } },
        byHand: { variables: { customer_name: "By hand", plan: { level: 1 }, undeclared: true } },
      },
    },
  },
};

const storedTool = {
  owner: 1,
  description: "A tool.",
  endpoint: "https://tools.example.com/",
  method: "GET",
  timeout: 10,
  headers: [],
  schema: [],
  created_at: "2026-01-01T00:00:00.000000Z",
  updated_at: "2026-01-01T00:00:00.000000Z",
};

/** Properties that behaviour.md exempts from comparison with the live object, by name. */
export const exempt: Record<string, string[]> = {
  MidCallTool: [],
  Assistant: [],
  // «Never changes after creation»; «`status` is an order, never a difference».
  Lead: ["secondaryContacts", "status"],
};
