/** What a read of an object proves, and the error if a read fails. */
import { describe, expect, test } from "vitest";
import { findOrProveGone, notKept, stillThere, unreadable } from "../../provider/core/steps/readback.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { ToyAccount } from "./core-toy-account.js";

describe("fields of a record", () => {
  const news = { name: "Ball", size: 3, pin: "1", extra: { a: 1, b: 2 }, onDestroy: "keep", status: "on" };
  const compared = async (record: Bag, properties = Object.keys(news)) => {
    const operation = new ToyAccount().creating(news);
    const row = { id: 7, ...record };
    const wanted = await operation.resolved();
    return [
      await notKept(operation, row, wanted, properties),
      await unreadable(operation, row, wanted, properties),
    ];
  };

  test.each<[string, Bag, string[], string[]]>([
    ["all are as declared", { name: "Ball", size: 3, a: 1, b: 2 }, [], ["pin", "onDestroy", "status"]],
    [
      "the record has other values",
      { name: "Ball", size: 4, a: 2, b: 2 },
      ["size", "extra"],
      ["pin", "onDestroy", "status"],
    ],
    ["the record lacks some", { name: "Ball", a: 1 }, [], ["size", "pin", "extra", "onDestroy", "status"]],
  ])("%s", async (_, record, lost, hidden) => {
    expect(await compared(record)).toEqual([lost, hidden]);
  });

  test("that the program does not declare are kept, but may be unreadable", async () => {
    expect(await compared({ name: "Ball", colour: "red" }, ["colour", "note", "extra"])).toEqual([
      [],
      ["note", "extra"],
    ]);
  });
});

describe("an object in state", () => {
  const olds = (more: Bag = {}): Bag => ({ name: "Ball", ...more });
  const found = (account: ToyAccount, more?: Bag) =>
    findOrProveGone(account.operation({ verb: "read", id: "7", olds: olds(more) }));

  test("is found by one read", async () => {
    const account = new ToyAccount({ rows: [{ id: 7, name: "Ball" }] });
    const createdAt = account.clock.now();
    expect(await found(account, { __createdAt: createdAt })).toEqual({ id: 7, name: "Ball" });
    expect([account.requests, account.clock.slept]).toEqual([["find 7"], []]);
  });

  test("whose age is unknown is gone after one read", async () => {
    const account = new ToyAccount();
    expect(await found(account)).toBeUndefined();
    expect([account.requests, account.clock.slept]).toEqual([["find 7"], []]);
  });

  test("that is older than the listing lag is gone without further reads", async () => {
    const account = new ToyAccount();
    const createdAt = account.clock.now() - 10_000;
    expect(await found(account, { __createdAt: createdAt })).toBeUndefined();
    expect(account.clock.slept).toEqual([]);
  });

  test("that is new may be listed late, and only later reads count", async () => {
    const account = new ToyAccount();
    const createdAt = account.clock.now();
    const reads: unknown[] = [];
    account.find = async (id, again) => {
      reads.push(again);
      return reads.length < 3 ? undefined : { id };
    };
    expect(await found(account, { __createdAt: createdAt })).toEqual({ id: 7 });
    expect(reads).toEqual([undefined, true, true]);
    expect(account.clock.slept).toEqual([250, 500]);
  });

  test.each([
    ["is new", 0],
    ["a machine with a fast clock created", 3_600_000],
  ])("that %s is gone if no listing contains it within the listing lag", async (_, ahead) => {
    const account = new ToyAccount();
    const now = account.clock.now();
    expect(await found(account, { __createdAt: now + ahead })).toBeUndefined();
    expect(account.clock.now()).toBe(now + 10_000);
  });
});

describe("a failed read of an object that exists", () => {
  test.each<[string, VoicecallError, string]>([
    [
      "says that it is still there",
      new VoicecallError("server", "It failed.", {
        remedy: "Try again.",
        doubt: "It may exist.",
        lost: true,
      }),
      "It failed. It may exist. Try again. The object still exists.",
    ],
    [
      "says so without another remedy",
      new VoicecallError("server", "It failed."),
      "It failed. The object still exists.",
    ],
    [
      "because of a missing route asks for the route, without doubt about the object",
      new VoicecallError("route-missing", "404.", {
        remedy: "Try again.",
        setRoute: "To use a different route, run this command.",
        doubt: "It may exist.",
        lost: true,
      }),
      "404. The object still exists, so the route is wrong. To use a different route, run this command.",
    ],
  ])("%s", (_, error, text) => {
    const { code, message, lost } = stillThere(error);
    expect({ code, message, lost }).toEqual({ code: error.code, message: text, lost: false });
  });
});
