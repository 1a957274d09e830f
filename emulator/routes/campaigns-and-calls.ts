/** Calls and campaigns (spec 4.4), and the assumed listing of campaigns. */
import { HttpError, httpError } from "../base/http-error.js";
import type { Place } from "../base/assumed-routes.js";
import { addCall } from "./calls.js";
import { requestedPage } from "../base/page-lies.js";
import { createdBetween, pageRequest } from "../base/pages.js";
import { callRecord } from "../records/call.js";
import { campaignRecords } from "../records/campaign.js";
import { campaignAction, makeCall } from "../rules/call.js";
import { validated } from "../rules/field.js";
import type { RouteResponse, Call, Route, Service } from "../base/service.js";

/** The new status and the message of each action (docs/assumptions.md: campaigns). */
const actions = new Map([
  ["start", { status: "in-progress", message: "Campaign started successfully" }],
  ["stop", { status: "stopped", message: "Campaign stopped successfully" }],
]);

export function campaignAndCallRoutes(
  service: Service,
  places: { listCampaigns: Place | undefined },
): Route[] {
  const { state, settings } = service;

  const updateStatus: Route = {
    method: "POST",
    path: "/user/campaigns/update-status",
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
      return { status: 200, body: { message: action.message, success: true, data } };
    },
  };

  const call: Route = {
    method: "POST",
    path: "/user/make_call",
    handle: ({ user, body }) => {
      const fields = validated(makeCall, body, settings);
      const assistant = state.assistants.find(
        (row) => row.id === fields.assistant_id && row.owner === user.id && row.deleted_at === null,
      );
      if (!assistant) throw httpError(404, "Assistant not found");
      if (settings.form === "2026" && user.balance <= 0) throw httpError(422, "Insufficient balance");
      addCall(service, assistant, "outbound", fields.phone_number, fields.variables ?? {});
      return { status: 200, body: { message: "Call initiated successfully", data: {} } };
    },
  };

  const calls: Route = {
    method: "GET",
    path: "/user/calls",
    handle: ({ user, query, pageLie }) => {
      const filters = Object.entries({ status: "status", type: "direction", phone_number: "phone_number" });
      const isWanted = createdBetween(query);
      const rows = state.calls
        .filter((row) => row.owner === user.id && isWanted(row))
        .filter(
          (row) => query["assistant_id"] === undefined || String(row.assistant_id) === query["assistant_id"],
        )
        .filter((row) =>
          filters.every(
            ([name, key]) => query[name] === undefined || row[key as keyof typeof row] === query[name],
          ),
        )
        .map((row) => callRecord(row, state));
      const path = `${service.address()}/user/calls`;
      return { status: 200, body: requestedPage(pageLie, rows, pageRequest(query, 15), path) };
    },
  };

  const list = ({ user, listLag }: Call): RouteResponse => {
    const rows = service.listings
      .of("campaigns", listLag)
      .filter((row) => row.owner === user.id)
      .map(campaignRecords[settings.form]);
    return { status: 200, body: settings.campaignsEnvelope ? { campaigns: rows } : rows };
  };

  return [
    updateStatus,
    call,
    calls,
    ...(places.listCampaigns ? [{ ...places.listCampaigns, handle: list }] : []),
  ];
}
