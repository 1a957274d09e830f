import type { ConversationKey, Model } from "./model.js";
import { jsonOrText } from "./tool-arguments.js";

/** What a model says of a conversation. */
export interface Verdict {
  pass: boolean;
  /** Why, in the model's words. */
  reason: string;
}

const task = `You check a phone call between an assistant and a caller against one criterion.
Judge only what the transcript shows. Answer with JSON and nothing else: {"pass": true or false, "reason": "one sentence"}`;

export async function judged(
  model: Model,
  conversation: ConversationKey,
  criterion: string,
  transcript: string,
): Promise<Verdict> {
  const content = `Criterion: the assistant ${criterion}\n\nTranscript:\n${transcript}`;
  const { text } = await model.reply({
    conversation,
    purpose: "judge",
    messages: [
      { role: "system", content: task },
      { role: "user", content },
    ],
    // A recorded verdict is one of this transcript only.
    said: [
      { role: "user", content: criterion },
      { role: "system", content: transcript },
    ],
    tools: [],
    temperature: 0,
  });
  // Some models put JSON into a code block.
  const verdict = jsonOrText(/\{[\s\S]*\}/.exec(text)?.[0] ?? "") as Partial<Verdict>;
  if (typeof verdict.pass === "boolean") return { pass: verdict.pass, reason: String(verdict.reason ?? "") };
  throw new Error(
    `The model did not judge as asked, but said: ${text.slice(0, 200)}\nUse another model: judge: openAI({ … }).`,
  );
}
