/** An account after years of manual work: 60 assistants, 25 tools, and much that is difficult to export. */
import { type Seed, defaultSeed } from "../../emulator/index.js";

export const HEADER = "canary-header-5e7a";

type Rows<K extends keyof Seed> = NonNullable<Seed[K]>;
type Assistant = Partial<Rows<"assistants">[number]>;
type Tool = Partial<Rows<"tools">[number]>;

const paragraph = "Say `${price}` and \"quoted\" \\ 'single' {braces} <b>bold</b> — naïve 日本語 🎉.";

/** A prompt of more than 30 kB, with characters that may be a problem in a file, a literal or a template. */
const LONG_PROMPT = `# Rôle\r\n\r\n${Array.from({ length: 300 }, (_, n) => `${n}. ${paragraph} Greet {{customer_name}}.`).join("\r\n")}\r\n`;

/** Prompts that are difficult or impossible to write to a Markdown file for `prompt()`. */
export const ODD_PROMPTS = [
  LONG_PROMPT,
  "---\ntitle: not front matter\n---\nYou help.",
  "  \n padded at both ends \n\n",
  "Braces: {{ spaced }}, {{{triple}}}, \\{{escaped}}, {{a-b.c}}, {{1st}}, {{unclosed, {{null}} and {{}}.",
  "A lone return\rin the middle, \u2028 and \u2029, and a tab\t.",
  "Returns\r\r\nof two kinds",
  "</script> */ // ``` ${'$'}{process.exit(1)} `",
  "\uFEFFbyte order mark",
];

const NAMES = [
  "Support",
  "support",
  "SUPPORT!",
  "Sup-port",
  "24h hotline",
  "delete",
  "Служба поддержки",
  "サポート",
  "دعم العملاء",
  "🎉🎉",
  "con",
  "tools",
  "prompt",
  "  Padded  ",
  "Müller & Söhne / Köln",
  "../../etc/passwd",
  'Quote " back ` dollar ${x}',
  "Get weather",
  `Long ${"name ".repeat(40)}`,
  "__proto__",
];

const ASSISTANTS: Assistant[] = [
  ...NAMES.map((name): Assistant => ({ name })),
  ...ODD_PROMPTS.map((system_prompt, n): Assistant => ({ name: `Prompt ${n}`, system_prompt })),
  { name: "Receiver", type: "inbound", phone_number_id: 1, tool_ids: [101, 125] },
  { name: "Caller", type: "outbound", phone_number_id: 2 },
  {
    name: "Everything",
    voice_id: 3,
    language_id: 5,
    llm_model_id: 4,
    timezone: "Asia/Kathmandu",
    initial_message: 'Line one\r\nLine "two" `three` ${four}',
    endpoint_type: "ai",
    endpoint_sensitivity: 1.25,
    interrupt_sensitivity: 2,
    ambient_sound_volume: 0.35,
    is_webhook_active: true,
    webhook_url: `https://hooks.example.com/calls?a=1&key=${HEADER}`,
    inbound_webhook_url: `https://hooks.example.com/in?key=${HEADER}`,
    send_webhook_only_on_completed: false,
    include_recording_in_webhook: false,
    post_call_evaluation: false,
    post_call_schema: [
      { name: "z_last", type: "bool", description: "Whether." },
      { name: "a_first", type: "string", description: "What." },
    ],
    min_interrupt_words: 3,
    variables: { company: "Acme", "not an identifier": [1, { deep: null, empty: {} }], constructor: "x" },
    llm_temperature: 0.35,
    voice_stability: 0.6,
    voice_similarity: 0.45,
    speech_speed: 1.15,
    allow_interruptions: false,
    fillers: true,
    reengagement_interval: 20,
    max_duration: 300,
    max_silence_duration: 25,
    end_call_on_voicemail: false,
    enable_noise_cancellation: false,
    record: true,
    wait_for_customer: true,
    tool_ids: [125, 101, 113],
  },
  { name: "Nulls", webhook_url: null, phone_number_id: null, variables: {}, tool_ids: [] },
  { name: "Webhook at rest", webhook_url: "https://hooks.example.com/x", is_webhook_active: false },
  { name: "Multimodal", mode: "multimodal", voice_id: 4, llm_model_id: 2 },
  {
    name: "Multimodal without a model",
    mode: "multimodal",
    voice_id: 5,
    llm_model_id: null,
    multimodal_model_id: 1007,
  },
  { name: "Inactive", status: "inactive" },
  { name: "Deleted", deleted_at: "2026-02-01T00:00:00.000000Z" },
];

const TOOLS: Tool[] = [
  {
    name: "get_weather",
    method: "POST",
    timeout: 5,
    headers: [
      { name: "X-Api-Key", value: HEADER },
      { name: "Authorization", value: `Bearer ${HEADER} "quoted" \\ $HOME` },
    ],
    schema: [
      { name: "town", type: "string", description: "Which `town`." },
      { name: "days", type: "number", description: "How many days." },
    ],
  },
  { name: "delete", headers: [{ name: "X Odd/Näme", value: "-starts with a dash" }] },
  { name: "get__weather", endpoint: `https://me:${HEADER}@tools.example.com/\${x}` },
];

/** 60 assistants and a deleted one, with ids from 201 on, and 25 tools, with ids from 101 on. */
export function handMadeAccount(): Seed {
  const plain = Array.from({ length: 61 - ASSISTANTS.length }, (_, n): Assistant => ({
    name: `Branch ${n}`,
  }));
  const tools = Array.from({ length: 25 }, (_, n): Tool => TOOLS[n] ?? { name: `look_up_${letters(n)}` });
  return {
    ...defaultSeed(),
    builtInTools: [{ id: 9001, name: "end_call" }],
    tools: tools.map((tool, n) => ({
      id: 101 + n,
      name: "",
      description: `Tool number ${n}.`,
      endpoint: `https://tools.example.com/${n}/\${x}?q={x}&r={{y}}`,
      ...tool,
    })),
    assistants: [...ASSISTANTS, ...plain].map((assistant, n) => ({
      id: 201 + n,
      name: "",
      initial_message: "Hello!",
      system_prompt: `You are number ${n}. Ask for {{customer_name}}.`,
      // By default, every second assistant has tool 101 and one other tool.
      tool_ids: n % 2 === 0 ? [101, 102 + (n % 24)] : [],
      ...assistant,
    })),
    leads: [
      {
        id: 301,
        campaign_id: 1,
        phone_number: "+12025550143",
        variables: { customer_name: "Ada", "odd key": { a: null } },
        secondary_contacts: [
          { id: 401, phone_number: "+12025550144", variables: { customer_name: "Bob" } },
          { id: 402, phone_number: "+12025550145" },
        ],
      },
      { id: 302, campaign_id: 3, phone_number: "+447700900123", status: "rescheduled" },
    ],
  };
}

/** A tool's name must not contain digits. */
const letters = (n: number): string => String.fromCharCode(97 + n);
