/** Programs whose every private value says that it is private. */
import type { Kind } from "../../provider/catalog.js";
import { canaries } from "../support/canaries.js";
import type { Props } from "../support/engine-part.js";
import { assistant, lead, tool } from "../support/world.js";

/** Everything private says so. */
export const PRIVATE = new RegExp(`private|\\+1202555019\\d|${canaries.token}`, "i");

export const base: Record<Kind, Props> = {
  MidCallTool: {
    ...tool,
    description: "A private description.",
    endpoint: "https://private.example.com/path",
    headers: [
      { name: "X-Key", value: "private-header" },
      { name: "X-Short", value: "prvt" },
    ],
    schema: [{ name: "town", type: "string", description: "A private parameter." }],
  },
  Assistant: {
    ...assistant,
    initialMessage: "A private message.",
    systemPrompt: "A private prompt,\nof two lines.",
    webhookUrl: "https://private.example.com/hook",
    variables: { company: "Private Ltd", name: "Private Person", deep: { list: ["private-deep"] } },
    postCallSchema: [{ name: "outcome", type: "string", description: "A private outcome." }],
    endCallTool: { description: "A private ending." },
    extraFields: { new_setting: "private-extra" },
  },
  Lead: {
    ...lead,
    phoneNumber: "+12025550190",
    variables: { customer_name: "Private Ada", status: "private-status", email: "private@example.com" },
    secondaryContacts: [{ phoneNumber: "+12025550191", variables: { customer_name: "Private Bob" } }],
  },
  CampaignState: { campaign: 1, state: "started" },
};
export const changed: Record<Kind, Props> = {
  MidCallTool: {
    headers: [{ name: "X-Key", value: "private-other" }],
    description: "Another private one.",
    endpoint: "https://private.example.com/2",
  },
  Assistant: {
    systemPrompt: "Another private prompt.",
    variables: { name: "Private Other" },
    webhookUrl: "https://private.example.com/2",
  },
  Lead: {
    phoneNumber: "+12025550192",
    variables: { customer_name: "Private Eve" },
    secondaryContacts: [{ phoneNumber: "+12025550193" }],
  },
  CampaignState: { trigger: "private-trigger" },
};
export const kinds = Object.keys(base) as Kind[];

/** All texts in a value, keys too. */
export function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...(Array.isArray(value) ? [] : [key]),
    ...texts(item),
  ]);
}
