/** Leads (spec 4.3). */
import { validationError, httpError } from "../base/http-error.js";
import type { Place } from "../base/assumed-routes.js";
import { requestedPage } from "../base/page-lies.js";
import { pageRequest } from "../base/pages.js";
import { leadRecord } from "../records/lead.js";
import { validated } from "../rules/field.js";
import { foreignFields, leadCreate, leadFilter, leadUpdate } from "../rules/lead.js";
import { formatted } from "../rules/phone.js";
import {
  withoutDropped,
  nextId,
  plainNow,
  type RouteResponse,
  type Call,
  type Route,
  type Service,
} from "../base/service.js";
import { leadSchema, type StoredLead } from "../base/state.js";

export function leadRoutes(service: Service, places: { deleteLead: Place | undefined }): Route[] {
  const { state, settings } = service;

  const findLead = ({ id, user }: Call): StoredLead => {
    const lead = state.leads.find((row) => row.id === id && row.owner === user.id);
    if (!lead) throw httpError(404, "Lead not found");
    return lead;
  };

  const create: Route = {
    method: "POST",
    path: "/user/lead",
    handle: ({ user, body, dropped }) => {
      const { allow_dupplicate, secondary_contacts = [], ...fields } = validated(leadCreate, body, settings);
      const campaign = state.campaigns.find((row) => row.id === fields.campaign_id && row.owner === user.id);
      if (!campaign) throw validationError({ campaign_id: ["The selected campaign does not exist."] });
      if (campaign.channel !== "call" && secondary_contacts.length > 0) {
        const text = "Secondary contacts are only available in call campaigns.";
        throw validationError({ secondary_contacts: [text] });
      }
      const isDuplicate = state.leads.some(
        (row) => row.campaign_id === fields.campaign_id && row.phone_number === fields.phone_number,
      );
      if (isDuplicate && allow_dupplicate !== true) {
        throw httpError(422, "A lead with this phone number already exists in the campaign");
      }
      const now = plainNow(service);
      const stamps = { created_at: now, updated_at: now };
      const contacts = dropped.includes("secondary_contacts") ? [] : secondary_contacts;
      const lead = leadSchema.parse({
        phone_number: "",
        campaign_id: fields.campaign_id,
        ...withoutDropped(fields, dropped),
        id: nextId(state, "leads"),
        owner: user.id,
        ...stamps,
      });
      state.leads.push(lead);
      for (const contact of contacts) {
        const id = nextId(state, "secondaryContacts");
        const { phone_number, variables = {} } = contact;
        lead.secondary_contacts.push({ id, phone_number, variables, status: "created", ...stamps });
      }
      return {
        status: 200,
        body: {
          message: "Lead created successfully",
          data: leadRecord(lead, state.campaigns, settings.form),
        },
      };
    },
  };

  const list: Route = {
    method: "GET",
    path: "/user/leads",
    handle: ({ user, query, listLag, pageLie }) => {
      const rows = service.listings
        .of("leads", listLag)
        .filter((row) => row.owner === user.id)
        .filter(settings.form === "2025" ? () => true : leadFilter(query))
        .map((row) => leadRecord(row, state.campaigns, settings.form));
      if (!settings.leadsEnvelope && settings.form === "2025") return { status: 200, body: rows };
      return {
        status: 200,
        body: requestedPage(pageLie, rows, pageRequest(query, 15), `${service.address()}/user/leads`),
      };
    },
  };

  const update: Route = {
    method: "PUT",
    path: "/user/leads/{id}",
    handle: (call) => {
      const lead = findLead(call);
      const foreign = foreignFields(call.body);
      if (foreign.length > 0) throw httpError(422, `Invalid fields: ${foreign.join(", ")}`);
      const { variables, phone_number, ...fields } = validated(leadUpdate, call.body, settings);
      const campaign = state.campaigns.find((row) => row.id === fields.campaign_id);
      if (fields.campaign_id !== undefined) {
        // Spec 7 has two errors for a missing campaign. Assumed: 'Campaign not found' is for another user's
        // campaign.
        if (!campaign) throw validationError({ campaign_id: ["The selected campaign does not exist."] });
        if (campaign.owner !== call.user.id) throw httpError(404, "Campaign not found");
      }
      const phone = phone_number === undefined ? undefined : formatted(phone_number);
      if (phone_number !== undefined && phone === undefined) throw httpError(422, "Invalid phone number");
      const changes = {
        ...fields,
        ...(phone === undefined ? {} : { phone_number: phone }),
        ...(variables === undefined ? {} : { variables: { ...lead.variables, ...variables } }),
      };
      Object.assign(lead, withoutDropped(changes, call.dropped), { updated_at: plainNow(service) });
      return { status: 200, body: { message: "Lead updated successfully" } };
    },
  };

  const remove = (call: Call): RouteResponse => {
    state.leads.splice(state.leads.indexOf(findLead(call)), 1);
    return { status: 200, body: { message: "Lead deleted successfully" } };
  };

  return [create, list, update, ...(places.deleteLead ? [{ ...places.deleteLead, handle: remove }] : [])];
}
