/** A create whose response was lost is not sent again. The listing shows whether it succeeded. */
import { describe, expect, test } from "vitest";
import { create } from "../../provider/core/create.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { ToyAccount } from "./core-toy-account.js";
import { createFailure, newBall } from "./core-toy-operations.js";

const purpose = 'create Toy "Ball"';

const lost = new VoicecallError("network", "The connection broke.", { operation: purpose, lost: true });

describe("a create whose response was lost", () => {
  /** @param store what the service stores before the response is lost */
  const losing = (store: (account: ToyAccount) => void, rows = [{ id: 4, name: "Cube" }]): ToyAccount => {
    const account = new ToyAccount({ rows });
    account.create = async () => {
      store(account);
      throw lost;
    };
    return account;
  };

  test("is found in the listing, and not sent again", async () => {
    const account = losing((service) => void service.store({ toy_name: "Ball", size: 3, uuid: "u-5" }));
    const { id, outs } = await create(account.creating(newBall));
    expect([id, outs["uuid"], account.sent.length]).toEqual(["5", "u-5", 1]);
    expect(account.clock.slept).toEqual([]);
    expect(account.lines()).toEqual([
      `${purpose}: the response was lost, but the service created the object (id 5).`,
    ]);
    expect(account.session.ledger.assignedKeys).toEqual(new Map([['Toy:["Ball"]', 5]]));
    expect(account.object(5).origin).toBe("created");
  });

  test("is looked up until the listing contains its object", async () => {
    const account = losing((service) => {
      const { list } = service;
      const since = service.clock.now();
      service.store({ toy_name: "Ball", size: 3 });
      service.list = async () => (service.clock.now() < since + 3000 ? [] : list());
    });
    expect((await create(account.creating(newBall))).id).toBe("5");
  });

  test.each<[string, (account: ToyAccount) => void, string]>([
    [
      "was not found",
      (service) => void service.store({ toy_name: "Other" }),
      "The service may have created the object, but did not list it within 10 s. The next `pulumi up` looks for the object again before it creates another.",
    ],
    [
      "cannot be looked for",
      (service) => {
        service.list = () => Promise.reject(new VoicecallError("server", "The service is down."));
      },
      "The service may have created the object, and the search for it failed too: The service is down. The next `pulumi up` looks for the object again before it creates another.",
    ],
    [
      "is one of several new objects",
      (service) => {
        service.store({ toy_name: "Ball", size: 3 });
        service.store({ toy_name: "Ball", size: 3 });
      },
      "It is not known whether the object was created: several new objects have this name (ids 5, 6). Set adoptId to the id of the right object, or delete the objects that you do not need.",
    ],
    [
      "differs from the only new object",
      (service) => void service.store({ toy_name: "Ball", size: 9, colour: "red" }),
      "It is not known whether the object was created: a new object has this name but differs in size, colour (id 5). Set adoptId to the id of the right object, or delete the objects that you do not need.",
    ],
  ])("fails if it %s", async (_, store, text) => {
    const account = losing(store);
    expect(await createFailure(account, { ...newBall, colour: "blue" })).toEqual([
      "lost",
      `${purpose}: The connection broke. ${text}`,
    ]);
    expect(account.session.ledger.assignedKeys).toEqual(new Map([['Toy:["Ball"]', undefined]]));
    expect([account.sent.length, account.lines()]).toEqual([1, []]);
  });

  test("is not an object that existed before, or that this run has created", async () => {
    const account = losing(() => undefined, [{ id: 4, name: "Ball" }]);
    const repeated = { ...newBall, onExisting: "create" };
    account.object(5).origin = "created";
    account.create = async () => {
      account.store({ toy_name: "Ball", size: 3 });
      throw lost;
    };
    expect((await createFailure(account, repeated))[1]).toContain("did not list it within 10 s");
  });
});

describe("a response with a wrong id", () => {
  const answering = (id: number, rows = [{ id: 4, name: "Cube" }]): ToyAccount => {
    const account = new ToyAccount({ rows });
    account.create = async () => ({ id });
    return account;
  };

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])("%s is treated like a lost response", async (id) => {
    expect(await createFailure(answering(id))).toEqual([
      "lost",
      `${purpose}: the service reported that the object was created with id ${id}, which is not a valid id. ` +
        "The service may have created the object, but did not list it within 10 s. The next `pulumi up` looks for the object again before it creates another. " +
        "If this happens again, look for the object in the service.",
    ]);
  });

  test("of an object that existed before is treated like a lost response", async () => {
    const account = answering(4);
    expect((await createFailure(account))[1]).toContain("with id 4, which another object already has.");
    expect(account.object(4).origin).toBeUndefined();
  });

  test("of an object that this run has created is treated like a lost response", async () => {
    const account = answering(6);
    account.object(6).origin = "created";
    expect((await createFailure(account))[1]).toContain("with id 6, which another object already has.");
  });

  test("is replaced by the id in the listing", async () => {
    const account = answering(4);
    account.create = async (body) => {
      account.store(body);
      return { id: 4, whole: { id: 4, name: "Ball" } };
    };
    expect((await create(account.creating(newBall))).id).toBe("5");
    expect(account.lines()).toEqual([
      `${purpose}: the response had a wrong id, but the service created the object (id 5).`,
    ]);
  });
});
