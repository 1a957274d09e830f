/** What happened in a conversation, in order. */

/** Why a conversation ended. */
export type EndReason = "assistant" | "caller" | "transfer" | "silence" | "maxTurns";

/** One event of a transcript. */
export type TranscriptEvent =
  | { readonly type: "assistant" | "caller"; readonly text: string }
  | {
      readonly type: "toolCall";
      readonly name: string;
      /** The text that the model wrote, if it is no JSON object. */
      readonly arguments: unknown;
      readonly result?: unknown;
      /** Set if the tool failed, or if the model called it wrongly. The model got this text. */
      readonly error?: string;
    }
  | { readonly type: "silence"; readonly seconds: number }
  | { readonly type: "transfer"; readonly to: string }
  | { readonly type: "judge"; readonly criterion: string; readonly pass: boolean; readonly reason: string }
  | { readonly type: "end"; readonly reason: EndReason };

export function asText(events: readonly TranscriptEvent[]): string {
  return events.map(line).join("\n");
}

function line(event: TranscriptEvent): string {
  switch (event.type) {
    case "assistant":
      return `assistant: ${event.text}`;
    case "caller":
      return `caller: ${event.text}`;
    case "toolCall": {
      const outcome =
        event.error === undefined ? `-> ${JSON.stringify(event.result)}` : `failed: ${event.error}`;
      return `tool: ${event.name}(${JSON.stringify(event.arguments)}) ${outcome}`;
    }
    case "silence":
      return `(silence, ${event.seconds} s)`;
    case "transfer":
      return `(transferred to ${event.to})`;
    case "judge":
      return `(judge, ${event.criterion}: ${event.pass ? "yes" : "no"}. ${event.reason})`;
    case "end":
      return `(the call ends: ${event.reason})`;
  }
}
