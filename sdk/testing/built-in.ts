/** The tools that are built into the service, as a model sees them. The service does not document its own texts. */
import type { ToolDefinition } from "./declaration.js";
import type { RenderedTool } from "./model.js";

interface BuiltIn {
  readonly type: string;
  readonly description?: string;
  readonly phoneNumber?: string;
  readonly supervisorPhone?: string;
  readonly assistant?: string | number;
}

const text = (name: string, description: string) => [{ name, type: "string", description }];

const rows: Readonly<Record<string, Omit<ToolDefinition, "name">>> = {
  endCall: { description: "Ends the call." },
  callTransfer: { description: "Transfers the call to a person." },
  warmCallTransfer: { description: "Briefs a person, and then transfers the call to that person." },
  assistantTransfer: { description: "Lets another assistant take over the call." },
  dtmfInput: { description: "Sends keypad tones.", schema: text("digits", "The keys to press.") },
  collectKeypad: { description: "Lets the caller type digits." },
  calendarIntegration: {
    description: "Looks up free times, and books an appointment.",
    schema: text("request", "What to look up or to book."),
  },
};

/** Two tools of one type get different names, because a model calls tools by name. */
export function builtInTools(args: object): (ToolDefinition & Pick<RenderedTool, "ends">)[] {
  const { endCallTool, builtInTools: declared = [] } = args as {
    endCallTool?: { description?: string };
    builtInTools?: BuiltIn[];
  };
  const used = new Map<string, number>();
  const all = [...(endCallTool ? [{ ...endCallTool, type: "endCall" }] : []), ...declared];
  return all.flatMap((tool) => {
    const row = rows[tool.type];
    if (!row) return [];
    const count = (used.get(tool.type) ?? 0) + 1;
    used.set(tool.type, count);
    const name = tool.type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { description = row.description } = tool;
    return { ...row, name: count === 1 ? name : `${name}_${count}`, description, ...endOf(tool) };
  });
}

function endOf({ type, phoneNumber, supervisorPhone, assistant }: BuiltIn): Pick<RenderedTool, "ends"> {
  if (type === "endCall") return { ends: { reason: "assistant" } };
  if (!type.endsWith("Transfer")) return {};
  return { ends: { reason: "transfer", to: phoneNumber ?? supervisorPhone ?? `assistant ${assistant}` } };
}
