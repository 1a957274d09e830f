/** Assistants (spec 4.2): create, update, delete, the two listings, and an optional read by id. */
import type { z } from "zod";
import { validationError, httpError } from "../base/http-error.js";
import type { Place } from "../base/assumed-routes.js";
import { requestedPage } from "../base/page-lies.js";
import { pageRequest } from "../base/pages.js";
import { assistantForms } from "./assistant-forms.js";
import { assistantSummary, reducedAssistantRecord } from "../records/assistant.js";
import { validate } from "../rules/field.js";
import {
  isoNow,
  withoutDropped,
  nextId,
  type RouteResponse,
  type Body,
  type Call,
  type Route,
  type Service,
} from "../base/service.js";
import { assistantSchema, extraKeys, type StoredAssistant } from "../base/stored-assistant.js";

export function assistantRoutes(service: Service, places: { updateAssistant: Place | undefined }): Route[] {
  const { state, settings } = service;

  const findAssistant = ({ id, user }: Call): StoredAssistant => {
    const found = state.assistants.find(
      (row) => row.id === id && row.owner === user.id && row.deleted_at === null,
    );
    if (!found) throw httpError(404, "Assistant not found");
    return found;
  };

  const form = (): (typeof assistantForms)["2025"] => assistantForms[settings.form];

  const extras = (body: Body, keys: string[]): Body =>
    Object.fromEntries(Object.entries(body).filter(([key]) => keys.includes(key)));

  const checked = (call: Call, body: Body, stored?: StoredAssistant): object => {
    const rules = form();
    const { value, errors, read } = validate(stored ? rules.update : rules.create, body, {
      ...settings,
      extraFields: [...settings.extraFields, ...(stored ? extraKeys(stored) : [])],
    });
    // References in valid fields are checked even if other fields are invalid, so that the response has all
    // errors.
    const validFields = Object.entries(read).filter(
      ([field]) => !Object.keys(errors).some((path) => path === field || path.startsWith(`${field}.`)),
    );
    const known: Partial<Record<string, z.ZodType>> = assistantSchema.shape;
    for (const [field, extra] of Object.entries(extras(body, settings.extraFields)))
      if (known[field]?.safeParse(extra).success === false)
        errors[field] ??= [`The ${field.replaceAll("_", " ")} field is invalid.`];
    const allErrors = {
      ...rules.references(Object.fromEntries(validFields), {
        user: call.user,
        state,
        stored,
        form: settings.form,
      }),
      ...errors,
    };
    if (value === undefined || Object.keys(allErrors).length > 0) throw validationError(allErrors);
    return value;
  };

  const create: Route = {
    method: "POST",
    path: "/user/assistant",
    failure: "Assistant creation failed",
    handle: (call) => {
      const body = { ...call.body };
      if (settings.tidyText && body["webhook_url"] === "") delete body["webhook_url"];
      const fields = withoutDropped(checked(call, body), call.dropped);
      const now = isoNow(service);
      const assistant = assistantSchema.parse({
        name: "",
        ...form().created,
        ...form().changes(fields, state),
        ...withoutDropped(extras(body, settings.extraFields), call.dropped),
        id: nextId(state, "assistants"),
        owner: call.user.id,
        created_at: now,
        updated_at: now,
      });
      state.assistants.push(assistant);
      return {
        status: 201,
        body: { message: "Assistant created successfully", data: assistantSummary(assistant) },
      };
    },
  };

  const update = (call: Call): RouteResponse => {
    const assistant = findAssistant(call);
    const body = { ...call.body };
    if (settings.tidyText && body["webhook_url"] === "") body["webhook_url"] = null;
    const fields = withoutDropped(checked(call, body, assistant), call.dropped);
    const keys = [...settings.extraFields, ...extraKeys(assistant)];
    Object.assign(
      assistant,
      form().changes(fields, state, assistant),
      withoutDropped(extras(body, keys), call.dropped),
      {
        updated_at: isoNow(service),
      },
    );
    return {
      status: 200,
      body: { message: "Assistant updated successfully", data: assistantSummary(assistant) },
    };
  };

  const remove: Route = {
    method: "DELETE",
    path: "/user/assistant/{id}",
    failure: "Assistant deletion failed",
    handle: (call) => {
      state.assistants.splice(state.assistants.indexOf(findAssistant(call)), 1);
      return { status: 200, body: { message: "Assistant deleted successfully" } };
    },
  };

  const listed = ({ user, listLag }: Call): StoredAssistant[] =>
    service.listings.of("assistants", listLag).filter((row) => row.owner === user.id);

  const page: Route = {
    method: "GET",
    path: "/user/assistants/get",
    handle: (call) => {
      const request = pageRequest(call.query, 10);
      const path = `${service.address()}/user/assistants/get`;
      const envelope = requestedPage(call.pageLie, listed(call), request, path);
      const data = envelope.data.map((row) => form().record(row, service));
      return { status: 200, body: { ...envelope, data } };
    },
  };

  const outbound: Route = {
    method: "GET",
    path: "/user/assistants/outbound",
    handle: (call) => {
      // The reduced record lacks deleted_at, so this listing leaves out deleted assistants.
      const rows = listed(call).filter((row) => row.type === "outbound" && row.deleted_at === null);
      return { status: 200, body: rows.map(reducedAssistantRecord) };
    },
  };

  /** Undocumented, but used by clients of 2025. */
  const all: Route = {
    method: "GET",
    path: "/user/assistants",
    handle: (call) => {
      const rows = listed(call).filter((row) => row.deleted_at === null);
      return { status: 200, body: rows.map(reducedAssistantRecord) };
    },
  };

  const byId: Route = {
    method: "GET",
    path: "/user/assistant/{id}",
    handle: (call) => ({ status: 200, body: form().record(findAssistant(call), service) }),
  };

  return [
    create,
    remove,
    page,
    outbound,
    all,
    ...(settings.assistantById ? [byId] : []),
    ...(places.updateAssistant
      ? [{ ...places.updateAssistant, failure: "Assistant update failed", handle: update }]
      : []),
  ];
}
