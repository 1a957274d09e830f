import { z } from "zod";
import type { Call, ClosableClient } from "./client.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";

/**
 * A client that can tell a wrong base URL from a missing route. If an assumed route returns 404 or 405 before
 * any documented route has succeeded, the client reads a documented route. If this read fails with "config" or
 * "auth", the base URL or the token is wrong. Any other failure may be temporary, so the client will read again.
 */
export function checkingBaseUrl(client: ClosableClient): ClosableClient {
  const { routes } = client.settings;
  let isProven = false;
  let reading: Promise<VoicecallError | undefined> | undefined;

  async function request<T>(call: Call<T>): Promise<T> {
    try {
      const response = await client.request(call);
      isProven ||= routes[call.route].basis === "documented" && !routes[call.route].overridden;
      return response;
    } catch (error) {
      if (isProven || !isVoicecallError(error, "route-missing")) throw error;
      throw explained(error, call, await (reading ??= read()));
    }
  }

  /** The error of reading a documented route. Undefined if the read succeeds, or if its failure may be temporary. */
  async function read(): Promise<VoicecallError | undefined> {
    try {
      await request({
        route: "listLanguages",
        schema: z.unknown(),
        purpose: "look up languages",
        isShared: true,
      });
    } catch (error) {
      if (!isVoicecallError(error)) throw error;
      if (error.code === "config" || error.code === "auth") return error;
      reading = undefined;
    }
    return undefined;
  }

  function explained(
    missing: VoicecallError,
    { route }: Call<unknown>,
    unread: VoicecallError | undefined,
  ): VoicecallError {
    if (unread === undefined) return missing;
    const { operation, request: listing, status } = missing.details;
    const settled = { operation, request: listing, doubt: undefined, lost: false };
    if (unread.code === "auth" || unread.status === undefined) return unread.with(settled);
    const { method, path } = routes[route];
    const what =
      `the base URL is wrong: ${method} ${path} returned ${status}, ` +
      `and the documented route GET ${routes.listLanguages.path} returned ${unread.status}.`;
    return unread.with({ ...settled, what });
  }

  return { ...client, request };
}
