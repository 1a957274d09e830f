/**
 * Checks which assumed routes exist. Sends only GET and OPTIONS, and reads the allowed methods from the
 * response. Never sends PUT or DELETE, which would be a write if the id existed.
 */
import {
  placeToFill,
  routeText,
  routesCommand,
  routesWith,
  type Route,
  type RouteName,
  type RouteTable,
  type Session,
  type TransportResponse,
  isVoicecallError,
  TransportError,
} from "../../provider/facade.js";
import { counted, keyList } from "../../provider/base/quoted.js";
import { couldNotTell, forInformation, type Line, notReady, ready } from "./report.js";
import type { Ask } from "./service.js";

/** An id that probably does not exist. Even if it does, GET and OPTIONS change nothing. */
const unusedId = 2_147_483_647;

/** A path that does not exist. If OPTIONS lists methods even for it, OPTIONS proves nothing about routes. */
const unusedPath = "/user/voicecall-doctor";

export async function assumedRoutes(session: Session, ask: Ask): Promise<Line[]> {
  const { routes } = session.settings;
  const assumed = Object.entries<Route>(routes).filter(([, { basis }]) => basis === "assumed");
  const allowed = cachedByPath(ask);
  const found = await Promise.all(
    assumed.map(async ([name, route]): Promise<Line | Absent> => {
      const id = `route.${name}`;
      if (!route.available) return ready(id, 'absent: switched off by voicecall:routes ("none")');
      return route.method === "GET" ? listing(id, route, session) : advertised(id, route, routes, allowed);
    }),
  );
  const absent = assumed.filter((_, index) => "absent" in found[index]!);
  // Suggests one command for all absent routes, because each new value replaces the whole setting voicecall:routes.
  const places = Object.fromEntries(absent.map(([name, route]) => [name, placeToFill(route)]));
  const setting = routesCommand(routesWith(routes, places));
  const todo = `ask the service's operator for the route, and set it: ${setting}; if the service has no such route, set "none" instead`;
  return found.map((one) => ("absent" in one ? notReady(one.id, `absent: ${one.absent}`, todo) : one));
}

/** An assumed route that the service does not have. `absent` is the reason. */
interface Absent {
  id: string;
  absent: string;
}

async function listing(id: string, route: Route, { campaigns }: Session): Promise<Line | Absent> {
  try {
    const rows = await campaigns.rows();
    return ready(id, `present: ${routeText(route)}, ${counted(rows.length, "campaign")}`);
  } catch (error) {
    if (!isVoicecallError(error)) throw error;
    const { code, message } = error;
    if (code === "route-missing") return { id, absent: `${routeText(route)} returned 404 or 405` };
    if (code === "config") return notReady(id, message, "correct the base URL");
    return ["unreadable", "refused", "auth"].includes(code)
      ? notReady(
          id,
          message,
          'set the correct route in voicecall:routes, or "none" if the service has no such route',
        )
      : couldNotTell(id, message, "run again");
  }
}

/** The methods that a path allows. `isProven`: they come from a 405, which only an existing path returns. */
type Allowed = { methods: readonly string[]; isProven: boolean } | undefined;
type AllowedOn = (path: string, isDocumented: boolean) => Promise<Allowed>;

async function advertised(
  id: string,
  route: Route,
  routes: RouteTable,
  allowed: AllowedOn,
): Promise<Line | Absent> {
  const documented = Object.values(routes)
    .filter(({ basis, path }) => basis === "documented" && path === route.path)
    .map(({ method }) => method);
  const allowedMethods = await allowed(route.path, documented.includes("GET"));
  if (allowedMethods?.methods.includes(route.method))
    return ready(id, `present: ${routeText(route)} (reported by the service)`);
  // An unproven list proves that a route is absent only if the list has all documented methods of the path.
  const complete =
    allowedMethods?.isProven === true ||
    (documented.length > 0 && documented.every((method) => allowedMethods?.methods.includes(method)));
  if (allowedMethods && complete) {
    const methods = keyList(allowedMethods.methods, 20);
    return { id, absent: `the service allows ${methods} on ${route.path}, but not ${route.method}` };
  }
  return forInformation(
    couldNotTell(
      id,
      `unknown: ${routeText(route)} cannot be tried without changing something`,
      `the first request will show whether this route exists; if the error says that it is missing, set the correct route in voicecall:routes`,
    ),
  );
}

/** Checks each path once, because several routes share a path. */
function cachedByPath(ask: Ask): AllowedOn {
  const cached = new Map<string, Promise<Allowed>>();
  let control: Promise<boolean> | undefined;
  const isGeneric = () =>
    (control ??= send(ask, "OPTIONS", unusedPath).then((response) => methodsOf(response) !== undefined));
  const find = async (path: string, isDocumented: boolean): Promise<Allowed> => {
    const real = path.replace("{id}", String(unusedId));
    const offered = methodsOf(await send(ask, "OPTIONS", real));
    if (offered && !(await isGeneric())) return { methods: offered, isProven: false };
    // A documented GET exists, so it would never return 405.
    if (isDocumented) return undefined;
    const response = await send(ask, "GET", real);
    const methods = response?.status === 405 ? methodsOf(response) : undefined;
    return methods && { methods, isProven: true };
  };
  return (path, isDocumented) => {
    const known = cached.get(path) ?? find(path, isDocumented);
    cached.set(path, known);
    return known;
  };
}

async function send(
  ask: Ask,
  method: "GET" | "OPTIONS",
  path: string,
): Promise<TransportResponse | undefined> {
  try {
    return await ask(method, path);
  } catch (error) {
    if (error instanceof TransportError) return undefined;
    throw error;
  }
}

function methodsOf(response: TransportResponse | undefined): string[] | undefined {
  const allow = response?.headers["allow"];
  if (!response || allow === undefined || ![200, 204, 405].includes(response.status)) return undefined;
  return allow
    .split(",")
    .map((method) => method.trim().toUpperCase())
    .filter(Boolean);
}

/** Ids of the route checks, for a report in which these checks cannot run. */
export const routeIds = (routes: RouteTable): string[] =>
  (Object.keys(routes) as RouteName[])
    .filter((name) => routes[name].basis === "assumed")
    .map((name) => `route.${name}`);
