/** Requests of conversations, to a model or to the test chat: through the same proxies, with the same errors. */
import { systemClock } from "../base/clock.js";
import { isOfProxy, outcomeOf } from "./answer.js";
import { delay, type Outcome, requestedPause } from "./retry.js";
import type { Transport, TransportResponse } from "./transport.js";
import { TransportError } from "./transport-error.js";

export interface Post {
  url: string;
  headers?: Record<string, string>;
  body: object;
}

/**
 * Sends to one host, and follows no redirect. Repeats what failed for a moment.
 * @param timeout milliseconds for one attempt, and for the longest pause that a response may ask for
 * @throws from the function: TransportError if there is no response of the host
 */
export function createPoster(timeout: number, retries: number): (post: Post) => Promise<TransportResponse> {
  let transport: Transport | undefined;
  return async ({ url, headers, body }) => {
    // Loads undici only when something is sent.
    const { createTransport } = await import("./transport.js");
    transport ??= createTransport({ connections: 100, timeout });
    const given = { accept: "application/json", "content-type": "application/json", ...headers };
    const request = { method: "POST", url, headers: given, body: JSON.stringify(body), timeout } as const;
    for (let attempt = 1; ; attempt += 1) {
      const result = await transport.send(request).catch((error: TransportError) => error);
      const isError = result instanceof TransportError;
      const outcome = isError ? result : outcomeOf(result);
      if (attempt <= retries && isPassing(outcome)) {
        const now = systemClock.now();
        const pause = requestedPause(outcome, now);
        if (pause > timeout && !isError) throw new TransportError("cut", ...tooLong(result, pause, timeout));
        await systemClock.sleep(Math.max(pause, delay(attempt, outcome, systemClock.random(), now)));
      } else if (isError) throw result;
      else if (isOfProxy(result))
        throw new TransportError(
          "cut",
          `${result.status} from it or from the proxy ${result.proxy}`,
          "Check the proxy's password, and that it allows and reaches the host, or try again later",
        );
      else return result;
    }
  };
}

const tooLong = ({ status }: TransportResponse, pause: number, timeout: number) =>
  [
    `${status}, and it asks to wait ${Math.ceil(pause / 1000)} s, longer than the timeout of ${timeout / 1000} s`,
    "Try again later, or raise timeout",
  ] as const;

/** Unlike a write of the provider, a turn of a conversation may be repeated although it was processed. */
const isPassing = (outcome: Outcome): boolean =>
  outcome.isFinal !== true &&
  (outcome.kind === "response"
    ? [408, 409, 429].includes(outcome.status) || outcome.status >= 500
    : outcome.kind !== "too-large");
