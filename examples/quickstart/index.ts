import { Assistant, CampaignState, Lead, MidCallTool, prompt } from "pulumi-voicecall";

const openingHours = new MidCallTool("opening-hours", {
  name: "get_opening_hours",
  description: "Use it when the caller asks when a branch is open.",
  endpoint: "https://api.example.com/opening-hours",
  method: "GET",
  schema: [{ name: "branch", type: "string", description: "The town of the branch." }],
});

const renewals = new Assistant("renewals", {
  name: "Renewals",
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "make",
  engineType: "pipeline",
  timezone: "Europe/London",
  initialMessage: "Hello, this is Acme. Do you have a minute to talk about your plan?",
  systemPrompt: prompt("prompts/renewals.md", { company: "Acme" }),
  tools: [openingHours],
  maxCallDuration: 300,
});

const ada = new Lead("ada", {
  campaign: "Spring renewals",
  phoneNumber: "+12025550143",
  variables: { customer_name: "Ada" },
});

// The state "started" would make phones ring. So everything that the campaign needs must exist first.
new CampaignState(
  "spring-renewals",
  { campaign: "Spring renewals", state: "stopped" },
  { dependsOn: [renewals, ada] },
);

export const assistantId = renewals.id;
