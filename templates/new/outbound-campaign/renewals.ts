import { Assistant, CampaignState, LeadSet, prompt } from "pulumi-voicecall";

export const renewals = new Assistant("renewals", {
  name: "Renewals",
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "make",
  engineType: "pipeline",
  timezone: "Europe/London",
  initialMessage: "Hello, this is Acme. Do you have a minute to talk about your plan?",
  systemPrompt: prompt("prompts/renewals.md", { company: "Acme" }),
  endCallTool: { description: "When the person has said goodbye." },
  maxCallDuration: 300,
});

// A campaign that exists in the account. The columns are those of leads.csv.
const campaign = "Spring renewals";
const people = new LeadSet("people", {
  campaign,
  leads: "leads.csv",
  columns: { phoneNumber: "Phone", variables: { customer_name: "Name" } },
  defaultCountry: "US",
});

// With the state "started", phones ring. So everything that the campaign needs must exist first.
new CampaignState("spring-renewals", { campaign, state: "stopped" }, { dependsOn: [renewals, people] });
