/** What a body with one field changed is answered, on creation and on update alike. */
import { describe, expect, test } from "vitest";
import { keysOf, type Client } from "./harness.js";

export interface FieldRules {
  /** As «METHOD /path»; a POST sends the whole body with the change in it, the other the change alone. */
  routes: string[];
  whole: object;
  inside: [name: string, change: object][];
  outside: [name: string, change: object, field: string][];
}

/** One test for each route and change; `send` is the client of the running test. */
export function testFieldRules({ routes, whole, inside, outside }: FieldRules, send: Client): void {
  describe.each(routes)("%s", (route) => {
    const [method = "", path = ""] = route.split(" ");
    const creates = method === "POST";
    const sent = (change: object) => send(method, path, creates ? { ...whole, ...change } : change);

    test.each(inside)("takes %s", async (_, change) => {
      const { status, json } = await sent(change);
      expect({ status, errors: json.errors }).toEqual({ status: creates ? 201 : 200, errors: undefined });
    });

    test.each(outside)("refuses %s", async (_, change, field) => {
      const { status, json } = await sent(change);
      expect(status).toBe(422);
      expect(keysOf(json).sort()).toEqual(["errors", "message"]);
      expect(json.message).toBe("Validation failed");
      expect(json.errors).toEqual({ [field]: [expect.any(String)] });
    });
  });
}
