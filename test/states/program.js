// The program of test/engine/states.test.ts. `npm run record:states` copies it beside the state of a release. Later
// builds must find no changes when they preview that copy with the recorded state.
const pulumi = require("@pulumi/pulumi");
const { Account, Assistant, CampaignState, Lead, MidCallTool } = require("pulumi-voicecall");

// The state is recorded in two steps. The second one fails on purpose.
const step = process.env.RECORDED_STEP;

const hours = new MidCallTool("hours", {
  name: "get_opening_hours",
  description: "Use it when the caller asks when we are open.",
  endpoint: "https://tools.example.com/hours",
  method: "POST",
  timeout: 5,
  headers: [
    { name: "Authorization", value: pulumi.secret("Bearer recorded-header") },
    { name: "X-Region", value: "eu" },
  ],
  schema: [{ name: "city", type: "string", description: "Which city." }],
});

const support = {
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "make",
  engineType: "pipeline",
  timezone: "Europe/Berlin",
  initialMessage: "Hello, how can I help?",
};

new Assistant("support", {
  ...support,
  name: "Support",
  systemPrompt: pulumi.secret("You help {{customer_name}}, and tell nobody."),
  variables: { customer_name: "friend" },
  callsDirection: "receive",
  phoneNumber: "+12025550101",
  maxCallDuration: 600,
  speechSpeed: 1.1,
  webhookUrl: "https://hooks.example.com/calls",
  inboundWebhookUrl: pulumi.secret("https://hooks.example.com/in?key=recorded-key"),
  tools: [hours],
});

new Assistant(
  "adopted",
  { ...support, name: "Made by hand", systemPrompt: "You help.", adoptId: 950 },
  { protect: false },
);

new Lead("ada", {
  campaign: "Spring renewals",
  phoneNumber: pulumi.secret("+12025550143"),
  variables: { customer_name: "Ada", plan: { level: 1 } },
  secondaryContacts: [{ phoneNumber: "+12025550144" }],
});
new Lead("gone", { campaign: 2, phoneNumber: "+12025550145" });

new CampaignState("spring", { campaign: "Spring renewals", state: "started", trigger: 1 });
new CampaignState("welcome", { campaign: 2, state: "stopped", onDestroy: "leave" });

const other = new Account("other", {
  baseUrl: process.env.VOICECALL_BASE_URL,
  accessToken: pulumi.secret("other-token"),
});
const elsewhere = new MidCallTool(
  "elsewhere",
  {
    name: "look_up_order",
    description: "Looks up an order.",
    endpoint: "https://tools.example.com/order",
    method: "GET",
  },
  { provider: other },
);
new Assistant(
  "elsewhere",
  { ...support, name: "Orders", systemPrompt: "You help.", tools: [elsewhere] },
  { provider: other },
);

if (step !== "first")
  new Assistant("half-made", { ...support, name: "Half-made", systemPrompt: "You help." });
