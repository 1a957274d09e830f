import { Assistant, getVoices } from "pulumi-voicecall";

// The account's first voice for pipeline mode. Without an access token, the voice is unknown in preview.
const voice = getVoices({ mode: "pipeline" }).apply((voices) => voices[0].name);

const reception = new Assistant("reception", {
  name: "Reception",
  voice,
  language: "en",
  llmModel: "GPT-4o-mini",
  callsDirection: "receive",
  engineType: "pipeline",
  timezone: "UTC",
  initialMessage: "Hello, how can I help?",
  systemPrompt: "You answer the phone of Acme.",
});

export const assistantId = reception.id;
