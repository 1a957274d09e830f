import type { ListedKind } from "./base/kind.js";
import { type Kind, catalog } from "./catalog.js";
import type { Field, FieldTable } from "./core/fields/fields.js";
import type { ServiceRecord } from "./core/records/record.js";
import { isFaulty } from "./core/records/unreadable.js";
import type { Session } from "./core/run/session.js";
import { VoicecallError } from "./base/errors.js";
import { quoted } from "./base/quoted.js";
import { withName } from "./base/spellings.js";
import { didYouMean } from "./base/suggest.js";
import { listLanguages, listModels, listPhoneNumbers, listVoices } from "./core/lookup/api.js";
import type { Lookups } from "./core/lookup/records.js";

export function lookups(session: Session): Lookups {
  const { client } = session;
  const list = async <R extends { id: number }, T>(
    what: string,
    load: () => Promise<R[]>,
    convert: (row: R) => T,
  ): Promise<T[]> => {
    session.requireToken(`look up ${what}`);
    const rows = await load();
    session.noteUnreadable(what, rows);
    return rows.filter((row) => !lacksName(row)).map(convert);
  };
  const named = async <T extends Types>(kind: ListedKind, what: string, name: string, types: T) => {
    session.requireToken(`look up ${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`);
    const record = one(what, name, (await session.records[kind].read("current")).shown);
    return { id: record.id, name, ...values(kind, record, types) };
  };
  return {
    offline: session.offline,
    voices: (mode) =>
      list(
        "voices",
        () => listVoices(client, { mode }),
        // Records of the 2026 form do not contain the mode.
        (row) => ({
          id: row.id,
          name: row.name,
          mode: row.mode ?? mode ?? null,
          languageId: row.language_id ?? null,
          gender: row.gender ?? null,
          accent: row.accent ?? null,
          age: row.age ?? null,
          previewUrl: row.preview_url ?? null,
          synthesizerProviderId: row.synthesizer_provider_id ?? null,
        }),
      ),
    models: (type) =>
      list(
        "LLM models",
        () => listModels(client, { type }),
        ({ id, name, code = null }) => ({ id, name, code }),
      ),
    languages: () =>
      list(
        "languages",
        () => listLanguages(client),
        ({ id, name, iso_2: iso2 = null }) => ({ id, name, iso2 }),
      ),
    phoneNumbers: (type) =>
      list(
        "phone numbers",
        () => listPhoneNumbers(client, { type }),
        (row) => ({
          id: row.id,
          phoneNumber: row.phone_number,
          countryCode: row.country_code ?? null,
          typeLabel: row.type_label ?? null,
          isAvailable: row.is_available ?? null,
        }),
      ),
    assistant: (name) => named("Assistant", "assistant", name, assistantTypes),
    midCallTool: (name) => named("MidCallTool", "mid call tool", name, toolTypes),
  };
}

/** The name or number cannot be read. */
const lacksName = (row: object): boolean => isFaulty(row, "name") || isFaulty(row, "phone_number");

/** Properties that lookups return, with their types. */
type Types = Readonly<Record<string, "string" | "number">>;

type Values<T extends Types> = { [P in keyof T]: (T[P] extends "number" ? number : string) | null };

const dates = { createdAt: "string", updatedAt: "string" } as const;

const assistantTypes = {
  uuid: "string",
  status: "string",
  callsDirection: "string",
  engineType: "string",
  timezone: "string",
  voiceId: "number",
  languageId: "number",
  llmModelId: "number",
  phoneNumberId: "number",
  initialMessage: "string",
  systemPrompt: "string",
  webhookUrl: "string",
  ...dates,
} as const;

/** Without the headers, which are secret. */
const toolTypes = {
  description: "string",
  endpoint: "string",
  method: "string",
  timeout: "number",
  ...dates,
} as const;

/** Reads properties of a record through the field table of the kind. A value of a different type becomes null. */
function values<T extends Types>(kind: Kind, record: ServiceRecord, types: T): Values<T> {
  const { fields, computed } = catalog[kind].definition;
  const valueOf = (property: string): unknown => {
    const field = fields[property] ?? referenceWithId(fields, property);
    const key = (field ?? computed[property])?.record;
    const raw = key === undefined ? undefined : record[key];
    return field?.codec ? field.codec.decode(raw, record) : raw;
  };
  const found = Object.entries(types).map(([property, type]) => {
    const value = valueOf(property);
    return [property, typeof value === type ? value : null];
  });
  return Object.fromEntries(found) as Values<T>;
}

/** For a property such as `voiceId`, which the field table lacks: the field of the reference, such as `voice`. */
const referenceWithId = (fields: FieldTable, property: string): Field | undefined =>
  Object.values(fields).find(({ refers }) => refers?.idAs === property);

function one(what: string, name: string, rows: readonly ServiceRecord[]): ServiceRecord {
  const found = withName(rows, name, (row) => row["name"]);
  if (found.length === 1) return found[0]!;
  const meant = didYouMean(
    name,
    rows.map((row) => String(row["name"])),
  );
  throw new VoicecallError(
    "unknown-name",
    found.length === 0
      ? `the account has no ${what} ${quoted(name)}.${meant}`
      : `the account has ${found.length} ${what}s with the name ${quoted(name)} (ids ${found.map(({ id }) => id).join(", ")}). Use one of these ids instead of the lookup.`,
    { operation: `look up ${what}` },
  );
}
