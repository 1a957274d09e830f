import * as pulumi from "@pulumi/pulumi";
import { Account, Assistant } from "pulumi-voicecall";

const baseUrl = new pulumi.Config("voicecall").get("baseUrl");

// The tokens stay in the environment, so a rotated token takes effect immediately, also on refresh and destroy.
const accounts = {
  north: new Account("north", { baseUrl, accessTokenEnv: "NORTH_ACCESS_TOKEN" }),
  south: new Account("south", { baseUrl, accessTokenEnv: "SOUTH_ACCESS_TOKEN" }),
};

export const assistants = Object.entries(accounts).map(([region, provider]) => {
  const reception = new Assistant(
    `reception-${region}`,
    {
      name: "Reception",
      voice: "Sarah",
      language: "English",
      llmModel: "GPT-4o-mini",
      callsDirection: "receive",
      engineType: "pipeline",
      timezone: "Europe/London",
      initialMessage: `Welcome to the ${region}. How can I help?`,
      systemPrompt: `You answer the phone of Acme ${region}.`,
    },
    { provider },
  );
  return reception.id;
});
