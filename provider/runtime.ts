import { carried } from "./base/carried.js";
import { catalog, fieldNames, isKind, loaders } from "./catalog.js";
import { type Clock, systemClock } from "./base/clock.js";
import { validate } from "./core/check.js";
import type { Checked, ReadResult } from "./core/run/results.js";
import { HalfCreated } from "./core/run/half-created.js";
import { selfIn } from "./core/run/identity.js";
import { Operation, type Resource, type Verb } from "./core/run/operation.js";
import { HIDDEN, isExternal, isManaged } from "./core/run/state.js";
import { createOrFinish, perform } from "./core/perform.js";
import { EngineCalls } from "./core/run/engine-calls.js";
import { type Output, Session, type Subject } from "./core/run/session.js";
import {
  type Bag,
  HINTS,
  MISTAKES,
  PLACES,
  PREVIEW,
  SELF,
  UNKNOWN,
  URN,
  isObject,
  ownValue,
  withoutUndefined,
} from "./core/fields/values.js";
import type { Engine } from "./http/engine.js";
import type { EngineLog } from "./engine-log.js";
import type { Hosted, ReadConfig } from "./hosted.js";
import { checkingBaseUrl } from "./http/base-url-check.js";
import { createClient } from "./http/client.js";
import { VoicecallError, orElse } from "./base/errors.js";
import { shortLines } from "./base/lines.js";
import { Secrets } from "./http/shown-text.js";
import type { Transport } from "./http/transport.js";
import { lookups } from "./lookups.js";
import type { Lookups } from "./core/lookup/records.js";
import { PLACEHOLDER, PLACEHOLDER_NUMBER } from "./base/placeholder.js";
import { MESSAGES_FILE, type Message, messagesTo } from "./base/messages.js";
import { printable, quoted } from "./base/quoted.js";
import { type Settings, parseSettings } from "./http/settings.js";

export type { Hosted } from "./hosted.js";

const PROVIDER = "__provider";

export interface Surroundings {
  readonly clock?: Clock;
  readonly env?: Record<string, string | undefined>;
  /** Receives lines for the user. */
  readonly print?: (line: string) => void;
  /** Receives the notes and errors of resources as data. */
  readonly report?: ((message: Message) => void) | undefined;
  /** Default: HTTP, one transport per account. */
  readonly transport?: Transport | undefined;
  /** Set only in a provider host. */
  readonly engine?: Engine | undefined;
  /** The engine's log, in a provider host. If absent, lines about a resource are printed like any others. */
  readonly log?: EngineLog;
  /** In a provider host: called with each error that is passed to the engine. */
  readonly onErrorPassed?: (error: Error) => void;
  /** In a provider host: called when an operation has ended. */
  readonly onAnswer?: () => void;
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
  report = env[MESSAGES_FILE] === undefined ? undefined : messagesTo(env[MESSAGES_FILE]),
  transport,
  engine,
  log,
  onErrorPassed = () => undefined,
  onAnswer = () => undefined,
}: Surroundings = {}): Runtime {
  const logged: Promise<void>[] = [];
  const show = (line: string, about?: Subject): void => {
    if (!log || !about?.shownOn) return print(line);
    const showing = log(line, about.shownOn).then((isShown) => (isShown ? undefined : print(line)));
    logged.push(showing);
  };
  const sessions = new Map<string, Session>();
  const secrets = new Secrets();
  const calls = new EngineCalls();

  const sessionFor = (config: ReadConfig): Session => {
    const settings = parseSettings(config, env);
    const key = JSON.stringify(settings);
    const session =
      sessions.get(key) ?? openSession(settings, { clock, print: show, report, transport, engine, secrets });
    session.engineCalls = calls;
    sessions.set(key, session);
    return session;
  };

  async function call<T>(
    { definition }: Resource,
    open: () => Session,
    { verb, id, olds, news }: Called,
    run: (operation: Operation) => Promise<T>,
  ): Promise<T> {
    engine?.called();
    const ended = calls.begin(verb);
    const operation = new Operation({
      definition,
      open,
      verb,
      ...(id !== undefined && { id }),
      ...(olds && { olds: own(olds) }),
      ...(news && { news: own(news) }),
      self: selfOf(news ?? olds ?? {}),
    });
    try {
      const before = olds && kindIn(olds);
      if (before !== undefined && before !== operation.kind)
        throw operation.mistake(
          "invalid",
          `in state, this resource is a ${before}. Correct its aliases, or its name.`,
        );
      return await perform(operation, run, secrets);
    } catch (error) {
      if (error instanceof VoicecallError) report?.(asMessage(operation, error));
      const passed = error instanceof HalfCreated ? keeping(error, news ?? {}) : error;
      if (passed instanceof Error) {
        // The provider host would print the stack to the user's terminal.
        passed.stack = "";
        onErrorPassed(passed);
      }
      throw passed;
    } finally {
      ended();
      // The engine drops log lines that arrive after its command has ended.
      await Promise.all(logged.splice(0));
      onAnswer();
    }
  }

  return {
    open: (kind) => hosted(resourceOf(kind), sessionFor, call),
    openLookups: (config) => lookups(sessionFor(config)),
  };
}

type SessionSurroundings = Pick<Surroundings, "clock" | "transport" | "engine" | "report"> &
  Partial<Omit<Output, "report">> & { readonly secrets?: Secrets };

/** Opens a session with one account. The command line uses this function too. */
export function openSession(
  settings: Settings,
  {
    clock = systemClock,
    print = console.log,
    report,
    namesUnreadable,
    ...surroundings
  }: SessionSurroundings = {},
): Session {
  const show = (line: string, about?: Subject): void => {
    const text = shortLines(printable(line));
    print(text, about);
    if (!about) return;
    const { kind, id, effect, unlessReplaced, difference } = about;
    report?.({ kind, id, text, effect, unlessReplaced, difference });
  };
  const client = checkingBaseUrl(createClient(settings, { clock, log: show, fieldNames, ...surroundings }));
  return new Session(client, clock, loaders, { print: show, report, namesUnreadable });
}

function resourceOf(kind: string): Resource {
  if (isKind(kind)) return catalog[kind].resource;
  throw new VoicecallError(
    "invalid",
    `This version of pulumi-voicecall does not know the kind of resource ${quoted(kind)}. A newer version has created the resource: update the package.`,
  );
}

/** What the engine passes in a call. */
interface Called {
  readonly verb: Verb;
  readonly id?: string;
  readonly olds?: Bag | undefined;
  readonly news?: Bag;
}

type Call = <T>(
  resource: Resource,
  open: () => Session,
  called: Called,
  run: (operation: Operation) => Promise<T>,
) => Promise<T>;

/** The methods of a kind that the provider host calls. */
function hosted(resource: Resource, sessionFor: (config: ReadConfig) => Session, call: Call): Hosted {
  let config: ReadConfig = () => undefined;
  let opened: Session | undefined;
  // The session is not opened in configure: an error there fails one operation and is then silently ignored.
  const session = (): Session => (opened ??= sessionFor(config));
  return {
    configure: (request) => {
      // Despite its type, `get` returns null for a secret of an Account if the secret has no value.
      config = (key) => request.config.get(`voicecall:${key}`) ?? undefined;
    },
    check: async (olds, given) => {
      const news = config("offline") === "always" ? (withoutPlaceholders(given) as Bag) : given;
      const isNew = Object.keys(own(olds)).length === 0;
      const called: Called = { verb: "check", news, ...(!isNew && { olds }) };
      try {
        return forPreview(news, checkResponse(await call(resource, session, called, resource.check), news));
      } catch (error) {
        if (!(error instanceof VoicecallError)) throw error;
        const { inputs } = validate(resource.definition, own(news));
        const response = checkResponse({ inputs, failures: [{ path: "", reason: error.message }] }, news);
        // A wrong setting or a lost connection affects every resource, so the engine need not continue the preview.
        return error.details.resource === undefined ? response : forPreview(news, response);
      }
    },
    diff: async (id, olds, news) =>
      // The result must be an update, because only then does the engine pass the new inputs to the program.
      // With `changes: true`, the engine finds the differing inputs itself, and hides inputs whose names start
      // with two underscores, such as `MISTAKES`.
      // Mistakes may come from the token of another account. Then the engine gets that one error.
      call(resource, session, { verb: "compare", id, olds, news: withoutMistakes(news) }, (operation) =>
        MISTAKES in news ? Promise.resolve({ changes: true }) : resource.diff(operation),
      ),
    create: (news) =>
      call(resource, session, { verb: "create", news }, async (operation) => {
        const { id, outs } = await createOrFinish(resource, operation);
        return { id, outs: stored(outs, news) };
      }),
    read: (id, olds) =>
      call(resource, session, { verb: "read", id, olds }, async (operation) => {
        // Only `get` itself reports that the object is gone. A later refresh drops it from state.
        const orDropped = isExternal(olds) ? orElse<ReadResult>({}, "gone") : undefined;
        const { props, inputs, ...found } = await resource.read(operation).catch(orDropped);
        if (!props) return found;
        if (isManaged(olds))
          return { ...found, props: stored(props, olds), ...(inputs && { inputs: stored(inputs, olds) }) };
        // The engine would keep the inputs in state and print them, and would mark no secret in them.
        return { ...found, props: stored({ ...props, [HIDDEN.external]: true }, olds), inputs: {} };
      }),
    update: (id, olds, news) =>
      call(resource, session, { verb: "update", id, olds, news }, async (operation) => ({
        outs: stored(await resource.update(operation), news),
      })),
    delete: (id, olds) => call(resource, session, { verb: "delete", id, olds }, resource.remove),
  };
}

const withoutMistakes = ({ [MISTAKES]: _, ...news }: Bag): Bag => news;

/** In a check without secrets, the values that stand for secrets are not known yet. */
function withoutPlaceholders(value: unknown): unknown {
  if (value === PLACEHOLDER || value === PLACEHOLDER_NUMBER) return UNKNOWN;
  if (Array.isArray(value)) return value.map(withoutPlaceholders);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutPlaceholders(item)]));
}

/**
 * Converts values from the service that the engine might change, or mistake for its own marks.
 * @param given what the engine passed, with the identity of the resource
 */
const stored = (bag: Bag, given: Bag): Record<string, unknown> => {
  const values = Object.entries(bag).map(([key, value]) => [key, carried(value)] as const);
  return withoutUndefined({ ...Object.fromEntries(values), [SELF]: selfOf(given) });
};

/** Only check gets the URN of the resource. Every other call gets what check has made of it. */
const selfOf = (given: Bag): string | undefined =>
  selfIn(ownValue(given, URN)) ?? (ownValue(given, SELF) as string | undefined);

const asMessage = ({ kind, id }: Operation, { message, code, reason, details }: VoicecallError): Message => ({
  kind,
  id,
  text: message,
  error: { code, ...(details.request !== undefined && { request: details.request }), reason },
});

/** The kind that the provider text in state opens. An alias may name a resource of another kind. */
const kindIn = (olds: Bag): string | undefined => /open\("(\w+)"\)/.exec(String(olds[PROVIDER]))?.[1];

/** Without what belongs to the provider host, and the identity. */
function own({ [PROVIDER]: _, [SELF]: __, ...bag }: Bag): Record<string, unknown> {
  return bag;
}

/**
 * In a preview, failures would stop the engine at the first wrong resource. So the program receives them as
 * mistakes, reports each on its resource, and fails after it has declared all resources.
 */
function forPreview(news: Bag, { inputs, failures }: CheckResponse): CheckResponse {
  if (news[PREVIEW] !== true || failures.length === 0) return { inputs, failures };
  // Includes properties that the kind does not have, so that the preview shows everything that the program
  // declares.
  const declared = Object.entries(own(news)).filter(([key]) => !HINTS.includes(key));
  const mistakes = failures.map(({ reason }) => reason);
  return { inputs: { ...Object.fromEntries(declared), ...inputs, [MISTAKES]: mistakes }, failures: [] };
}

/** Where the file is that has the property, or "". */
function placeOf(path: string, news: Bag): string {
  const places = ownValue(news, PLACES);
  const place = isObject(places) && ownValue(places, path.split(/[.[]/)[0]!);
  return typeof place === "string" ? ` (${place})` : "";
}

type CheckResponse = Awaited<ReturnType<Hosted["check"]>>;

/**
 * The path is part of the reason. If it were in `property`, the engine would print the value of that
 * property, which may be secret.
 */
function checkResponse({ inputs, failures }: Checked, news: Bag): CheckResponse {
  return {
    inputs: withoutUndefined({ ...inputs, [SELF]: selfOf(news) }),
    failures: failures.map(({ path, reason }) => ({
      property: "",
      reason: shortLines(printable(path === "" ? reason : `${path}${placeOf(path, news)}: ${reason}`)),
    })),
  };
}

/**
 * The error that passes a half-created object to the engine, with its id and the serialized provider. The provider host
 * needs both to delete the object later.
 */
function keeping({ id, code, message, properties }: HalfCreated, news: Bag): Error {
  return Object.assign(new VoicecallError(code, message), {
    id,
    properties: { ...stored(properties, news), [PROVIDER]: news[PROVIDER] },
    reasons: [message],
  });
}
