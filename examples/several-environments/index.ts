import * as pulumi from "@pulumi/pulumi";
import { Assistant, prompt, type AssistantArgs } from "pulumi-voicecall";

const config = new pulumi.Config();
const company = config.require("company");

/** What all assistants of an environment have in common. */
const common = {
  voice: config.require("voice"),
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "receive",
  engineType: "pipeline",
  timezone: "Europe/London",
  maxCallDuration: config.requireNumber("longestCall"),
} satisfies Partial<AssistantArgs>;

/** One line an assistant; its prompt is prompts/<role>.md. */
const greetings = {
  reception: `${company}, how can I help?`,
  billing: `This is the billing desk of ${company}. What is it about?`,
  support: `${company} support. What does not work?`,
};

export const assistants = Object.entries(greetings).map(([role, initialMessage]) => {
  const systemPrompt = prompt(`prompts/${role}.md`, { company });
  // The stack's name keeps environments of one account apart.
  const name = `${role} (${pulumi.getStack()})`;
  return new Assistant(role, { ...common, name, initialMessage, systemPrompt }).id;
});
