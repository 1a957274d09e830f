/** Leads (spec 4.3). */
import { mergedInPhp } from "../base/dialect.js";
import { validationError, httpError } from "../base/http-error.js";
import { forgetKeys, hasLead } from "../base/large-lists.js";
import { requestedPage } from "../base/page-lies.js";
import { add, change, found, nextId, own, remove } from "../base/records.js";
import { leadRecord } from "../records/lead.js";
import { validated } from "../rules/field.js";
import { leadCreate, leadFilter, leadUpdate } from "../rules/lead.js";
import { formatted } from "../rules/phone.js";
import { withoutDropped, type Route, type Service } from "../base/service.js";
import type { StoredLead } from "../base/state.js";

export function leadRoutes(service: Service): Route[] {
  const { state, settings } = service;
  const merged = (before: object, after: object): object =>
    settings.dialect === "php" ? mergedInPhp(before, after) : { ...before, ...after };
  const record = (lead: StoredLead): object => leadRecord(lead, state.campaigns, settings.form);

  return [
    {
      at: "POST /user/lead",
      handle: ({ user, body, dropped }) => {
        const {
          allow_dupplicate,
          secondary_contacts = [],
          ...fields
        } = validated(leadCreate, body, settings);
        const campaign = own(state.campaigns, fields.campaign_id, user);
        if (!campaign) throw validationError({ campaign_id: ["The selected campaign does not exist."] });
        if (campaign.channel !== "call" && secondary_contacts.length > 0) {
          const text = "Secondary contacts are only available in call campaigns.";
          throw validationError({ secondary_contacts: [text] });
        }
        if (allow_dupplicate !== true && hasLead(state.leads, fields)) {
          throw httpError(422, "A lead with this phone number already exists in the campaign");
        }
        const lead = add(service, "leads", user, {
          phone_number: "",
          campaign_id: fields.campaign_id,
          ...withoutDropped(fields, dropped),
        });
        const { created_at, updated_at } = lead;
        for (const { phone_number, variables = {} } of dropped.includes("secondary_contacts")
          ? []
          : secondary_contacts) {
          const id = nextId(state, "secondaryContacts");
          const contact = { id, phone_number, variables, status: "created", created_at, updated_at };
          lead.secondary_contacts.push(contact);
        }
        return { message: "Lead created successfully", data: record(lead) };
      },
    },
    {
      at: "GET /user/leads",
      handle: (call) => {
        const isWanted = settings.form === "2025" ? () => true : leadFilter(call.query);
        const rows = service.listings.of("leads", call).filter(isWanted);
        if (!settings.leadsEnvelope && settings.form === "2025") return rows.map(record);
        const page = requestedPage(call, rows);
        return { ...page, data: page.data.map(record) };
      },
    },
    {
      at: "PUT /user/leads/{id}",
      handle: ({ id, user, body, dropped, resets }) => {
        const lead = found(service, "leads", id, user);
        const foreign = Object.keys(body).filter((field) => !Object.hasOwn(leadUpdate.shape, field));
        if (foreign.length > 0) throw httpError(422, `Invalid fields: ${foreign.join(", ")}`);
        const { variables, phone_number, ...fields } = validated(leadUpdate, body, settings);
        const campaign = state.campaigns.find((row) => row.id === fields.campaign_id);
        if (fields.campaign_id !== undefined) {
          // Spec 7 has two errors for a missing campaign. Assumed: 'Campaign not found' is for another user's
          // campaign.
          if (!campaign) throw validationError({ campaign_id: ["The selected campaign does not exist."] });
          if (campaign.owner !== user.id) throw httpError(404, "Campaign not found");
        }
        const phone = phone_number === undefined ? undefined : formatted(phone_number);
        if (phone_number !== undefined && phone === undefined) throw httpError(422, "Invalid phone number");
        const changes = {
          ...fields,
          ...(phone === undefined ? {} : { phone_number: phone }),
          ...(variables === undefined
            ? {}
            : { variables: resets ? variables : merged(lead.variables, variables) }),
        };
        if (phone !== undefined || campaign) forgetKeys(state.leads);
        change(service, "leads", lead, withoutDropped(changes, dropped), resets);
        return { message: "Lead updated successfully" };
      },
    },
    {
      at: "deleteLead",
      handle: ({ id, user }) => {
        remove(state, "leads", found(service, "leads", id, user).id);
        return { message: "Lead deleted successfully" };
      },
    },
  ];
}
