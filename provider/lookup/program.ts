import type { z } from "zod";
import { type Kind, catalog } from "../catalog.js";
import type { FieldTable } from "../core/fields.js";
import type { ServiceRecord } from "../core/record.js";
import type { Session } from "../core/session.js";
import { VoicecallError } from "../http/errors.js";
import { quoted } from "../quoted.js";
import { didYouMean } from "../suggest.js";
import { type NumberType, type VoiceMode, listPhoneNumbers, listVoices } from "./api.js";
import * as lookup from "./api.js";
import * as schema from "./schema.js";

/** A record with this package's property names. Missing values are null, since outputs must not be undefined. */
export type Found = Readonly<Record<string, unknown>>;

/** The look-ups for programs, spec 2.4 and 4.2. */
export interface Lookups {
  /** True without an access token; then look-ups are not possible. */
  readonly offline: boolean;
  voices(mode?: VoiceMode): Promise<Found[]>;
  models(): Promise<Found[]>;
  languages(): Promise<Found[]>;
  phoneNumbers(type?: NumberType): Promise<Found[]>;
  assistant(name: string): Promise<Found>;
  midCallTool(name: string): Promise<Found>;
}

export function lookups(session: Session): Lookups {
  const { client } = session;
  const online = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    session.requireToken(what);
    return run();
  };
  const list = async (what: string, shape: z.ZodObject, run: () => Promise<object[]>): Promise<Found[]> =>
    (await online(what, run)).map((row) => camelCased(shape, row));
  const named = (what: string, kind: Kind, name: string, properties: readonly string[]): Promise<Found> =>
    online(`look up ${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`, async () =>
      underOurNames(kind, one(what, name, await session.records(kind).rows()), properties),
    );
  return {
    offline: session.offline,
    voices: (mode) => list("look up voices", schema.voice, () => listVoices(client, mode)),
    models: () => list("look up LLM models", schema.model, () => lookup.listModels(client)),
    languages: () => list("look up languages", schema.language, () => lookup.listLanguages(client)),
    phoneNumbers: (type) =>
      list("look up phone numbers", schema.phoneNumber, () => listPhoneNumbers(client, type)),
    assistant: (name) => named("assistant", "Assistant", name, assistantProperties),
    midCallTool: (name) => named("mid call tool", "MidCallTool", name, toolProperties),
  };
}

const dates = ["createdAt", "updatedAt"];

const assistantProperties = [
  ...["name", "uuid", "status", "callsDirection", "engineType", "timezone", "voiceId", "languageId"],
  ...["llmModelId", "phoneNumberId", "initialMessage", "systemPrompt", "webhookUrl", ...dates],
];

/** Without the headers, which are secret. */
const toolProperties = ["name", "description", "endpoint", "method", "timeout", ...dates];

const camelCased = (shape: z.ZodObject, row: object): Found =>
  Object.fromEntries(
    Object.keys(shape.shape).map((key) => [
      key.replace(/_(.)/g, (_, first: string) => first.toUpperCase()),
      (row as Found)[key] ?? null,
    ]),
  );

/** Reads properties of a record as the tables of the kind say. */
function underOurNames(kind: Kind, record: ServiceRecord, properties: readonly string[]): Found {
  const { fields, computed } = catalog[kind].definition;
  const valueOf = (property: string): unknown => {
    const field = fields[property];
    const key = (field ?? computed[property])?.record ?? keyOfId(fields, property);
    const raw = key === undefined ? undefined : record[key];
    return (field?.codec ? field.codec.decode(raw, record) : raw) ?? null;
  };
  return {
    id: record.id,
    ...Object.fromEntries(properties.map((property) => [property, valueOf(property)])),
  };
}

/** The key of an id that only the reference has in its table. */
const keyOfId = (fields: FieldTable, property: string): string | undefined =>
  Object.values(fields).find(({ refers }) => refers?.idAs === property)?.record;

function one(what: string, name: string, rows: readonly ServiceRecord[]): ServiceRecord {
  const found = rows.filter((row) => row["name"] === name);
  if (found.length === 1) return found[0]!;
  const meant = didYouMean(
    name,
    rows.map((row) => String(row["name"])),
  );
  throw new VoicecallError(
    "unknown-name",
    found.length === 0
      ? `the account has no ${what} ${quoted(name)}.${meant}`
      : `the account has ${found.length} with the name ${quoted(name)} (ids ${found.map(({ id }) => id).join(", ")}).`,
    { operation: `look up ${what}` },
  );
}
