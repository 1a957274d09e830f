import * as pulumi from "@pulumi/pulumi";
import { Assistant, prompt, type AssistantArgs } from "pulumi-voicecall";

const config = new pulumi.Config();
const company = config.require("company");

/** The arguments that all assistants of an environment share. */
const common = {
  voice: config.require("voice"),
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "receive",
  engineType: "pipeline",
  timezone: "Europe/London",
  maxCallDuration: config.requireNumber("longestCall"),
} satisfies Partial<AssistantArgs>;

/** Greetings by role. The prompt of a role is in prompts/<role>.md. */
const greetings = {
  reception: `${company}, how can I help?`,
  billing: `This is the billing desk of ${company}. What is it about?`,
  support: `${company} support. What does not work?`,
};

export const assistants = Object.entries(greetings).map(([role, initialMessage]) => {
  const systemPrompt = prompt(`prompts/${role}.md`, { company });
  // The stack's name keeps the names unique if environments share an account.
  const name = `${role} (${pulumi.getStack()})`;
  return new Assistant(role, { ...common, name, initialMessage, systemPrompt }).id;
});
