import { z } from "zod";
import type { Client } from "../http/client.js";
import { listAll } from "../http/pages.js";
import { word } from "../quoted.js";
import * as schema from "./schema.js";

export type VoiceMode = "pipeline" | "multimodal";
export type NumberType = "inbound" | "outbound";

/** The look-up calls, spec 4.2, and the assumed campaign listing. */
export const listVoices = (client: Client, mode?: VoiceMode): Promise<schema.Voice[]> =>
  client.request({
    route: "listVoices",
    query: { mode },
    answer: z.array(schema.voice),
    purpose: "look up voices",
    isShared: true,
  });

export const listModels = (client: Client): Promise<schema.Model[]> =>
  client.request({
    route: "listModels",
    answer: z.array(schema.model),
    purpose: "look up LLM models",
    isShared: true,
  });

export const listLanguages = (client: Client): Promise<schema.Language[]> =>
  client.request({
    route: "listLanguages",
    answer: z.array(schema.language),
    purpose: "look up languages",
    isShared: true,
  });

export const listPhoneNumbers = (client: Client, type?: NumberType): Promise<schema.PhoneNumber[]> =>
  client.request({
    route: "listPhoneNumbers",
    query: { type },
    answer: z.array(schema.phoneNumber),
    purpose: "look up phone numbers",
    isShared: true,
  });

/** Statuses appear in messages, so they must fit on one line. */
export const listCampaigns = async (client: Client): Promise<schema.Campaign[]> => {
  const rows = await listAll(client, {
    route: "listCampaigns",
    item: schema.campaign,
    purpose: "look up campaigns",
    keys: ["campaigns", "data"],
  });
  return rows.map((row) => (typeof row.status === "string" ? { ...row, status: word(row.status) } : row));
};
