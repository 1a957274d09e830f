/** What happens to every request around its processing: it is recorded, and faults strike it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "./answers.js";
import { tokenOf } from "./auth.js";
import type { Effect, Exchange } from "./faults/exchange.js";
import type { SelectedFaults } from "./faults/faults.js";
import type { RecordedRequest } from "./recorder.js";
import type { Control } from "./routes/control.js";
import type { Answer, Service } from "./service.js";
import { foreignHeader } from "./this-machine.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Null on control routes. */
    recorded: RecordedRequest | null;
    /** Null on control routes. */
    faults: SelectedFaults | null;
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    failure?: string;
  }
}

/** `written` is called after each request that may have changed the state, before its answer goes out. */
export function addHooks(app: FastifyInstance, control: Control, written: () => void): void {
  const { service, recorder, faults, listener } = control;
  app.decorateRequest("recorded", null);
  app.decorateRequest("faults", null);
  app.decorateRequest("exchange");

  app.addHook("onRequest", async (request, reply) => {
    request.exchange = exchangeOf(request, service);
    // A request on a connection that was kept, sent while the port was being closed.
    if (listener.refusing) return cut(request, reply);
    const foreign = foreignHeader(request.headers, service.settings.host);
    if (foreign !== undefined) return reply.status(403).send({ message: foreign });
    const path = pathOf(request);
    if (path.startsWith("/_emulator")) return undefined;
    const query = { ...(request.query as object) };
    request.recorded = recorder.begin(request.method, path, query, request.headers);
    request.faults = faults.select(request.method, path);
    return apply(await request.faults.strike("arrival", request.exchange), request, reply);
  });

  app.addHook("preHandler", async (request, reply) => {
    if (request.recorded) recorder.carried(request.recorded, request.body);
    return apply(await request.faults?.strike("before", request.exchange), request, reply);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const { exchange } = request;
    if (request.method !== "GET" && request.method !== "HEAD") written();
    const answer = typeof payload === "string" ? payload : undefined;
    exchange.answer = answer;
    const effect: Effect = await request.faults?.strike("after", exchange);
    if (effect && "cut" in effect) return (cut(request, reply), payload);
    const rewritten = effect?.body ?? exchange.answer;
    reply.headers(exchange.headers);
    if (rewritten !== answer) reply.removeHeader("content-length");
    if (effect?.status !== undefined) reply.status(effect.status);
    reply.headers(effect?.headers ?? {});
    if (listener.refusing) reply.header("connection", "close");
    if (request.recorded) request.recorded.status = reply.statusCode;
    return rewritten ?? payload;
  });
}

/** Processes a request; when a fault strikes during it, what it changed is undone. Undefined: the fault has replied. */
export async function processed(
  request: FastifyRequest,
  reply: FastifyReply,
  { state }: Service,
  handle: () => Answer,
): Promise<Answer | undefined> {
  if (request.faults?.strikesAt("during") !== true) return handle();
  const before = structuredClone(state);
  try {
    handle();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  } finally {
    // As with a transaction: an id that was given out is not given out again.
    Object.assign(state, before, { lastIds: state.lastIds });
  }
  apply(await request.faults.strike("during", request.exchange), request, reply);
  return undefined;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split("?", 1)[0] ?? request.url;
}

function exchangeOf(request: FastifyRequest, { settings }: Service): Exchange {
  return {
    token: tokenOf(request.headers.authorization),
    failure: request.routeOptions.config.failure,
    answer: undefined,
    headers: {},
    bends: { dropped: [], listLag: settings.listLag },
    now: () => settings.clock.now(),
    sleep: (ms) => settings.clock.sleep(ms),
  };
}

function apply(effect: Effect, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
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
