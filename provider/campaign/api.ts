import { z } from "zod";
import type { Campaign } from "../core/records/record.js";
import type { Bag } from "../core/fields/values.js";
import type { Loader } from "../core/records/loaders.js";
import type { Client } from "../http/client.js";
import { recordOf } from "../core/records/schema.js";
import { computed, fields } from "./schema.js";
import { listAll } from "../http/pages.js";
import { word } from "../base/quoted.js";

/**
 * A campaign record. Only id and name are certain (spec 2.2). The rest comes from the 2026 form (docs/api-forms.md).
 */
const record: z.ZodType<Campaign> = recordOf(fields, computed, {
  name: z.string(),
  // Messages contain the status, so it must fit on one line.
  status: z.string().transform(word).nullish(),
});

const responseSchema = z.object({ data: record });

export const listCampaigns: Loader["list"] = (client, how) =>
  listAll(client, {
    route: "listCampaigns",
    item: record,
    purpose: "look up campaigns",
    keys: ["campaigns", "data"],
    ...how,
  });

export const createCampaign = async (client: Client, body: Bag, purpose: string): Promise<Campaign> =>
  (await client.request({ route: "createCampaign", body, schema: responseSchema, purpose })).data;

export const deleteCampaign = async (client: Client, id: number, purpose: string): Promise<void> => {
  await client.request({ route: "deleteCampaign", params: { id }, schema: z.unknown(), purpose });
};
