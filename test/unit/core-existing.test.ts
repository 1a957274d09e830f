/** Before the provider creates an object, it looks for an existing object with the same key. */
import { describe, expect, test } from "vitest";
import { type Existing, lookForExisting } from "../../provider/core/steps/existing.js";
import type { Standard } from "../../provider/core/run/operation.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { type AccountOptions, ToyAccount } from "./core-toy-account.js";

const ball = { id: 7, name: "Ball" };
const secondBall = { id: 8, name: "Ball" };
const cube = { id: 9, name: "Cube" };

interface Case extends AccountOptions {
  news?: Bag;
  given?: (account: ToyAccount) => void;
}

async function found({ news, given, ...options }: Case): Promise<Existing> {
  const account = new ToyAccount(options);
  given?.(account);
  const operation = account.creating({ name: "Ball", ...news });
  return lookForExisting(operation, await operation.resolved());
}

/** The code and the message of the error, or what happens instead. */
async function refusal(one: Case): Promise<unknown> {
  const existing = await found(one);
  if (existing.then !== "refuse") return existing.then;
  return [existing.error.code, existing.error.message];
}

/** The id of the object that is adopted, or what happens instead. */
async function adopted(one: Case): Promise<unknown> {
  const existing = await found(one);
  return existing.then === "adopt" ? existing.record.id : existing.then;
}

const ledgerOf = ({ session }: ToyAccount) => session.ledger;
const replaced = (id: number) => (account: ToyAccount) => {
  Object.assign(ledgerOf(account).object("Toy", id), { isReplaced: true, isDeleted: true });
};
const managed = (id: number) => (account: ToyAccount) => {
  ledgerOf(account).object("Toy", id).isOwned = true;
};
/** This run has given the key of a ball to object `id`. Undefined: the response to that create was lost. */
const assigned = (id: number | undefined) => (account: ToyAccount) => {
  ledgerOf(account).assignedKeys.set('Toy:["Ball"]', id);
};
const unchangeable: Partial<Standard> = { unchangeable: "the API cannot change a toy" };

describe("an object is created", () => {
  test.each<[string, Case]>([
    ["if the account has none with its key", { rows: [cube] }],
    ["if a key differs only by a space", { rows: [{ id: 7, name: " Ball" }] }],
    [
      "if the existing one is being replaced",
      { rows: [ball], news: { onExisting: "adopt" }, given: replaced(7) },
    ],
    [
      "if the object of adoptId is being replaced",
      { rows: [ball], news: { adoptId: 7 }, given: replaced(7) },
    ],
    ["if the resource asks for another one", { rows: [ball], news: { onExisting: "create" } }],
    ["if the setting asks for another one", { rows: [ball], config: { onExisting: "create" } }],
    [
      "if this run gave its key to another one on demand",
      { news: { onExisting: "create" }, given: assigned(7) },
    ],
    [
      "if this run gave its key to an object that it replaces",
      {
        given: (account) => {
          assigned(7)(account);
          replaced(7)(account);
        },
      },
    ],
  ])("%s", async (_, one) => {
    expect(await found(one)).toEqual({ then: "create" });
  });
});

describe("the existing object is adopted", () => {
  test.each<[string, Case]>([
    ["if the resource says so", { rows: [ball, cube], news: { onExisting: "adopt" } }],
    ["if adoptId names it", { rows: [ball], news: { adoptId: 7 } }],
    ["if adoptId names it and others have its key", { rows: [ball, secondBall], news: { adoptId: 7 } }],
    ["if adoptId names it, whatever its key", { rows: [{ ...cube, id: 7 }], news: { adoptId: 7 } }],
    [
      "if adoptId names it, and two may have the new key",
      { rows: [{ ...cube, id: 7 }, secondBall], news: { adoptId: 7, onExisting: "create" } },
    ],
    [
      "if the API cannot change it and nothing differs",
      {
        rows: [{ ...ball, size: 3 }],
        news: { size: 3, pin: "1", onExisting: "adopt" },
        definition: unchangeable,
      },
    ],
    [
      "if the rules of the kind allow it",
      { rows: [ball], news: { onExisting: "adopt" }, definition: { isReadOnly: () => undefined } },
    ],
  ])("%s", async (_, one) => {
    expect(await adopted(one)).toBe(7);
  });
});

describe("nothing is sent", () => {
  const readOnly = ({ id }: ServiceRecord) => (id === 7 ? "it is locked" : undefined);

  test.each<[string, string, string, Case]>([
    [
      "if one object has the key",
      "exists",
      'Toy "Ball": the account already has an object with this name (id 7), so nothing is changed. ' +
        'To adopt it, set adoptId: 7 or onExisting: "adopt"; to create another object, set onExisting: "create". ' +
        'If only the resource was renamed in the program, give it aliases: [{ name: "its old name" }] instead. ' +
        "If an earlier run was interrupted, this may be the object that it created. " +
        "If voicecall export wrote this resource, run that export again: it prints the pulumi import command.",
      { rows: [ball, cube] },
    ],
    [
      "if the resource says so, whatever the setting",
      "exists",
      'Toy "Ball": the account already has an object with this name (id 7)',
      { rows: [ball], news: { onExisting: "fail" }, config: { onExisting: "create" } },
    ],
    [
      "if several objects have the key",
      "exists",
      'Toy "Ball": the account has 2 objects with this name (ids 7, 8). Set adoptId to the id of the object to adopt, or set onExisting: "create" to create another object.',
      { rows: [ball, secondBall], news: { onExisting: "adopt" } },
    ],
    [
      "if the object of adoptId does not exist",
      "unknown-name",
      'Toy "Ball": adoptId is 5, and the account has no such object. Correct the id, or remove adoptId to create the object.',
      { rows: [ball], news: { adoptId: 5 } },
    ],
    [
      "if the object of adoptId would get the key of another one",
      "exists",
      'Toy "Ball": adoptId is 9, but another object in the account already has this name (id 7). ' +
        'Nothing is changed. Give this resource another name, or set onExisting: "create" to allow two objects with the same name.',
      { rows: [ball, cube], news: { adoptId: 9 } },
    ],
    [
      "if the API cannot change the object to adopt",
      "unsupported",
      'Toy "Ball": the object with id 7 cannot be adopted: it is locked.',
      { rows: [ball], news: { onExisting: "adopt" }, definition: { isReadOnly: readOnly } },
    ],
    ...[{ adoptId: 7 }, { onExisting: "adopt" }, {}].map<[string, string, string, Case]>((news) => [
      `if another resource of the program manages the object (${JSON.stringify(news)})`,
      "exists",
      'Toy "Ball": another resource of this program already manages the object with id 7, so nothing is sent. Only one resource can manage an object: set onExisting: "create" to create another object, or remove one of the two resources.',
      { rows: [ball], news, given: managed(7) },
    ]),
    [
      "if it differs and the API cannot change it",
      "unsupported",
      'Toy "Ball": the object with id 7 cannot be adopted, because it differs in size (1 → 3), colour (differs: 3 characters → 4 characters), and the API cannot change a toy. Nothing is sent. Declare the values of that object, or leave these properties out.',
      {
        rows: [{ ...ball, size: 1, colour: "red" }],
        news: { size: 3, colour: "blue", onExisting: "adopt" },
        definition: unchangeable,
      },
    ],
    [
      "if this run has given the key to another object",
      "exists",
      'Toy "Ball": this run has just given this name to another object (id 7), and nothing was sent. Give this resource another name, or set onExisting: "create" to create another object.',
      { given: assigned(7) },
    ],
    [
      "if the response to a create in this run was lost",
      "lost",
      'Toy "Ball": this run has already sent a create with this name, and the response was lost. No second create was sent; the next `pulumi up` looks for the object again.',
      { given: assigned(undefined) },
    ],
    [
      "if the response was lost, and the next run creates another one",
      "lost",
      'Toy "Ball": this run has already sent a create with this name, and the response was lost. No second create was sent. Check the account before the next `pulumi up`, which creates another object because onExisting is "create".',
      { news: { onExisting: "create" }, given: assigned(undefined) },
    ],
  ])("%s", async (_, code, text, one) => {
    expect(await refusal(one)).toEqual([code, expect.stringContaining(text)]);
  });
});

describe("the listing of the account", () => {
  const existing = async (account: ToyAccount, verb: "create" | "check" = "create"): Promise<string> => {
    const operation = account.operation({ verb, news: { name: "Ball", onExisting: "adopt" } });
    return (await lookForExisting(operation, await operation.resolved())).then;
  };

  test("no second listing is read if the first one has no object with the key", async () => {
    const account = new ToyAccount({ rows: [cube] });
    expect(await existing(account)).toBe("create");
    await account
      .operation({ verb: "create" })
      .api()
      .listing.write(async () => undefined);
    expect(await existing(account)).toBe("create");
    expect(account.requests).toEqual(["list"]);
  });

  test("an object created outside this run is found by an apply after the listing lag", async () => {
    const account = new ToyAccount({ rows: [cube] });
    expect(await existing(account)).toBe("create");
    account.rows.push(ball);
    account.clock.advance(10_000);
    expect(await existing(account)).toBe("create");
    account.clock.advance(1);
    // A preview uses the old listing, because it is only a forecast.
    expect(await existing(account, "check")).toBe("create");
    expect(await existing(account)).toBe("adopt");
  });

  test("an object deleted outside this run counts as existing for a minute at most", async () => {
    const account = new ToyAccount({ rows: [ball, cube] });
    expect(await existing(account)).toBe("adopt");
    account.rows = [cube];
    account.clock.advance(60_000);
    expect(await existing(account, "check")).toBe("adopt");
    account.clock.advance(1);
    expect(await existing(account, "check")).toBe("create");
  });

  test("an object that is gone when the listing is read again does not count as existing", async () => {
    const account = new ToyAccount({ rows: [ball, cube] });
    const { listing } = account.operation({ verb: "create" }).api();
    await listing.known();
    await listing.write(async () => {
      account.rows = [cube];
    });
    expect(await existing(account)).toBe("create");
  });
});
