/** A session with listings and lookups from the test, without HTTP. */
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { Loader, Loaders } from "../../provider/core/records/loaders.js";
import { EngineCalls } from "../../provider/core/run/engine-calls.js";
import { type Output, Session } from "../../provider/core/run/session.js";
import type { Call, Client } from "../../provider/http/client.js";
import { parseSettings } from "../../provider/http/settings.js";
import { type FakeClock, fakeClock } from "../support/clock.js";

export interface Opened {
  readonly session: Session;
  readonly clock: FakeClock;
  /** The lookups that were sent: route and query. */
  readonly lookedUp: string[];
  readonly printed: unknown[][];
}

export type Answers = Partial<Record<string, () => unknown>>;

/**
 * @param answers responses to lookups, by route and query
 * @param report receives messages as data, as for a command that reads them
 */
export function opened(
  loaders: Loaders = {},
  config: Record<string, string | undefined> = {},
  answers: Answers = {},
  report?: Output["report"],
): Opened {
  const clock = fakeClock();
  const lookedUp: string[] = [];
  const printed: unknown[][] = [];
  const request = async ({ route, query = {} }: Call<unknown>): Promise<unknown> => {
    const text = [route, ...Object.values(query).filter((value) => value !== undefined)].join(" ");
    lookedUp.push(text);
    return answers[text]?.() ?? [];
  };
  const all: Record<string, string | undefined> = {
    baseUrl: "https://example.com",
    accessToken: "the-token",
    ...config,
  };
  const client = { settings: parseSettings((key) => all[key], {}), request } as Client;
  const print = (...line: unknown[]): void => void printed.push(line);
  return {
    session: new Session(client, new EngineCalls(clock), loaders, { print, report }),
    clock,
    lookedUp,
    printed,
  };
}

/** A listing that counts its readings. */
export function listed(...rows: ServiceRecord[]): Loader & { read: number } {
  const loader = {
    read: 0,
    list: async () => {
      loader.read += 1;
      return rows;
    },
    keyOf: ({ name }: ServiceRecord) => String(name),
  };
  return loader;
}
