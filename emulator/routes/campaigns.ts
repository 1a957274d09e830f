/**
 * Creates and deletes campaigns (form 2026). No route reads a single campaign, or changes a field other than
 * its status.
 */
import type { Place } from "../base/assumed-routes.js";
import { httpError, validationError, type FieldErrors } from "../base/http-error.js";
import { campaignRecords } from "../records/campaign.js";
import { removeRow } from "../base/removal.js";
import { campaignCreate } from "../rules/campaign.js";
import { validated } from "../rules/field.js";
import {
  isoNow,
  nextId,
  withoutDropped,
  type Call,
  type Route,
  type RouteResponse,
  type Service,
} from "../base/service.js";
import { campaignSchema } from "../base/state.js";

interface Places {
  createCampaign: Place | undefined;
  createCampaignInPlural: Place | undefined;
  deleteCampaign: Place | undefined;
}

export function campaignRoutes(service: Service, places: Places): Route[] {
  const { state, settings } = service;

  const create = ({ user, body, dropped }: Call): RouteResponse => {
    const fields = validated(campaignCreate, body, settings, "invalid");
    const errors: FieldErrors = {};
    fields.phone_number_ids.forEach((id, index) => {
      if (!state.phoneNumbers.some((row) => row.id === id && row.owner === user.id))
        errors[`phone_number_ids.${index}`] = ["The selected phone number is invalid."];
    });
    if (Object.keys(errors).length > 0) throw validationError(errors, "invalid");
    const isUsable = state.assistants.some(
      ({ id, owner, type, deleted_at }) =>
        id === fields.assistant_id && owner === user.id && type === "outbound" && deleted_at === null,
    );
    if (!isUsable) throw httpError(404, "Assistant not found or is not an outbound assistant");
    if (state.campaigns.filter((row) => row.owner === user.id).length >= user.campaignLimit)
      throw httpError(403, `You have reached your plan limit of ${user.campaignLimit} campaigns.`);
    const now = isoNow(service);
    const campaign = campaignSchema.parse({
      name: "",
      ...withoutDropped(fields, dropped),
      id: nextId(state, "campaigns"),
      owner: user.id,
      created_at: now,
      updated_at: now,
    });
    state.campaigns.push(campaign);
    const data = campaignRecords[settings.form](campaign);
    return { status: 201, body: { message: "Campaign created successfully", data } };
  };

  /** Also deletes the campaign's leads. */
  const remove = ({ id, user }: Call): RouteResponse => {
    if (!state.campaigns.some((row) => row.id === id && row.owner === user.id))
      throw httpError(404, "Campaign not found");
    removeRow(state, "campaigns", id);
    return { status: 200, body: { message: "Campaign deleted successfully" } };
  };

  const at = (place: Place | undefined, handle: Route["handle"]): Route[] =>
    place ? [{ ...place, form: "2026", handle }] : [];
  return [
    ...at(places.createCampaign, create),
    ...at(places.createCampaignInPlural, create),
    ...at(places.deleteCampaign, remove),
  ];
}
