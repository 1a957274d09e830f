import type { z } from "zod";
import type { Clock } from "../base/clock.js";
import type { Engine } from "./engine.js";
import { type Route, type RouteName, otherPlace } from "./routes.js";
import type { Settings } from "./settings.js";
import { contentOf, outcomeOf, parseBody } from "./answer.js";
import { type ErrorCode, VoicecallError } from "../base/errors.js";
import {
  connectionFailure,
  deniesRoute,
  notJson,
  refusal,
  unreadable,
  unsuccessful,
  type About,
  type Attempted,
} from "./failure.js";
import { Gate } from "./gate.js";
import type { RateLimitReport } from "./pace.js";
import { fillPath, queryText } from "./path.js";
import type { Cut } from "./records-cutter.js";
import { redirectTo } from "./redirect.js";
import { Secrets, showing } from "./shown-text.js";
import { decide, delay, isRepeatable, Outage, surelyNotProcessed, type Outcome } from "./retry.js";
import {
  createTransport,
  type Transport,
  type TransportResponse,
  type TransportRequest,
} from "./transport.js";
import { TransportError } from "./transport-error.js";
import { asFlag } from "../base/spellings.js";
import { isObject, textsIn } from "../base/wording.js";

export interface Call<T> {
  route: RouteName;
  /** Values for the placeholders in the route's path. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** The schema of a successful response. An empty body counts as `{}`. */
  schema: z.ZodType<T>;
  /** The operation and its resource, such as `create Assistant "Support"`. Errors start with this text. */
  purpose: string;
  /** Set if several operations may wait for this request. Then `purpose` is the request, and names no resource. */
  isShared?: true;
  /**
   * Never retried, even if the service has certainly not processed the request. The user decides whether to try
   * again.
   */
  once?: true;
  /** Whether sending the request again changes nothing, if its method does not tell. */
  isIdempotent?: boolean;
  /** Set if the response is a listing: receives each record, and returns what is kept of it. */
  cut?: Cut;
}

export interface Client {
  readonly settings: Settings;
  /**
   * Sends one request, with retries. Throws VoicecallError, with `lost` set if the service may have processed
   * a write.
   */
  request<T>(call: Call<T>): Promise<T>;
  /** What a message or an output may contain of a text of the service. */
  shown(text: string, purpose: string): string;
}

export interface ClosableClient extends Client {
  /** Closes idle connections. Calling it is optional, because they do not keep the process alive. */
  close(): Promise<void>;
}

export interface ClientDeps {
  clock: Clock;
  /** Default: HTTP. */
  transport?: Transport | undefined;
  /** Names of the service's fields, which its messages may contain. */
  fieldNames?: readonly string[];
  /** Default: only the token is masked. */
  secrets?: Secrets;
  /** Set only in a provider host. */
  engine?: Engine | undefined;
  /** Receives the lines of `voicecall:debug`, and one for each long pause. */
  log?: (line: string) => void;
}

/** Milliseconds. A shorter pause is not worth a line. */
const LONG_PAUSE = 5_000;

type Attempt = { readonly outcome: Outcome } & (
  { response: TransportResponse; error?: never } | { error: TransportError; response?: never }
);

export function createClient(settings: Settings, deps: ClientDeps): ClosableClient {
  const { clock, engine, fieldNames = [], secrets = new Secrets() } = deps;
  secrets.note([settings.accessToken]);
  const transport =
    deps.transport ?? createTransport({ connections: settings.maxInFlight, timeout: settings.timeout });
  const gate = new Gate(settings.maxInFlight, clock, (wait) => {
    const seconds = Math.ceil(wait / 1000);
    if (wait >= LONG_PAUSE) deps.log?.(`The service limits requests: waiting ${seconds} seconds.`);
  });

  const outage = new Outage((line) => deps.log?.(line));

  /** The places that the service has answered at, of routes with two documented places. */
  const found = new Map<RouteName, Route>();

  async function request<T>(call: Call<T>): Promise<T> {
    const route = found.get(call.route) ?? usableRoute(settings, call);
    const { attempted, result } = await sent(call, route);
    const other = isDenied(attempted, result) ? otherPlace(route) : undefined;
    if (!other) return concluded(call, attempted, result);
    const second = await sent(call, other);
    // If it has neither place, the error is about the first.
    if (isDenied(second.attempted, second.result)) return concluded(call, attempted, result);
    found.set(call.route, other);
    return concluded(call, second.attempted, second.result);
  }

  /** Sends the request, with retries. */
  async function sent(call: Call<unknown>, route: Route): Promise<{ attempted: Attempted; result: Attempt }> {
    const wire = wireRequest(settings, route, call);
    const names = [call.purpose, ...fieldNames, ...keysIn(call.body)];
    const conceal = showing({ names, private: textsIn(call.body), secrets });
    const attempted: Attempted = {
      about: aboutOf(call),
      route,
      settings,
      conceal,
      sentBytes: Buffer.byteLength(wire.body ?? ""),
      redirect: (location) => {
        const path = fillPath(route.path, call.params ?? {}, call.purpose);
        return redirectTo({ url: wire.url, path, location }, secrets);
      },
      maybeProcessed: false,
      inDoubtBefore: false,
      isOutage: false,
    };
    const again = call.isIdempotent ?? isRepeatable(route.method);

    for (let attempt = 1; ; attempt += 1) {
      const random = clock.random();
      // The service limits the whole account, so a 429 delays other requests too, even if this request is not
      // retried.
      const result = await gate.pass(
        (hasWaited) => once(wire, attempt, hasWaited || attempt > 1),
        (reply) => rateLimitReportOf(reply, () => delay(attempt, reply.outcome, random, clock.now())),
        attempt > 1,
      );
      const { outcome } = result;
      attempted.inDoubtBefore = attempted.maybeProcessed;
      attempted.maybeProcessed = stillInDoubt(attempted.maybeProcessed, outcome);
      if (call.once) return { attempted, result };
      const now = clock.now();
      const outageEnd = outage.endAfter(attempt, outcome, now);
      attempted.isOutage = outageEnd > 0;
      const decision = decide(attempt, again, outcome, random, now, outageEnd);
      if (!decision.retry) return { attempted, result };
      if (!isLimited(outcome)) await clock.sleep(decision.delayMs);
    }
  }

  async function once(wire: TransportRequest, attempt: number, hasWaited: boolean): Promise<Attempt> {
    const startedAt = clock.now();
    const send = (): Promise<TransportResponse> => transport.send(wire);
    const result = await attemptOf(engine ? () => engine.send(wire.method !== "GET", hasWaited, send) : send);
    if (settings.debug && deps.log !== undefined) {
      const outcome = result.response ? result.response.status : result.error.message;
      const path = wire.url.slice(settings.baseUrl.length);
      deps.log(
        secrets.hide(
          `${wire.method} ${path} → ${outcome}, ${clock.now() - startedAt} ms, attempt ${attempt}`,
        ),
      );
    }
    return result;
  }

  return {
    settings,
    request,
    shown: (text, purpose) => showing({ names: [purpose], secrets })(text),
    close: async () => {
      await transport.close?.();
    },
  };
}

/** Whether the service has no such route, and has surely processed nothing. */
const isDenied = ({ maybeProcessed }: Attempted, { response }: Attempt): boolean =>
  !maybeProcessed && response !== undefined && deniesRoute(response.status, contentOf(response));

/** All keys in a request body, at any depth. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return isObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)] : [];
}

const aboutOf = ({ purpose, isShared }: Call<unknown>): About =>
  isShared ? { request: purpose } : { operation: purpose };

function usableRoute(settings: Settings, call: Call<unknown>): Route {
  const route = settings.routes[call.route];
  const unusable = (code: ErrorCode, what: string) => new VoicecallError(code, what, aboutOf(call));
  if (!route.available)
    throw unusable(
      "unsupported",
      `the setting voicecall:routes says that the service does not have the route "${call.route}" ("none"). Nothing was sent. If the service has the route, correct the setting.`,
    );
  if (settings.baseUrl === "")
    throw unusable("config", `no base URL is set. To set it, ${settings.baseUrlSource}.`);
  if (settings.accessToken === undefined)
    throw unusable("config", `no access token is set. To set it, ${settings.tokenSource}.`);
  return route;
}

function wireRequest(settings: Settings, route: Route, call: Call<unknown>): TransportRequest {
  const path = fillPath(route.path, call.params ?? {}, call.purpose);
  return {
    method: route.method,
    url: settings.baseUrl + path + queryText(call.query ?? {}),
    headers: {
      // Some routes require `accept` and `content-type` (spec 5). Without `accept`, the service may redirect
      // a request with a wrong token to a login page (docs/assumptions.md).
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${settings.accessToken}`,
      "user-agent": "pulumi-voicecall",
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    timeout: settings.timeout,
    ...(call.cut && { cut: call.cut }),
  };
}

async function attemptOf(send: () => Promise<TransportResponse>): Promise<Attempt> {
  try {
    const response = await send();
    return { response, outcome: outcomeOf(response) };
  } catch (error) {
    if (error instanceof TransportError) return { error, outcome: error };
    throw error;
  }
}

const isLimited = (outcome: Outcome): boolean => outcome.kind === "response" && outcome.status === 429;

function rateLimitReportOf({ response, outcome }: Attempt, pause: () => number): RateLimitReport | undefined {
  if (response === undefined) return undefined;
  const remaining = response.headers["x-ratelimit-remaining"]?.trim() ?? "";
  return {
    ...(isLimited(outcome) && { limitedFor: pause() }),
    ...(/^\d{1,9}$/.test(remaining) && { remaining: Number(remaining) }),
  };
}

/** Statuses of an invalid request: the service must have rejected its earlier attempts too. */
const INVALID = [400, 422];

/** Whether the service may have processed one of the attempts. */
function stillInDoubt(before: boolean, outcome: Outcome): boolean {
  if (!surelyNotProcessed(outcome)) return true;
  return before && (outcome.kind !== "response" || !INVALID.includes(outcome.status));
}

function concluded<T>(call: Call<T>, attempted: Attempted, result: Attempt): T {
  if (result.error !== undefined) throw connectionFailure(attempted, result.error);
  const { status } = result.response;
  const content = contentOf(result.response);
  if (status < 200 || status > 299 || content.kind === "html")
    throw refusal(attempted, result.response, content);
  if (content.kind === "other") throw notJson(attempted, result.response);
  if (isObject(content.value) && asFlag(content.value["success"]) === false)
    throw unsuccessful(attempted, status, content.value);
  const parsed = parseBody(call.schema, content.kind === "empty" ? {} : content.value);
  if (parsed.ok) return parsed.value;
  const mismatches = parsed.mismatches.map(attempted.conceal).join("; ");
  throw unreadable(
    attempted,
    `the response (${status}) does not have the expected form (${mismatches})`,
    status,
  );
}
