/** A kind whose fields have most of the traits of a field table, and an account with a few names. */
import { z } from "zod";
import { items } from "../../provider/core/fields/codecs.js";
import { type Definition, Operation } from "../../provider/core/run/operation.js";
import { creationOptions } from "../../provider/core/fields/options.js";
import type { Session } from "../../provider/core/run/session.js";
import * as t from "../../provider/core/fields/types.js";
import type { Bag } from "../../provider/core/fields/values.js";
import type { TransportRequest } from "../../provider/http/transport.js";
import { openSession } from "../../provider/open-session.js";
import { FakeClock, settingsFor } from "./http-support.js";

const row = { doc: "", spec: "2.1" };

export const toy: Definition = {
  kind: "Toy",
  fields: {
    name: {
      ...row,
      type: t.text({ min: 1, max: 10 }),
      request: "toy_name",
      record: "name",
      required: true,
      shown: true,
    },
    size: {
      ...row,
      type: t.wholeNumber(1, 100),
      request: "size",
      record: "size",
      shown: true,
      together: ["colour"],
    },
    colour: {
      ...row,
      type: t.text({ max: 5 }),
      request: "colour",
      record: "colour",
      emptied: { value: "none" },
    },
    note: {
      ...row,
      type: t.text().nullable(),
      request: "note",
      record: "note",
      nullable: true,
      emptied: { value: null },
    },
    pin: { ...row, type: t.text(), request: "pin", secret: true },
    parts: {
      ...row,
      type: t.listOf({ name: t.text({ min: 1 }), type: t.text() }, "name, type"),
      request: "parts",
      record: "parts",
      codec: items({ name: "part_name", type: "type" }),
      unordered: t.byName,
    },
    variables: { ...row, type: t.customVariables(), request: "variables", record: "variables", merged: true },
    extra: { ...row, type: t.customVariables(), request: "*", record: "*", spec: "1" },
    voice: {
      ...row,
      type: t.nameOrId("voice"),
      request: "voice_id",
      record: "voice_id",
      refers: { to: "voice", idAs: "voiceId", sends: "id" },
      shown: true,
    },
    model: {
      ...row,
      type: t.nameOrId("model"),
      request: "model",
      record: "model_id",
      refers: { to: "model", idAs: "modelId", sends: "name", onlyListed: true },
    },
    tools: {
      ...row,
      type: t.references("tool"),
      request: "tool_ids",
      record: "tools",
      refers: { to: "tool", idAs: "toolIds", sends: "id", many: true, onlyListed: true },
      emptied: { value: [] },
      unordered: (item) => String(item),
    },
    status: { ...row, type: t.oneOf(["on", "off"]), request: "status", role: "order" },
    urge: { ...row, type: t.flag(), role: "order" },
    onDestroy: { ...row, type: t.oneOf(["keep", "drop"]), role: "policy" },
    maker: { ...row, type: t.text(), request: "maker", record: "maker", fixed: true, replaces: true },
    ...creationOptions("name"),
  },
  computed: { uuid: { type: z.string(), doc: "", record: "uuid" } },
  isInAccount: () => Promise.resolve(false),
};

const lists: Record<string, unknown> = {
  "/user/assistants/voices": [
    { id: 1, name: "Sarah" },
    { id: 2, name: "Twin" },
    { id: 3, name: "Twin" },
  ],
  "/user/assistants/models": [
    { id: 11, name: "GPT-4o" },
    { id: 12, name: "GPT-4o-mini" },
  ],
  "/user/tools": [
    { id: 21, name: "get_hours" },
    { id: 22, name: "get_prices" },
  ].map((tool) => ({ ...tool, description: "", endpoint: "https://example.com", method: "GET" })),
};

export const toyOperation = (
  session: Session,
  call: { id?: string; olds?: Bag; news?: Bag; definition?: Definition } = {},
): Operation => new Operation({ definition: toy, session, verb: "update", ...call });

export interface ToyWorld {
  session: Session;
  /** The paths of all requests. */
  requested: string[];
}

export function toyWorld(): ToyWorld {
  const requested: string[] = [];
  const transport = {
    send: ({ url }: TransportRequest) => {
      const path = new URL(url).pathname;
      requested.push(path);
      const body = lists[path];
      const status = body === undefined ? 422 : 200;
      return Promise.resolve({ status, headers: {}, body: JSON.stringify(body ?? { message: "down" }) });
    },
  };
  const session = openSession(settingsFor("https://example.com"), {
    clock: new FakeClock(),
    print: () => undefined,
    transport,
  });
  return { session, requested };
}
