import { z } from "zod";
import type { ServiceRecord } from "../core/records/record.js";
import type { Bag } from "../core/fields/values.js";
import type { Loader } from "../core/records/loaders.js";
import type { Client } from "../http/client.js";
import { recordOf } from "../core/records/schema.js";
import { computed, fields } from "./schema.js";
import { type Listing, listAll, listPage } from "../http/pages.js";

/** A lead record, spec 2.2. */
const record = recordOf(fields, computed, {
  phone_number: z.string().nullish(),
  // The service may return an empty object as an array (docs/assumptions.md: text and empties).
  variables: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
});

const responseSchema = z.object({ data: record });

const listing: Listing<ServiceRecord> = { route: "listLeads", item: record, purpose: "list leads" };

// Requests about leads, spec 4.3. The delete is an assumed route.

export const listLeads: Loader["list"] = (client, how) => listAll(client, { ...listing, ...how });

export const pageOfLeads: NonNullable<Loader["page"]> = (client, number, how) =>
  listPage(client, { ...listing, ...how }, number);

export const createLead = async (client: Client, body: Bag, purpose: string): Promise<ServiceRecord> =>
  (await client.request({ route: "createLead", body, schema: responseSchema, purpose })).data;

export const updateLead = async (client: Client, id: number, body: Bag, purpose: string): Promise<void> => {
  await client.request({
    route: "updateLead",
    params: { id },
    body,
    schema: z.unknown(),
    purpose,
    // A status is an order: between two attempts, the person may have been called because of the first.
    ...("status" in body && { isIdempotent: false }),
  });
};

export const deleteLead = async (client: Client, id: number, purpose: string): Promise<void> => {
  await client.request({ route: "deleteLead", params: { id }, schema: z.unknown(), purpose });
};
