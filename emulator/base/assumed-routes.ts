export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

export interface Place {
  method: Method;
  /** `{id}` is a path parameter. */
  path: string;
}

export type PlaceText = `${Method} /${string}`;

/**
 * Routes that the specification does not show (docs/routes.md). The option `routes` can move or remove them.
 */
const assumed = {
  updateTool: "PUT /user/tools/{id}",
  deleteTool: "DELETE /user/tools/{id}",
  updateAssistant: "PUT /user/assistant/{id}",
  deleteLead: "DELETE /user/leads/{id}",
  listCampaigns: "GET /user/campaigns",
  createCampaign: "POST /user/campaign",
  createCampaignInPlural: "POST /user/campaigns",
  deleteCampaign: "DELETE /user/campaign/{id}",
} as const satisfies Record<string, PlaceText>;

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
 * The method and path of a route. For an assumed route, undefined if `moved` removes it, or, in strict mode, if
 * it is neither documented nor in `moved`.
 */
export function placeOf(
  at: PlaceText | AssumedRoute,
  moved: Partial<Record<AssumedRoute, string>>,
  strict: boolean,
): Place | undefined {
  const isAssumed = isAssumedRoute(at);
  const standard = isAssumed ? assumed[at] : at;
  const text = isAssumed ? moved[at] : undefined;
  if (text === "none") return undefined;
  if (text === undefined && isAssumed && strict && !documented.includes(at)) return undefined;
  return parsed(at, text ?? standard, standard.includes("{id}"));
}

function parsed(name: string, text: string, hasId: boolean): Place {
  const [method, path, ...rest] = text.trim().split(/\s+/);
  const knownMethod = methods.find((candidate) => candidate === method?.toUpperCase());
  if (!knownMethod || !path?.startsWith("/") || rest.length > 0) {
    throw new RouteError(`${name}: expected "METHOD /path" or "none", not "${text}"`);
  }
  const parameters = path.match(/\{[^}]*\}/g) ?? [];
  if (parameters.join() !== (hasId ? "{id}" : "")) {
    throw new RouteError(
      `${name}: the path ${hasId ? "must contain {id} exactly once" : "must not contain a parameter"}: "${text}"`,
    );
  }
  if (/[:*]/.test(path) || path.startsWith("/_emulator"))
    throw new RouteError(`${name}: the path "${path}" must not contain ":" or "*", or begin with /_emulator`);
  return { method: knownMethod, path };
}
