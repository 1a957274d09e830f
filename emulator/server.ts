/** The routes on a web framework: signing in, recording, faults, errors, and the answers of a path or method that is not there. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { plainMessage, Refusal, refused } from "./answers.js";
import { methods, type Method } from "./assumed-routes.js";
import { userOf, wantsJson } from "./auth.js";
import type { Effect, Exchange } from "./faults/kinds.js";
import type { SelectedFaults } from "./faults/faults.js";
import { masked, type RecordedRequest } from "./recorder.js";
import { allRoutes } from "./routes/all.js";
import { controlRoutes, type Control } from "./routes/control.js";
import type { Answer, Body, Call, Route } from "./service.js";
import { emptyObjectsAsArrays, tidied } from "./text-mode.js";

declare module "fastify" {
  interface FastifyRequest {
    recorded: RecordedRequest | null;
    faults: SelectedFaults | null;
    dropped: string[];
  }
  interface FastifyContextConfig {
    failure?: string;
  }
}

const loginPage =
  "<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>";

/** `written` is called after each request that may have changed the state, before its answer goes out. */
export function buildServer(control: Control, written: () => void): FastifyInstance {
  const { service } = control;
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 10 * 1024 * 1024, exposeHeadRoutes: true });
  app.decorateRequest("recorded", null);
  app.decorateRequest("faults", null);
  app.decorateRequest("dropped");
  acceptJson(app);
  addHooks(app, control, written);
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Refusal) return send(reply, error.answer, service.settings.tidyText);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.status(error.statusCode).send({ message: error.message });
    }
    service.settings.log(error.stack ?? error.message);
    return reply.status(500).send({ message: request.routeOptions.config.failure ?? plainMessage(500) });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({ message: `The route ${pathOf(request).slice(1)} could not be found.` }),
  );
  app.get("/login", (_, reply) => reply.type("text/html; charset=utf-8").send(loginPage));
  controlRoutes(app, control);
  addRoutes(app, allRoutes(service), control);
  return app;
}

function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("remove", "remove");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // A DELETE that carries a content type and no body is no error to a web framework.
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
}

function addHooks(app: FastifyInstance, { service, recorder, faults }: Control, written: () => void): void {
  const exchangeOf = (request: FastifyRequest, answer?: string): Exchange => ({
    failure: request.routeOptions.config.failure,
    answer,
    dropped: request.dropped,
    now: () => service.settings.clock.now(),
    sleep: (ms) => service.settings.clock.sleep(ms),
  });

  app.addHook("onRequest", (request, _, done) => {
    request.dropped = [];
    const path = pathOf(request);
    if (!isControl(request)) {
      request.recorded = recorder.begin(
        request.method,
        path,
        { ...(request.query as object) },
        request.headers,
      );
      request.faults = faults.select(request.method, path);
    }
    done();
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.recorded) request.recorded.body = masked(request.body);
    const effect = await request.faults?.strike("before", exchangeOf(request));
    if (!effect) return undefined;
    // What struck before is not struck again on its way out.
    request.faults = null;
    if ("cut" in effect) return cut(request, reply);
    return reply.status(effect.status).headers(effect.headers).send(effect.text);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    if (request.method !== "GET" && request.method !== "HEAD") written();
    let sent = payload;
    const answer = typeof payload === "string" ? payload : undefined;
    const effect: Effect = await request.faults?.strike("after", exchangeOf(request, answer));
    if (effect && "cut" in effect) return (cut(request, reply), payload);
    if (effect) {
      reply.status(effect.status).headers(effect.headers).removeHeader("content-length");
      sent = effect.text;
    }
    if (request.recorded) request.recorded.status = reply.statusCode;
    return sent;
  });
}

function addRoutes(app: FastifyInstance, routes: Route[], { service }: Control): void {
  const { settings, state } = service;
  const offered = new Map<string, Method[]>();
  for (const route of routes) {
    offered.set(route.path, [...(offered.get(route.path) ?? []), route.method]);
    app.route({
      method: route.method,
      url: route.path.replace("{id}", ":id"),
      config: route.failure === undefined ? {} : { failure: route.failure },
      handler: (request, reply) => {
        const user = userOf(request.headers.authorization, state);
        if (!user) return unauthenticated(request, reply);
        if (settings.strict && route.requiresJsonHeaders === true) demandJsonHeaders(request);
        const { id } = request.params as { id?: string };
        const body = settings.tidyText ? tidied(request.body) : request.body;
        const call: Call = {
          user,
          id: /^\d{1,15}$/.test(id ?? "") ? Number(id) : Number.NaN,
          query: request.query as Record<string, unknown>,
          body: typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {},
          dropped: request.dropped,
        };
        return send(reply, route.handle(call), settings.tidyText);
      },
    });
  }
  for (const [path, there] of offered) {
    const allow = there.includes("GET") ? ["HEAD", ...there] : there;
    app.route({
      method: methods.filter((method) => !there.includes(method)),
      url: path.replace("{id}", ":id"),
      handler: (request) => {
        const message = `The ${request.method} method is not supported for route ${pathOf(request).slice(1)}. Supported methods: ${allow.join(", ")}.`;
        throw new Refusal(405, { message }, { allow: allow.join(", ") });
      },
    });
  }
}

function send(reply: FastifyReply, answer: Answer, tidy: boolean): FastifyReply {
  const body = tidy ? emptyObjectsAsArrays(answer.body) : answer.body;
  return reply
    .status(answer.status)
    .headers(answer.headers ?? {})
    .type("application/json")
    .send(JSON.stringify(body));
}

function unauthenticated(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsJson(request.headers.accept)) return reply.status(401).send({ message: plainMessage(401) });
  return reply.status(302).header("location", "/login").type("text/html; charset=utf-8").send(loginPage);
}

function demandJsonHeaders({ headers }: FastifyRequest): void {
  if (wantsJson(headers.accept) && wantsJson(headers["content-type"])) return;
  throw refused(400, "The headers Accept and Content-Type are required, both application/json.");
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? request.url;
}

function isControl(request: FastifyRequest): boolean {
  return pathOf(request).startsWith("/_emulator");
}
