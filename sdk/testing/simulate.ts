/** A caller that a model plays. */
import type { Message, Model } from "./model.js";

/** Who calls, and what for. */
export interface SimulatedCaller {
  /** How the caller is and speaks, such as "an old man in a hurry, who does not know his customer number". */
  persona: string;
  /** What the caller wants, such as "to move the appointment of tomorrow to next week". */
  goal: string;
  /** The model that plays the caller. Default: the conversation's model. `serviceChat()` plays no caller. */
  model?: Model | undefined;
  /** How often the caller speaks at most. Default: 20. */
  maxTurns?: number | undefined;
}

/** How a simulated call went. */
export interface Simulation {
  /** Whether the caller has reached the goal, as the judge sees it. */
  reached: boolean;
  /** Why, in the judge's words. */
  reason: string;
  /** How often the caller has spoken. */
  turns: number;
}

export const mostTurns = 20;

const HANG_UP = "[hang up]";

/** The messages for the model that plays the caller, in whose eyes the assistant is the user. */
export class CallerSide {
  readonly #messages: Message[];
  #isFirst = true;

  constructor({ persona, goal }: SimulatedCaller) {
    const content = `You play a person in a phone call with an assistant. You are ${persona}. You want ${goal}.
Say only what this person says next, in one or two spoken sentences. Invent nothing that would help the assistant.
When you have what you want, when it is clear that you will not get it, or after goodbyes, end your words with ${HANG_UP}.`;
    this.#messages = [{ role: "system", content }];
  }

  /** What the model gets next. `said` is what is new to it. */
  heard(texts: readonly string[]): { messages: Message[]; said: Message[] } {
    const content = texts.length > 0 ? texts.join("\n") : "(silence)";
    const said: Message[] = [...(this.#isFirst ? this.#messages : []), { role: "user", content }];
    this.#messages.push({ role: "user", content });
    this.#isFirst = false;
    return { messages: [...this.#messages], said };
  }

  says(reply: string): { text: string; hangsUp: boolean } {
    this.#messages.push({ role: "assistant", content: reply });
    return { text: reply.replaceAll(HANG_UP, "").trim(), hangsUp: reply.includes(HANG_UP) };
  }
}
