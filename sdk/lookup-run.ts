import * as pulumi from "@pulumi/pulumi";
import type { Lookups } from "../provider/core/lookup/records.js";
import { lookupSettings } from "./account.js";
import type { Account } from "./account.js";
import { refusal } from "./refusal.js";
import { openRuntime } from "./runtime.js";
import { checkStackSettings } from "./stack-settings.js";

/** Options of a lookup. */
export interface LookupOptions {
  /** The account to read. Default: the account of the environment and the stack configuration. */
  provider?: Account | undefined;
}

/** How a lookup calls the provider, and how it converts the result of a mock. */
interface Lookup<A, T> {
  ask(runtime: Lookups, args: pulumi.Unwrap<A>): Promise<T>;
  mocked(result: Record<string, unknown>): T;
}

/** A lookup that returns a list of records. */
export function list<A extends object, T>(
  name: string,
  key: string,
  args: A,
  opts: LookupOptions,
  ask: (runtime: Lookups, args: pulumi.Unwrap<A>) => Promise<readonly T[]>,
): pulumi.Output<T[]> {
  return lookUp<A, T[]>(name, args, opts, {
    ask: async (runtime, known) => [...(await ask(runtime, known))],
    mocked: (result) => mockedList<T>(name, key, result),
  });
}

export function lookUp<A extends object, T>(
  name: string,
  args: A,
  opts: LookupOptions,
  lookup: Lookup<A, T>,
): pulumi.Output<T> {
  checkStackSettings();
  if (isMocked()) {
    const options = opts.provider ? { provider: opts.provider } : {};
    const response = pulumi.runtime.invoke(`voicecall:index:${name}`, args, options);
    return settled(response.then((result: unknown) => lookup.mocked(result as Record<string, unknown>)));
  }
  const opened = openedFor(opts.provider);
  const known = pulumi.all([pulumi.output<object>(args), lookupSettings(opts.provider)]);
  const result = known.apply(([plain, settings]) =>
    inRun(async () => {
      opened.runtime ??= opening(settings);
      const runtime = await opened.runtime;
      if (runtime.offline) return withoutToken(name, opts.provider !== undefined);
      const question = `${name} ${JSON.stringify(plain)}`;
      if (!opened.results.has(question)) {
        opened.results.set(question, readable(lookup.ask(runtime, plain as pulumi.Unwrap<A>)));
      }
      // A copy, because the program may change what it gets, for example sort it.
      return structuredClone(await opened.results.get(question));
    }),
  );
  return result as unknown as pulumi.Output<T>;
}

/** An account that a run has opened. Lookups with the same arguments are sent only once per run. */
interface Opened {
  runtime?: Promise<Lookups>;
  readonly results: Map<string, Promise<unknown>>;
}

const runs = new WeakMap<object, Map<Account | undefined, Opened>>();
const noRun = {};

/** Runs share nothing: a process of the Automation API may run many programs with different settings. */
function openedFor(account: Account | undefined): Opened {
  const run = pulumi.runtime.getMonitor() ?? noRun;
  const accounts = runs.get(run) ?? new Map<Account | undefined, Opened>();
  runs.set(run, accounts);
  const opened = accounts.get(account) ?? { results: new Map<string, Promise<unknown>>() };
  accounts.set(account, opened);
  return opened;
}

function opening(settings: Readonly<Record<string, string>>): Promise<Lookups> {
  return readable(openRuntime(settings));
}

function withoutToken(name: string, explicit: boolean): unknown {
  if (pulumi.runtime.isDryRun()) return pulumi.unknown;
  const how = explicit
    ? "Give the account an accessToken, or an accessTokenEnv."
    : "Set the environment variable VOICECALL_ACCESS_TOKEN, or run `pulumi config set --secret voicecall:accessToken`.";
  throw refusal(`${name}: there is no access token. ${how}`);
}

/** Removes the stack trace from the provider's errors, because Pulumi would show it instead of the message. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === "VoicecallError") throw refusal(error.message);
    throw error;
  }
}

/** Keeps the run open during the work: an inline program ends as soon as no engine call is pending. */
export async function inRun<T>(work: () => Promise<T>): Promise<T> {
  const done = pulumi.runtime.rpcKeepAlive();
  try {
    return await work();
  } finally {
    done();
  }
}

function settled<T>(value: Promise<T>): pulumi.Output<T> {
  return pulumi.output(value) as unknown as pulumi.Output<T>;
}

/** With Pulumi's mocks, the monitor is an object that contains them, instead of a gRPC client. */
function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor === "object" && monitor !== null && "mocks" in monitor;
}

/** Accepts `{voices: […]}`, or an array, which Pulumi's mocks turn into an object with numeric keys. */
function mockedList<T>(name: string, key: string, result: Record<string, unknown>): T[] {
  const records = result[key];
  if (Array.isArray(records)) return records as T[];
  if (Object.keys(result).every((index) => /^\d+$/.test(index))) return Object.values(result) as T[];
  throw refusal(
    `The mock's call() for voicecall:index:${name} must return { ${key}: [...] }, but returned { ${Object.keys(result).join(", ")} }.`,
  );
}
