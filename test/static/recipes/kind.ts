/** The recipe "Adding a kind", for an imaginary kind `Announcement`: a text that assistants can read out. */
import type { Recipe } from "./edit.js";

export const kind: Recipe = [
  {
    file: "provider/base/kind.ts",
    insert: `  Announcement: { calls: "nobody", noun: "announcement", plural: "announcements", request: "announcements too" },\n`,
    before: "} as const satisfies Record<string, KindNames>",
  },
  {
    file: "provider/catalog.ts",
    insert: "  Announcement: standardRow(announcement, listAnnouncements),\n",
    before: "};\n\nexport const loaders",
  },
  {
    file: "provider/catalog.ts",
    insert: `import { listAnnouncements } from "./announcement/api.js";\nimport { announcement } from "./announcement/resource.js";\n`,
    before: "import ",
  },
  {
    file: "provider/http/routes.ts",
    insert: `  createAnnouncement: documented("POST", "/user/announcements", "4.5"),
  listAnnouncements: documented("GET", "/user/announcements", "4.5"),
  updateAnnouncement: documented("PUT", "/user/announcements/{id}", "4.5"),
  deleteAnnouncement: documented("DELETE", "/user/announcements/{id}", "4.5"),
`,
    before: "} satisfies Record<string, Route>",
  },
  {
    file: "provider/announcement/schema.ts",
    create: `import { z } from "zod";
import type { ComputedTable, FieldTable } from "../core/fields/fields.js";
import { creationOptions } from "../core/fields/options.js";
import { text } from "../core/fields/types.js";

/** Announcement, spec 4.5. */
export const fields = {
  name: {
    type: text({ min: 1, max: 50 }),
    doc: "The name of the announcement.",
    spec: "4.5",
    request: "name",
    record: "name",
    required: true,
    shown: true,
  },
  text: {
    type: text({ min: 1 }),
    doc: "What is read out.",
    spec: "4.5",
    request: "text",
    record: "text",
    required: true,
  },
  ...creationOptions("name"),
} as const satisfies FieldTable;

export const computed = {
  createdAt: { type: z.string(), doc: "When the service created it, ISO 8601.", record: "created_at" },
} as const satisfies ComputedTable;
`,
  },
  {
    file: "provider/announcement/api.ts",
    create: `import { z } from "zod";
import type { ServiceRecord } from "../core/records/record.js";
import type { Bag } from "../core/fields/values.js";
import type { Loader } from "../core/records/loaders.js";
import type { Client } from "../http/client.js";
import { listAll } from "../http/pages.js";

const record: z.ZodType<ServiceRecord> = z.looseObject({ id: z.int(), name: z.string() });

const responseSchema = z.object({ data: record });

/** The calls of spec 4.5. */
export const listAnnouncements: Loader["list"] = (client, how) =>
  listAll(client, { route: "listAnnouncements", item: record, purpose: "list announcements", ...how });

export const createAnnouncement = async (client: Client, body: Bag, purpose: string) =>
  (await client.request({ route: "createAnnouncement", body, schema: responseSchema, purpose })).data;

export const updateAnnouncement = async (client: Client, id: number, body: Bag, purpose: string) =>
  (await client.request({ route: "updateAnnouncement", params: { id }, body, schema: responseSchema, purpose })).data;

export const deleteAnnouncement = async (client: Client, id: number, purpose: string) => {
  await client.request({ route: "deleteAnnouncement", params: { id }, schema: z.unknown(), purpose });
};
`,
  },
  {
    file: "provider/announcement/resource.ts",
    create: `import type { Standard } from "../core/run/operation.js";
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from "./api.js";
import { computed, fields } from "./schema.js";

/** Announcement, spec 4.5. */
export const announcement: Standard = {
  kind: "Announcement",
  fields,
  computed,
  key: "name",
  keyFields: ["name"],
  connect: ({ session, purpose }) => {
    const { client } = session;
    const records = session.records.Announcement;
    return {
      create: async (body) => {
        const whole = await records.write(() => createAnnouncement(client, body, purpose));
        return { id: whole.id, whole };
      },
      update: async (id, body) => ({
        whole: await records.write(() => updateAnnouncement(client, id, body, purpose)),
      }),
      remove: (id) => records.remove(id, () => deleteAnnouncement(client, id, purpose)),
    };
  },
};
`,
  },
  {
    file: "sdk/announcement.ts",
    create: `/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import type * as pulumi from "@pulumi/pulumi";
import { definition } from "./generated/announcement.js";
import type { AnnouncementArgs, AnnouncementOutputs } from "./generated/announcement.js";
import { existing, HostedResource } from "./host.js";
import { isOfKind } from "./references.js";

/** A text that assistants can read out (specification, section 4.5). */
export class Announcement extends HostedResource {
  static get(name: string, id: pulumi.Input<pulumi.ID | number>, opts?: pulumi.CustomResourceOptions) {
    return new Announcement(name, undefined as never, existing(definition, name, id, opts));
  }

  static override isInstance(value: unknown): value is Announcement {
    return isOfKind(definition.kind, value);
  }

  constructor(name: string, args: AnnouncementArgs, opts?: pulumi.CustomResourceOptions) {
    super(definition, name, args, opts);
  }
}

// oxlint-disable-next-line typescript/no-empty-object-type
export interface Announcement extends AnnouncementOutputs {}
`,
  },
  {
    file: "sdk/index.ts",
    insert: `export { Announcement } from "./announcement.js";\nexport type { AnnouncementArgs } from "./generated/announcement.js";\n`,
    before: "export { Assistant }",
  },
  {
    file: "emulator/base/state.ts",
    insert: `export const announcementSchema = z.strictObject({
  id: idSchema,
  owner,
  name: z.string(),
  text: z.string().default(""),
  created_at: isoTime,
  updated_at: isoTime,
});

export type StoredAnnouncement = z.output<typeof announcementSchema>;

`,
    before: "export const callSchema",
  },
  {
    file: "emulator/base/lists.ts",
    insert: "  announcements: announcementSchema,\n",
    before: "  campaigns: campaignSchema,\n};",
  },
  { file: "emulator/base/lists.ts", insert: "announcements: 701, ", before: "calls: 501" },
  { file: "emulator/base/lists.ts", insert: "  announcementSchema,\n", before: "  builtInToolSchema,\n" },
  {
    file: "emulator/routes/announcements.ts",
    create: `/** Spec 4.5. */
import { z } from "zod";
import { add, change, found, remove } from "../base/records.js";
import { text, validated } from "../rules/field.js";
import { withoutDropped, type Route, type Service } from "../base/service.js";
import type { StoredAnnouncement } from "../base/state.js";

const rules = z.object({ name: text(50), text: text() });

const record = ({ owner: _, ...shown }: StoredAnnouncement) => shown;

export function announcementRoutes(service: Service): Route[] {
  return [
    {
      at: "POST /user/announcements",
      status: 201,
      handle: ({ user, body, dropped }) => {
        const fields = withoutDropped(validated(rules, body), dropped);
        const row = add(service, "announcements", user, { name: "", ...fields });
        return { message: "Announcement created", data: record(row) };
      },
    },
    {
      at: "GET /user/announcements",
      handle: (call) => service.listings.of("announcements", call).map(record),
    },
    {
      at: "PUT /user/announcements/{id}",
      handle: ({ id, user, body, dropped }) => {
        const row = found(service, "announcements", id, user);
        change(service, "announcements", row, withoutDropped(validated(rules.partial(), body), dropped));
        return { message: "Announcement updated", data: record(row) };
      },
    },
    {
      at: "DELETE /user/announcements/{id}",
      handle: ({ id, user }) => {
        remove(service.state, "announcements", found(service, "announcements", id, user).id);
        return { message: "Announcement deleted" };
      },
    },
  ];
}
`,
  },
  {
    file: "emulator/routes/all.ts",
    insert: "    ...announcementRoutes(service),\n",
    before: "    ...lookupRoutes(",
  },
  {
    file: "emulator/routes/all.ts",
    insert: `import { announcementRoutes } from "./announcements.js";\n`,
    before: "import { assistantRoutes }",
  },
  {
    file: "test/kinds/announcement.ts",
    create: `import { letters, limit, required, type Subject } from "./fixture.js";

const announcement = { name: "Closed", text: "We are closed today." };

/** Spec 4.5. */
export const anAnnouncement: Subject = {
  kind: "Announcement",
  props: announcement,
  change: { text: "Other" },
  create: "/user/announcements",
  list: "/user/announcements",
  item: "/user/announcements/{id}",
  body: announcement,
  rows: ({ state }) => state.announcements,
  listing: (records) => records,
  field: "text",
  first: "One",
  second: "Two",
  sent: { text: "Two" },
  byHand: { text: "By hand" },
  key: "name",
  keys: ["a", "b", "c"],
  samples: {
    name: required("name", "name", ["Closed", "Open", "By hand"]),
    text: required("text", "text", ["One", "Two", "By hand"]),
  },
  options: { onExisting: "adopt", adoptId: 701 },
  computed: ["createdAt"],
  secrets: {
    props: { ...announcement, text: "A private text." },
    change: { text: "Another private text." },
  },
  limits: [limit("name", ["x", letters(50)], [letters(51), ""], /1-50 characters|blank/)],
};
`,
  },
  { file: "test/kinds/index.ts", insert: "  Announcement: anAnnouncement,\n", before: "};\n" },
  { file: "test/kinds/index.ts", insert: "anAnnouncement, ", before: "midCallTool, anAssistant, aLead];" },
  {
    file: "test/kinds/index.ts",
    insert: `import { anAnnouncement } from "./announcement.js";\n`,
    before: "import { anAssistant }",
  },
];
