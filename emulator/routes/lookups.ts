/** The lookups for assistants (spec 4.2, records in spec 2.4), and the data of the account in form 2026. */
import { validationError } from "../base/http-error.js";
import type { Form } from "../base/forms.js";
import { requestedPage } from "../base/page-lies.js";
import {
  knowledgebase,
  model,
  phoneNumber2026,
  provider,
  voice2025,
  voice2026,
  withoutOwner,
} from "../records/lookups.js";
import { voiceMode, type Mode } from "../rules/assistant-modes.js";
import { isHeld } from "../rules/assistant-references.js";
import type { Call, Route, Service } from "../base/service.js";
import type { StoredProvider, StoredVoice } from "../base/state.js";

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

export function lookupRoutes({ state, settings }: Service): Route[] {
  const own = <T extends { owner: number }>(rows: T[], { user }: Call): T[] =>
    rows.filter((row) => row.owner === user.id);

  const speaking = (rows: StoredProvider[], query: Query): object[] => {
    const language = number(query, "language_id");
    const speaks = ({ language_ids }: StoredProvider): boolean =>
      language === undefined || (language_ids?.includes(language) ?? true);
    return rows.filter(speaks).map(provider);
  };

  const assistantsWith = (knowledgebaseId: number): number =>
    state.assistants.filter((row) => row.knowledgebase_id === knowledgebaseId && row.deleted_at === null)
      .length;

  return [
    {
      at: "GET /user/assistants/phone-numbers",
      handle: (call) => {
        const type = choice(call.query, "type", ["inbound", "outbound"]);
        const rows = own(state.phoneNumbers, call).map(({ id, phone_number, country_code, type_label }) => {
          const is_available = type_label !== "Caller ID" && !isHeld(id, state, settings.form);
          return { id, phone_number, country_code, type_label, is_available };
        });
        return type === "inbound" ? rows.filter((row) => row.is_available) : rows;
      },
    },
    {
      at: "GET /user/assistants/voices",
      handle: ({ user, query }) => {
        const { record, match } = voiceForms[settings.form];
        return state.voices
          .filter((row) => (row.owner ?? user.id) === user.id && match(row, query))
          .map(record);
      },
    },
    {
      at: "GET /user/assistants/models",
      handle: ({ query }) => {
        const chosen =
          settings.form === "2026" ? choice(query, "type", ["llm", "multimodal", "dualplex"]) : undefined;
        return state.models.filter((row) => row.type === (chosen ?? "llm")).map(model);
      },
    },
    { at: "GET /user/assistants/languages", handle: () => state.languages },
    {
      at: "GET /user/assistants/synthesizer-providers",
      form: "2026",
      handle: ({ query }) => speaking(state.synthesizerProviders, query),
    },
    {
      at: "GET /user/assistants/transcriber-providers",
      form: "2026",
      handle: ({ query }) => speaking(state.transcriberProviders, query),
    },
    {
      at: "GET /user/me",
      form: "2026",
      handle: ({ user: { name, email = "local-user@example.com", balance } }) => ({
        name,
        email,
        total_balance: balance,
      }),
    },
    {
      at: "GET /user/knowledgebases",
      form: "2026",
      handle: (call) => ({
        data: own(state.knowledgebases, call).map((row) => knowledgebase(row, assistantsWith(row.id))),
      }),
    },
    {
      at: "GET /user/folders",
      form: "2026",
      handle: (call) => requestedPage(call, own(state.folders, call).map(withoutOwner)),
    },
    {
      at: "GET /user/labels",
      form: "2026",
      handle: (call) => requestedPage(call, own(state.labels, call).map(withoutOwner)),
    },
    {
      at: "GET /user/phone-numbers/all",
      form: "2026",
      handle: (call) => ({ data: own(state.phoneNumbers, call).map(phoneNumber2026) }),
    },
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
