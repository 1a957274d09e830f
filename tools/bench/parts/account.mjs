// The account of the bench: assistants with prompts of 2 kB, and one tool for every ten of them. Each assistant uses up
// to two of these tools. All subjects use the same values, so that they compare, store and send equal amounts.

const TOOLS_PER_ASSISTANT = 2;
const PROMPT_CHARACTERS = 2048;

/** The assistant that gets a manual change, and the assistant that is changed in the program. */
export const DRIFTED = "Practice 1";
export const CHANGED = "Practice 0";

export const toolCount = (assistants) => Math.ceil(assistants / 10);

export function account(count) {
  const tools = Array.from({ length: toolCount(count) }, (_, index) => tool(index));
  return { tools, assistants: Array.from({ length: count }, (_, index) => assistant(index, tools.length)) };
}

/** The account with a new prompt in one assistant. */
export function changedAccount(count) {
  const { tools, assistants } = account(count);
  assistants.find(({ name }) => name === CHANGED).systemPrompt = CHANGED_PROMPT;
  return { tools, assistants };
}

const tool = (index) => ({
  // A tool's name must not contain digits.
  name: `find_slots_${String(index).replace(/\d/g, (digit) => "abcdefghij"[digit])}`,
  description: `Finds the free slots of practice ${index} on a day.`,
  endpoint: `https://tools.example.com/practices/${index}/slots`,
  method: "POST",
  timeout: 12,
  headers: [{ name: "X-Practice", value: `practice-${index}` }],
  schema: [{ name: "date", type: "string", description: "The day, as in 2026-01-31." }],
});

const assistant = (index, tools) => ({
  name: `Practice ${index}`,
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "make",
  engineType: "pipeline",
  initialMessage: `Hello, this is practice ${index}. How can I help you?`,
  systemPrompt: prompt(index),
  timezone: "Europe/Berlin",
  maxCallDuration: 300 + (index % 60),
  webhookUrl: `https://hooks.example.com/practices/${index}`,
  isWebhookActive: true,
  variables: { practice: String(index), city: "Berlin" },
  postCallSchema: [{ name: "booked", type: "bool", description: "Whether an appointment was booked." }],
  /** Indexes in the list of tools. */
  tools: Array.from({ length: Math.min(TOOLS_PER_ASSISTANT, tools) }, (_, next) => (index + next) % tools),
});

/** A different text for each assistant, so that no subject can store or hash one text for all of them. */
function prompt(index) {
  let text = `# Practice ${index}\n`;
  for (let line = 1; text.length < PROMPT_CHARACTERS; line += 1)
    text += `${line}. Ask practice ${index} for free slot ${line}, and repeat it before you book it.\n`;
  return text.slice(0, PROMPT_CHARACTERS);
}

export const CHANGED_PROMPT = `${prompt(0)}\nThe prompt that the bench has changed.\n`;
