import { z } from "zod";
import { kinds } from "../base/kind.js";
import { routes, withOverrides, type RouteTable } from "./routes.js";

/** A row of the table in docs/settings.md. */
export interface SettingRow {
  /** The key in stack configuration, without the namespace `voicecall:`. */
  key: string;
  doc: string;
  /** As text; empty if there is no default. */
  default: string;
  allowed: string;
  /** Whether the setting must be set with `--secret`. */
  secret?: boolean;
  /** The environment variable that can be used instead of stack configuration. */
  environment?: string;
  /** A regular expression for allowed values. With it, programs can detect a wrong value before the provider does. */
  pattern?: string;
}

/** A setting with a default. An environment variable is for one run, and takes precedence. */
export interface Policy<T> extends Omit<SettingRow, "key"> {
  /** Throws for a wrong value. The caller adds the source of the value. */
  parse: (text: string) => T;
}

function choice<const T extends string>(first: T, others: readonly T[], doc: string): Policy<T> {
  const values = [first, ...others];
  const parse = (text: string) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new RangeError("not one of the values");
    return found;
  };
  const allowed = values.map((value) => `\`${value}\``).join(", ");
  return { doc, default: first, allowed, pattern: `^(${values.join("|")})$`, parse };
}

function flag(doc: string): Policy<boolean> {
  const { parse, ...row } = choice("false", ["true"], doc);
  return { ...row, parse: (text) => parse(text) === "true" };
}

const DURATION = "^(\\d+(?:\\.\\d+)?)(s|ms)?$";

function duration(initial: string, least: number, most: number, doc: string): Policy<number> {
  const within = z.number().min(least).max(most);
  const parse = (text: string) => {
    const [, digits = "", unit] = new RegExp(DURATION).exec(text) ?? [];
    const milliseconds = unit === "ms" ? Number(digits) : Number(digits) * 1000;
    if (digits === "") throw new RangeError("not a duration");
    return within.parse(Math.round(milliseconds));
  };
  const allowed = `seconds such as \`10\` or \`10s\`, or \`500ms\`; from ${least} ms to ${most / 1000} s`;
  return { doc, default: initial, allowed, pattern: DURATION, parse };
}

function count(initial: string, most: number, doc: string): Policy<number> {
  const within = z.number().int().min(1).max(most);
  const pattern = "^\\d+$";
  const parse = (text: string) => {
    if (!new RegExp(pattern).test(text)) throw new RangeError("not a whole number");
    return within.parse(Number(text));
  };
  const allowed = `a whole number from 1 to ${most}`;
  return { doc, default: initial, allowed, pattern, parse };
}

/** The numbers and the prefixes that may be called, as declared; undefined: any. Anything malformed is refused. */
function callable(text: string): readonly string[] | undefined {
  if (text === "any") return undefined;
  const entries: unknown = text.startsWith("[") ? JSON.parse(text) : text.split(",").map((one) => one.trim());
  return z.array(z.string().regex(/^\+[1-9]\d{0,14}\*?$/)).parse(entries);
}

/** The kinds that must not be deleted. A CampaignState is no object of the service. */
function undeletable(text: string): ReadonlySet<string> {
  const objects = kinds.filter((kind) => kind !== "CampaignState");
  if (text === "fail") return new Set(objects);
  const named = text === "allow" ? [] : text.split(",").map((one) => one.trim());
  return new Set(z.array(z.enum(objects)).parse(named));
}

const routesShape = z.array(z.tuple([z.string(), z.string()]));

/** z.record would silently drop the key `__proto__`. */
function routesFrom(value: unknown): RouteTable {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RangeError("no object");
  return withOverrides(Object.fromEntries(routesShape.parse(Object.entries(value))));
}

export const credentials = {
  baseUrl: {
    doc: "The root of the service's API. It may have a path. Different values in the environment and in stack configuration are an error. An `Account` without a base URL uses `VOICECALL_BASE_URL`.",
    default: "",
    allowed:
      "an https URL without credentials, query or fragment; http for loopback addresses only, unless `allowHttp` is set",
    environment: "VOICECALL_BASE_URL",
  },
  accessToken: {
    doc: "The token sent as `Authorization: Bearer`. Without a token, previews work offline and look up nothing. An `Account` uses only a token of its own.",
    default: "",
    allowed: "the bare token",
    secret: true,
    environment: "VOICECALL_ACCESS_TOKEN",
  },
  accessTokenEnv: {
    doc: "The name of an environment variable with the token. The variable is read in every run, so a rotated token needs no change to this setting.",
    default: "",
    allowed: "the name of a variable that is set; not together with `accessToken`",
  },
} as const satisfies Record<string, Omit<SettingRow, "key">>;

export const policies = {
  onExisting: choice(
    "fail",
    ["create", "adopt"],
    "What a create does if an object with the same key already exists. `adopt`: set it for one run only (docs/promote.md). Not for LeadSet.",
  ),
  onConflict: choice(
    "fail",
    ["warn", "overwrite"],
    "What an update does to a field that was changed manually.",
  ),
  offline: choice(
    "auto",
    ["never", "always"],
    "`never`: a missing token is an error, even in preview. Use it in CI. `always`: no token is used, and the value `offline` counts as not known yet (docs/ci.md).",
  ),
  apiForm: choice(
    "auto",
    ["2025", "2026"],
    "The form of the service's API, named after the year of its documentation. `auto` detects it from the account's voices and models.",
  ),
  listLag: duration(
    "10s",
    0,
    300_000,
    "How long a listing may lag behind a create. An object younger than this does not count as gone if a listing does not show it.",
  ),
  timeout: duration(
    "30s",
    10,
    600_000,
    "Time limit for one attempt of a request, from connecting to the last byte of the response.",
  ),
  maxInFlight: count("8", 100, "Maximum number of requests in flight."),
  promptChecks: choice(
    "warn",
    ["error", "off"],
    "What happens if an assistant's prompts do not match its variables or tools.",
  ),
  callOnly: {
    doc: "The only people that this stack may call (docs/promote.md). A lead, a secondary contact, a start or `voicecall call` that would reach anyone else is an error in preview and apply. A valid number stands for itself only; other entries, and entries that end in `*`, are prefixes.",
    default: "any",
    allowed:
      'numbers and prefixes with "+" and digits only, separated by commas or as a JSON array in quotes, such as `["+12025550143", "+4930*"]`; `[]` allows nobody, `any` everybody',
    parse: callable,
  } satisfies Policy<readonly string[] | undefined>,
  maxLeads: {
    doc: "The most leads that one campaign of this stack may have, without those that are completed or blacklisted. A lead beyond them, or a start of a campaign with more, is an error in preview and apply.",
    default: "none",
    allowed: "a whole number, or `none`",
    pattern: "^(\\d{1,7}|none)$",
    parse: (text: string) => {
      if (!/^(\d{1,7}|none)$/.test(text)) throw new RangeError("not a whole number");
      return text === "none" ? undefined : Number(text);
    },
  } satisfies Policy<number | undefined>,
  deletions: {
    doc: "Whether an apply may delete objects of the service, also to replace one. A forbidden deletion is predicted by `voicecall preview`, and fails in the apply. Rows of a list are no objects of their own.",
    default: "allow",
    allowed: "`allow`, `fail`, or the kinds that must not be deleted, such as `Assistant,Campaign`",
    environment: "VOICECALL_DELETIONS",
    parse: undeletable,
  } satisfies Policy<ReadonlySet<string>>,
  keepOverwritten: {
    doc: "Whether prompts and other texts that no program had declared are kept before an apply replaces or deletes them, for `voicecall undo` (docs/undo.md): those of deleted objects in this folder, encrypted with the access token, all others in state.",
    default: ".voicecall",
    allowed: "a folder, relative to the program's; or `off`",
    environment: "VOICECALL_KEEP_OVERWRITTEN",
    parse: (text: string) => (text === "off" ? undefined : z.string().min(1).parse(text)),
  } satisfies Policy<string | undefined>,
  allowHttp: flag("Accepts plain http for any host, which exposes the token to the network."),
  routes: {
    doc: "Overrides the method and path of individual API routes: a JSON object that maps a route's name to `METHOD /path`, or to `none` if the service has no such route.",
    default: "{}",
    allowed: `a JSON object such as \`{"updateTool": "${routes.updateTool.method} ${routes.updateTool.path}", "deleteLead": "none"}\``,
    parse: (text: string) => routesFrom(JSON.parse(text)),
  } satisfies Policy<RouteTable>,
  debug: flag(
    "Logs method, path, status and time of each attempt of a request, never a body. Also logs the stack trace of each error.",
  ),
};

export type Policies = { [K in keyof typeof policies]: ReturnType<(typeof policies)[K]["parse"]> };

/** All keys of `voicecall:` in stack configuration. */
export const settingsTable: readonly SettingRow[] = Object.entries({ ...credentials, ...policies }).map(
  ([key, row]) => ({ key, ...row }),
);
