import { z } from "zod";
import type { EngineMode } from "../fields/fields.js";
import type { Client } from "../../http/client.js";
import { listAll } from "../../http/pages.js";
import type { RouteName } from "../../http/routes.js";
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

interface Query {
  readonly mode?: EngineMode | undefined;
  readonly type?: ModelType | NumberType | undefined;
}

/** A look-up that returns its whole listing at once. */
function lookUp<T>(route: RouteName, item: z.ZodType<T>, what: string) {
  const all = listOf(item);
  return (client: Client, query: Query = {}): Promise<T[]> =>
    client.request({ route, query: { ...query }, schema: all, purpose: `look up ${what}`, isShared: true });
}

export const listVoices = lookUp("listVoices", schema.voice, "voices");

/** The 2025 form ignores the type, because that form has only one listing of models. */
export const listModels = lookUp("listModels", schema.model, "LLM models");

export const listLanguages = lookUp("listLanguages", schema.language, "languages");

export const listPhoneNumbers = lookUp("listPhoneNumbers", schema.phoneNumber, "phone numbers");

type NamedRoute = "listSynthesizers" | "listTranscribers" | "listFolders" | "listLabels";

/** Lists objects that only the 2026 form has. */
export const listNamed = (client: Client, route: NamedRoute, purpose: string): Promise<schema.Listed[]> =>
  listAll(client, { route, item: schema.listed, purpose, keys: ["data"] });
