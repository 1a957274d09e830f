import { createTransport, type Transport } from "../../provider/http/transport.js";
import { closeAfterTest } from "./after-test.js";

type Alter = (body: unknown, path: string) => unknown;

/** Sends real requests. `alter` receives the JSON of a successful response, and returns its replacement. */
export function alteringTransport(alter: Alter): Transport {
  const real = closeAfterTest(createTransport({ connections: 8, timeout: 30_000 }));
  return {
    // Without `cut`, the records of a listing are in the body.
    send: async ({ cut: _, ...request }) => {
      const response = await real.send(request);
      if (response.status > 299 || response.body === "") return response;
      const body = alter(JSON.parse(response.body), new URL(request.url).pathname);
      return { ...response, body: JSON.stringify(body) };
    },
  };
}

/** Users choose the keys inside the values of these keys, so an unknown key would change a value. */
const usersOwn = ["variables", "new_setting"];

export const UNKNOWN_KEY = "new_in_2031";
const unknownValue = { id: 1, name: "x", list: [{ a: null }] };

/** The body with an unknown key in each of its objects, at any depth, except in the values of `usersOwn`. */
export function withUnknownKeys(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withUnknownKeys);
  if (typeof body !== "object" || body === null) return body;
  const entries = Object.entries(body).map(([key, value]) => [
    key,
    usersOwn.includes(key) ? (value as unknown) : withUnknownKeys(value),
  ]);
  return { ...Object.fromEntries(entries), [UNKNOWN_KEY]: unknownValue };
}
