/** Records requests, except those to control routes, and applies faults to them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "./base/http-error.js";
import { tokenOf } from "./base/auth.js";
import type { Effect, Exchange } from "./base/exchange.js";
import type { SelectedFaults } from "./faults/faults.js";
import type { RecordedRequest } from "./base/recorder.js";
import type { Control } from "./routes/control.js";
import type { Service } from "./base/service.js";
import { foreignHeader } from "./base/this-machine.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Null on control routes, and if the request is cut or rejected before it is recorded. */
    recorded: RecordedRequest | null;
    /** Null on control routes, and if the request is cut or rejected before faults are selected. */
    faults: SelectedFaults | null;
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    failure?: string;
  }
}

export function addHooks(app: FastifyInstance, control: Control): void {
  const { service, recorder, faults, listener, onWrite } = control;
  app.decorateRequest("recorded", null);
  app.decorateRequest("faults", null);
  app.decorateRequest("exchange");

  app.addHook("onRequest", async (request, reply) => {
    const { clock, listLag } = service.settings;
    const exchange: Exchange = {
      token: tokenOf(request.headers.authorization),
      failure: request.routeOptions.config.failure,
      responseBody: undefined,
      headers: {},
      overrides: { dropped: [], resets: false, listLag },
      clock,
    };
    request.exchange = exchange;
    // A keep-alive connection may still deliver a request after the port has closed.
    if (listener.refusing) return cut(request, reply);
    const foreign = foreignHeader(request.headers, service.settings.host);
    if (foreign !== undefined) return reply.status(403).send({ message: foreign });
    const path = pathOf(request);
    if (path.startsWith("/_emulator")) return undefined;
    const query = { ...(request.query as object) };
    request.recorded = recorder.begin(request.method, path, query, request.headers);
    if (service.settings.windowLimits) {
      const taken = service.limits.take("all", exchange.token ?? "", clock.now());
      Object.assign(exchange.headers, taken.headers);
      if (taken.rejection) return reply.status(429).send(taken.rejection);
    }
    request.faults = faults.select(request.method, path);
    return sendEffect(await request.faults.apply("arrival", exchange), request, reply);
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.recorded) recorder.addBody(request.recorded, request.body);
    return sendEffect(await request.faults?.apply("before", request.exchange), request, reply);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const { exchange } = request;
    if (request.method !== "GET" && request.method !== "HEAD") onWrite();
    const text = typeof payload === "string" ? payload : undefined;
    exchange.responseBody = text;
    const effect: Effect = await request.faults?.apply("after", exchange);
    // A fault may have changed the state.
    if (request.faults?.isEmpty === false) onWrite();
    if (effect && "cut" in effect) return (cut(request, reply), payload);
    const rewritten = effect?.body ?? exchange.responseBody;
    reply.headers(exchange.headers);
    if (rewritten !== text) reply.removeHeader("content-length");
    if (effect?.status !== undefined) reply.status(effect.status);
    reply.headers(effect?.headers ?? {});
    if (listener.refusing) reply.header("connection", "close");
    if (request.recorded) {
      request.recorded.status = reply.statusCode;
      service.settings.onResponse(request.recorded);
    }
    return rewritten ?? payload;
  });
}

/**
 * Processes a request. If a fault applies at the moment "during", undoes the request's changes and returns
 * undefined: the fault itself has sent a response or cut the connection.
 */
export async function processRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { state }: Service,
  handle: () => unknown,
): Promise<{ body: unknown } | undefined> {
  if (request.faults?.appliesAt("during") !== true) return { body: handle() };
  const before = structuredClone(state);
  try {
    handle();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  } finally {
    // Assigned ids are not reused, as after an aborted database transaction.
    Object.assign(state, before, { lastIds: state.lastIds });
  }
  sendEffect(await request.faults.apply("during", request.exchange), request, reply);
  return undefined;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? request.url;
}

function sendEffect(effect: Effect, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!effect) return undefined;
  if ("cut" in effect) return cut(request, reply);
  return reply
    .status(effect.status ?? 200)
    .headers(effect.headers ?? {})
    .send(effect.body);
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
