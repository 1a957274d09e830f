import type { AddressInfo } from "node:net";
import { loadState, removeDrafts, saveState } from "./base/data-file.js";
import { defaultSeed } from "./base/default-seed.js";
import { Faults } from "./faults/faults.js";
import { Listener } from "./base/listener.js";
import { Listings } from "./base/listings.js";
import { modesOf, settingsFrom, type EmulatorOptions, type Modes } from "./base/options.js";
import { Recorder, type RecordedRequest } from "./base/recorder.js";
import { type EmulatorState } from "./base/lists.js";
import { stateFromSeed } from "./base/seed.js";
import { buildServer } from "./server.js";
import { noteIds } from "./base/records.js";
import type { Service } from "./base/service.js";
import { TokenLimits } from "./base/windows.js";

/** A running local service. */
export interface Emulator {
  /** Base URL, such as `http://127.0.0.1:4010`. */
  readonly address: string;
  /** Bearer token of the first user. */
  readonly token: string;
  /** The live state. A test may read and change it between requests. */
  readonly state: EmulatorState;
  readonly faults: Faults;
  /** With true, closes the port until a call with false, a reset, or the removal of a fault. */
  refuseConnections(refuse: boolean): void;
  /** The requests since the last reset, without control routes: the newest 10,000, at most 64 MB. */
  requests(): RecordedRequest[];
  /** Changes modes of the running service. */
  configure(modes: Modes): void;
  /**
   * Clears recorded requests, faults and the counters of rate limits. With `state: true`, also restores the
   * seed and the initial modes.
   */
  reset(options?: { state?: boolean }): void;
  /** Stops the service, closes open connections, and saves the data file. */
  close(): Promise<void>;
  /** Closes connections without a pending request, as a service does after a while. */
  closeIdleConnections(): void;
}

export class PortTakenError extends Error {
  override readonly name = "PortTakenError";
}

/** Starts the local service. Resolves when it listens. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = settingsFrom(options);
  const atStart = modesOf(settings);
  const { dataFile } = options;
  const prepared = (state: EmulatorState): EmulatorState => {
    const [first] = state.users;
    if (first && options.token !== undefined) first.token = options.token;
    return noteIds(state);
  };
  const seeded = (): EmulatorState => prepared(stateFromSeed(options.seed ?? defaultSeed()));
  const saved = dataFile === undefined ? undefined : loadState(dataFile);
  if (dataFile !== undefined) removeDrafts(dataFile);
  const state = saved ? prepared(saved) : seeded();
  const listings = new Listings(state, settings);
  const recorder = new Recorder(settings.clock, settings.log);
  const listener = new Listener(settings);
  let address = "";

  const save = (): void => {
    if (dataFile !== undefined) saveState(dataFile, state);
  };
  const limits = new TokenLimits();
  const service: Service = { state, settings, listings, limits, address: () => address };
  const faults = new Faults({ service, listener });
  const reset = (options?: { state?: boolean }): void => {
    recorder.clear();
    faults.clear();
    limits.clear();
    if (options?.state !== true) return;
    Object.assign(state, seeded());
    Object.assign(settings, atStart);
    listings.restart();
    save();
  };
  const onWrite = (): void => {
    listings.observe();
    save();
  };
  const app = buildServer({ service, recorder, faults, listener, reset, onWrite });

  try {
    await app.listen({ port: settings.port, host: settings.host });
    listener.attach(app.server);
    const { port } = app.server.address() as AddressInfo;
    const host = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
    address = `http://${host}:${port}`;
    save();
  } catch (error) {
    await app.close();
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new PortTakenError(
      `Port ${settings.port} on ${settings.host} is already in use. If another local service runs there, use it or stop it first`,
    );
  }

  let closed: Promise<void> | undefined;
  return {
    address,
    get token() {
      return state.users[0]?.token ?? "";
    },
    state,
    faults,
    refuseConnections: (refuse) => (refuse ? listener.refuse(Infinity) : listener.accept()),
    requests: () => recorder.all(),
    configure: (modes) => void Object.assign(settings, modes),
    reset,
    closeIdleConnections: () => app.server.closeIdleConnections(),
    // Only the first call saves, because a new service may already use the data file at the second call.
    close: () => {
      listener.end();
      return (closed ??= app.close().then(save));
    },
  };
}
