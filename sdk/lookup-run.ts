import * as pulumi from "@pulumi/pulumi";
import type { Lookups } from "../provider/core/lookup/records.js";
import { lookupSettings } from "./account.js";
import type { Account } from "./account.js";
import { perRun } from "./per-run.js";
import { refusal } from "./refusal.js";
import { openRuntime } from "./runtime.js";
import { checkStackSettings } from "./stack-settings.js";

/** Options of a lookup. */
export interface LookupOptions {
  /** The account to read. Default: the account of the environment and the stack configuration. */
  provider?: Account | undefined;
}

/** How a lookup calls the provider. */
type Ask<A, T> = (runtime: Lookups, args: pulumi.Unwrap<A>) => Promise<T>;

/** A lookup that returns a list of records. */
export function list<A extends object, T>(
  name: string,
  key: string,
  args: A,
  opts: LookupOptions,
  ask: Ask<A, readonly T[]>,
): pulumi.Output<T[]> {
  return lookUp(
    name,
    args,
    opts,
    async (runtime, known) => [...(await ask(runtime, known))],
    (result) => mockedList<T>(name, key, result),
  );
}

/** @param mocked converts the result of a mock. Default: it is the record */
export function lookUp<A extends object, T>(
  name: string,
  args: A,
  opts: LookupOptions,
  ask: Ask<A, T>,
  mocked = (result: Record<string, unknown>): T => result as T,
): pulumi.Output<T> {
  checkStackSettings();
  if (isMocked()) {
    const options = opts.provider ? { provider: opts.provider } : {};
    const response = pulumi.runtime.invoke(`voicecall:index:${name}`, args, options);
    const result = response.then((known: unknown) => mocked(known as Record<string, unknown>));
    return pulumi.output(result) as unknown as pulumi.Output<T>;
  }
  const opened = openedFor(opts.provider);
  const known = pulumi.all([pulumi.output<object>(args), lookupSettings(opts.provider)]);
  const result = known.apply(([plain, settings]) =>
    inRun(async () => {
      opened.runtime ??= readable(openRuntime(settings));
      const runtime = await opened.runtime;
      if (runtime.offline) return withoutToken(name, opts.provider !== undefined);
      const question = `${name} ${JSON.stringify(plain)}`;
      if (!opened.results.has(question)) {
        opened.results.set(question, readable(ask(runtime, plain as pulumi.Unwrap<A>)));
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

const accountsOfRun = perRun(() => new Map<Account | undefined, Opened>());

function openedFor(account: Account | undefined): Opened {
  const accounts = accountsOfRun();
  const opened = accounts.get(account) ?? { results: new Map<string, Promise<unknown>>() };
  accounts.set(account, opened);
  return opened;
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
