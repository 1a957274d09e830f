import { z } from "zod";
import type { EngineMode } from "../fields/fields.js";
import type { Client } from "../../http/client.js";
import { listAll } from "../../http/pages.js";
import type { ModelType, NumberType } from "./records.js";
import { asListing } from "../../base/spellings.js";
import * as schema from "./schema.js";

const lists = {
  voice: z.preprocess(asListing, z.array(schema.voice)),
  model: z.preprocess(asListing, z.array(schema.model)),
  language: z.preprocess(asListing, z.array(schema.language)),
  phoneNumber: z.preprocess(asListing, z.array(schema.phoneNumber)),
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
