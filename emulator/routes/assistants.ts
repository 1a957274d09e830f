/** Assistants (spec 4.2): create, update, delete, the listings, and an optional read by id. */
import type { z } from "zod";
import { validationError } from "../base/http-error.js";
import { requestedPage } from "../base/page-lies.js";
import { add, change, found, remove } from "../base/records.js";
import { assistantForms } from "./assistant-forms.js";
import { assistantSummary, reducedAssistantRecord } from "../records/assistant.js";
import { validate } from "../rules/field.js";
import { withoutDropped, type Body, type Call, type Route, type Service } from "../base/service.js";
import { assistantSchema, extraKeys, type StoredAssistant } from "../base/stored-assistant.js";

export function assistantRoutes(service: Service): Route[] {
  const { settings, state } = service;

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

  /** The listings of reduced records lack deleted_at, so they leave out deleted assistants. */
  const reduced = (call: Call, isListed: (row: StoredAssistant) => boolean): object[] =>
    service.listings
      .of("assistants", call)
      .filter((row) => row.deleted_at === null && isListed(row))
      .map(reducedAssistantRecord);

  const byId: Route = {
    at: "GET /user/assistant/{id}",
    handle: ({ id, user }) => form().record(found(service, "assistants", id, user), service),
  };

  return [
    {
      at: "POST /user/assistant",
      status: 201,
      failure: "Assistant creation failed",
      handle: (call) => {
        const body = { ...call.body };
        if (settings.tidyText && body["webhook_url"] === "") delete body["webhook_url"];
        const fields = withoutDropped(checked(call, body), call.dropped);
        const assistant = add(service, "assistants", call.user, {
          name: "",
          ...form().created,
          ...form().changes(fields, state),
          ...withoutDropped(extras(body, settings.extraFields), call.dropped),
        });
        return { message: "Assistant created successfully", data: assistantSummary(assistant) };
      },
    },
    {
      at: "DELETE /user/assistant/{id}",
      failure: "Assistant deletion failed",
      handle: ({ id, user }) => {
        remove(state, "assistants", found(service, "assistants", id, user).id);
        return { message: "Assistant deleted successfully" };
      },
    },
    {
      at: "GET /user/assistants/get",
      handle: (call) => {
        const envelope = requestedPage(call, service.listings.of("assistants", call), 10);
        return { ...envelope, data: envelope.data.map((row) => form().record(row, service)) };
      },
    },
    {
      at: "GET /user/assistants/outbound",
      handle: (call) => reduced(call, ({ type }) => type === "outbound"),
    },
    /** Undocumented, but used by clients of 2025. */
    { at: "GET /user/assistants", handle: (call) => reduced(call, () => true) },
    ...(settings.assistantById ? [byId] : []),
    {
      at: "updateAssistant",
      failure: "Assistant update failed",
      handle: (call) => {
        const assistant = found(service, "assistants", call.id, call.user);
        const body = { ...call.body };
        if (settings.tidyText && body["webhook_url"] === "") body["webhook_url"] = null;
        const fields = withoutDropped(checked(call, body, assistant), call.dropped);
        const keys = [...settings.extraFields, ...extraKeys(assistant)];
        const changes = {
          ...form().changes(fields, state, assistant),
          ...withoutDropped(extras(body, keys), call.dropped),
        };
        change(service, "assistants", assistant, changes, call.resets);
        return { message: "Assistant updated successfully", data: assistantSummary(assistant) };
      },
    },
  ];
}
