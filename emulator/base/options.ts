import { z } from "zod";
import type { AssumedRoute } from "./assumed-routes.js";
import { systemClock, type EmulatorClock } from "./clock.js";
import { type Dialect, dialects } from "./dialect.js";
import { forms, type Form } from "./forms.js";
import { type ListingOrder, listingOrders } from "./listing-order.js";
import type { Seed } from "./lists.js";
import type { RecordedRequest } from "./recorder.js";

/**
 * Modes of the service's behavior. They can change at run time: with `configure` in a program, or with PATCH
 * /_emulator/settings. A reset of the state restores the initial values.
 */
export interface Modes {
  /** The documented form of the API. Default: "2025", the form of the specification. */
  form?: Form;
  /**
   * Trims text, turns CRLF into LF, stores an empty `webhook_url` as null, and returns `{}` as `[]` and empty
   * text as null.
   */
  tidyText?: boolean;
  /**
   * Whether the record of a multimodal assistant in form 2025 has the model in `llm_model_id` or in
   * `multimodal_model_id`. The other key is null. Default: "llm".
   */
  multimodalModel?: "llm" | "multimodal";
  /**
   * The items of `tools` in an assistant's record: whole tools, their ids, or only the tools built into the
   * service. Default: "objects".
   */
  toolItems?: "objects" | "ids" | "built-in";
  /** Adds `tool_ids` to an assistant's record in form 2026. */
  toolIds?: boolean;
  /** Adds to an assistant's record in form 2026 the keys that the documents of that form do not show. */
  allRecordKeys?: boolean;
  /** Adds `status` and `summary` at the start of a record's `post_call_schema`, unless it has them. */
  postCallDefaults?: boolean;
  /** Sends every decimal of an assistant's record as text. By default, the two sensitivities are numbers. */
  textDecimals?: boolean;
  /**
   * GET /user/leads returns a page envelope (per_page: 15 by default, 1 to 100) instead of an array. Form
   * 2026 always does.
   */
  leadsEnvelope?: boolean;
  /** GET /user/campaigns returns `{campaigns: […]}` instead of an array. */
  campaignsEnvelope?: boolean;
  /**
   * Rejects requests with a field that their route does not know (422). By default, only the update of a lead
   * does so, and other routes ignore the field.
   */
  refuseUnknownFields?: boolean;
  /** Accepts a string of digits where a number is expected, as the integer rule of Laravel does. */
  digitStrings?: boolean;
  /** Each token may send 100 requests in a minute, and 20 in ten seconds. */
  windowLimits?: boolean;
  /** Adds an undocumented key to all objects of a response except free-form ones, such as `variables`. */
  unknownKeys?: boolean;
  /** How requests are read and responses spelled. "php": as Laravel 13 and PHP's database drivers do. Default: "plain". */
  dialect?: Dialect;
  /** The order of listings: by creation, or by name (leads by phone number). Default: "oldest" first. */
  listingOrder?: ListingOrder;
}

/** Options of the local service. All are optional. */
export interface EmulatorOptions extends Modes {
  /** TCP port. Default: 0, any free port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Bearer token of the first user (spec 5). Default: the one in the seed or the data file. */
  token?: string;
  /** Default: `defaultSeed()`. */
  seed?: Seed;
  /** A file that keeps the state across restarts. If it exists, the service starts without the seed. */
  dataFile?: string;
  /**
   * Limits the service to what the documents of the form show: assumed routes return 404 or 405 unless
   * `routes` sets them, and the headers of spec 5.2 are required.
   */
  strict?: boolean;
  /** Moves an assumed route (`"PATCH /user/tools/{id}"`) or removes it (`"none"`). */
  routes?: Partial<Record<AssumedRoute, string>>;
  /** Assistant fields beyond the specification that the service accepts, stores and returns. */
  extraFields?: string[];
  /**
   * Adds the route GET /user/assistant/{id}, for clients that read each object by its id. No document of the
   * service shows this route. Default: false.
   */
  assistantById?: boolean;
  /** How long listings lag behind writes, in milliseconds of the clock. Default: 0. */
  listLag?: number;
  clock?: EmulatorClock;
  /** Random numbers in [0, 1) for fault rules with `probability`. Default: Math.random. */
  random?: () => number;
  /** Receives each request, except to control routes, when its response is sent. Default: none. */
  onResponse?: (request: RecordedRequest) => void;
  /** Receives log lines for the operator. Default: none. */
  log?: (line: string) => void;
}

const off = z.boolean().default(false);

const modes = z.object({
  form: z.enum(forms).default("2025"),
  tidyText: off,
  multimodalModel: z.enum(["llm", "multimodal"]).default("llm"),
  toolItems: z.enum(["objects", "ids", "built-in"]).default("objects"),
  toolIds: off,
  allRecordKeys: off,
  postCallDefaults: off,
  textDecimals: off,
  leadsEnvelope: off,
  campaignsEnvelope: off,
  refuseUnknownFields: off,
  digitStrings: off,
  windowLimits: off,
  unknownKeys: off,
  dialect: z.enum(dialects).default("plain"),
  listingOrder: z.enum(listingOrders).default("oldest"),
} satisfies Record<keyof Modes, z.ZodType>);

/** The body of PATCH /_emulator/settings. Has no defaults, so that modes that it omits do not change. */
export const modeChanges = z.strictObject(
  Object.fromEntries(Object.entries(modes.shape).map(([name, type]) => [name, type.unwrap().optional()])),
);

export type Settings = Required<Omit<EmulatorOptions, "token" | "seed" | "dataFile">>;

export function settingsFrom(options: EmulatorOptions): Settings {
  return {
    ...modes.parse(options),
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    strict: options.strict ?? false,
    routes: options.routes ?? {},
    extraFields: options.extraFields ?? [],
    assistantById: options.assistantById ?? false,
    listLag: options.listLag ?? 0,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    onResponse: options.onResponse ?? (() => undefined),
    log: options.log ?? (() => undefined),
  };
}

export function modesOf(settings: Settings): Required<Modes> {
  return modes.parse(settings);
}
