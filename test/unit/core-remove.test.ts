/** A delete that sends a request succeeds if the object is gone afterwards, and only then. */
import { describe, expect, test } from "vitest";
import { remove } from "../../provider/core/remove.js";
import type { ErrorDetails } from "../../provider/base/errors.js";
import {
  type AccountOptions,
  type ToyAccount,
  ball,
  ballInState,
  failure,
  lost,
} from "./core-toy-account.js";
import { withBall } from "./core-toy-operations.js";

const removed = (here: ToyAccount, olds = {}): Promise<void> =>
  remove(here.operation({ verb: "delete", id: "7", olds: { ...ballInState, ...olds } }));

test("an object is deleted, and then blocks no other resource", async () => {
  const here = withBall();
  await removed(here);
  expect(here.requests).toEqual(["remove 7"]);
  expect(here.rows).toEqual([]);
  expect(here.object(7).isReplaced).toBe(true);
});

describe("nothing is deleted", () => {
  test("if state marks the object as gone", async () => {
    const here = withBall();
    await removed(here, { gone: true });
    expect(here.requests).toEqual([]);
    await removed(here, { gone: false });
    expect(here.requests).toEqual(["remove 7"]);
  });

  test.each([
    [{ origin: "adopted" as const }, "another resource of this program has just adopted it."],
    [
      { isKept: true },
      "another resource of this program manages the same object. Only this resource was removed from state.",
    ],
  ])("if another resource of the program has the object: %o", async (known, why) => {
    const here = withBall();
    Object.assign(here.object(7), known);
    await removed(here);
    expect(here.requests).toEqual([]);
    expect(here.lines()).toEqual([`Toy "Ball" (id 7) was not deleted: ${why}`]);
    expect(here.object(7).isReplaced).toBeUndefined();
  });

  test("if the kind does not allow it", async () => {
    const checked: string[] = [];
    const beforeDelete = async ({ purpose }: { purpose: string }): Promise<void> => {
      checked.push(purpose);
      throw new Error("in use");
    };
    const here = withBall({ definition: { beforeDelete } });
    await expect(removed(here)).rejects.toThrow("in use");
    expect(checked).toEqual(['delete Toy "Ball" (id 7)']);
    expect(here.requests).toEqual([]);
  });
});

/** Options for an account whose deletes fail with this code and these details. */
const refused = (code: Parameters<typeof failure>[0], details?: ErrorDetails) => ({
  responses: { remove: failure(code, details) },
});
const notFound = { status: 404, doubt: "It may be gone.", remedy: "Check the path." };

describe("an error of the request", () => {
  test.each<[string, AccountOptions]>([
    ["no such route", refused("route-missing", { status: 405 })],
    ["not supported", refused("unsupported")],
    ["not found", refused("not-found", notFound)],
    ["a lost response", { responses: { remove: lost } }],
  ])("%s: no error if the object is gone", async (_, account) => {
    const here = withBall({ ...account, rows: [] });
    await removed(here);
    expect(here.requests).toEqual(["remove 7", "find 7"]);
    expect(here.object(7).isReplaced).toBe(true);
  });

  test.each<[string, AccountOptions, string, string]>([
    [
      "no such route",
      refused("route-missing", { status: 405, doubt: "It may be gone.", setRoute: "Set the route." }),
      "unsupported",
      "the service failed (route-missing). The object still exists, so the route is wrong. Set the route. If the service cannot delete the object, declare the resource with retainOnDelete: true and run `pulumi up` first. Then deleting the resource only removes it from state and leaves the object in the service.",
    ],
    [
      "not supported",
      refused("unsupported"),
      "unsupported",
      "the service failed (unsupported). The object still exists. If the service cannot delete the object, declare the resource with retainOnDelete: true and run `pulumi up` first. Then deleting the resource only removes it from state and leaves the object in the service.",
    ],
    [
      "not found",
      refused("not-found", notFound),
      "could-not-tell",
      "the service failed (not-found). Yet the service still lists the object. The object does not count as deleted and stays in state. Run the command again later; if the service really has deleted the object, `pulumi refresh` removes it from state.",
    ],
    [
      "a lost response",
      { responses: { remove: lost } },
      "network",
      "the service failed (network). It is not known whether it was processed.",
    ],
  ])("%s: an error if the object is still there", async (_, account, code, message) => {
    const here = withBall(account);
    await expect(removed(here)).rejects.toMatchObject({ code, message });
    expect(here.object(7).isReplaced).toBeUndefined();
  });

  test.each<[string, AccountOptions, string, string]>([
    [
      "no such route",
      refused("route-missing", { status: 405 }),
      "unsupported",
      "the service failed (route-missing). If the service cannot delete the object, declare the resource with retainOnDelete: true and run `pulumi up` first. Then deleting the resource only removes it from state and leaves the object in the service.",
    ],
    [
      "not supported",
      refused("unsupported", { remedy: "Set voicecall:routes." }),
      "unsupported",
      "the service failed (unsupported). Set voicecall:routes. If the service cannot delete the object, declare the resource with retainOnDelete: true and run `pulumi up` first. Then deleting the resource only removes it from state and leaves the object in the service.",
    ],
    [
      "not found",
      refused("not-found", notFound),
      "could-not-tell",
      "the service failed (not-found). The lookup failed: the service failed (server). The object does not count as deleted and stays in state. Run the command again later; if the service really has deleted the object, `pulumi refresh` removes it from state.",
    ],
    [
      "a lost response",
      { responses: { remove: lost } },
      "network",
      "the service failed (network). It is not known whether it was processed.",
    ],
  ])("%s: an error if the object cannot be looked up", async (_, account, code, message) => {
    const here = withBall({ ...account, responses: { ...account.responses, find: failure("server") } });
    await expect(removed(here)).rejects.toMatchObject({ code, message });
    expect(here.object(7).isReplaced).toBeUndefined();
  });

  test("the error of a lookup that could not tell replaces the error of the delete", async () => {
    const here = withBall(refused("not-found", notFound));
    here.find = failure("could-not-tell");
    await expect(removed(here)).rejects.toMatchObject({ message: "the service failed (could-not-tell)." });
  });

  test("any other error is passed on without a lookup", async () => {
    const here = withBall(refused("refused"));
    await expect(removed(here)).rejects.toMatchObject({
      code: "refused",
      message: "the service failed (refused).",
    });
    here.remove = () => Promise.reject(new TypeError("broken"));
    await expect(removed(here)).rejects.toThrow(TypeError);
    expect(here.requests).toEqual(["remove 7", "remove 7"]);
  });
});

describe("a listing that lags", () => {
  test.each(["not-found", "route-missing"] as const)("after %s with 404: waits for it", async (code) => {
    const here = withBall(refused(code, { status: 404 }));
    const start = here.clock.now();
    here.find = async () => (here.clock.now() - start < 600 ? ball : undefined);
    await removed(here);
    expect(here.requests).toEqual(["remove 7", "find 7", "find 7 again", "find 7 again", "find 7 again"]);
    expect(here.object(7).isReplaced).toBe(true);
  });

  test("after another status: the object is there", async () => {
    const here = withBall(refused("route-missing", { status: 405 }));
    await expect(removed(here)).rejects.toThrow("The object still exists");
    expect(here.requests).toEqual(["remove 7", "find 7"]);
  });
});
