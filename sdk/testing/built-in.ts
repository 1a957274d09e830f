/** The tools that are built into the service, as a model sees them. The service does not document its own texts. */
import type { RenderedTool } from "./rendered-tool.js";

type BuiltIn = Readonly<Record<string, unknown>>;
type Row = Omit<RenderedTool, "ends"> & { ends?: (tool: BuiltIn) => RenderedTool["ends"] };

const none = { type: "object", properties: {} } as const;
const text = (description: string) => ({ type: "string", description });
const transfer = (to: (tool: BuiltIn) => unknown) => (tool: BuiltIn) =>
  ({ reason: "transfer", to: String(to(tool)) }) as const;

const rows: Readonly<Record<string, Row>> = {
  endCall: {
    name: "end_call",
    description: "Ends the call.",
    parameters: none,
    ends: () => ({ reason: "assistant" }),
  },
  callTransfer: {
    name: "call_transfer",
    description: "Transfers the call to a person.",
    parameters: none,
    ends: transfer(({ phoneNumber }) => phoneNumber),
  },
  warmCallTransfer: {
    name: "warm_call_transfer",
    description: "Briefs a person, and then transfers the call to that person.",
    parameters: none,
    ends: transfer(({ supervisorPhone }) => supervisorPhone),
  },
  assistantTransfer: {
    name: "assistant_transfer",
    description: "Lets another assistant take over the call.",
    parameters: none,
    ends: transfer(({ assistant }) => `assistant ${String(assistant)}`),
  },
  dtmfInput: {
    name: "dtmf_input",
    description: "Sends keypad tones.",
    parameters: { type: "object", properties: { digits: text("The keys to press.") }, required: ["digits"] },
  },
  collectKeypad: { name: "collect_keypad", description: "Lets the caller type digits.", parameters: none },
  calendarIntegration: {
    name: "calendar_integration",
    description: "Looks up free times, and books an appointment.",
    parameters: {
      type: "object",
      properties: { request: text("What to look up or to book.") },
      required: ["request"],
    },
  },
};

/** Two tools of one type get different names, because a model calls tools by name. */
export function builtInTools(args: Readonly<Record<string, unknown>>): RenderedTool[] {
  const { endCallTool, builtInTools: declared = [] } = args as {
    endCallTool?: BuiltIn;
    builtInTools?: BuiltIn[];
  };
  const used = new Map<string, number>();
  const all = [...(endCallTool ? [{ type: "endCall", ...endCallTool }] : []), ...declared];
  return all.flatMap((tool) => {
    const row = rows[String(tool["type"])];
    if (!row) return [];
    const count = (used.get(row.name) ?? 0) + 1;
    used.set(row.name, count);
    const { description = row.description } = tool as { description?: string };
    const ends = row.ends?.(tool);
    const name = count === 1 ? row.name : `${row.name}_${count}`;
    return [{ name, description, parameters: row.parameters, ...(ends && { ends }) }];
  });
}
