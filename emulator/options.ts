import type { AssumedRoute } from "./assumed-routes.js";
import { systemClock, type EmulatorClock } from "./clock.js";
import type { Seed } from "./lists.js";

/** Options of the local service. All are optional. */
export interface EmulatorOptions {
  /** TCP port. Default: 0, any free port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** Bearer token of the first user (spec 5). Default: the token in the seed. The default seed has `local-token`. */
  token?: string;
  /** Default: `defaultSeed()`. */
  seed?: Seed;
  /** A file that keeps the state across restarts. If it exists, the seed is ignored. */
  dataFile?: string;
  /** Only what the specification shows: assumed routes return 404 or 405, and the headers of spec 5.2 are required. */
  strict?: boolean;
  /** Moves an assumed route (`"PATCH /user/tools/{id}"`) or removes it (`"none"`). */
  routes?: Partial<Record<AssumedRoute, string>>;
  /** Trims text, turns CRLF into LF, "" into null where null is allowed, and returns `{}` as `[]`. */
  tidyText?: boolean;
  /** The key of the model in a multimodal assistant's record. The other key is null. Default: "llm". */
  multimodalModel?: "llm" | "multimodal";
  /** The items of `tools` in an assistant's record. Default: "objects". */
  toolItems?: "objects" | "ids";
  /** GET /user/leads returns a page envelope (per_page 15, 1–100) instead of an array. */
  leadsEnvelope?: boolean;
  /** GET /user/campaigns returns `{campaigns: […]}` instead of an array. */
  campaignsEnvelope?: boolean;
  /** Assistant fields beyond the specification that the service accepts, stores and returns. */
  extraFields?: string[];
  /** Milliseconds of the clock by which listings lag behind writes. Default: 0. */
  listLag?: number;
  clock?: EmulatorClock;
  /** Random numbers in [0, 1) for fault rules with `probability`. Default: Math.random. */
  random?: () => number;
  /** Receives log lines for the operator. Default: none. */
  log?: (line: string) => void;
}

export type Settings = Required<Omit<EmulatorOptions, "token" | "seed" | "dataFile">>;

export function settingsFrom(options: EmulatorOptions): Settings {
  return {
    port: options.port ?? 0,
    host: options.host ?? "127.0.0.1",
    strict: options.strict ?? false,
    routes: options.routes ?? {},
    tidyText: options.tidyText ?? false,
    multimodalModel: options.multimodalModel ?? "llm",
    toolItems: options.toolItems ?? "objects",
    leadsEnvelope: options.leadsEnvelope ?? false,
    campaignsEnvelope: options.campaignsEnvelope ?? false,
    extraFields: options.extraFields ?? [],
    listLag: options.listLag ?? 0,
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    log: options.log ?? (() => undefined),
  };
}
