/** Sends the notification of a call, without retries. The payload is an assumption (docs/assumptions.md). */
import { z } from "zod";
import { addedEntries } from "../records/assistant.js";
import { leadRecord } from "../records/lead.js";
import type { Service } from "../base/service.js";
import type { StoredCall, StoredNotification } from "../base/state.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

/** How a call ended. */
export const callEnd = z.strictObject({
  status: z.string().min(1).default("completed"),
  /** Seconds. */
  duration: z.number().min(0).default(42),
  /** Text is what the assistant has said. */
  transcript: z
    .union([
      z.string().transform((text) => [{ sender: "bot", text }]),
      z.array(z.looseObject({ text: z.string(), sender: z.enum(["bot", "human"]).default("bot") })),
    ])
    .optional(),
  /** The values that the AI has extracted. Keys that the assistant's post_call_schema lacks are ignored. */
  extracted_variables: z.record(z.string(), z.unknown()).default({}),
});

export type CallEnd = z.output<typeof callEnd>;

export type Delivery = { sent: false; reason: string } | { sent: true; notification: StoredNotification };

interface Target {
  kind: StoredNotification["kind"];
  url: string;
  end?: CallEnd;
}

const timeoutMs = 10_000;

export async function notify(
  service: Service,
  call: StoredCall,
  assistant: StoredAssistant,
  { kind, url, end }: Target,
): Promise<Delivery> {
  const payload = payloadOf(service, call, assistant, end);
  const notification: StoredNotification = {
    call_id: call.id,
    kind,
    url,
    payload,
    status: null,
    error: null,
  };
  service.state.notifications.push(notification);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(payload),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    notification.status = response.status;
  } catch (error) {
    notification.error = error instanceof Error ? error.message : String(error);
  }
  return { sent: true, notification };
}

function payloadOf(
  service: Service,
  call: StoredCall,
  assistant: StoredAssistant,
  end?: CallEnd,
): Record<string, unknown> {
  const { state, settings } = service;
  const isOfCall = ({ owner, phone_number }: { owner: number; phone_number: string }): boolean =>
    owner === call.owner && phone_number === call.phone_number;
  const lead = state.leads.find(isOfCall);
  const tries = settings.form === "2026" ? { call_tries: state.calls.filter(isOfCall).length } : {};
  const said = end ? (end.transcript ?? [{ sender: "bot", text: assistant.initial_message }]) : [];
  const number = state.phoneNumbers.find((row) => row.id === assistant.phone_number_id);
  return {
    id: call.id,
    customer_phone: call.phone_number,
    assistant_phone: number?.phone_number ?? null,
    duration: call.duration,
    status: call.status,
    extracted_variables: end ? extracted(assistant, end.extracted_variables) : {},
    input_variables: { ...assistant.variables, ...call.variables },
    transcript: said.map((one) => ({ type: "message", timestamp: call.created_at, ...one })),
    formatted_transcript: said
      .map(({ sender, text }) => `${sender === "bot" ? "Assistant" : "Customer"}: ${text}`)
      .join("\n"),
    ...(assistant.include_recording_in_webhook
      ? { recording_url: end ? `${service.address()}/recordings/${call.id}.mp3` : null }
      : {}),
    created_at: call.created_at,
    finished_at: call.finished_at,
    ...(lead && { lead: { ...leadRecord(lead, state.campaigns, settings.form), ...tries } }),
  };
}

/**
 * For each item of the post-call schema, the value that was passed, or an empty value of the item's type.
 * Empty if `post_call_evaluation` is false.
 */
export function extracted(
  assistant: StoredAssistant,
  values: Record<string, unknown>,
): Record<string, unknown> {
  if (!assistant.post_call_evaluation) return {};
  // In the service's dashboard, these entries stand in every assistant.
  return Object.fromEntries(
    [...addedEntries, ...assistant.post_call_schema].map(({ name, type }) => [
      name,
      values[name] ?? emptyValues.get(type) ?? "",
    ]),
  );
}

const emptyValues = new Map<string, unknown>([
  ["string", ""],
  ["number", 0],
  ["bool", false],
]);
