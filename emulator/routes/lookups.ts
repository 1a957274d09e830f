/** Spec 4.2, the look-ups (records of spec 2.4). */
import { validationError } from "../http-error.js";
import { isHeld } from "../rules/assistant-references.js";
import type { Route, Service } from "../service.js";

export function lookupRoutes({ state }: Service): Route[] {
  const phoneNumbers: Route = {
    method: "GET",
    path: "/user/assistants/phone-numbers",
    handle: ({ user, query }) => {
      const type = choice(query, "type", ["inbound", "outbound"]);
      const rows = state.phoneNumbers
        .filter((row) => row.owner === user.id)
        .map(({ id, phone_number, country_code, type_label }) => {
          const is_available = type_label !== "Caller ID" && !isHeld(id, state);
          return { id, phone_number, country_code, type_label, is_available };
        });
      return { status: 200, body: type === "inbound" ? rows.filter((row) => row.is_available) : rows };
    },
  };

  const voices: Route = {
    method: "GET",
    path: "/user/assistants/voices",
    handle: ({ user, query }) => {
      const mode = choice(query, "mode", ["pipeline", "multimodal"]);
      const rows = state.voices
        .filter((row) => (row.owner ?? user.id) === user.id && (row.mode === mode || mode === undefined))
        .map(({ id, name, mode }) => ({ id, name, mode }));
      return { status: 200, body: rows };
    },
  };

  const models: Route = {
    method: "GET",
    path: "/user/assistants/models",
    handle: () => ({ status: 200, body: state.models.map(({ id, name }) => ({ id, name })) }),
  };

  const languages: Route = {
    method: "GET",
    path: "/user/assistants/languages",
    handle: () => ({
      status: 200,
      body: state.languages.map(({ id, name, iso_2 }) => ({ id, name, iso_2 })),
    }),
  };

  return [phoneNumbers, voices, models, languages];
}

function choice(query: Record<string, unknown>, name: string, values: string[]): string | undefined {
  const value = query[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || !values.includes(value)) {
    throw validationError({ [name]: [`The selected ${name} is invalid.`] });
  }
  return value;
}
