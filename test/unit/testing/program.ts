/** An assistant and a tool, as a program declares them. */
export const assistantArgs = {
  name: "Support",
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "receive",
  engineType: "pipeline",
  timezone: "UTC",
  initialMessage: "Hello {{customer_name}}, Acme here.",
  systemPrompt: "\nYou answer for {{company}}. The caller is {{ customer_name }}.\n",
  variables: { company: "Acme" },
} as const;

export const hoursArgs = {
  name: "get_opening_hours",
  description: "Tells when we are open.",
  endpoint: "https://tools.example.com/hours",
  method: "GET",
  headers: [{ name: "X-Key", value: "header-secret" }],
  schema: [{ name: "day", type: "string", description: "The day of the week." }],
} as const;
