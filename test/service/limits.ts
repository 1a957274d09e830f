/**
 * The limits in test/kinds that are not `programOnly`. The local service must enforce them on create and
 * update.
 */
import { describe, expect, test } from "vitest";
import type { Limit, Subject } from "../kinds/index.js";
import { type Client, keysOf } from "./harness.js";

/** A change to a body, and the field that a rejection must name. */
export type Change = readonly [name: string, change: object, field: string];

export interface Changes {
  inside: Change[];
  outside: Change[];
}

const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A value, with the service's names for keys. */
function sent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sent);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [snake(key), sent(item)]));
}

/** False for NaN and Infinity, which JSON cannot represent, and for null, which has separate tests. */
const isSendable = (value: unknown): boolean =>
  value !== null && (typeof value !== "number" || Number.isFinite(value));

function brief(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text;
}

/** The limits of a kind of resource, as changes to requests. */
export function changesOf({ limits, samples }: Subject): Changes {
  const request = (property: string): string => samples[property]?.request ?? REQUESTS[property]!;
  const changes = ({ property, beside = {}, path = property }: Limit, values: unknown[]): Change[] =>
    values.filter(isSendable).map((value) => {
      const others = Object.entries(beside).map(([key, item]) => [request(key), item]);
      const [root = "", ...rest] = path.split(/[[\].]+/).filter((key) => key !== "");
      return [
        `${property} ${brief(value)}`,
        { [request(property)]: sent(value), ...Object.fromEntries(others) },
        [request(root), ...rest.map(snake)].join("."),
      ];
    });
  const all = limits.filter(({ programOnly, property }) => !programOnly && !samples[property]?.route);
  return {
    inside: all.flatMap((limit) => changes(limit, limit.good)),
    outside: all.flatMap((limit) => changes(limit, limit.bad)),
  };
}

/** The known fields of the samples, with null, which the service must reject. `nullable` are the exceptions. */
export const notNull = ({ samples }: Subject, nullable: string[] = []): Change[] =>
  Object.values(samples)
    .filter(({ request, route }) => !nullable.includes(request) && request !== EXTRA && !route)
    .map(({ request }) => [`${request} null`, { [request]: null }, request]);

/** The field in the sample for `extraFields`. The service does not know it. */
const EXTRA = "new_setting";

/** Request names of properties without a sample. */
const REQUESTS: Record<string, string> = {
  secondaryContacts: "secondary_contacts",
  allowDuplicate: "allow_dupplicate",
};

/**
 * One test for each route and change. A POST sends the whole body with the change. A PUT sends only the
 * change.
 */
export function testLimits(routes: string[], whole: object, changes: Changes, send: Client): void {
  describe.each(routes)("%s", (route) => {
    const [method = "", path = ""] = route.split(" ");
    const creates = method === "POST";
    const sendChange = (change: object) => send(method, path, creates ? { ...whole, ...change } : change);

    test.each(changes.inside)("accepts %s", async (_, change) => {
      const { status, json } = await sendChange(change);
      const created = path === "/user/lead" ? 200 : 201;
      expect({ status, errors: json.errors }).toEqual({ status: creates ? created : 200, errors: undefined });
    });

    test.each(changes.outside)("rejects %s", async (_, change, field) => {
      const { status, json } = await sendChange(change);
      expect(status).toBe(422);
      expect(keysOf(json).sort()).toEqual(["errors", "message"]);
      expect(json.errors).toEqual({ [field]: [expect.any(String)] });
      // The create of a tool has the text of the field as its message.
      expect(json.message).toBe(route === "POST /user/tools" ? json.errors[field][0] : "Validation failed");
    });
  });
}
