import { z } from "zod";
import type { ServiceRecord } from "../core/records/record.js";
import type { Bag } from "../core/fields/values.js";
import type { Written } from "../core/run/requests.js";
import type { Loader } from "../core/records/loaders.js";
import type { Client } from "../http/client.js";
import { isVoicecallError } from "../base/errors.js";
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

export const listAssistants: Loader["list"] = (client, how) => listAll(client, { ...listing, ...how });

export const pageOfAssistants: NonNullable<Loader["page"]> = (client, number, how) =>
  listPage(client, { ...listing, ...how }, number);

export const createAssistant = async (client: Client, body: Bag, purpose: string): Promise<number> =>
  (await client.request({ route: "createAssistant", body, schema: responseSchema, purpose })).data.id;

/** Sends `inbound_webhook_url`, which no update contains, to its own routes. */
export async function updateAssistant(
  client: Client,
  id: number,
  { inbound_webhook_url: url, ...body }: Bag,
  purpose: string,
): Promise<Written> {
  const isAlone = Object.keys(body).length === 0;
  if (!isAlone)
    await client.request({ route: "updateAssistant", params: { id }, body, schema: z.unknown(), purpose });
  if (url === undefined) return {};
  const setting = client.request({
    ...(url === null
      ? { route: "disableInboundWebhook", body: { assistant_id: id } }
      : { route: "enableInboundWebhook", body: { assistant_id: id, webhook_url: url } }),
    schema: z.unknown(),
    purpose,
    isIdempotent: true,
  });
  return setting.then(
    () => ({}),
    (error: unknown) => {
      if (isAlone || !isVoicecallError(error)) throw error;
      return { failure: error };
    },
  );
}

export const deleteAssistant = async (client: Client, id: number, purpose: string): Promise<void> => {
  await client.request({ route: "deleteAssistant", params: { id }, schema: z.unknown(), purpose });
};
