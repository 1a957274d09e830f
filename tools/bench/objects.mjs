// The account of the bench: realistic assistants, and one tool for every ten of them. Each assistant uses up to two of
// these tools. All subjects use the same values, so that they compare, store and send equal amounts.

const TOOLS_PER_ASSISTANT = 2;
const PROMPT_CHARACTERS = 2048;

const SENTENCES = [
  "You answer the phone for a dental practice and speak in short, friendly sentences.",
  "Ask for the name and the date of birth before you look at any appointment.",
  "Offer at most three free slots, and repeat the chosen one before you book it.",
  "Never give medical advice; offer a call back by the practice instead.",
  "If the caller is in pain, look for a slot on the same day.",
  "Spell the street of the practice when the caller asks for directions.",
  "Say goodbye with the name of the caller and end the call.",
  "If you do not understand a sentence twice, transfer the call to the front desk.",
];

export const toolCount = (assistants) => Math.ceil(assistants / 10);

export function account(assistants) {
  const tools = Array.from({ length: toolCount(assistants) }, (_, index) => tool(index));
  return {
    tools,
    assistants: Array.from({ length: assistants }, (_, index) => assistant(index, tools.length)),
  };
}

function tool(index) {
  return {
    name: `find_slots_${inLetters(index)}`,
    description: `Finds the free slots of practice ${index} on a day.`,
    endpoint: `https://tools.example.com/practices/${index}/slots`,
    method: "POST",
    timeout: 12,
    headers: [{ name: "X-Practice", value: `practice-${index}` }],
    schema: [
      { name: "date", type: "string", description: "The day, as in 2026-01-31." },
      { name: "kind", type: "string", description: "Check-up, cleaning or pain." },
    ],
  };
}

/** A tool's name must not contain digits. */
const inLetters = (number) => String(number).replace(/\d/g, (digit) => "abcdefghij"[digit]);

function assistant(index, tools) {
  return {
    name: `Practice ${index}`,
    initialMessage: `Hello, this is practice ${index}. How can I help you?`,
    systemPrompt: prompt(index),
    timezone: "Europe/Berlin",
    maxCallDuration: 300 + (index % 60),
    webhookUrl: `https://hooks.example.com/practices/${index}`,
    isWebhookActive: true,
    variables: { practice: String(index), city: "Berlin" },
    postCallSchema: [
      { name: "booked", type: "bool", description: "Whether an appointment was booked." },
      { name: "reason", type: "string", description: "Why the caller called." },
    ],
    /** Indexes in the list of tools. */
    tools: Array.from({ length: Math.min(TOOLS_PER_ASSISTANT, tools) }, (_, next) => (index + next) % tools),
  };
}

/** A different text for each assistant, so that no subject can store or hash one text for all of them. */
export function prompt(index) {
  let text = `# Practice ${index}\n`;
  for (let line = 0; text.length < PROMPT_CHARACTERS; line += 1)
    text += `${line + 1}. ${SENTENCES[(index + line) % SENTENCES.length]} (${index}.${line})\n`;
  return text.slice(0, PROMPT_CHARACTERS);
}

export const CHANGED_PROMPT = `${prompt(0).slice(0, -40)}\nThe prompt that the bench has changed.\n`;
