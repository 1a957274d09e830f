/** Retries in the same process complete a half-created object, and never create a second one. */
import { describe, expect, test } from "vitest";
import { HalfCreated } from "../../provider/core/run/half-created.js";
import type { Operation, Resource } from "../../provider/core/run/operation.js";
import { createOrFinish, perform } from "../../provider/core/perform.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { rejection } from "../support/after-test.js";
import { ToyAccount } from "./core-toy-account.js";

const news = { name: "Ball" };
const broken = new VoicecallError("network", "The connection broke.");
const halfCreated = (id: string, properties: Bag = {}, failure = broken): HalfCreated =>
  new HalfCreated(id, { ...news, ...properties }, failure);

/** A program whose calls to the resource have these `outcomes`, in order. */
class Program {
  /** Each is an error, or the outputs of a success. After the last outcome, calls succeed with empty outputs. */
  readonly outcomes: (Error | Bag)[] = [];
  /** The calls of `create` and `update`. */
  readonly asked: unknown[] = [];
  readonly account = new ToyAccount();
  readonly resource: Resource;

  constructor() {
    const next = ({ verb, id, olds }: Operation): Bag => {
      this.asked.push(verb === "create" ? verb : [verb, id, olds]);
      const outcome = this.outcomes.shift() ?? {};
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const unused = () => Promise.reject(new Error("unused"));
    this.resource = {
      definition: this.account.definition,
      check: unused,
      create: async (operation) => ({ id: "1", outs: { ...next(operation) } }),
      update: async (operation) => ({ ...next(operation) }),
      diff: unused,
      read: unused,
      remove: unused,
    };
  }

  create(self: string | undefined = "ball") {
    return perform(this.account.operation({ verb: "create", news, self }), (operation) =>
      createOrFinish(this.resource, operation),
    );
  }

  update(olds: Bag) {
    return perform(
      this.account.operation({ verb: "update", id: "7", olds, news, self: "ball" }),
      this.resource.update,
    );
  }

  /** A create, which leaves an object with this id half-created. */
  async createHalf(id: string): Promise<void> {
    this.outcomes.push(halfCreated(id));
    expect(await rejection(this.create())).toBeInstanceOf(HalfCreated);
    this.asked.length = 0;
  }
}

describe("a create is retried", () => {
  test("as an update of the object that the last attempt left half-created", async () => {
    const program = new Program();
    program.outcomes.push(halfCreated("7", { size: 1 }), { size: 2 });
    await rejection(program.create());
    expect(await program.create()).toEqual({ id: "7", outs: { size: 2 } });
    expect(program.asked).toEqual(["create", ["update", "7", { ...news, size: 1 }]]);
  });

  test("with what the last attempt left, until it succeeds", async () => {
    const program = new Program();
    await program.createHalf("7");
    program.outcomes.push(halfCreated("7", { size: 2 }), broken, {});
    await rejection(program.create());
    await rejection(program.create());
    await program.create();
    expect(program.asked.slice(1)).toEqual([
      ["update", "7", { ...news, size: 2 }],
      ["update", "7", { ...news, size: 2 }],
    ]);
    // The object is complete, so a further create is a new one.
    await program.create();
    expect(program.asked.at(-1)).toBe("create");
  });

  test("as a create if the last attempt created nothing", async () => {
    const program = new Program();
    program.outcomes.push(broken);
    expect(await rejection(program.create())).toBe(broken);
    await program.create();
    expect(program.asked).toEqual(["create", "create"]);
  });
});

describe("a retry that fails", () => {
  const repeated = async (error: Error): Promise<unknown> => {
    const program = new Program();
    await program.createHalf("7");
    program.outcomes.push(error);
    return rejection(program.create());
  };
  const kept = (code: string, message: string) => ({ id: "7", properties: news, code, message });

  test("keeps the object in state, with its own reason", async () => {
    const error = await repeated(new VoicecallError("server", "It failed."));
    expect(error).toBeInstanceOf(HalfCreated);
    expect(error).toMatchObject(kept("server", "It failed."));
  });

  test("keeps the object in state with the earlier reason if it seems to be gone", async () => {
    const error = await repeated(new VoicecallError("gone", "It is gone."));
    expect(error).toMatchObject(kept("network", "The connection broke."));
  });

  test("keeps the object in state after any other error", async () => {
    const error = await repeated(new TypeError("a private text"));
    expect(error).toBeInstanceOf(HalfCreated);
    const bug = expect.stringContaining("a bug in pulumi-voicecall") as string;
    expect(error).toMatchObject(kept("internal", bug));
  });

  test("keeps what the retry itself left", async () => {
    const again = halfCreated("7", { size: 2 });
    expect(await repeated(again)).toBe(again);
  });
});

test("a create of another resource with the same inputs is not a retry", async () => {
  const program = new Program();
  await program.createHalf("7");
  program.outcomes.push(halfCreated("8"));
  await rejection(program.create("other ball"));
  expect(program.asked).toEqual(["create"]);
  expect([(await program.create()).id, (await program.create("other ball")).id]).toEqual(["7", "8"]);
});

describe("an update", () => {
  test("starts from state, and then from what the last attempt left", async () => {
    const program = new Program();
    program.outcomes.push(halfCreated("7", { size: 2 }), { size: 3 }, { size: 4 });
    expect(await rejection(program.update({ size: 1 }))).toBeInstanceOf(HalfCreated);
    expect(await program.update({ size: 1 })).toEqual({ size: 3 });
    expect(await program.update({ size: 1 })).toEqual({ size: 4 });
    expect(program.asked).toEqual([
      ["update", "7", { size: 1 }],
      ["update", "7", { ...news, size: 2 }],
      ["update", "7", { size: 1 }],
    ]);
  });

  test("that changed nothing fails with its error", async () => {
    const program = new Program();
    program.outcomes.push(broken);
    expect(await rejection(program.update({ size: 1 }))).toBe(broken);
    await program.update({ size: 1 });
    expect(program.asked[1]).toEqual(["update", "7", { size: 1 }]);
  });

  test("that fails after a half-created attempt keeps what that attempt left", async () => {
    const program = new Program();
    program.outcomes.push(halfCreated("7", { size: 2 }), new VoicecallError("server", "It failed."));
    await rejection(program.update({ size: 1 }));
    expect(await rejection(program.update({ size: 1 }))).toMatchObject({
      id: "7",
      properties: { ...news, size: 2 },
      code: "server",
    });
  });
});
