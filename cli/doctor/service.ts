/** The service as it answers at all: whether it can be reached, and what time it is there. */
import {
  type Settings,
  type TransportAnswer,
  type TransportRequest,
  createTransport,
  TransportError,
} from "../../provider/facade.js";
import { couldNotTell, forInformation, type Line, notReady, ready } from "./report.js";

/** A request that changes nothing by what its method means (RFC 9110, 9.2.1). */
export type Ask = (method: "GET" | "OPTIONS", path: string) => Promise<TransportAnswer>;

export interface Asking {
  ask: Ask;
  close(): Promise<void>;
}

export function asking(settings: Settings): Asking {
  const transport = createTransport({ connections: settings.maxInFlight, timeout: settings.timeout });
  const headers: TransportRequest["headers"] = {
    accept: "application/json",
    "content-type": "application/json",
    "user-agent": "pulumi-voicecall",
    ...(settings.accessToken !== undefined && { authorization: `Bearer ${settings.accessToken}` }),
  };
  return {
    ask: (method, path) =>
      transport.send({ method, url: settings.baseUrl + path, headers, timeout: settings.timeout }),
    close: () => transport.close(),
  };
}

/** Reachability and clock, from one answer whatever it is. */
export async function reach(ask: Ask, settings: Settings): Promise<{ reached: boolean; lines: Line[] }> {
  const begun = Date.now();
  try {
    const answer = await ask("GET", settings.routes.listLanguages.path);
    const reached = ready("reachability", `${settings.baseUrl} answers`);
    const middle = (begun + Date.now()) / 2;
    return { reached: true, lines: [reached, clockLine(answer.headers["date"], middle, settings.listLag)] };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const source = settings.baseUrlSource;
    return {
      reached: false,
      lines: [
        notReady(
          "reachability",
          `${settings.baseUrl}: ${error.message}`,
          `check the base URL (from ${source}), the connection, and whether the service is up`,
        ),
      ],
    };
  }
}

const minutes = 60_000;

/** Beyond this one of the two clocks is wrong, whatever is said of networks. */
const farOff = 5 * minutes;

/**
 * What depends on the clock: an object counts as young, and its absence from a listing as lag, for `listLag` after
 * the time of creation that state holds. That is the time of the machine that made it, and another machine may
 * refresh; the service's clock is the one that all of them can be compared with.
 * @param now milliseconds since the epoch when the answer was on its way
 */
export function clockLine(date: string | undefined, now: number, listLag: number): Line {
  const there = Date.parse(date ?? "");
  if (Number.isNaN(there)) {
    return forInformation(
      couldNotTell(
        "clock",
        "the service does not say what time it is",
        "keep this machine's clock set by NTP",
      ),
    );
  }
  // The header tells whole seconds, cut off.
  const skew = now - (there + 500);
  const side = skew > 0 ? "ahead of" : "behind";
  const apart = `this machine's clock is ${span(Math.abs(skew))} ${side} the service's`;
  if (Math.abs(skew) > farOff) {
    return notReady("clock", apart, "set this machine's clock, by NTP if there is a way");
  }
  if (Math.abs(skew) <= Math.max(listLag, 2_000)) {
    return ready("clock", "this machine and the service agree on the time");
  }
  return forInformation(
    couldNotTell(
      "clock",
      `${apart}: more than voicecall:listLag`,
      "if it is this machine's, set it; machines that share a stack must not differ by more than voicecall:listLag",
    ),
  );
}

const span = (milliseconds: number): string =>
  milliseconds < 2 * minutes
    ? `${Math.round(milliseconds / 1000)} s`
    : `${Math.round(milliseconds / minutes)} min`;
