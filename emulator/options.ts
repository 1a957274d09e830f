import type { AssumedRoute } from "./assumed-routes.js";
import { systemClock, type EmulatorClock } from "./clock.js";
import type { Seed } from "./seed.js";

/** How the local service is started; every option may be left out. */
export interface EmulatorOptions {
  /** TCP port; default 0, any free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Bearer token of the first user; default the seed's, which is `local-token` in the default seed (spec 5). */
  token?: string;
  /** Default `defaultSeed()`. */
  seed?: Seed;
  /** A file that keeps the state across restarts; when it exists it goes before the seed. */
  dataFile?: string;
  /** Only what the specification shows: assumed routes answer 404/405, and the headers that spec 5.2 requires are asked for. */
  strict?: boolean;
  /** Moves an assumed route, `"PATCH /user/tools/{id}"`, or takes it away, `"none"`. */
  routes?: Partial<Record<AssumedRoute, string>>;
  /** Text is trimmed, CRLF becomes LF, "" becomes null where null is allowed, and `{}` comes back as `[]`. */
  tidyText?: boolean;
  /** Which key of a multimodal assistant's record holds the model; default "llm". The other one is null. */
  multimodalModel?: "llm" | "multimodal";
  /** Items of an assistant record's `tools`; default "objects". */
  toolItems?: "objects" | "ids";
  /** GET /user/leads answers a page envelope (per_page 15, 1–100) instead of a plain array. */
  leadsEnvelope?: boolean;
  /** GET /user/campaigns answers `{campaigns: […]}` instead of a plain array. */
  campaignsEnvelope?: boolean;
  /** Request fields of assistants beyond the specification that the service knows: stored, and shown in the record. */
  extraFields?: string[];
  /** Milliseconds by which listings lag behind writes, by the clock; default 0. */
  listLag?: number;
  clock?: EmulatorClock;
  /** Chance of a fault rule with `probability`, in [0, 1); default Math.random. */
  random?: () => number;
  /** Receives a line where the service has something to tell its operator; default: nowhere. */
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
