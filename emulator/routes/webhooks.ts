/** Routes that switch the notifications of an assistant on and off. Both forms document them. */
import { z } from "zod";
import { httpError } from "../base/http-error.js";
import type { Route, Service } from "../base/service.js";
import { id, url, validated } from "../rules/field.js";

const enable = z.object({ assistant_id: id, webhook_url: url });
const disable = z.object({ assistant_id: id });

const keys = {
  webhook: "webhook_url",
  "inbound-webhook": "inbound_webhook_url",
  "conversation-ended-webhook": "conversation_ended_webhook_url",
} as const;

export function webhookRoutes({ state, settings }: Service): Route[] {
  const route = (action: "enable" | "disable", name: keyof typeof keys): Route => ({
    method: "POST",
    path: `/user/assistants/${action}-${name}`,
    handle: ({ user, body, dropped }) => {
      const fields = validated<{ assistant_id: number; webhook_url?: string }>(
        action === "enable" ? enable : disable,
        body,
        settings,
      );
      const assistant = state.assistants.find(
        (row) => row.id === fields.assistant_id && row.owner === user.id && row.deleted_at === null,
      );
      if (!assistant) throw httpError(404, "Assistant not found");
      if (!dropped.includes(keys[name])) assistant[keys[name]] = fields.webhook_url ?? null;
      if (name === "webhook") assistant.is_webhook_active = action === "enable";
      return { status: 200, body: { message: "Webhook updated successfully", data: [] } };
    },
  });
  return (Object.keys(keys) as (keyof typeof keys)[]).flatMap((name) => [
    route("enable", name),
    route("disable", name),
  ]);
}
