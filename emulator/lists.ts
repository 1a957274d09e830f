/** The lists of records that the service stores. A new one is declared here and nowhere else. */
import { z } from "zod";
import {
  builtInToolSchema,
  callSchema,
  campaignSchema,
  idSchema,
  languageSchema,
  leadSchema,
  modelSchema,
  notificationSchema,
  phoneNumberSchema,
  toolSchema,
  userSchema,
  voiceSchema,
} from "./state.js";
import { assistantSchema } from "./stored-assistant.js";

/** What listings return, faults hide and a test may change. */
export const recordSchemas = {
  tools: toolSchema,
  assistants: assistantSchema,
  leads: leadSchema,
  campaigns: campaignSchema,
};

export type RecordList = keyof typeof recordSchemas;

export const recordLists = Object.keys(recordSchemas) as [RecordList, ...RecordList[]];

/** Each list starts at its own number, so no id of one list is an id of another. */
export const firstIds = { tools: 101, assistants: 201, leads: 301, secondaryContacts: 401, calls: 501 };

const seedLists = {
  users: z.array(userSchema).min(1),
  voices: z.array(voiceSchema),
  models: z.array(modelSchema),
  languages: z.array(languageSchema),
  phoneNumbers: z.array(phoneNumberSchema),
  builtInTools: z.array(builtInToolSchema),
  ...(Object.fromEntries(Object.entries(recordSchemas).map(([list, schema]) => [list, z.array(schema)])) as {
    [List in RecordList]: z.ZodArray<(typeof recordSchemas)[List]>;
  }),
};

export const seedSchema = z.strictObject(seedLists).partial();

export type Seed = z.input<typeof seedSchema>;

export const stateSchema = z.strictObject({
  ...seedLists,
  calls: z.array(callSchema),
  notifications: z.array(notificationSchema),
  /** The highest assigned id of each kind. No id is assigned twice. */
  lastIds: z.record(z.string(), idSchema),
});

/** The live state of the service. A test may read and change it between requests. */
export type EmulatorState = z.output<typeof stateSchema>;

export const emptyState = (): EmulatorState => ({
  ...(Object.fromEntries(Object.keys(seedLists).map((list) => [list, []])) as unknown as {
    [List in keyof typeof seedLists]: z.output<(typeof seedLists)[List]>;
  }),
  calls: [],
  notifications: [],
  lastIds: {},
});
