/** Bodies of creating requests, as the service itself wants them. */
export const aTool = {
  name: "check_order",
  description: "Looks up an order.",
  endpoint: "https://tools.example.com/orders",
  method: "POST",
};

export const anAssistant = {
  assistant_name: "Receptionist",
  voice_id: 1,
  language: "English",
  llm_model: "GPT-4o-mini",
  calls_direction: "make",
  engine_type: "pipeline",
  timezone: "Europe/Berlin",
  initial_message: "Hello!",
  system_prompt: "You answer the phone.",
};

export const aLead = { phone_number: "+12025550123", campaign_id: 1 };
