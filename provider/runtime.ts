import { carried } from "./carried.js";
import { bodyKeys, catalog, isKind, loaders } from "./catalog.js";
import { type Clock, systemClock } from "./clock.js";
import type { Checked } from "./core/answers.js";
import { HalfMade } from "./core/half-made.js";
import { Operation, type Resource, type Verb } from "./core/operation.js";
import { guarded, perform } from "./core/perform.js";
import { repeatable } from "./core/repeat.js";
import { type EngineCalls, Session } from "./core/session.js";
import { type Bag, withoutUndefined } from "./core/values.js";
import type { Engine } from "./engine.js";
import { createClient } from "./http/client.js";
import { VoicecallError } from "./http/errors.js";
import { shortLines } from "./http/lines.js";
import type { Transport } from "./http/transport.js";
import { type Lookups, lookups } from "./lookup/program.js";
import { printable, quoted } from "./quoted.js";
import { type Settings, parseSettings } from "./settings.js";

const PROVIDER = "__provider";

export type ReadConfig = (key: string) => string | undefined;

/** The dynamic provider that the host process calls. */
export interface Hosted {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(
    olds: Bag,
    news: Bag,
  ): Promise<{ inputs: Record<string, unknown>; failures: { property: string; reason: string }[] }>;
  diff(
    id: string,
    olds: Bag,
    news: Bag,
  ): Promise<{ changes?: boolean; replaces?: string[]; deleteBeforeReplace?: boolean }>;
  create(inputs: Bag): Promise<{ id: string; outs: Record<string, unknown> }>;
  read(
    id: string,
    props: Bag,
  ): Promise<{ id?: string; props?: Record<string, unknown>; inputs?: Record<string, unknown> }>;
  update(id: string, olds: Bag, news: Bag): Promise<{ outs: Record<string, unknown> }>;
  delete(id: string, props: Bag): Promise<void>;
}

export interface Surroundings {
  readonly clock?: Clock;
  readonly env?: Record<string, string | undefined>;
  /** Receives lines for the user. */
  readonly print?: (line: string) => void;
  /** Default: HTTP, one transport per account. */
  readonly transport?: Transport;
  /** In a provider host, its engine. */
  readonly engine?: Engine;
}

export interface Runtime {
  open(kind: string): Hosted;
  openLookups(config: ReadConfig): Lookups;
}

/** The provider in one process. All resources of an account share its listings. */
export function createRuntime({
  clock = systemClock,
  env = process.env,
  print = console.log,
  transport,
  engine,
}: Surroundings = {}): Runtime {
  const sessions = new Map<string, Session>();
  const calls: EngineCalls = { begun: 0, open: 0 };

  const sessionFor = (config: ReadConfig): Session => {
    const settings = parseSettings(config, env);
    const key = JSON.stringify(settings);
    const session =
      sessions.get(key) ??
      openSession(settings, { clock, print, ...(transport && { transport }), ...(engine && { engine }) });
    session.engineCalls = calls;
    sessions.set(key, session);
    return session;
  };

  return {
    open: (kind) => host(repeatable(guarded(resourceOf(kind))), sessionFor, calls, engine),
    openLookups: (config) => lookups(sessionFor(config)),
  };
}

/** Opens an account. The command line uses it too. */
export function openSession(
  settings: Settings,
  { clock = systemClock, print = console.log, ...surroundings }: Omit<Surroundings, "env"> = {},
): Session {
  const tell = (line: string): void => print(shortLines(printable(line)));
  const client = createClient(settings, { clock, log: tell, bodyKeys, ...surroundings });
  return new Session(client, clock, loaders, tell);
}

function resourceOf(kind: string): Resource {
  if (isKind(kind)) return catalog[kind].resource;
  throw new VoicecallError(
    "invalid",
    `This version of pulumi-voicecall knows no resource kind ${quoted(kind)}. It was made by a newer version: update the package.`,
  );
}

function host(
  resource: Resource,
  sessionFor: (config: ReadConfig) => Session,
  calls: EngineCalls,
  engine: Engine | undefined,
): Hosted {
  let config: ReadConfig = () => undefined;
  let opened: Session | undefined;
  // Not in configure: an error there fails one call and is then silently ignored.
  const session = (): Session => (opened ??= sessionFor(config));
  const called = <T>(
    verb: Verb,
    { id, olds, news }: { id?: string; olds?: Bag | undefined; news?: Bag },
    run: (operation: Operation) => Promise<T>,
  ): Promise<T> => {
    engine?.called();
    calls.begun += 1;
    const operation = new Operation({
      definition: resource.definition,
      open: session,
      verb,
      ...(id !== undefined && { id }),
      ...(olds && { olds: withoutProvider(olds) }),
      ...(news && { news: withoutProvider(news) }),
    });
    return quietly(() => perform(operation, () => run(operation)));
  };
  // The engine makes these calls one after another, and each may report a resource in state.
  const compared = async <T>(run: () => Promise<T>): Promise<T> => {
    calls.open += 1;
    try {
      return await run();
    } finally {
      calls.open -= 1;
    }
  };
  return {
    configure: (request) => {
      config = (key) => request.config.get(`voicecall:${key}`);
    },
    check: async (olds, news) => {
      const isNew = Object.keys(withoutProvider(olds)).length === 0;
      const check = () => called("check", { news, ...(!isNew && { olds }) }, resource.check);
      return told(await compared(() => configured(check)));
    },
    diff: (id, olds, news) => compared(() => called("compare", { id, olds, news }, resource.diff)),
    create: (inputs) =>
      keeping(inputs, () =>
        called("create", { news: inputs }, async (operation) => {
          const { id, outs } = await resource.create(operation);
          return { id, outs: stored(outs) };
        }),
      ),
    read: (id, props) =>
      called("read", { id, olds: props }, async (operation) => {
        const found = await resource.read(operation);
        return {
          ...found,
          ...(found.props && { props: stored(found.props) }),
          ...(found.inputs && { inputs: stored(found.inputs) }),
        };
      }),
    update: (id, olds, news) =>
      keeping(news, () =>
        called("update", { id, olds, news }, async (operation) => ({
          outs: stored(await resource.update(operation)),
        })),
      ),
    delete: (id, props) => called("delete", { id, olds: props }, resource.remove),
  };
}

/** Outputs contain texts of the service, which may not survive the way to the engine or look like its marks. */
const stored = (bag: Bag): Record<string, unknown> =>
  withoutUndefined(Object.fromEntries(Object.entries(bag).map(([key, value]) => [key, carried(value)])));

/** The host prints the stack of an error into the user's terminal. Errors of this package have none. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error) error.stack = "";
    throw error;
  }
}

const withoutProvider = (bag: Bag): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bag).filter(([key]) => key !== PROVIDER));

/** Reports a wrong setting like any other mistake. */
async function configured(run: () => Promise<Checked>): Promise<Checked> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VoicecallError)) throw error;
    return { inputs: {}, failures: [{ path: "", reason: error.message }] };
  }
}

/**
 * The path is part of the reason: with a separate property the engine would print the value, which may be secret.
 */
function told({ inputs, failures }: Checked): {
  inputs: Record<string, unknown>;
  failures: { property: string; reason: string }[];
} {
  return {
    inputs: withoutUndefined(inputs),
    failures: failures.map(({ path, reason }) => ({
      property: "",
      reason: shortLines(printable(path === "" ? reason : `${path}: ${reason}`)),
    })),
  };
}

/** Passes a half-created object to the engine, with its id and with the provider text that can delete it later. */
async function keeping<T>(bag: Bag, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof HalfMade)) throw error;
    const properties = { ...stored(error.properties), [PROVIDER]: bag[PROVIDER] };
    throw Object.assign(new VoicecallError(error.code, error.message), {
      id: error.id,
      properties,
      reasons: [error.message],
    });
  }
}
