/** What an update that fails leaves in state, and what the user can do. */
import { describe, expect, test } from "vitest";
import { HalfCreated } from "../../provider/core/run/half-created.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { rejection } from "../support/after-test.js";
import { type ToyAccount, accountOf, ball, failure, lost } from "./core-toy-account.js";
import { biggerBall, updated, withBall } from "./core-toy-operations.js";

/** The error of an update that fails, and the properties with which the object stays in state. */
async function kept(here: ToyAccount, news?: Bag): Promise<HalfCreated> {
  const error = await rejection(updated(here, { news }));
  expect(error).toBeInstanceOf(HalfCreated);
  expect(error).toMatchObject({ id: "7" });
  return error as HalfCreated;
}

describe("an object that is gone", () => {
  const whenGone = (values: Bag): Bag => ({ gone: true, wasSize: values["size"] });
  const GONE =
    'update Toy "Ball" (id 7): the object is no longer in the service. Run `pulumi up --refresh`, which detects this and creates the object again.';
  const inState = {
    ...biggerBall,
    uuid: "u7",
    voiceId: 1,
    gone: true,
    wasSize: 1,
    __v: 1,
    __createdAt: 5,
    __account: { baseUrl: "https://example.com", token: "t" },
  };
  const { __createdAt, __account } = inState;
  const atLast = { __createdAt, __account, __partial: ["size"] };

  test("is an error with the remedy", async () => {
    const here = withBall({ rows: [] });
    await expect(updated(here)).rejects.toMatchObject({ code: "gone", message: GONE });
    expect(here.requests.join()).not.toContain("update");
  });

  test.each([
    ["before the update", {}],
    ["during the update", { update: failure("gone") }],
  ])("stays in state if its kind is not created again: %s", async (when, responses) => {
    const here = withBall({
      definition: { whenGone },
      responses,
      ...(when.startsWith("before") && { rows: [] }),
    });
    expect(await updated(here, { olds: atLast })).toEqual(inState);
    expect(here.lines()).toEqual([
      expect.stringMatching(/^Toy "Ball" \(id 7\) is gone from the service\. It stays/),
    ]);
  });

  test("an update that finds the object gone is an error if the kind is created again", async () => {
    const here = withBall({ responses: { update: failure("gone") } });
    await expect(updated(here)).rejects.toMatchObject({
      code: "gone",
      message: "the service failed (gone).",
    });
  });

  test.each(["route-missing", "not-found"] as const)(
    "after %s, an object that is not listed is gone",
    async (code) => {
      const here = withBall();
      here.update = async () => {
        here.rows.length = 0;
        return failure(code)();
      };
      await expect(updated(here)).rejects.toMatchObject({ code: "gone", message: GONE });
      expect(here.requests.slice(-2)).toEqual(['update 7 {"size":2}', "find 7 again"]);
    },
  );

  test("after not-found, a new object that is listed late is not gone", async () => {
    const here = withBall({ responses: { update: failure("not-found") } });
    const finds: unknown[] = [{ ...ball }, undefined, { ...ball }];
    here.find = async () => finds.shift() as ServiceRecord | undefined;
    const olds = { __createdAt: here.clock.now() };
    await expect(updated(here, { olds })).rejects.toMatchObject({ code: "not-found" });
  });

  test.each(["route-missing", "not-found"] as const)(
    "after %s, the error says that a listed object still exists",
    async (code) => {
      const here = withBall({ responses: { update: failure(code) } });
      await expect(updated(here)).rejects.toMatchObject({
        code,
        message: expect.stringContaining("The object still exists"),
      });
    },
  );
});

describe("a failed request", () => {
  test("that was not processed leaves state as it was", async () => {
    const here = withBall({ responses: { update: failure("refused") } });
    const error = await rejection(updated(here));
    expect(error).not.toBeInstanceOf(HalfCreated);
    expect(error).toMatchObject({ code: "refused", message: "the service failed (refused)." });
    expect(here.requests).toEqual(["find 7", 'update 7 {"size":2}']);
  });

  test("with an unexpected error is passed on", async () => {
    const here = withBall({ responses: { update: () => Promise.reject(new TypeError("broken")) } });
    await expect(updated(here)).rejects.toThrow(TypeError);
  });

  test("whose response was lost is not an error if a read finds the change", async () => {
    const here = withBall();
    here.update = async (id, body) => {
      here.change(id, { ...body, uuid: "later" });
      return lost();
    };
    expect(await updated(here)).toMatchObject({ size: 2, uuid: "later" });
    expect(here.requests).toEqual(["find 7", 'update 7 {"size":2}', "find 7 again"]);
    expect(here.lines()).toEqual([
      'update Toy "Ball" (id 7): the response was lost, but the service made the change.',
    ]);
  });

  test.each<[string, Bag, string[], Partial<ServiceRecord>?]>([
    ["the change is not in the service", biggerBall, ["size"], { size: 1 }],
    ["a field cannot be read", { ...biggerBall, pin: "2" }, ["size", "pin"]],
    ["a part of a field cannot be read", { ...biggerBall, extra: { b: 1 } }, ["size", "extra"]],
    ["an order field cannot be read", { ...biggerBall, status: "on" }, ["size", "status"]],
  ])("whose response was lost marks the fields as uncertain if %s", async (_, news, partial, shown) => {
    const here = withBall();
    here.update = async (id, body) => {
      const { size } = { ...body, ...shown };
      here.change(id, { size });
      return lost();
    };
    const error = await kept(here, news);
    expect(error).toMatchObject({ code: "network", lost: false });
    expect(error.properties).toMatchObject({
      ...news,
      uuid: "u7",
      __partial: partial,
      __account: accountOf(here),
    });
    expect(here.lines()).toEqual([]);
  });

  test.each([
    ["cannot be read", failure("server")],
    ["is not found", async () => undefined],
  ])("whose response was lost marks the fields as uncertain if the object %s", async (_, find) => {
    const here = withBall({ responses: { update: lost } });
    here.find = (id, again) => (again ? find() : Promise.resolve(here.rows[id - 7]));
    const error = await kept(here);
    expect(error).toMatchObject({ code: "network" });
    expect(error.properties).toMatchObject({ size: 2, uuid: "u7", __partial: ["size"] });
  });
});

describe("a read-back", () => {
  test("that fails marks all fields as uncertain", async () => {
    const here = withBall({ responses: { list: failure("server") } });
    const error = await kept(here, { ...biggerBall, colour: "red" });
    expect(error).toMatchObject({
      code: "server",
      message:
        'update Toy "Ball" (id 7): the object was changed, but could not be read back: the service failed (server). The object is kept in state; the next `pulumi up` reads it again.',
    });
    expect(error.properties).toMatchObject({ size: 2, uuid: "u7", __partial: ["size", "colour"] });
  });

  test("that no longer finds the object marks all fields as uncertain", async () => {
    const here = withBall();
    here.find = async () => (here.requests.length === 1 ? { ...ball } : undefined);
    here.list = async () => [];
    const error = await kept(here);
    expect(error).toMatchObject({
      code: "could-not-tell",
      message:
        'update Toy "Ball" (id 7): the object was changed, but the listing no longer shows it. State is kept; the next `pulumi up` reads the object again.',
    });
    expect(error.properties).toMatchObject({ size: 2, __partial: ["size"] });
    expect(error.properties).not.toHaveProperty("uuid");
  });

  test.each([
    ["the listing", {}, ", as its listing shows after 1 s"],
    ["the response", { whole: { ...ball, size: 3, colour: "red", uuid: "seen" } }, ""],
  ])("with another value marks that field as uncertain: %s", async (_, response, seen) => {
    const rows = [{ ...ball }];
    const here = withBall({ rows });
    here.update = async (id, { colour }) => {
      here.change(id, { size: 3, colour, uuid: "seen" });
      return response;
    };
    const error = await kept(here, { ...biggerBall, colour: "red" });
    expect(error.code).toBe("not-kept");
    expect(error.message).toContain(`the service accepted size but did not keep it as sent${seen}. `);
    expect(error.message).toContain("(size: 3).");
    expect(error.properties).toMatchObject({ size: 2, colour: "red", uuid: "seen", __partial: ["size"] });
  });
});
