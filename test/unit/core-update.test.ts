/** What an update sends, and what it rejects. */
import { describe, expect, test } from "vitest";
import type { Standard } from "../../provider/core/run/operation.js";
import type { ServiceRecord } from "../../provider/core/records/record.js";
import { type ToyAccount, accountOf, ball, ballInState } from "./core-toy-account.js";
import { toy } from "./core-toy.js";
import { biggerBall, updated, withBall } from "./core-toy-operations.js";

describe("a change", () => {
  test("is sent and read back, and state has the declared and the computed values", async () => {
    const here = withBall({ rows: [{ ...ball, uuid: "new" }] });
    expect(await updated(here, { olds: { __createdAt: 5 } })).toEqual({
      name: "Ball",
      size: 2,
      uuid: "new",
      voiceId: 1,
      modelId: null,
      toolIds: null,
      __v: 1,
      __createdAt: 5,
      __account: accountOf(here),
    });
    expect(here.requests).toEqual(["find 7", 'update 7 {"size":2}', "list"]);
    expect(here.lines()).toEqual([]);
  });

  test("is not read back if the response has the whole object", async () => {
    const whole = { ...ball, size: 2, uuid: "whole" };
    const here = withBall({ responses: { update: async () => ({ whole }) } });
    expect(await updated(here)).toMatchObject({ size: 2, uuid: "whole" });
    expect(here.requests).toEqual(["find 7", 'update 7 {"size":2}']);
  });

  test("that the service already has is only recorded", async () => {
    const here = withBall({ rows: [{ ...ball, size: 2, uuid: "seen" }] });
    const props = await updated(here, { olds: { __partial: ["size"] } });
    expect(props).toMatchObject({ size: 2, uuid: "seen", __account: accountOf(here) });
    expect(props).not.toHaveProperty("__partial");
    expect(here.requests).toEqual(["find 7"]);
  });

  test("to the service's own value is not compared with the emptied value", async () => {
    const colour = { ...toy.fields["colour"]!, emptied: { value: null, resets: true } } as const;
    const here = withBall({ definition: { fields: { ...toy.fields, colour } } });
    here.update = async (id) => {
      here.change(id, { colour: "blue" });
      return {};
    };
    await updated(here, { olds: { colour: "red" }, news: { name: "Ball", size: 1 } });
    expect(here.sent).toMatchObject([{ id: 7, body: { colour: null } }]);
  });

  test("of only a policy sends no request, and keeps the outputs", async () => {
    const here = withBall();
    const news = { name: "Ball", size: 1, onDestroy: "drop" };
    expect(await updated(here, { news })).toEqual({ ...ballInState, onDestroy: "drop" });
    expect(here.requests).toEqual([]);
  });

  test("together with a policy, or of an order field, is sent", async () => {
    const here = withBall();
    await updated(here, { news: { ...biggerBall, onDestroy: "drop" } });
    await updated(here, { news: { name: "Ball", size: 1, status: "on" }, olds: { size: 1, status: "off" } });
    expect(here.requests.filter((request) => request.startsWith("update"))).toEqual([
      'update 7 {"size":2}',
      'update 7 {"status":"on"}',
    ]);
  });

  test("gets the fields that the service requires with it", async () => {
    const here = withBall({
      definition: { addBoundFields: (body, record) => void (body["maker"] = record["uuid"]) },
    });
    await updated(here);
    expect(here.requests).toContain('update 7 {"size":2,"maker":"u7"}');
  });

  test("that would overwrite a manual change is not sent", async () => {
    const here = withBall({ rows: [{ ...ball, size: 5 }] });
    await expect(updated(here)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(
        /^update Toy "Ball" \(id 7\): nothing was sent, .*manual change: size \(1 → 5\)/,
      ),
    });
    expect(here.requests).toEqual(["find 7"]);
  });
});

describe("without a difference", () => {
  const same = { news: { name: "Ball", size: 1, onDestroy: "drop" } };

  test("a write with an unknown result is compared with the service, and sent again if the service differs", async () => {
    const here = withBall({ rows: [{ ...ball, size: 4 }] });
    const props = await updated(here, { ...same, olds: { __partial: ["size"] } });
    expect(props).not.toHaveProperty("__partial");
    expect(here.requests).toContain('update 7 {"size":1}');
  });
});

describe("an object that the API cannot change", () => {
  const definition = {
    isReadOnly: ({ name }: ServiceRecord) => (name === "Ball" ? "it is a ball" : undefined),
  };

  test.each([
    ["a field", biggerBall],
    ["an order field", { name: "Ball", size: 1, status: "on" }],
  ])("is an error if the program changes %s", async (_, news) => {
    const here = withBall({ definition });
    await expect(updated(here, { news })).rejects.toMatchObject({
      code: "unsupported",
      message: 'update Toy "Ball" (id 7): nothing was sent: it is a ball.',
    });
    expect(here.requests).toEqual(["find 7"]);
  });

  test("is not an error if there is nothing to send, and another object is changed", async () => {
    await updated(withBall({ definition, rows: [{ ...ball, size: 2 }] }));
    const other = withBall({ definition, rows: [{ ...ball, name: "Cube" }] });
    await updated(other, { olds: { name: "Cube" }, news: { name: "Cube", size: 2 } });
    expect(other.requests).toContain('update 7 {"size":2}');
  });
});

describe("the check before a write", () => {
  const checking = (): ToyAccount & { checked: unknown[] } => {
    const checked: unknown[] = [];
    const beforeWrite: Standard["beforeWrite"] = async ({ purpose }, wanted, id, sent) => {
      checked.push([purpose, wanted.get("size")?.comparable, id, sent]);
      if (wanted.get("size")?.comparable === 13) throw new Error("unlucky");
    };
    return Object.assign(withBall({ definition: { beforeWrite } }), { checked });
  };

  test("runs for managed fields, gets what is sent, and does not run for order fields alone", async () => {
    const here = checking();
    await updated(here);
    await updated(here, { news: { ...biggerBall, status: "on" }, olds: { size: 2 } });
    expect(here.checked).toEqual([['update Toy "Ball" (id 7)', 2, 7, ["size"]]]);
  });

  test("can reject the write", async () => {
    const here = checking();
    await expect(updated(here, { news: { name: "Ball", size: 13 } })).rejects.toThrow("unlucky");
    expect(here.requests).toEqual(["find 7"]);
  });
});

describe("a new key", () => {
  const news = { name: "Cube", size: 1 };
  const key = 'Toy:["Cube"]';

  test("is sent if it is free, and counts as assigned before the response arrives", async () => {
    const here = withBall();
    const { assignedKeys } = here.session.ledger;
    const during: unknown[] = [];
    here.update = async (id, body) => {
      during.push(assignedKeys.get(key));
      here.change(id, body);
      return {};
    };
    expect(await updated(here, { news })).toMatchObject({ name: "Cube" });
    expect(here.requests).toContain('update 7 {"toy_name":"Cube"}');
    expect(during).toEqual([7]);
  });

  test("that another object has is rejected", async () => {
    const here = withBall({ rows: [{ ...ball }, { ...ball, id: 8, name: "Cube" }] });
    await expect(updated(here, { news })).rejects.toMatchObject({ code: "exists" });
    expect(here.requests.join()).not.toContain("update");
    expect(here.session.ledger.assignedKeys.size).toBe(0);
  });

  test("waits for another operation with the same key", async () => {
    const here = withBall();
    let end = (): void => undefined;
    const other = here.session.inTurn(key, () => new Promise<void>((resolve) => (end = resolve)));
    const mine = updated(here, { news });
    await here.clock.sleep(0);
    await here.clock.sleep(0);
    expect(here.requests.join()).not.toContain("update");
    end();
    await Promise.all([other, mine]);
    expect(here.requests.join()).toContain("update");
  });

  test("is not assigned if only other fields change", async () => {
    const here = withBall({ rows: [{ ...ball }, { ...ball, id: 8 }] });
    await updated(here);
    expect(here.session.ledger.assignedKeys.size).toBe(0);
  });
});
