/** Requests of conversations, to a model or to the test chat: through the same proxies, with the same errors. */
import { systemClock } from "../base/clock.js";
import { isOfProxy, outcomeOf } from "./answer.js";
import { delay, isWorthwhile, requestedPause } from "./retry.js";
import type { Transport, TransportResponse } from "./transport.js";
import { TransportError } from "./transport-error.js";

export interface Post {
  url: string;
  headers?: Record<string, string>;
  body: object;
  /** What is thrown if there is no response of the host. */
  failed: (why: string, remedy?: string) => Error;
}

/**
 * Sends to one host, and follows no redirect. Repeats what failed for a moment.
 * @param timeout milliseconds for one attempt, and for the longest pause that a response may ask for
 */
export function createPoster(timeout: number, retries: number) {
  let transport: Transport | undefined;
  return async ({ url, headers, body, failed }: Post): Promise<TransportResponse> => {
    // Loads undici only when something is sent.
    const { createTransport } = await import("./transport.js");
    transport ??= createTransport({ connections: 100, timeout });
    const given = { accept: "application/json", "content-type": "application/json", ...headers };
    const request = { method: "POST", url, headers: given, body: JSON.stringify(body), timeout } as const;
    for (let attempt = 1; ; attempt += 1) {
      const result = await transport.send(request).catch((error: TransportError) => error);
      const isError = result instanceof TransportError;
      const outcome = isError ? result : outcomeOf(result);
      // Unlike a write of the provider, a turn of a conversation may be repeated although it was processed.
      if (attempt <= retries && isWorthwhile(outcome, isPassing)) {
        const now = systemClock.now();
        const pause = requestedPause(outcome, now);
        if (pause > timeout && !isError)
          throw failed(
            `${result.status}, and it asks to wait ${Math.ceil(pause / 1000)} s, longer than the timeout of ${timeout / 1000} s`,
            "Try again later, or raise timeout",
          );
        await systemClock.sleep(Math.max(pause, delay(attempt, outcome, systemClock.random(), now)));
      } else if (isError) throw failed(result.message, result.remedy);
      else if (isOfProxy(result))
        throw failed(
          `${result.status} from it or from the proxy ${result.proxy}`,
          "Check the proxy's password, and that it allows and reaches the host, or try again later",
        );
      else return result;
    }
  };
}

const isPassing = (status: number): boolean => [408, 409, 429].includes(status) || status >= 500;
