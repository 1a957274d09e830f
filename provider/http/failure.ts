import { type Route, otherPlace, placeToFill, routeText, routesCommand, routesWith } from "./routes.js";
import type { Settings } from "./settings.js";
import { type ErrorCode, type ErrorDetails, VoicecallError } from "../base/errors.js";
import { type Content, isOfProxy } from "./answer.js";
import type { Redirect } from "./redirect.js";
import type { TransportResponse } from "./transport.js";
import type { TransportError } from "./transport-error.js";
import { NOT_THE_API, remedies } from "./statuses.js";
import { longestOutage } from "./retry.js";
import { mask } from "./shown-text.js";
import { quoted } from "../base/quoted.js";
import { isObject, messageOf, serviceWords, type ServiceWords, withoutPeriod } from "../base/wording.js";

const DOUBT = "The service may or may not have processed the request.";

/** A refresh and a destroy use the configuration and the accounts that the last update recorded. */
const REPLAYED = ". Once corrected, run `pulumi up` before any refresh";

const RESOLVE = "Resolve the reported problem and run again";

/** What a request is for: one operation, or several operations that wait for the same read. */
export type About = Pick<ErrorDetails, "operation" | "request">;

/** The context that all failures of one request share. */
export interface Attempted {
  /** The start of every error of the request. */
  about: About;
  route: Route;
  settings: Settings;
  /** Masks all but known words in text from the service. */
  conceal: (text: string) => string;
  sentBytes: number;
  /** Where a redirect with this header `Location` leads. */
  redirect: (location: string | undefined) => Redirect;
  /** Whether the service may have processed this request, in this attempt or an earlier one. */
  maybeProcessed: boolean;
  /** Whether the service may have processed this request in an earlier attempt. */
  inDoubtBefore: boolean;
  /** Whether the service answered before, and then could not be reached for longer than requests wait. */
  isOutage: boolean;
}

/** Nothing for a shared read: its response may repeat private values of any object in the account. */
const wordsOf = ({ about, conceal }: Attempted, body: unknown): ServiceWords =>
  about.request === undefined ? serviceWords(body, conceal) : { message: "", fields: [] };

/** The error for an unsuccessful response: a status other than 2xx, or HTML instead of JSON. */
export function refusal(attempted: Attempted, response: TransportResponse, content: Content): VoicecallError {
  const { route, settings } = attempted;
  const { status, headers, proxy } = response;
  const failed = (code: ErrorCode, what: string, remedy: string) =>
    failure(attempted, code, what, remedy, status);
  const notSignedIn = (what: string) =>
    failed(
      "auth",
      what,
      `Check the token (from ${settings.tokenSource}) and the base URL ${settings.baseUrl} (from ${settings.baseUrlSource})${settings.tokenPlace === "environment" ? "" : REPLAYED}`,
    );
  const words = wordsOf(attempted, content.value);
  const statusAndMessage = `${status}${words.message === "" ? "" : `: ${withoutPeriod(words.message)}`}`;
  if (isOfProxy(response))
    return failed(
      "network",
      `the proxy ${proxy} or the service ${status < 500 ? "rejected the request" : "failed"} (${status})`,
      `Check the proxy's password, and that it allows and reaches ${settings.baseUrl}, or run again later`,
    );
  if (status === 429)
    return failed(
      "rate-limited",
      `the service is limiting requests (${statusAndMessage})`,
      `Run again later, or lower voicecall:maxInFlight (now ${settings.maxInFlight})`,
    );
  const [says, remedy] = remedies(attempted.sentBytes, settings)[status] ?? [];
  if (remedy) return failed(status < 500 ? "refused" : "server", `${says} (${statusAndMessage})`, remedy);
  if (status >= 500 && !NOT_THE_API.has(status))
    return failed("server", `the service failed (${statusAndMessage})`, "Run again later");
  if (status === 401) return notSignedIn(`the service did not accept the access token (${statusAndMessage})`);
  if (status >= 300 && status < 400) {
    const redirect = attempted.redirect(headers["location"]);
    // Only a redirect to a sign-in page says something about the token.
    if (redirect.to === "sign-in")
      return notSignedIn(`the service returned a redirect (${status}) to a sign-in page`);
    const { what, baseUrl } = redirected(redirect, status);
    const now = `(now ${settings.baseUrl}, from ${settings.baseUrlSource})`;
    return failed("config", what, `Set the base URL to ${baseUrl} ${now}`);
  }
  if (status === 407) return failed("network", "a proxy rejected the request (407)", "Check HTTPS_PROXY");
  const isMissing = status === 404 || status === 405;
  // Checked before HTML, because a proxy may send a 404 or 405 as HTML. `checkingBaseUrl` then tells a wrong
  // base URL from a missing route.
  if (route.basis === "assumed" && isMissing) return routeMissing(attempted, status, statusAndMessage);
  const maybeSignIn = status < 300 || status === 403 || (status === 404 && !route.alternative);
  if (content.kind === "html" && maybeSignIn)
    return notSignedIn(
      `${proxy === undefined ? "the service returned an HTML page" : `the service or proxy ${proxy} returned HTML`} (${status}) instead of JSON`,
    );
  if (status === 403 && content.kind !== "json")
    return notSignedIn(`the service, or a proxy in front of it, rejected the request (${status})`);
  if (status === 404 || NOT_THE_API.has(status))
    return status === 404 && isAboutRecord(route, content)
      ? failed(
          "not-found",
          `the service reports that the object does not exist (${statusAndMessage})`,
          `Check the id and the account${otherPlace(route) ? `. ${tryAnotherRoute(attempted)}` : ""}`,
        )
      : failed(
          "config",
          `the base URL or the route is wrong: ${routeText(route)} returned ${statusAndMessage}`,
          `Check the base URL ${settings.baseUrl} (from ${settings.baseUrlSource}). ${tryAnotherRoute(attempted)}`,
        );
  const fields = words.fields.map((line) => `\n  ${line}`).join("");
  const what = `the service rejected the request (${statusAndMessage})`;
  const error = failed(
    "refused",
    fields === "" ? what : `${what}:${fields}`,
    remedyOf(attempted, status, words),
  );
  const errors = isObject(content.value) ? content.value["errors"] : undefined;
  // A function instead of a list, because the service's field names may contain a secret.
  return isObject(errors) ? error.with({ rejects: (field) => Object.hasOwn(errors, field) }) : error;
}

/** What a redirect that leads to no sign-in page says about the base URL, and the right one. */
function redirected(redirect: Redirect, status: number): { what: string; baseUrl: string } {
  const api = "the service's API";
  switch (redirect.to) {
    case "base-url":
      return {
        what: `the service redirects to ${redirect.baseUrl} (${status})`,
        baseUrl: redirect.baseUrl,
      };
    case "folder":
      return {
        what: `the server redirects to the same address with a slash (${status}), as for a folder`,
        baseUrl: api,
      };
    case "other-host":
      return { what: `the service redirects to another host (${status})`, baseUrl: `the host of ${api}` };
    default:
      return { what: `the service returned a redirect (${status}) instead of JSON`, baseUrl: api };
  }
}

/** The error for a successful response that is not JSON, such as JSON after a warning of PHP. */
export function notJson(attempted: Attempted, { status, body }: TransportResponse): VoicecallError {
  const beginning = attempted.about.request === undefined ? attempted.conceal(body.slice(0, FIRST)) : "";
  const isTelling = /\w/.test(beginning.replaceAll(mask, ""));
  const shown = !isTelling ? "" : `; it begins with ${quoted(beginning.trim())}`;
  return unreadable(attempted, `the response (${status}) is not JSON${shown}`, status);
}

/** Characters. */
const FIRST = 100;

function routeMissing(attempted: Attempted, status: number, statusAndMessage: string): VoicecallError {
  const { route } = attempted;
  const differs = route.path.includes("{id}")
    ? "The record may be gone, or the route differs"
    : "The route may differ";
  const setRoute = `Set its method and path, or "none": ${routeSetting(attempted, placeToFill(route))}`;
  return failure(
    attempted,
    "route-missing",
    `${routeText(route)} returned ${statusAndMessage}`,
    `${differs} (${route.spec}). ${setRoute}`,
    status,
  ).with({ setRoute: `${setRoute}.` });
}

/**
 * A 404 about the record, or an empty 404 to a delete, means that the object was not found. Any other 404 means a
 * wrong base URL or route. The specification does not show the body of a 404 for a delete (spec 7).
 */
function isAboutRecord({ method, path }: Route, content: Content): boolean {
  const isListing = method === "GET" && !path.includes("{id}");
  const isAnswer = isObject(content.value) || (content.kind === "empty" && method === "DELETE");
  return !isListing && isAnswer && !deniesRoute(404, content);
}

/** Whether the service itself says that it has no such route, so that it has processed nothing. */
export function deniesRoute(status: number, { value }: Content): boolean {
  const message = messageOf(value);
  if (status === 405) return /\bmethod is not supported for\b/i.test(message);
  const denial = /\broute\b.*\bnot\b.*\bfound\b|^cannot (get|post|put|patch|delete) /i;
  return status === 404 && denial.test(message);
}

function tryAnotherRoute(attempted: Attempted): string {
  const other = otherPlace(attempted.route);
  const orNone = attempted.route.optional
    ? '. Without such a route, set "none", and use ids instead of names'
    : "";
  return other
    ? `Some services have ${routeText(other)} instead; if yours does, ${attempted.settings.isOfAccount ? "" : "run: "}${routeSetting(attempted, routeText(other))}`
    : `If the route differs, set its method and path: ${routeSetting(attempted, placeToFill(attempted.route))}${orNone}`;
}

/** How to set the route. The `routes` of an Account replace those of the stack, so the stack's setting may not help. */
function routeSetting({ route, settings }: Attempted, place: string): string {
  const named = Object.entries(settings.routes).filter(([, one]) => one === route);
  const value = routesWith(settings.routes, Object.fromEntries(named.map(([name]) => [name, place])));
  return settings.isOfAccount ? `give the Account the argument routes: ${value}` : routesCommand(value);
}

/**
 * A 422 that names fields is about the values that were sent. A 422 without fields may be about a limit of the plan
 * (docs/assumptions.md: tools). A 403 may be about the token or about the account's plan.
 */
function remedyOf(
  { route, settings: { tokenSource } }: Attempted,
  status: number,
  { fields }: ServiceWords,
): string {
  const sendsValues = route.method !== "GET" && route.method !== "DELETE";
  if (status === 422 && sendsValues && fields.length > 0) return "Correct the rejected values and run again";
  if (status === 403)
    return `Check that the account's plan and the token (from ${tokenSource}) allow this request`;
  return RESOLVE;
}

/**
 * The error for a 2xx status with `success: false`. This attempt had no effect, but an earlier attempt with a
 * lost response may have had one.
 */
export function unsuccessful(attempted: Attempted, status: number, body: unknown): VoicecallError {
  const { message } = wordsOf(attempted, body);
  const words = message === "" ? "" : ` The service said: ${withoutPeriod(message)}.`;
  const remedy = message === "" ? "Run again later." : `${RESOLVE}.`;
  const lost = attempted.inDoubtBefore && attempted.route.method !== "GET";
  return new VoicecallError("refused", `the service returned ${status} but did not report success.${words}`, {
    ...attempted.about,
    ...(lost && { doubt: DOUBT }),
    remedy,
    status,
    lost,
  });
}

/** The error for an attempt without a complete response. */
export function connectionFailure(attempted: Attempted, error: TransportError): VoicecallError {
  const { settings } = attempted;
  if (error.kind === "too-large") return unreadable(attempted, error.message);
  if (error.kind === "withheld") return failure(attempted, "network", error.message, "Run again");
  const where = `Check the base URL ${settings.baseUrl} (from ${settings.baseUrlSource}) and the connection`;
  const remedy =
    error.remedy ??
    (attempted.maybeProcessed
      ? `Check the connection and run again${error.kind === "timeout" ? `, or raise voicecall:timeout (now ${settings.timeout / 1000} s)` : ""}`
      : `Nothing was changed. ${attempted.isOutage ? "Run again when the service can be reached" : where}`);
  const since = attempted.isOutage ? `, for ${longestOutage / 1000} seconds or more` : "";
  return failure(attempted, "network", `${error.message}${since}`, remedy);
}

/** The error for a response that is too large, or that is successful but has unusable content. */
export function unreadable(attempted: Attempted, what: string, status?: number): VoicecallError {
  const remedy = `Check that ${attempted.settings.baseUrl} (from ${attempted.settings.baseUrlSource}) is the service's API`;
  return failure(attempted, "unreadable", what, remedy, status);
}

function failure(
  attempted: Attempted,
  code: ErrorCode,
  what: string,
  remedy: string,
  status?: number,
): VoicecallError {
  const lost = attempted.maybeProcessed && attempted.route.method !== "GET";
  return new VoicecallError(code, what.includes("\n") ? what : `${what}.`, {
    ...attempted.about,
    ...(lost && { doubt: DOUBT }),
    remedy: `${remedy}.`,
    status,
    lost,
  });
}
