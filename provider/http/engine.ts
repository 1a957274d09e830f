// See docs/decisions/host.md.
import { connect } from "node:net";
import type { Clock } from "../base/clock.js";
import { isHostScript } from "../base/host-script.js";
import { VoicecallError } from "../base/errors.js";
import { TransportError } from "./transport-error.js";

/** The result of connecting to the engine. Only a refused connection proves that the engine is dead. */
export type Sign = "alive" | "dead" | "unclear";

export interface EngineDeps {
  clock: Clock;
  probe: () => Promise<Sign>;
  exit: () => void;
}

/** Milliseconds for which a sign of life counts, so that not every write needs a connection to the engine. */
const FRESH = 100;

const WATCH_EVERY = 1_000;

/**
 * The engine that a provider host works for. When the engine is killed, the provider host keeps running. One of its
 * delayed writes could then overwrite what another command has changed since. So the provider host sends delayed
 * writes only while the engine is alive, and exits when the engine is dead.
 */
export class Engine {
  readonly #deps: EngineDeps;
  #sign: Sign = "alive";
  #aliveAt: number;
  #inFlight = 0;
  #looking: Promise<void> | undefined;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    this.#aliveAt = deps.clock.now();
  }

  /** Call this whenever the engine calls the provider. */
  called(): void {
    this.#note("alive");
  }

  /**
   * Sends one attempt of a request. Sends nothing if the engine is dead or may be dead.
   * @param hasWaited whether this attempt was paused or queued
   * @throws TransportError "withheld" if it is unclear whether the engine is alive, VoicecallError if it is dead
   */
  async send<T>(isWrite: boolean, hasWaited: boolean, send: () => Promise<T>): Promise<T> {
    if (this.#sign === "unclear" || (isWrite && (hasWaited || !this.#isFresh()))) await this.#look();
    if (this.#sign === "dead")
      throw new VoicecallError(
        "orphaned",
        "Nothing was sent, because the pulumi command that requested the operation is no longer running.",
      );
    if (this.#sign === "unclear") {
      throw new TransportError(
        "withheld",
        "nothing was sent, because the provider could not tell whether the pulumi command that requested the operation is still running",
      );
    }
    this.#inFlight += 1;
    try {
      return await send();
    } finally {
      this.#inFlight -= 1;
      this.#exitIfOrphaned();
    }
  }

  /** Checks the engine at intervals, so that an idle provider host exits too. */
  async watch(): Promise<void> {
    while (this.#sign !== "dead") {
      await this.#deps.clock.sleep(WATCH_EVERY);
      await this.#look();
    }
  }

  /** Also false if the last sign of life is in the future: the clock was set back. */
  #isFresh(): boolean {
    return Math.abs(this.#deps.clock.now() - this.#aliveAt) <= FRESH;
  }

  /** A dead engine stays dead. A process that listens at its address later is a different one. */
  async #look(): Promise<void> {
    if (this.#sign === "dead") return;
    this.#looking ??= this.#deps.probe().then((sign) => {
      this.#looking = undefined;
      this.#note(sign);
    });
    await this.#looking;
  }

  #note(sign: Sign): void {
    if (this.#sign === "dead") return;
    this.#sign = sign;
    if (sign === "alive") this.#aliveAt = this.#deps.clock.now();
    this.#exitIfOrphaned();
  }

  #exitIfOrphaned(): void {
    if (this.#sign === "dead" && this.#inFlight === 0) this.#deps.exit();
  }
}

export interface Address {
  host: string;
  port: number;
}

/**
 * The engine's address if this process is a provider host. The address is the last argument, because `--logflow`
 * and `--tracing` add options before it.
 */
export function engineAddress(argv: readonly string[]): Address | undefined {
  const [, script = "", ...args] = argv;
  const [, host, port] = /^(.+):(\d+)$/.exec(args.at(-1) ?? "") ?? [];
  if (!isHostScript(script) || host === undefined || port === undefined) return undefined;
  return { host, port: Number(port) };
}

/** Milliseconds. Enough for Windows, which is slow to report a refused connection. */
const LONGEST_CONNECT = 5_000;

/** Connects to the engine and closes the connection at once. */
export function lookAt({ host, port }: Address): Promise<Sign> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: LONGEST_CONNECT });
    const end = (sign: Sign): void => {
      socket.destroy();
      resolve(sign);
    };
    socket.on("connect", () => end("alive"));
    socket.on("timeout", () => end("unclear"));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      end(error.code === "ECONNREFUSED" ? "dead" : "unclear"),
    );
  });
}
