/** Checks whether the service can be reached, and compares its clock with this machine's. */
import {
  type Settings,
  type TransportResponse,
  type TransportRequest,
  createTransport,
  TransportError,
} from "../../provider/facade.js";
import { couldNotTell, forInformation, type Line, notReady, ready } from "./report.js";

/** A safe request (RFC 9110, 9.2.1). */
export type Ask = (method: "GET" | "OPTIONS", path: string) => Promise<TransportResponse>;

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

/** Checks the connection and the service's clock with a single request. */
export async function reach(ask: Ask, settings: Settings): Promise<{ reached: boolean; lines: Line[] }> {
  const startedAt = Date.now();
  try {
    const response = await ask("GET", settings.routes.listLanguages.path);
    const reached = ready("reachability", `${settings.baseUrl} responds`);
    const middle = (startedAt + Date.now()) / 2;
    return { reached: true, lines: [reached, clockLine(response.headers["date"], middle, settings.listLag)] };
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

/** A network delay cannot explain a larger difference, so one of the clocks is wrong. */
const farOff = 5 * minutes;

/**
 * Compares this machine's clock with the service's. A missing object counts as gone only if `listLag` has passed since
 * its recorded creation. Another machine may have recorded that time, so the clocks of all machines must agree.
 * @param now milliseconds since the epoch, halfway between request and response
 */
export function clockLine(date: string | undefined, now: number, listLag: number): Line {
  const serviceTime = Date.parse(date ?? "");
  if (Number.isNaN(serviceTime)) {
    return forInformation(
      couldNotTell(
        "clock",
        "the service's response contains no time",
        "synchronize this machine's clock with NTP",
      ),
    );
  }
  // The Date header is rounded down to whole seconds, so it is half a second too low on average.
  const skew = now - (serviceTime + 500);
  const side = skew > 0 ? "ahead of" : "behind";
  const apart = `this machine's clock is ${span(Math.abs(skew))} ${side} the service's`;
  if (Math.abs(skew) > farOff) {
    return notReady("clock", apart, "set this machine's clock, with NTP if possible");
  }
  if (Math.abs(skew) <= Math.max(listLag, 2_000)) {
    return ready("clock", "this machine and the service agree on the time");
  }
  return forInformation(
    couldNotTell(
      "clock",
      `${apart}: more than voicecall:listLag`,
      "if this machine's clock is wrong, set it; the clocks of machines that share a stack must not differ by more than voicecall:listLag",
    ),
  );
}

const span = (milliseconds: number): string =>
  milliseconds < 2 * minutes
    ? `${Math.round(milliseconds / 1000)} s`
    : `${Math.round(milliseconds / minutes)} min`;
