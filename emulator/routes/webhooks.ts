/** Routes that switch the notifications of an assistant on and off. Both forms document them. */
import { z } from "zod";
import { found } from "../base/records.js";
import type { Route, Service } from "../base/service.js";
import { id, url, validated } from "../rules/field.js";

const enable = z.object({ assistant_id: id, webhook_url: url });
const disable = z.object({ assistant_id: id });

const keys = {
  webhook: "webhook_url",
  "inbound-webhook": "inbound_webhook_url",
  "conversation-ended-webhook": "conversation_ended_webhook_url",
} as const;

export function webhookRoutes(service: Service): Route[] {
  const route = (action: "enable" | "disable", name: keyof typeof keys): Route => ({
    at: `POST /user/assistants/${action}-${name}`,
    handle: ({ user, body, dropped }) => {
      const fields = validated<{ assistant_id: number; webhook_url?: string }>(
        action === "enable" ? enable : disable,
        body,
        service.settings,
      );
      const assistant = found(service, "assistants", fields.assistant_id, user);
      if (!dropped.includes(keys[name])) assistant[keys[name]] = fields.webhook_url ?? null;
      if (name === "webhook") assistant.is_webhook_active = action === "enable";
      return { message: "Webhook updated successfully", data: [] };
    },
  });
  return (Object.keys(keys) as (keyof typeof keys)[]).flatMap((name) => [
    route("enable", name),
    route("disable", name),
  ]);
}
