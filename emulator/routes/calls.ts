/** Phone calls. Control routes create inbound calls, and list and finish calls (`control.ts`). */
import { z } from "zod";
import { httpError } from "../base/http-error.js";
import { requestedPage } from "../base/page-lies.js";
import { createdBetween } from "../base/pages.js";
import { found, nextId } from "../base/records.js";
import { type CallEnd, extracted, notify, type Delivery } from "./notifications.js";
import { callRecord } from "../records/call.js";
import { id, pairs, validated } from "../rules/field.js";
import { e164 } from "../rules/phone.js";
import { isoNow, type Route, type Service } from "../base/service.js";
import type { StoredCall } from "../base/state.js";
import type { StoredAssistant } from "../base/stored-assistant.js";

/** Spec 4.4. */
export const makeCall = z.object({ phone_number: e164, assistant_id: id, variables: pairs.optional() });

/** The parameters of the listing, and the fields that they must equal. */
const filters = {
  assistant_id: "assistant_id",
  status: "status",
  type: "direction",
  phone_number: "phone_number",
} as const;

export function callRoutes(service: Service): Route[] {
  const { state, settings } = service;
  return [
    {
      at: "POST /user/make_call",
      handle: ({ user, body }) => {
        const fields = validated(makeCall, body, settings);
        const assistant = found(service, "assistants", fields.assistant_id, user);
        if (settings.form === "2026" && user.balance <= 0) throw httpError(422, "Insufficient balance");
        addCall(service, assistant, "outbound", fields.phone_number, fields.variables ?? {});
        return { message: "Call initiated successfully", data: {} };
      },
    },
    {
      at: "GET /user/calls",
      handle: (call) => {
        const { user, query } = call;
        const isInRange = createdBetween(query);
        const isWanted = (row: StoredCall): boolean =>
          Object.entries(filters).every(
            ([name, key]) => query[name] === undefined || query[name] === String(row[key]),
          );
        const rows = state.calls.filter((row) => row.owner === user.id && isInRange(row) && isWanted(row));
        return requestedPage(
          call,
          rows.map((row) => callRecord(row, state)),
        );
      },
    },
  ];
}

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
