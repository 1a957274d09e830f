import { catalog, isKind } from "./catalog.js";
import { type Clock, systemClock } from "./base/clock.js";
import { validate } from "./core/check.js";
import { type ReadResult, HalfCreated } from "./core/run/results.js";
import { Operation, type Resource, type Verb } from "./core/run/operation.js";
import { HIDDEN, isExternal, isManaged } from "./core/run/state.js";
import { perform } from "./core/perform.js";
import { EngineCalls } from "./core/run/engine-calls.js";
import type { Session, Subject } from "./core/run/session.js";
import { type Bag, MISTAKES } from "./core/fields/values.js";
import type { Engine } from "./http/engine.js";
import type { EngineLog } from "./engine-log.js";
import {
  checkResponse,
  forPreview,
  keeping,
  kindIn,
  own,
  selfOf,
  stored,
  withoutPlaceholders,
} from "./engine-values.js";
import type { Hosted, ReadConfig } from "./hosted.js";
import { VoicecallError, orElse } from "./base/errors.js";
import { Secrets } from "./http/shown-text.js";
import type { Transport } from "./http/transport.js";
import { lookups } from "./lookups.js";
import { openSession } from "./open-session.js";
import type { Lookups } from "./core/lookup/records.js";
import { MESSAGES_FILE, type Message, messagesTo } from "./base/messages.js";
import { quoted } from "./base/quoted.js";
import { parseSettings } from "./http/settings.js";

export type { Hosted } from "./hosted.js";

export interface Surroundings {
  readonly clock?: Clock;
  readonly env?: Record<string, string | undefined>;
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
    logged.push(log(line, about.shownOn).then((isShown) => (isShown ? undefined : print(line))));
  };
  const sessions = new Map<string, Session>();
  const secrets = new Secrets();
  const calls = new EngineCalls(clock);

  const sessionFor = (config: ReadConfig): Session => {
    const settings = parseSettings(config, env);
    const key = JSON.stringify(settings);
    const session =
      sessions.get(key) ??
      openSession(settings, { clock, print: show, report, transport, engine, secrets, engineCalls: calls });
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
    try {
      const operation = new Operation({
        definition,
        session: open(),
        verb,
        ...(id !== undefined && { id }),
        ...(olds && { olds: own(olds) }),
        ...(news && { news: own(news) }),
        self: selfOf(news ?? olds ?? {}),
      });
      const before = olds && kindIn(olds);
      if (before !== undefined && before !== operation.kind)
        throw operation.mistake(
          "invalid",
          `in state, this resource is a ${before}. Correct its aliases, or its name.`,
        );
      return await perform(operation, run, secrets);
    } catch (error) {
      if (error instanceof VoicecallError)
        report?.(asMessage({ kind: definition.kind, id: id ?? "" }, error));
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
        const { inputs, failures } = validate(resource.definition, own(news));
        const all = [...failures, { path: "", reason: error.message }];
        const response = checkResponse({ inputs, failures: all }, news);
        // A wrong setting or a lost connection affects every resource, so the engine need not continue the preview.
        return error.details.resource === undefined ? response : forPreview(news, response);
      }
    },
    diff: async (id, olds, { [MISTAKES]: mistakes, ...news }) =>
      // With mistakes, the result must be an update, because only then does the engine pass the new inputs to the
      // program. With `changes: true`, it finds the differing inputs itself, and hides `MISTAKES`.
      // Mistakes may come from the token of another account. Then the engine gets that one error.
      call(resource, session, { verb: "compare", id, olds, news }, async (operation) =>
        mistakes === undefined ? resource.diff(operation) : { changes: true },
      ),
    create: (news) =>
      call(resource, session, { verb: "create", news }, async (operation) => {
        // A retry finishes the object that an earlier create has left half-created.
        const { id, outs } =
          operation.verb === "create"
            ? await resource.create(operation)
            : { id: operation.id, outs: await resource.update(operation) };
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

const asMessage = (
  { kind, id }: Pick<Operation, "kind" | "id">,
  { message, code, reason, details }: VoicecallError,
): Message => ({
  kind,
  id,
  text: message,
  error: { code, ...(details.request !== undefined && { request: details.request }), reason },
});
