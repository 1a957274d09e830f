import { z } from "zod";
import type { ServiceRecord } from "../core/records/record.js";
import type { Bag } from "../core/fields/values.js";
import type { Loader } from "../core/records/loaders.js";
import type { Client } from "../http/client.js";
import { recordOf } from "../core/records/schema.js";
import { computed, fields } from "./schema.js";
import { listAll } from "../http/pages.js";

/** A tool record, spec 2.1. */
const record = recordOf(fields, computed, {
  name: z.string(),
  headers: z.array(z.unknown()).nullish(),
  schema: z.array(z.unknown()).nullish(),
  static_fields: z.array(z.unknown()).nullish(),
});

const responseSchema = z.object({ data: record });

// Requests about tools, spec 4.1. The update and the delete are assumed routes.

export const listTools: Loader["list"] = (client, how) =>
  listAll(client, { route: "listTools", item: record, purpose: "list mid call tools", ...how });

export const getTool = (client: Client, id: number): Promise<ServiceRecord> =>
  client.request({
    route: "getTool",
    params: { id },
    schema: record,
    purpose: "get the record",
    isShared: true,
  });

export const createTool = async (client: Client, body: Bag, purpose: string): Promise<ServiceRecord> =>
  (await client.request({ route: "createTool", body, schema: responseSchema, purpose })).data;

export const updateTool = async (
  client: Client,
  id: number,
  body: Bag,
  purpose: string,
): Promise<ServiceRecord> =>
  (await client.request({ route: "updateTool", params: { id }, body, schema: responseSchema, purpose })).data;

export const deleteTool = async (client: Client, id: number, purpose: string): Promise<void> => {
  await client.request({ route: "deleteTool", params: { id }, schema: z.unknown(), purpose });
};
