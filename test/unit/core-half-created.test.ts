/** An object that exists stays in state with its id, whatever fails after its creation. */
import { describe, expect, test } from "vitest";
import { create } from "../../provider/core/create.js";
import { HalfCreated } from "../../provider/core/run/half-created.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { rejection } from "../support/after-test.js";
import { ToyAccount } from "./core-toy-account.js";

const news = { name: "Ball", size: 3 };
const broken = new VoicecallError("network", "The connection broke.", { lost: true, status: 502 });

/** The error of a create after which the object is in state. */
async function kept(account: ToyAccount, inputs: Bag): Promise<HalfCreated> {
  const error = await rejection(create(account.creating(inputs)));
  if (!(error instanceof HalfCreated)) throw error;
  return error;
}

/** An account whose creates return only the id. */
function withoutWhole(): ToyAccount {
  const account = new ToyAccount();
  account.create = async (body) => ({ id: account.store(body).id });
  return account;
}

const all = { ...news, pin: "1", status: "on", onDestroy: "keep", onExisting: "fail" };
/** All fields but those that are only used at creation. */
const partialOfAll = ["name", "size", "pin", "status", "onDestroy"];

describe("a create whose object cannot be read back", () => {
  test("fails with the error of the read, and marks all fields", async () => {
    const account = withoutWhole();
    account.list = async () => {
      if (account.rows.length > 0) throw broken;
      return [];
    };
    const error = await kept(account, all);
    expect([error.code, error.message, error.lost, error.status]).toEqual([
      "network",
      'create Toy "Ball" (id 1): the object was created, but could not be read back: The connection broke. The object is kept in state; the next `pulumi up` reads it again.',
      false,
      undefined,
    ]);
    expect(error.id).toBe("1");
    expect(error.properties).toEqual({
      ...all,
      __v: 1,
      __account: expect.objectContaining({ baseUrl: "https://example.com" }) as unknown,
      __createdAt: expect.any(Number) as unknown,
      __partial: partialOfAll,
    });
    expect(account.object(1).origin).toBe("created");
  });

  test("because of a bug asks for a report", async () => {
    const account = withoutWhole();
    account.list = async () => {
      if (account.rows.length > 0) throw new TypeError("a private text");
      return [];
    };
    const error = await kept(account, news);
    expect([error.code, error.reason]).toEqual([
      "internal",
      expect.stringMatching(
        /^the object was created, but could not be read back: a bug in pulumi-voicecall stopped this operation \(TypeError.*The object is kept in state; the next `pulumi up` reads it again\.$/,
      ),
    ]);
  });

  test("fails if no listing contains the object in time", async () => {
    const account = withoutWhole();
    account.list = async () => [];
    account.find = async () => undefined;
    const error = await kept(account, all);
    expect([error.code, error.message]).toEqual([
      "could-not-tell",
      'create Toy "Ball" (id 1): the object was created, but the listing does not show it yet. The object is kept in state; the next `pulumi up` reads it again.',
    ]);
    expect(error.properties["__partial"]).toEqual(partialOfAll);
    expect(account.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(10_000);
  });

  test("succeeds as soon as the object is listed", async () => {
    const account = withoutWhole();
    account.list = async () => [];
    let reads = 0;
    account.find = async () => ((reads += 1) < 3 ? undefined : account.rows[0]);
    expect((await create(account.creating(news))).id).toBe("1");
  });
});

describe("a create whose fields were not kept", () => {
  const storing = (record: Bag): ToyAccount => {
    const account = new ToyAccount();
    account.create = async (body) => ({ id: 1, whole: account.store({ ...body, ...record }) });
    return account;
  };

  test("fails, shows the stored value if messages may show it, and marks only these fields", async () => {
    const error = await kept(storing({ size: 5 }), { ...news, voice: "Sarah", note: "x" });
    expect([error.code, error.message]).toEqual([
      "not-kept",
      'create Toy "Ball" (id 1): the service accepted size but did not keep it as sent. The object is kept in state. ' +
        "The next `pulumi up` compares the object again and sends the fields that still differ. If the service still does not keep a value, change your program to the value that the service stores (size: 5).",
    ]);
    expect(error.properties).toMatchObject({ __partial: ["size"], voiceId: 1, modelId: null, size: 3 });
  });

  test("names all fields, shows the names of objects, and hides other texts", async () => {
    const error = await kept(storing({ colour: "red", voice_id: 2, size: 5 }), {
      ...news,
      colour: "blue",
      voice: "Sarah",
    });
    expect(error.what).toContain("the service accepted size, colour, voice but did not keep them as sent.");
    expect(error.what).toContain('the value that the service stores (size: 5, voice: "Mia" (id 2)).');
  });

  test("shows no value if messages may not show it", async () => {
    const error = await kept(storing({ colour: "red" }), { ...news, colour: "blue" });
    expect(error.what).toMatch(/change your program to the value that the service stores\.$/);
  });

  test("gives the reason why the API cannot change them", async () => {
    const account = new ToyAccount({ definition: { unchangeable: "the API cannot change a toy" } });
    account.create = async (body) => ({ id: 1, whole: account.store({ ...body, size: 5 }) });
    expect((await kept(account, news)).what).toBe(
      "the service accepted size but did not keep it as sent. The object is kept in state. " +
        "The next `pulumi up` compares the object again. If fields still differ, change your program to the values that the service stores, because the API cannot change a toy (size: 5).",
    );
  });

  test("waits for the listing, and says for how long", async () => {
    const account = withoutWhole();
    account.create = async (body) => ({ id: account.store({ ...body, size: 5 }).id });
    const error = await kept(account, news);
    expect(error.what).toContain("did not keep it as sent, as its listing shows after 10 s. ");
    expect(account.requests.filter((request) => request === "find 1 again").length).toBeGreaterThan(1);
  });

  test("says nothing about waiting if there is no lag", async () => {
    const account = new ToyAccount({ config: { listLag: "0" } });
    account.create = async (body) => ({ id: account.store({ ...body, size: 5 }).id });
    expect((await kept(account, news)).what).toContain("did not keep it as sent. ");
  });

  test("succeeds if a later listing has the fields", async () => {
    const account = withoutWhole();
    account.create = async (body) => ({ id: account.store({ ...body, size: 5 }).id });
    account.find = async (id, again) => account.change(id, { size: again === true ? 3 : 4 });
    expect((await create(account.creating(news))).outs["__partial"]).toBeUndefined();
    expect(account.requests.slice(-2)).toEqual(["list", "find 1 again"]);
  });

  test("marks the order fields too, because they were not sent", async () => {
    const account = storing({ size: 5 });
    const { properties } = await kept(account, { ...news, status: "on", urge: true });
    expect([properties["__partial"], account.sent.length]).toEqual([["size", "status"], 1]);
  });
});

describe("an order field, such as a status", () => {
  const ordered = { ...news, status: "on", urge: true };

  test("is sent in a separate request after the create", async () => {
    const account = new ToyAccount();
    account.update = async (id, body) => ({ whole: { ...account.change(id, body), uuid: "u-2" } });
    const { outs } = await create(account.creating(ordered));
    expect(account.sent).toEqual([
      { purpose: 'create Toy "Ball"', body: { toy_name: "Ball", size: 3 } },
      { purpose: 'set status of Toy "Ball" (id 1)', id: 1, body: { status: "on" } },
    ]);
    expect(outs).toMatchObject({ ...ordered, uuid: "u-2" });
    expect(outs["__partial"]).toBeUndefined();
    expect(account.requests).toEqual([
      "list",
      'create {"toy_name":"Ball","size":3}',
      'update 1 {"status":"on"}',
    ]);
  });

  test.each<[string, ToyAccount["find"], unknown]>([
    ["the record after it", async () => ({ id: 1, uuid: "u-3" }), "u-3"],
    ["the record before it, if no record can be read", () => Promise.reject(broken), "u-1"],
    ["the record before it, if no record is found", async () => undefined, "u-1"],
  ])("without the object in its response: the outputs come from %s", async (_, find, uuid) => {
    const account = new ToyAccount();
    account.create = async (body) => ({ id: 1, whole: { ...account.store(body), uuid: "u-1" } });
    account.update = async () => ({});
    account.find = find;
    expect((await create(account.creating(ordered))).outs["uuid"]).toBe(uuid);
  });

  test("that fails is marked, and the object is in state with all its outputs", async () => {
    const account = new ToyAccount();
    account.create = async (body) => ({ id: 1, whole: { ...account.store(body), uuid: "u-1" } });
    account.update = () => Promise.reject(broken);
    const error = await kept(account, ordered);
    expect([error.code, error.message]).toEqual(["network", "The connection broke."]);
    expect(error.properties).toMatchObject({ uuid: "u-1", __partial: ["status"] });
  });
});

describe("the error", () => {
  test("keeps the object in state even if its outputs cannot be read", async () => {
    const account = new ToyAccount({
      definition: {
        compute: () => {
          throw new TypeError("a private text");
        },
      },
    });
    const error = await kept(account, { ...news, voice: "Sarah" });
    expect([error.code, error.id]).toEqual(["internal", "1"]);
    expect(error.message).toMatch(/^a bug in pulumi-voicecall stopped this operation \(TypeError/);
    expect(error.properties).toMatchObject({ ...news, voice: "Sarah", voiceId: 1, __v: 1 });
    expect(error.properties).not.toHaveProperty("__partial");
  });

  test("stays an error of a half-created object when parts of it are replaced", () => {
    const failure = new VoicecallError("server", "It failed.", { remedy: "Try again.", operation: "create" });
    const error = new HalfCreated("7", { size: 1 }, failure).with({ operation: "update", what: "It broke." });
    expect(error).toBeInstanceOf(HalfCreated);
    expect(error).toMatchObject({ id: "7", properties: { size: 1 }, code: "server" });
    expect(error.message).toBe("update: It broke. Try again.");
  });

  test("has the stack trace of its cause", () => {
    const cause = new Error("bug");
    const failure = new VoicecallError("internal", "A bug.", { cause });
    expect(new HalfCreated("7", {}, failure).trace).toBe(failure.trace);
  });
});
