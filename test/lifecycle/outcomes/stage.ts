/** A service, an engine and their connection, which cells use one after another. */
import {
  type EmulatorOptions,
  type Emulator,
  type EmulatorState,
  type FaultRule,
  type RecordedRequest,
  startEmulator,
} from "../../../emulator/index.js";
import { assistantSchema } from "../../../emulator/base/stored-assistant.js";
import { type Transport, type TransportRequest, createTransport } from "../../../provider/http/transport.js";
import { canaries } from "../../support/canaries.js";
import { type FakeClock, fakeClock } from "../../support/clock.js";
import { EnginePart, type Program, type Stored } from "../../support/engine-part.js";

export const TOKEN = canaries.token;

/** An address at which nothing listens. */
const NOWHERE = "http://127.0.0.1:1";

export interface Place {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** A path, or a template as in fault rules. */
  path: string;
}

/** The faults for one command. */
export interface Trap {
  at: Place;
  rules: FaultRule[];
  /** The faults start after the response to this request. */
  after?: Place | undefined;
  /** The faults start just before the request `at`, because their rules also match other requests. */
  atFirstSight?: boolean | undefined;
  /** Delayed responses never arrive, so the client times out. */
  hangs?: boolean | undefined;
  /** The number of requests whose connection is refused. */
  refused?: number | undefined;
}

export interface Sent {
  method: string;
  path: string;
}

interface Scene {
  records: EmulatorState;
  state: Map<string, Stored>;
}

export class Stage {
  readonly sent: Sent[] = [];
  /** Statuses that campaign 1 got from actions. */
  readonly orders: string[] = [];
  readonly engine: EnginePart;
  readonly #network: Required<Transport>;
  readonly #scenes = new Map<string, Scene>();
  #trap: Trap | undefined;
  #laid = false;
  #refused = 0;
  #heard = 0;

  private constructor(
    readonly emulator: Emulator,
    readonly clock: FakeClock,
    private readonly silence: Silence,
  ) {
    const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: TOKEN };
    this.engine = new EnginePart({ env, clock });
    this.#network = createTransport({ connections: 8, timeout: 30_000 });
    this.engine.transport = { send: (request) => this.#send(request) };
  }

  static async open(service: EmulatorOptions = {}): Promise<Stage> {
    const clock = fakeClock();
    const silence = new Silence();
    const sleep = (ms: number): Promise<void> => (silence.reigns ? silence.fall() : clock.sleep(ms));
    const emulator = await startEmulator({ ...service, clock: { now: clock.now, sleep }, token: TOKEN });
    return new Stage(emulator, clock, silence);
  }

  async close(): Promise<void> {
    await Promise.all([this.#network.close(), this.emulator.close()]);
  }

  /** Restores service and state as they were after an apply of this program. */
  async set(before: Program): Promise<void> {
    const key = JSON.stringify(before);
    this.emulator.reset({ state: true });
    this.engine.state.clear();
    let scene = this.#scenes.get(key);
    if (!scene) {
      const { errors } = await this.engine.up(before);
      if (errors.length > 0) throw new Error(errors.join("\n"));
      scene = { records: structuredClone(this.emulator.state), state: new Map(this.engine.state) };
      this.#scenes.set(key, scene);
    }
    Object.assign(this.emulator.state, structuredClone(scene.records));
    for (const [name, stored] of scene.state) this.engine.state.set(name, structuredClone(stored));
    this.clock.advance(60_000);
    this.sent.length = 0;
    this.#heard = this.emulator.requests().length;
    this.#countOrders();
  }

  /** Adds other assistants before the program's, so that the listing has two pages. */
  crowd(): void {
    const others = Array.from({ length: 101 }, (_, index) =>
      assistantSchema.parse({ id: 1 + index, name: `Other ${index}`, timezone: "UTC", voice_id: 1 }),
    );
    this.emulator.state.assistants.unshift(...others);
  }

  lay(trap: Trap): void {
    this.#trap = trap;
    this.#refused = trap.refused ?? 0;
    if (!trap.after && !trap.atFirstSight) this.#spring();
  }

  /** Removes the faults. Returns how many times they have applied. */
  lift(): number {
    const struck = this.emulator.faults.list().reduce((sum, rule) => sum + rule.struck, 0);
    const refused = (this.#trap?.refused ?? 0) - this.#refused;
    this.emulator.faults.clear();
    const { assistants } = this.emulator.state;
    this.emulator.state.assistants = assistants.filter(({ id }) => id > 101);
    this.#trap = undefined;
    this.#laid = false;
    this.silence.reigns = false;
    return struck + (Number.isNaN(refused) ? this.sent.length : refused);
  }

  /** The requests since this method or `set` was last called. */
  requests(): RecordedRequest[] {
    const all = this.emulator.requests().slice(this.#heard);
    this.#heard += all.length;
    return all;
  }

  #spring(): void {
    this.#laid = true;
    this.silence.reigns = this.#trap?.hangs ?? false;
    for (const rule of this.#trap?.rules ?? []) this.emulator.faults.add(rule);
  }

  async #send(request: TransportRequest): ReturnType<Transport["send"]> {
    const { pathname } = new URL(request.url);
    const sent = { method: request.method, path: pathname };
    this.sent.push(sent);
    const trap = this.#trap;
    if (trap?.atFirstSight && !this.#laid && isAt(trap.at, sent)) this.#spring();
    if (trap && this.#laid && isAt(trap.at, sent) && this.#refused > 0) {
      this.#refused -= 1;
      return this.#network.send({ ...request, url: NOWHERE + pathname });
    }
    try {
      return await this.silence.outlast(request, (patient) => this.#network.send(patient));
    } finally {
      if (trap?.after && !this.#laid && isAt(trap.after, sent)) this.#spring();
    }
  }

  #countOrders(): void {
    this.orders.length = 0;
    const campaign = this.emulator.state.campaigns.find(({ id }) => id === 1);
    if (!campaign) return;
    let { status } = campaign;
    Object.defineProperty(campaign, "status", {
      enumerable: true,
      configurable: true,
      get: () => status,
      set: (next: string) => {
        this.orders.push(next);
        status = next;
      },
    });
  }
}

export const isAt = ({ method, path }: Place, sent: Sent): boolean =>
  method === sent.method &&
  (path.endsWith("{id}")
    ? /^\d+$/.test(sent.path.slice(path.length - 4)) && sent.path.startsWith(path.slice(0, -4))
    : sent.path === path);

/** A service that stops responding. The client times out at once instead of half a minute later. */
class Silence {
  reigns = false;
  #patienceEnds: (() => void) | undefined;

  /**
   * Waits until earlier responses have arrived, and then makes the client time out. Never resolves, so the
   * service sends nothing more.
   */
  async fall(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    this.#patienceEnds?.();
    return new Promise(() => undefined);
  }

  /**
   * Sends a request, and replaces the timer that the transport starts in `send`. The timer is recognized by
   * its duration.
   */
  outlast<T>(request: TransportRequest, send: (request: TransportRequest) => Promise<T>): Promise<T> {
    if (!this.reigns) return send(request);
    const real = globalThis.setTimeout;
    const timeout = 29_873;
    const held = (run: () => void, ms?: number): NodeJS.Timeout => {
      if (ms !== timeout) return real(run, ms);
      this.#patienceEnds = run;
      return real(() => undefined, 0);
    };
    globalThis.setTimeout = held as typeof setTimeout;
    try {
      return send({ ...request, timeout });
    } finally {
      globalThis.setTimeout = real;
    }
  }
}
