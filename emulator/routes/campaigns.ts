/**
 * Campaigns: the change of their status (spec 4.4), the assumed listing, and in form 2026 creates and deletes. No
 * route reads a single campaign, or changes a field other than its status.
 */
import { HttpError, httpError, validationError, type FieldErrors } from "../base/http-error.js";
import { add, found, own, remove } from "../base/records.js";
import { campaignRecords } from "../records/campaign.js";
import { campaignAction, campaignCreate } from "../rules/campaign.js";
import { validated } from "../rules/field.js";
import { withoutDropped, type Call, type Route, type Service } from "../base/service.js";

/** The new status and the message of each action (docs/assumptions.md: campaigns). */
const actions = new Map([
  ["start", { status: "in-progress", message: "Campaign started successfully" }],
  ["stop", { status: "stopped", message: "Campaign stopped successfully" }],
]);

export function campaignRoutes(service: Service): Route[] {
  const { state, settings } = service;

  const create = ({ user, body, dropped }: Call): object => {
    const fields = validated(campaignCreate, body, settings, "invalid");
    const errors: FieldErrors = {};
    fields.phone_number_ids.forEach((id, index) => {
      if (!own(state.phoneNumbers, id, user))
        errors[`phone_number_ids.${index}`] = ["The selected phone number is invalid."];
    });
    if (Object.keys(errors).length > 0) throw validationError(errors, "invalid");
    if (own(state.assistants, fields.assistant_id, user)?.type !== "outbound")
      throw httpError(404, "Assistant not found or is not an outbound assistant");
    if (state.campaigns.filter((row) => row.owner === user.id).length >= user.campaignLimit)
      throw httpError(403, `You have reached your plan limit of ${user.campaignLimit} campaigns.`);
    const campaign = add(service, "campaigns", user, { name: "", ...withoutDropped(fields, dropped) });
    return { message: "Campaign created successfully", data: campaignRecords[settings.form](campaign) };
  };

  return [
    {
      at: "POST /user/campaigns/update-status",
      handle: ({ user, body, dropped }) => {
        const fields = validated(campaignAction, body, settings);
        const action = actions.get(fields.action);
        if (!action) throw new HttpError(400, { message: "Invalid action", success: false });
        const campaign = state.campaigns.find((row) => row.id === fields.campaign_id);
        if (!campaign) throw new HttpError(404, { message: "Campaign not found", success: false });
        if (campaign.owner !== user.id) throw new HttpError(403, { message: "Unauthorized", success: false });
        if (fields.action === "start" && user.balance <= 0) {
          const data = { campaign_id: campaign.id, status: "draft" };
          throw new HttpError(400, { message: "Insufficient balance", success: false, data });
        }
        if (!dropped.includes("action")) campaign.status = action.status;
        const data = { campaign_id: campaign.id, status: campaign.status };
        return { message: action.message, success: true, data };
      },
    },
    {
      at: "listCampaigns",
      handle: (call) => {
        const rows = service.listings.of("campaigns", call).map(campaignRecords[settings.form]);
        return settings.campaignsEnvelope ? { campaigns: rows } : rows;
      },
    },
    { at: "createCampaign", form: "2026", status: 201, handle: create },
    { at: "createCampaignInPlural", form: "2026", status: 201, handle: create },
    {
      at: "deleteCampaign",
      form: "2026",
      /** Also deletes the campaign's leads. */
      handle: ({ id, user }) => {
        remove(state, "campaigns", found(service, "campaigns", id, user).id);
        return { message: "Campaign deleted successfully" };
      },
    },
  ];
}
