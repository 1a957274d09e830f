/** The lookups for assistants (spec 4.2, records in spec 2.4). */
import { validationError } from "../base/http-error.js";
import type { Form } from "../base/forms.js";
import { model2025, model2026, provider, voice2025, voice2026 } from "../records/lookups.js";
import { voiceMode, type Mode } from "../rules/assistant-modes.js";
import { isHeld } from "../rules/assistant-references.js";
import type { Call, Route, Service } from "../base/service.js";
import type { StoredModel, StoredProvider, StoredVoice } from "../base/state.js";

type Query = Call["query"];

const voiceForms: Record<
  Form,
  { record: (row: StoredVoice) => object; match: (row: StoredVoice, query: Query) => boolean }
> = {
  "2025": {
    record: voice2025,
    match: (row, query) => row.mode === (choice(query, "mode", ["pipeline", "multimodal"]) ?? row.mode),
  },
  "2026": {
    record: voice2026,
    match: (row, query) => {
      const mode = choice(query, "mode", ["pipeline", "multimodal", "dualplex"]) as Mode | undefined;
      if (mode !== undefined && row.mode !== voiceMode(mode)) return false;
      const search = text(query, "search")?.toLowerCase();
      return (
        isEqual(row.language_id, number(query, "language_id")) &&
        isEqual(row.synthesizer_provider_id, number(query, "synthesizer_provider_id")) &&
        (["gender", "age", "accent"] as const).every((key) => isEqual(row[key], text(query, key))) &&
        (search === undefined || row.name.toLowerCase().includes(search))
      );
    },
  },
};

const modelForms: Record<Form, { record: (row: StoredModel) => object; type: (query: Query) => string }> = {
  "2025": { record: model2025, type: () => "llm" },
  "2026": {
    record: model2026,
    type: (query) => choice(query, "type", ["llm", "multimodal", "dualplex"]) ?? "llm",
  },
};

export function lookupRoutes({ state, settings }: Service): Route[] {
  const phoneNumbers: Route = {
    method: "GET",
    path: "/user/assistants/phone-numbers",
    handle: ({ user, query }) => {
      const type = choice(query, "type", ["inbound", "outbound"]);
      const rows = state.phoneNumbers
        .filter((row) => row.owner === user.id)
        .map(({ id, phone_number, country_code, type_label }) => {
          const is_available = type_label !== "Caller ID" && !isHeld(id, state, settings.form);
          return { id, phone_number, country_code, type_label, is_available };
        });
      return { status: 200, body: type === "inbound" ? rows.filter((row) => row.is_available) : rows };
    },
  };

  const voices: Route = {
    method: "GET",
    path: "/user/assistants/voices",
    handle: ({ user, query }) => {
      const { record, match } = voiceForms[settings.form];
      const rows = state.voices.filter((row) => (row.owner ?? user.id) === user.id && match(row, query));
      return { status: 200, body: rows.map(record) };
    },
  };

  const models: Route = {
    method: "GET",
    path: "/user/assistants/models",
    handle: ({ query }) => {
      const { record, type } = modelForms[settings.form];
      const wanted = type(query);
      return { status: 200, body: state.models.filter((row) => row.type === wanted).map(record) };
    },
  };

  const languages: Route = {
    method: "GET",
    path: "/user/assistants/languages",
    handle: () => ({
      status: 200,
      body: state.languages.map(({ id, name, iso_2 }) => ({ id, name, iso_2 })),
    }),
  };

  const providers = (kind: string, rows: () => StoredProvider[]): Route => ({
    method: "GET",
    path: `/user/assistants/${kind}-providers`,
    form: "2026",
    handle: ({ query }) => {
      const language = number(query, "language_id");
      const speaks = ({ language_ids }: StoredProvider): boolean =>
        language === undefined || (language_ids?.includes(language) ?? true);
      return { status: 200, body: rows().filter(speaks).map(provider) };
    },
  });

  return [
    phoneNumbers,
    voices,
    models,
    languages,
    providers("synthesizer", () => state.synthesizerProviders),
    providers("transcriber", () => state.transcriberProviders),
  ];
}

function text(query: Query, name: string): string | undefined {
  const value = query[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function number(query: Query, name: string): number | undefined {
  const value = text(query, name);
  if (value !== undefined && !/^\d{1,15}$/.test(value))
    throw validationError({ [name]: [`The ${name.replaceAll("_", " ")} field must be an integer.`] });
  return value === undefined ? undefined : Number(value);
}

function isEqual<T>(value: T, wanted: T | undefined): boolean {
  return wanted === undefined || value === wanted;
}

function choice(query: Query, name: string, values: string[]): string | undefined {
  const value = query[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || !values.includes(value)) {
    throw validationError({ [name]: [`The selected ${name} is invalid.`] });
  }
  return value;
}
