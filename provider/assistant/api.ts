import { z } from "zod";
import type { ServiceRecord } from "../core/records/record.js";
import type { Bag } from "../core/fields/values.js";
import type { Loader } from "../core/run/session.js";
import type { Client } from "../http/client.js";
import { wireId } from "../base/spellings.js";
import { recordOf } from "../core/records/schema.js";
import { computed, fields } from "./schema.js";
import { type Listing, listAll, listPage } from "../http/pages.js";

/** An assistant in the listing, spec 2.3. */
const record = recordOf(fields, computed, { name: z.string() });

/** The responses to create and update contain only a summary. */
const responseSchema = z.object({ data: z.object({ id: wireId }) });

const listing: Listing<ServiceRecord> = {
  route: "listAssistants",
  item: record,
  purpose: "list assistants",
};

// Requests about assistants, spec 4.2. The update is an assumed route.

export const listAssistants: Loader["list"] = (client, unidentified) =>
  listAll(client, { ...listing, unidentified });

export const pageOfAssistants = (client: Client, number: number) =>
  listPage(client, { ...listing, unidentified: () => undefined }, number);

export const createAssistant = async (client: Client, body: Bag, purpose: string): Promise<number> =>
  (await client.request({ route: "createAssistant", body, schema: responseSchema, purpose })).data.id;

export const updateAssistant = async (
  client: Client,
  id: number,
  body: Bag,
  purpose: string,
): Promise<void> => {
  await client.request({ route: "updateAssistant", params: { id }, body, schema: z.unknown(), purpose });
};

export const deleteAssistant = async (client: Client, id: number, purpose: string): Promise<void> => {
  await client.request({ route: "deleteAssistant", params: { id }, schema: z.unknown(), purpose });
};
