import { VoicecallError } from "../base/errors.js";
import { quoted } from "../base/quoted.js";
import { similar } from "../base/suggest.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The method and path of one request, and where they come from. */
export interface Route {
  method: Method;
  /** Relative to the base URL; the only placeholder is `{id}`. */
  path: string;
  /**
   * "assumed": the specification does not show the route, so a 404 or 405 may mean that the service uses a
   * different route.
   */
  basis: "documented" | "assumed";
  /**
   * The section of the specification, or the API form that has the route. For an assumed route: what the
   * specification lacks.
   */
  spec: string;
  /** A different method and path in other documents of the service. Tried if the service says that it has no such route. */
  alternative?: Pick<Route, "method" | "path">;
  /** For an assumed route: the documents that show it (docs/api-forms.md). */
  shownIn?: string;
  /** Set if the route only looks up names, and some services lack it. Without the route, programs can use ids. */
  optional?: true;
  /** True if method and path come from `voicecall:routes`. */
  overridden: boolean;
  /** False if `voicecall:routes` sets the route to "none". */
  available: boolean;
}

/** The route as in the setting `voicecall:routes`. */
export const routeText = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;

const documented = (method: Method, path: string, section: string): Route => ({
  method,
  path,
  basis: "documented",
  spec: section,
  overridden: false,
  available: true,
});

const optional = (...route: Parameters<typeof documented>): Route => ({
  ...documented(...route),
  optional: true,
});

const assumed = (method: Method, path: string, gap: string): Route => ({
  ...documented(method, path, gap),
  basis: "assumed",
  shownIn: "the operator's pages of both forms, and a reseller's",
});

const INBOUND = "spec 4.2: no field or route sets inbound_webhook_url";

/** The routes of all requests that this package sends. docs/routes.md is generated from this table. */
export const routes = {
  createTool: documented("POST", "/user/tools", "4.1"),
  listTools: documented("GET", "/user/tools", "4.1"),
  getTool: documented("GET", "/user/tools/{id}", "4.1"),
  updateTool: assumed("PUT", "/user/tools/{id}", "spec 4.1: update route not shown"),
  deleteTool: assumed("DELETE", "/user/tools/{id}", "spec 4.1: no delete route"),
  createAssistant: documented("POST", "/user/assistant", "4.2"),
  updateAssistant: assumed("PUT", "/user/assistant/{id}", "spec 4.2: update route not shown"),
  deleteAssistant: documented("DELETE", "/user/assistant/{id}", "4.2"),
  enableInboundWebhook: assumed("POST", "/user/assistants/enable-inbound-webhook", INBOUND),
  disableInboundWebhook: assumed("POST", "/user/assistants/disable-inbound-webhook", INBOUND),
  listAssistants: documented("GET", "/user/assistants/get", "4.2"),
  listPhoneNumbers: documented("GET", "/user/assistants/phone-numbers", "4.2"),
  listVoices: documented("GET", "/user/assistants/voices", "4.2"),
  listModels: documented("GET", "/user/assistants/models", "4.2"),
  listLanguages: documented("GET", "/user/assistants/languages", "4.2"),
  listSynthesizers: optional("GET", "/user/assistants/synthesizer-providers", "2026 form"),
  listTranscribers: optional("GET", "/user/assistants/transcriber-providers", "2026 form"),
  listFolders: optional("GET", "/user/folders", "2026 form"),
  listLabels: optional("GET", "/user/labels", "2026 form"),
  createCampaign: {
    ...documented("POST", "/user/campaign", "2026 form"),
    alternative: { method: "POST", path: "/user/campaigns" },
  },
  deleteCampaign: documented("DELETE", "/user/campaign/{id}", "2026 form"),
  createLead: documented("POST", "/user/lead", "4.3"),
  listLeads: documented("GET", "/user/leads", "4.3"),
  updateLead: documented("PUT", "/user/leads/{id}", "4.3"),
  deleteLead: assumed("DELETE", "/user/leads/{id}", "spec 4.3: no delete route"),
  makeCall: documented("POST", "/user/make_call", "4.4"),
  listCalls: documented("GET", "/user/calls", "2026 form"),
  updateCampaignStatus: documented("POST", "/user/campaigns/update-status", "4.4"),
  listCampaigns: assumed("GET", "/user/campaigns", "spec 4.4: no listing of campaigns"),
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

export type RouteTable = Record<RouteName, Route>;

/**
 * The methods that `voicecall:routes` may set, by the method of the standard route. A create, call or start
 * must stay POST: the client retries PUT and DELETE after a broken connection, which could create, call or
 * start twice.
 */
const allowedMethods: Record<Method, readonly string[]> = {
  GET: ["GET"],
  POST: ["POST"],
  PUT: ["PUT", "PATCH", "POST"],
  PATCH: ["PATCH", "PUT", "POST"],
  DELETE: ["DELETE", "POST"],
};

const pathShape = /^(\/[A-Za-z0-9._~-]+|\/\{id\})+$/;

/**
 * Applies the overrides of `voicecall:routes`.
 * @param overrides by route name: `"PUT /user/tools/{id}"`, or `"none"` if the service has no such route
 * @throws VoicecallError "config"
 */
export function withOverrides(overrides: Record<string, string>): RouteTable {
  const table: RouteTable = { ...routes };
  for (const [name, text] of Object.entries(overrides)) {
    if (!isRouteName(name)) throw invalid(`there is no route named ${quoted(name)}${suggestion(name)}`);
    table[name] = overriddenRoute(name, text);
  }
  return table;
}

function overriddenRoute(name: RouteName, text: string): Route {
  const standard = routes[name];
  const trimmed = text.trim();
  if (trimmed === "none") return { ...standard, overridden: true, available: false };
  const [method = "", path = "", ...rest] = trimmed.split(/\s+/);
  if (path === "" || rest.length > 0) {
    throw invalid(
      `the route "${name}" must be a method and a path, such as "${standard.method} ${standard.path}", or "none".`,
    );
  }
  const methods = allowedMethods[standard.method];
  if (!methods.includes(method)) {
    throw invalid(`the method of the route "${name}" must be ${methods.join(" or ")}.`);
  }
  if (!pathShape.test(path) || path.split("/").some((part) => part === "." || part === "..")) {
    throw invalid(
      `the path of the route "${name}" must be like "${standard.path}": it must begin with /, not end with /, and contain no query, no empty parts and no special characters.`,
    );
  }
  const placeholders = path.split("{id}").length - 1;
  if (placeholders !== (standard.path.includes("{id}") ? 1 : 0)) {
    throw invalid(
      `the path of the route "${name}" must contain ${standard.path.includes("{id}") ? "{id} once" : "no {id}"}.`,
    );
  }
  return { ...standard, method: method as Method, path, overridden: true };
}

/** The other documented place of a route. Undefined if there is none, or if `voicecall:routes` sets the route. */
export const otherPlace = ({ alternative, ...route }: Route): Route | undefined =>
  route.overridden || !alternative ? undefined : { ...route, ...alternative };

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routes, name);
}

function suggestion(name: string): string {
  const names = Object.keys(routes);
  const near = similar(name, names);
  return near.length > 0
    ? `. Did you mean ${near.join(" or ")}?`
    : `. The known routes are ${names.join(", ")}.`;
}

function invalid(what: string): VoicecallError {
  return new VoicecallError("config", `The setting voicecall:routes: ${what}`);
}

/**
 * A method and a path that the user must replace. With the current path, a command that is copied unchanged would
 * set the failed route again.
 */
export const placeToFill = ({ method, path }: Route): string =>
  `${method} /YOUR/PATH${path.includes("{id}") ? "/{id}" : ""}`;

/**
 * The value of `voicecall:routes` with these routes added, as JSON. It repeats the routes that are already set, because
 * a new value replaces the whole setting.
 * @param places the methods and paths to set, by route name
 */
export function routesWith(table: RouteTable, places: Record<string, string>): string {
  const set = Object.entries<Route>(table)
    .filter(([name, { overridden }]) => overridden || Object.hasOwn(places, name))
    .map(([name, route]) => [name, places[name] ?? (route.available ? routeText(route) : "none")]);
  return JSON.stringify(Object.fromEntries(set));
}

export const routesCommand = (value: string): string => `pulumi config set voicecall:routes '${value}'`;
