export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

export interface Place {
  method: Method;
  /** `{id}` is a path parameter. */
  path: string;
}

/**
 * Routes that the specification does not show (docs/routes.md). The option `routes` can move or remove them.
 */
const assumed = {
  updateTool: { method: "PUT", path: "/user/tools/{id}" },
  deleteTool: { method: "DELETE", path: "/user/tools/{id}" },
  updateAssistant: { method: "PUT", path: "/user/assistant/{id}" },
  deleteLead: { method: "DELETE", path: "/user/leads/{id}" },
  listCampaigns: { method: "GET", path: "/user/campaigns" },
  createCampaign: { method: "POST", path: "/user/campaign" },
  createCampaignInPlural: { method: "POST", path: "/user/campaigns" },
  deleteCampaign: { method: "DELETE", path: "/user/campaign/{id}" },
} as const satisfies Record<string, Place>;

/** Routes that the documents of form 2026 show. These documents disagree on the path of a create. */
const documented: string[] = ["createCampaign", "createCampaignInPlural", "deleteCampaign"];

export type AssumedRoute = keyof typeof assumed;

export const assumedRoutes = Object.keys(assumed) as AssumedRoute[];

export function isAssumedRoute(name: string): name is AssumedRoute {
  return Object.hasOwn(assumed, name);
}

export class RouteError extends Error {
  override readonly name = "RouteError";
}

/**
 * The method and path of a route. Undefined if `moved` removes it, or, in strict mode, if it is neither
 * documented nor in `moved`.
 */
export function placeOf(
  name: AssumedRoute,
  moved: Partial<Record<AssumedRoute, string>>,
  strict: boolean,
): Place | undefined {
  const text = moved[name];
  if (text === undefined) return strict && !documented.includes(name) ? undefined : assumed[name];
  return text === "none" ? undefined : parsePlace(name, text);
}

function parsePlace(name: AssumedRoute, text: string): Place {
  const [method, path, ...rest] = text.trim().split(/\s+/);
  const knownMethod = methods.find((candidate) => candidate === method?.toUpperCase());
  if (!knownMethod || !path?.startsWith("/") || rest.length > 0) {
    throw new RouteError(`${name}: expected "METHOD /path" or "none", not "${text}"`);
  }
  const parameters = path.match(/\{[^}]*\}/g) ?? [];
  const expected = assumed[name].path.includes("{id}") ? ["{id}"] : [];
  if (parameters.join() !== expected.join()) {
    throw new RouteError(
      `${name}: the path ${expected.length > 0 ? "must contain {id} exactly once" : "must not contain a parameter"}: "${text}"`,
    );
  }
  if (/[:*]/.test(path) || path.startsWith("/_emulator"))
    throw new RouteError(`${name}: the path "${path}" must not contain ":" or "*", or begin with /_emulator`);
  return { method: knownMethod, path };
}
