/** The web server: authentication, errors, and the responses for unknown paths and methods. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { plainMessage, HttpError, httpError } from "./http-error.js";
import { methods, type Method } from "./assumed-routes.js";
import { userOf, wantsJson } from "./auth.js";
import { addHooks, pathOf, processRequest } from "./request-hooks.js";
import { allRoutes } from "./routes/all.js";
import { controlRoutes, type Control } from "./routes/control.js";
import type { RouteResponse, Body, Call, Route, Service } from "./service.js";
import { emptyObjectsAsArrays, tidied } from "./text-mode.js";

const loginPage =
  "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";

/** Calls `onWrite` after each request that may have changed the state, before the response is sent. */
export function buildServer(control: Control, onWrite: () => void): FastifyInstance {
  const { service } = control;
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 10 * 1024 * 1024, exposeHeadRoutes: true });
  acceptJson(app);
  addHooks(app, control, onWrite);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof HttpError) return send(reply, error.response, service.settings.tidyText);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.status(error.statusCode).send({ message: error.message });
    }
    service.settings.log(error.stack ?? error.message);
    return reply.status(500).send({ message: request.routeOptions.config.failure ?? plainMessage(500) });
  });
  app.get("/login", (_, reply) => reply.type("text/html; charset=utf-8").send(loginPage));
  controlRoutes(app, control);
  addRoutes(app, allRoutes(service), service);
  return app;
}

function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Free-form objects may have any keys. The real service is not written in JavaScript, so `__proto__` is a normal key.
  const parse = app.getDefaultJsonParser("ignore", "ignore");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // Web frameworks accept a DELETE with a content type and no body.
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function addRoutes(app: FastifyInstance, routes: Route[], service: Service): void {
  const { settings, state } = service;
  const offered = new Map<string, Method[]>();
  for (const route of routes) {
    offered.set(route.path, [...(offered.get(route.path) ?? []), route.method]);
    app.route({
      method: route.method,
      url: route.path.replace("{id}", ":id"),
      config: route.failure === undefined ? {} : { failure: route.failure },
      handler: async (request, reply) => {
        const { exchange } = request;
        const user = userOf(exchange.token, state);
        if (!user) return unauthenticated(request, reply);
        if (settings.strict && route.requiresJsonHeaders === true) requireJsonHeaders(request);
        const { id } = request.params as { id?: string };
        const body = settings.tidyText ? tidied(request.body) : request.body;
        const call: Call = {
          user,
          id: /^\d{1,15}$/.test(id ?? "") ? Number(id) : Number.NaN,
          query: request.query as Record<string, unknown>,
          body: typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {},
          ...exchange.overrides,
        };
        const response = await processRequest(request, reply, service, () => route.handle(call));
        return response ? send(reply, response, settings.tidyText) : reply;
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const allowed = methods.some((method) => method === request.method)
      ? methodsAt(path, offered)
      : undefined;
    if (!allowed)
      return reply.status(404).send({ message: `The route ${path.slice(1)} could not be found.` });
    const allow = (allowed.includes("GET") ? ["HEAD", ...allowed] : allowed).join(", ");
    const message = `The ${request.method} method is not supported for route ${path.slice(1)}. Supported methods: ${allow}.`;
    throw new HttpError(405, { message }, { allow });
  });
}

/** The methods of a path. The router knows only pairs of method and path. */
function methodsAt(path: string, offered: ReadonlyMap<string, Method[]>): Method[] | undefined {
  const matches = (template: string): boolean =>
    new RegExp(`^${template.replace("{id}", "[^/]+")}$`).test(path);
  return offered.get(path) ?? [...offered].find(([template]) => matches(template))?.[1];
}

function send(reply: FastifyReply, response: RouteResponse, tidy: boolean): FastifyReply {
  const body = tidy ? emptyObjectsAsArrays(response.body) : response.body;
  return reply
    .status(response.status)
    .headers(response.headers ?? {})
    .type("application/json")
    .send(JSON.stringify(body));
}

function unauthenticated(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsJson(request.headers.accept)) return reply.status(401).send({ message: plainMessage(401) });
  return reply.status(302).header("location", "/login").type("text/html; charset=utf-8").send(loginPage);
}

function requireJsonHeaders({ headers }: FastifyRequest): void {
  if (wantsJson(headers.accept) && wantsJson(headers["content-type"])) return;
  throw httpError(400, "The headers Accept and Content-Type are required, both application/json.");
}
