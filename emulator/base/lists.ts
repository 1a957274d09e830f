/** The lists of records that the service stores. */
import { z } from "zod";
import {
  builtInToolSchema,
  callSchema,
  campaignSchema,
  conversationSchema,
  folderSchema,
  idSchema,
  knowledgebaseSchema,
  labelSchema,
  languageSchema,
  leadSchema,
  modelSchema,
  notificationSchema,
  phoneNumberSchema,
  providerSchema,
  replySchema,
  toolSchema,
  userSchema,
  voiceSchema,
} from "./state.js";
import { assistantSchema } from "./stored-assistant.js";

/** The schemas of the records that faults can delete, and whose listings can lag. */
export const recordSchemas = {
  tools: toolSchema,
  assistants: assistantSchema,
  leads: leadSchema,
  campaigns: campaignSchema,
};

export type RecordList = keyof typeof recordSchemas;

export const recordLists = Object.keys(recordSchemas) as [RecordList, ...RecordList[]];

/** The first id of each kind. These ids are far apart, so that a test notices an id of the wrong kind. */
export const firstIds = {
  tools: 101,
  assistants: 201,
  leads: 301,
  secondaryContacts: 401,
  calls: 501,
  campaigns: 601,
};

const seedLists = {
  ...(Object.fromEntries(Object.entries(recordSchemas).map(([list, schema]) => [list, z.array(schema)])) as {
    [List in RecordList]: z.ZodArray<(typeof recordSchemas)[List]>;
  }),
  users: z.array(userSchema).min(1),
  voices: z.array(voiceSchema),
  models: z.array(modelSchema),
  languages: z.array(languageSchema),
  phoneNumbers: z.array(phoneNumberSchema),
  builtInTools: z.array(builtInToolSchema),
  synthesizerProviders: z.array(providerSchema),
  transcriberProviders: z.array(providerSchema),
  knowledgebases: z.array(knowledgebaseSchema),
  folders: z.array(folderSchema),
  labels: z.array(labelSchema),
  replies: z.array(replySchema),
};

export const seedSchema = z.strictObject(seedLists).partial();

export type Seed = z.input<typeof seedSchema>;

function withDefaults<T extends Record<string, z.ZodArray>>(
  lists: T,
): { [K in keyof T]: z.ZodDefault<T[K]> } {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.default([])])) as {
    [K in keyof T]: z.ZodDefault<T[K]>;
  };
}

/** A state may lack any list except the users. */
export const stateSchema = z.strictObject({
  ...withDefaults(seedLists),
  users: seedLists.users,
  ...withDefaults({
    calls: z.array(callSchema),
    notifications: z.array(notificationSchema),
    conversations: z.array(conversationSchema),
  }),
  /** The highest assigned id of each kind. Ids are never reused. */
  lastIds: z.record(z.string(), idSchema).default({}),
});

/** The live state of the service. A test may read and change it between requests. */
export type EmulatorState = z.output<typeof stateSchema>;
