/** The API's routes: those of spec 4 and of form 2026, and the assumed routes at their configured places. */
import { assumedRoutes, placeOf, RouteError, type AssumedRoute, type Place } from "../base/assumed-routes.js";
import type { OpenRoute, Route, Service } from "../base/service.js";
import { accountRoutes } from "./account.js";
import { assistantRoutes } from "./assistants.js";
import { campaignAndCallRoutes } from "./campaigns-and-calls.js";
import { campaignRoutes } from "./campaigns.js";
import { conversationRoutes } from "./conversations.js";
import { leadRoutes } from "./leads.js";
import { lookupRoutes } from "./lookups.js";
import { toolRoutes } from "./tools.js";
import { webhookRoutes } from "./webhooks.js";

export function allRoutes(service: Service): (Route | OpenRoute)[] {
  const { routes: moved, strict } = service.settings;
  const places = Object.fromEntries(
    assumedRoutes.map((name) => [name, placeOf(name, moved, strict)]),
  ) as Record<AssumedRoute, Place | undefined>;
  const routes = [
    ...toolRoutes(service, places),
    ...assistantRoutes(service, places),
    ...leadRoutes(service, places),
    ...campaignAndCallRoutes(service, places),
    ...campaignRoutes(service, places),
    ...lookupRoutes(service),
    ...webhookRoutes(service),
    ...accountRoutes(service),
    ...conversationRoutes(service),
  ];
  const used = new Set<string>();
  for (const { method, path } of routes) {
    if (used.has(`${method} ${path}`))
      throw new RouteError(`two routes have the same method and path: ${method} ${path}`);
    used.add(`${method} ${path}`);
  }
  return routes;
}
