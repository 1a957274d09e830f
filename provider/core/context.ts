import { VoicecallError, isVoicecallError } from "../http/errors.js";
import { hiding } from "../http/redact.js";
import { label } from "./describe.js";
import { HalfMade } from "./half-made.js";
import type { Resource } from "./resource.js";
import { secretsOf } from "./secrets.js";
import { assertKnownVersion } from "./state.js";
import type { Bag } from "./values.js";

/** How the purpose of a reading begins that serves many resources, and so names none. */
const SHARED = /^(list|look up|get) /;

/**
 * The resource, so that what fails on the way is reported with what it was needed for and without its secrets, and no
 * newer state is touched.
 */
export function inContext(resource: Resource): Resource {
  const { definition } = resource;
  const { kind } = definition;
  const needed = <T>(purpose: string, bags: readonly Bag[], run: () => Promise<T>): Promise<T> =>
    hiding(
      () => secretsOf(definition, ...bags),
      () => named(purpose, run),
    );
  const withState = async <T>(
    purpose: string,
    bags: readonly [Bag, ...Bag[]],
    run: () => Promise<T>,
  ): Promise<T> => {
    assertKnownVersion(bags[0], purpose);
    return needed(purpose, bags, run);
  };
  return {
    definition,
    check: (session, olds, news) =>
      needed(`check ${label(kind, news)}`, [olds ?? {}, news], () => resource.check(session, olds, news)),
    diff: (session, id, olds, news) =>
      withState(`compare ${label(kind, news, id)}`, [olds, news], () =>
        resource.diff(session, id, olds, news),
      ),
    create: (session, inputs) =>
      needed(`create ${label(kind, inputs)}`, [inputs], () => resource.create(session, inputs)),
    read: (session, id, props) =>
      withState(`read ${label(kind, props, id)}`, [props], () => resource.read(session, id, props)),
    update: (session, id, olds, news) =>
      withState(`update ${label(kind, news, id)}`, [olds, news], () =>
        resource.update(session, id, olds, news),
      ),
    remove: (session, id, olds) =>
      withState(`delete ${label(kind, olds, id)}`, [olds], () => resource.remove(session, id, olds)),
  };
}

/** A mistake in this package. What it quotes is not known, so only its type and its place are shown. */
function unexpected(purpose: string, error: unknown): VoicecallError {
  const type = error instanceof Error ? error.name : typeof error;
  const frame = /pulumi-voicecall[^\s)]*|\/provider\/[^\s)]*/.exec(
    error instanceof Error ? (error.stack ?? "") : "",
  );
  const place = frame ? ` at ${frame[0]}` : "";
  return new VoicecallError(
    "internal",
    `${purpose}: a mistake in pulumi-voicecall stopped this (${type}${place}). Please report it, with the version of the package and the properties that the resource declares.`,
  );
}

async function named<T>(purpose: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isVoicecallError(error)) throw unexpected(purpose, error);
    if (!SHARED.test(error.message)) throw error;
    // A new one: others may have waited for the same reading.
    const message = `${purpose}: ${error.message}`;
    if (error instanceof HalfMade) throw new HalfMade(error.id, error.properties, message, error.code);
    const { code, status, lost } = error;
    throw new VoicecallError(code, message, { ...(status !== undefined && { status }), lost });
  }
}
