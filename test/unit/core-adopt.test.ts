/** Which fields the request of an adoption has, and that the object then belongs to one resource. */
import { describe, expect, test } from "vitest";
import { create } from "../../provider/core/create.js";
import { HalfCreated } from "../../provider/core/run/half-created.js";
import type { Standard } from "../../provider/core/run/operation.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { rejection } from "../support/after-test.js";
import { ToyAccount } from "./core-toy-account.js";

const purpose = 'adopt Toy "Ball" (id 7)';
const adopting = { name: "Ball", adoptId: 7 };
const broken = new VoicecallError("network", "The connection broke.");

const accountWith = (record: Bag = {}, definition: Partial<Standard> = {}): ToyAccount =>
  new ToyAccount({ rows: [{ id: 7, name: "Ball", ...record }], definition });

describe("the request", () => {
  test("has the fields that differ, those that cannot be read, and the declared ones bound to them", async () => {
    const account = accountWith({ size: 1, colour: "red", note: "x", status: "off", uuid: "u-7" });
    const news = {
      ...adopting,
      size: 3,
      colour: "red",
      note: null,
      pin: "1",
      status: "on",
      onDestroy: "keep",
    };
    const { id, outs } = await create(account.creating(news));
    expect(account.sent).toEqual([
      { purpose, id: 7, body: { size: 3, colour: "red", note: null, pin: "1", status: "on" } },
    ]);
    expect({ id, outs }).toEqual({
      id: "7",
      outs: {
        ...news,
        uuid: "u-7",
        voiceId: null,
        modelId: null,
        toolIds: null,
        __v: 1,
        __account: expect.objectContaining({ baseUrl: "https://example.com" }) as unknown,
      },
    });
    expect(account.lines()).toEqual(['Toy "Ball" (id 7): adopting the existing object.']);
  });

  test("has the parts of the record that the program does not declare", async () => {
    const account = accountWith({ parts: [{ part_name: "wheel", type: "a", extra: 1 }] });
    await create(account.creating({ ...adopting, parts: [{ name: "wheel", type: "b" }] }));
    expect(account.sent[0]!.body).toEqual({ parts: [{ part_name: "wheel", type: "b", extra: 1 }] });
  });

  test("has the fields that the service requires with them", async () => {
    const addBoundFields = (body: Record<string, unknown>, { colour }: Bag): void => {
      body["colour"] = colour;
    };
    const account = accountWith({ size: 1, colour: "red" }, { addBoundFields });
    await create(account.creating({ ...adopting, size: 3 }));
    expect(account.sent[0]!.body).toEqual({ size: 3, colour: "red" });
  });

  test("is not sent if nothing differs", async () => {
    const account = accountWith({ size: 3 });
    expect((await create(account.creating({ ...adopting, size: 3 }))).id).toBe("7");
    expect(account.sent).toEqual([]);
  });

  test("omits a field that never changes after creation: a line names the field, and state does not mark it", async () => {
    const account = accountWith({ maker: "Other" });
    const { outs } = await create(account.creating({ ...adopting, maker: "Acme" }));
    expect(account.sent).toEqual([]);
    expect(account.lines()).toEqual([
      'Toy "Ball" (id 7): adopting the existing object.',
      'Toy "Ball" (id 7): the service cannot change maker (differs: 5 characters → 4 characters), so the existing object keeps its own value.',
    ]);
    expect(outs).not.toHaveProperty("__partial");
  });

  test("is rejected by a rule of the kind, which gets the id, before anything is sent", async () => {
    const ids: unknown[] = [];
    const beforeWrite: Standard["beforeWrite"] = async (_operation, _wanted, id) => {
      ids.push(id);
      throw broken;
    };
    const account = accountWith({ size: 1 }, { beforeWrite });
    expect(await rejection(create(account.creating({ ...adopting, size: 3 })))).toBe(broken);
    expect([ids, account.sent, account.object(7).origin]).toEqual([[7], [], undefined]);
  });
});

describe("the object belongs to the resource", () => {
  test("and no other resource of the run adopts it", async () => {
    const account = accountWith();
    await create(account.creating(adopting));
    expect(account.object(7).origin).toBe("adopted");
    expect(await rejection(create(account.creating({ ...adopting, size: 3 })))).toMatchObject({
      code: "exists",
      message:
        'Toy "Ball": another resource of this program already manages the object with id 7. Nothing was sent. Remove one of the two resources, or give this resource another name.',
    });
    expect([account.sent, account.object(7).origin]).toEqual([[], "adopted"]);
  });

  test("and no other resource can get its new key", async () => {
    const account = accountWith();
    await create(account.creating({ ...adopting, name: "Cube" }));
    expect(account.session.ledger.assignedKeys).toEqual(new Map([['Toy:["Cube"]', 7]]));
  });

  test("unless the request fails: then another resource may adopt it", async () => {
    const account = accountWith({ size: 1 });
    const { update } = account;
    account.update = () => Promise.reject(broken);
    expect(await rejection(create(account.creating({ ...adopting, size: 3 })))).toBe(broken);
    expect(account.object(7).origin).toBeUndefined();
    account.update = update;
    expect((await create(account.creating({ ...adopting, size: 3 }))).id).toBe("7");
  });

  test("even if the object could not be read back", async () => {
    const account = accountWith({ size: 1 });
    account.update = async () => {
      account.list = () => Promise.reject(broken);
      return {};
    };
    const error = await rejection(
      create(account.creating({ ...adopting, size: 3, maker: "Acme", status: "on" })),
    );
    expect(error).toBeInstanceOf(HalfCreated);
    expect(error).toMatchObject({
      id: "7",
      message: `${purpose}: the object was adopted, but could not be read back: The connection broke. The object is kept in state; the next \`pulumi up\` reads it again.`,
      // `maker` and `adoptId` are not marked, because no update can send them.
      properties: { ...adopting, __partial: ["name", "size", "status"] },
    });
    expect((error as HalfCreated).properties).not.toHaveProperty("__createdAt");
    expect(account.object(7).origin).toBe("adopted");
  });

  test("even if fields were not kept", async () => {
    const account = accountWith({ size: 1 });
    account.update = async () => ({ whole: { id: 7, name: "Ball", size: 2 } });
    const error = await rejection(create(account.creating({ ...adopting, size: 3, status: "on" })));
    expect(error).toMatchObject({ code: "not-kept", properties: { __partial: ["size"] } });
  });
});
