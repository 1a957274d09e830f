import { Assistant, MidCallTool, prompt } from "pulumi-voicecall";

const hours = new MidCallTool("hours", {
  name: "get_opening_hours",
  description: "Use it when the caller asks when we are open.",
  endpoint: "https://api.example.com/opening-hours",
  method: "GET",
  schema: [{ name: "day", type: "string", description: "The day of the week, in English." }],
});

export const support = new Assistant("support", {
  name: "Support",
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "receive",
  engineType: "pipeline",
  timezone: "Europe/London",
  initialMessage: "Acme, how can I help?",
  systemPrompt: prompt("prompts/support.md", { company: "Acme" }),
  endCallTool: { description: "When the caller has said goodbye." },
  tools: [hours],
});
