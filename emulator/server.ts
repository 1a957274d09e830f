/** The web server: authentication, errors, unknown paths and unknown methods. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { HttpError, httpError, loginPage, plainMessage } from "./base/http-error.js";
import { methods, type Method } from "./base/assumed-routes.js";
import { userOf, wantsJson } from "./base/auth.js";
import { addHooks, pathOf, processRequest } from "./request-hooks.js";
import { allRoutes, type PlacedRoute } from "./routes/all.js";
import { bodyOf, controlRoutes, type Control } from "./routes/control.js";
import type { OpenCall, Service } from "./base/service.js";
import type { Settings } from "./base/options.js";
import { inPhp } from "./base/dialect.js";
import { tidied, withoutEmpties, withUnknownKeys } from "./base/rewritten.js";

export function buildServer(control: Control): FastifyInstance {
  const { service } = control;
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 10 * 1024 * 1024,
    exposeHeadRoutes: true,
    // The documented base URL ends with /api.
    rewriteUrl: ({ url = "" }) => url.replace(/^\/api(?=\/(?!_emulator))/, ""),
  });
  acceptJson(app);
  addHooks(app, control);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof HttpError) return send(reply, error.status, error.body, service.settings);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.status(error.statusCode).send({ message: error.message });
    }
    service.settings.log(error.stack ?? error.message);
    return reply.status(500).send({ message: request.routeOptions.config.failure ?? plainMessage(500) });
  });
  app.get("/login", (_, reply) => reply.type("text/html; charset=utf-8").send(loginPage));
  controlRoutes(app, control);
  addRoutes(app, service);
  return app;
}

function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Free-form objects may have any key: `__proto__` is special only in JavaScript, which the real service
  // does not use.
  const parse = app.getDefaultJsonParser("ignore", "ignore");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // As in web frameworks, a DELETE may have a content type without a body.
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function addRoutes(app: FastifyInstance, service: Service): void {
  const { settings, state } = service;
  const routes = allRoutes(service);
  const notRouted = (request: FastifyRequest): never => {
    throw noRoute(
      request,
      routes.filter(({ form = settings.form }) => form === settings.form),
    );
  };
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path.replace("{id}", ":id"),
      config: route.failure === undefined ? {} : { failure: route.failure },
      handler: async (request, reply) => {
        if ((route.form ?? settings.form) !== settings.form) return notRouted(request);
        const call = openCall(request, service, route.path);
        let handle: () => unknown;
        if ("open" in route) handle = () => route.open(call);
        else {
          const user = userOf(request.exchange.token, state);
          if (!user) return unauthenticated(request, reply, settings);
          if (settings.strict && route.requiresJsonHeaders === true) requireJsonHeaders(request);
          handle = () => route.handle({ ...call, user });
        }
        const handled = await processRequest(request, reply, service, handle);
        return handled ? send(reply, route.status ?? 200, handled.body, settings) : reply;
      },
    });
  }
  app.setNotFoundHandler(notRouted);
}

function openCall(request: FastifyRequest, { settings, address }: Service, path: string): OpenCall {
  const { id: key = "" } = request.params as { id?: string };
  const isTidied = settings.tidyText || settings.dialect === "php";
  return {
    key,
    id: /^\d{1,15}$/.test(key) ? Number(key) : Number.NaN,
    url: `${address()}${path}`,
    query: request.query as Record<string, unknown>,
    body: bodyOf(isTidied ? { body: tidied(request.body) } : request),
    headers: request.exchange.headers,
    ...request.exchange.overrides,
  };
}

function noRoute(request: FastifyRequest, routes: PlacedRoute[]): HttpError {
  const path = pathOf(request);
  const known = methods.some((method) => method === request.method);
  const allowed = known ? methodsAt(path, routes) : [];
  if (allowed.length === 0) return httpError(404, `The route ${path.slice(1)} could not be found.`);
  const allow = (allowed.includes("GET") ? ["HEAD", ...allowed] : allowed).join(", ");
  request.exchange.headers["allow"] = allow;
  return httpError(
    405,
    `The ${request.method} method is not supported for route ${path.slice(1)}. Supported methods: ${allow}.`,
  );
}

/** The methods of a path. The router knows only pairs of method and path. */
function methodsAt(path: string, routes: PlacedRoute[]): Method[] {
  const matches = (template: string): boolean =>
    new RegExp(`^${template.replaceAll(/\{[^}]*\}/g, "[^/]+")}$`).test(path);
  const template = routes.some((route) => route.path === path)
    ? path
    : routes.find((route) => matches(route.path))?.path;
  return routes.filter((route) => route.path === template).map(({ method }) => method);
}

function send(reply: FastifyReply, status: number, body: unknown, settings: Settings): FastifyReply {
  const extended = settings.unknownKeys ? withUnknownKeys(body) : body;
  const tidy = settings.tidyText ? withoutEmpties(extended) : extended;
  const spelled = settings.dialect === "php" ? inPhp(tidy) : tidy;
  return reply.status(status).type("application/json").send(JSON.stringify(spelled));
}

function unauthenticated(request: FastifyRequest, reply: FastifyReply, settings: Settings): FastifyReply {
  if (wantsJson(request.headers.accept)) return send(reply, 401, { message: plainMessage(401) }, settings);
  return reply.status(302).header("location", "/login").type("text/html; charset=utf-8").send(loginPage);
}

function requireJsonHeaders({ headers }: FastifyRequest): void {
  if (wantsJson(headers.accept) && wantsJson(headers["content-type"])) return;
  throw httpError(400, "The headers Accept and Content-Type are required, both application/json.");
}
