/**
 * Phone calls. POST /user/make_call is the only documented route for calls that the service has. Control routes
 * create inbound calls, and list and finish calls.
 */
import { type CallEnd, extracted, notify, type Delivery } from "./notifications.js";
import { isoNow, nextId, type Service } from "../base/service.js";
import type { StoredCall } from "../base/state.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

export function addCall(
  service: Service,
  assistant: StoredAssistant,
  direction: StoredCall["direction"],
  phoneNumber: string,
  variables: Record<string, unknown>,
): StoredCall {
  const call: StoredCall = {
    id: nextId(service.state, "calls"),
    owner: assistant.owner,
    assistant_id: assistant.id,
    direction,
    phone_number: phoneNumber,
    variables,
    status: "initiated",
    duration: null,
    created_at: isoNow(service),
    finished_at: null,
    evaluation: null,
  };
  service.state.calls.push(call);
  return call;
}

/** Ends a call, and sends the post-call notification if the assistant's settings require it (spec 6). */
export async function finishCall(service: Service, call: StoredCall, end: CallEnd): Promise<Delivery> {
  Object.assign(call, { status: end.status, duration: end.duration, finished_at: isoNow(service) });
  const { state } = service;
  const assistant = state.assistants.find((row) => row.id === call.assistant_id && row.deleted_at === null);
  if (assistant) call.evaluation = extracted(assistant, end.extracted_variables);
  if (!assistant) return { sent: false, reason: "the assistant is gone" };
  if (!assistant.is_webhook_active) return { sent: false, reason: "is_webhook_active is false" };
  if (assistant.webhook_url === null) return { sent: false, reason: "webhook_url is null" };
  if (assistant.send_webhook_only_on_completed && end.status !== "completed") {
    return { sent: false, reason: `send_webhook_only_on_completed is true and the call is ${end.status}` };
  }
  return notify(service, call, assistant, { kind: "post-call", url: assistant.webhook_url, end });
}

/** Announces an inbound call at the assistant's inbound_webhook_url, if the settings allow it (spec 6). */
export async function announceInbound(
  service: Service,
  call: StoredCall,
  assistant: StoredAssistant,
): Promise<Delivery> {
  if (!assistant.is_webhook_active) return { sent: false, reason: "is_webhook_active is false" };
  if (assistant.inbound_webhook_url === null) return { sent: false, reason: "inbound_webhook_url is null" };
  return notify(service, call, assistant, { kind: "inbound", url: assistant.inbound_webhook_url });
}
