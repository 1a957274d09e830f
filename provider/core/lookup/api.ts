import { z } from "zod";
import type { EngineMode } from "../fields/fields.js";
import type { Client } from "../../http/client.js";
import { listAll } from "../../http/pages.js";
import type { ModelType, NumberType } from "./records.js";
import { asListing } from "../../base/spellings.js";
import * as schema from "./schema.js";

/** Without the items that have no readable id, unless it is so with all of them. */
function listOf<T>(item: z.ZodType<T>): z.ZodType<T[]> {
  const readable = z.array(z.unknown()).transform((rows) => {
    const found = rows.filter((row) => item.safeParse(row).success);
    return found.length === 0 ? rows : found;
  });
  return z.preprocess(asListing, readable.pipe(z.array(item)));
}

const lists = {
  voice: listOf(schema.voice),
  model: listOf(schema.model),
  language: listOf(schema.language),
  phoneNumber: listOf(schema.phoneNumber),
};

export const listVoices = (client: Client, mode?: EngineMode): Promise<schema.Voice[]> =>
  client.request({
    route: "listVoices",
    query: { mode },
    schema: lists.voice,
    purpose: "look up voices",
    isShared: true,
  });

/** @param type the 2025 form ignores it, because that form has only one listing of models */
export const listModels = (client: Client, type?: ModelType): Promise<schema.Model[]> =>
  client.request({
    route: "listModels",
    query: { type },
    schema: lists.model,
    purpose: "look up LLM models",
    isShared: true,
  });

export const listLanguages = (client: Client): Promise<schema.Language[]> =>
  client.request({
    route: "listLanguages",
    schema: lists.language,
    purpose: "look up languages",
    isShared: true,
  });

export const listPhoneNumbers = (client: Client, type?: NumberType): Promise<schema.PhoneNumber[]> =>
  client.request({
    route: "listPhoneNumbers",
    query: { type },
    schema: lists.phoneNumber,
    purpose: "look up phone numbers",
    isShared: true,
  });

type NamedRoute = "listSynthesizers" | "listTranscribers" | "listFolders" | "listLabels";

/** Lists objects that only the 2026 form has. */
export const listNamed = (client: Client, route: NamedRoute, purpose: string): Promise<schema.Listed[]> =>
  listAll(client, { route, item: schema.listed, purpose, keys: ["data"] });
