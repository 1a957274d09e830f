/** The API's routes: those of spec 4 and of form 2026, and the assumed routes at their configured places. */
import { placeOf, RouteError, type Place } from "../base/assumed-routes.js";
import type { Route, Service } from "../base/service.js";
import { assistantRoutes } from "./assistants.js";
import { callRoutes } from "./calls.js";
import { campaignRoutes } from "./campaigns.js";
import { conversationRoutes } from "./conversations.js";
import { leadRoutes } from "./leads.js";
import { lookupRoutes } from "./lookups.js";
import { toolRoutes } from "./tools.js";
import { webhookRoutes } from "./webhooks.js";

export type PlacedRoute = Route & Place;

export function allRoutes(service: Service): PlacedRoute[] {
  const { routes: moved, strict } = service.settings;
  const routes = [
    ...toolRoutes(service),
    ...assistantRoutes(service),
    ...leadRoutes(service),
    ...callRoutes(service),
    ...campaignRoutes(service),
    ...lookupRoutes(service),
    ...webhookRoutes(service),
    ...conversationRoutes(service),
  ].flatMap((route) => {
    const place = placeOf(route.at, moved, strict);
    return place ? [{ ...route, ...place }] : [];
  });
  const used = new Set<string>();
  for (const { method, path } of routes) {
    if (used.has(`${method} ${path}`))
      throw new RouteError(`two routes have the same method and path: ${method} ${path}`);
    used.add(`${method} ${path}`);
  }
  return routes;
}
