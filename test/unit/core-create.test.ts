/** A create sends its request once, determines the result, and never creates a second object. */
import { describe, expect, test } from "vitest";
import { create } from "../../provider/core/create.js";
import type { Standard } from "../../provider/core/run/operation.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { rejection } from "../support/after-test.js";
import { ToyAccount } from "./core-toy-account.js";
import { createFailure, newBall } from "./core-toy-operations.js";

const purpose = 'create Toy "Ball"';
const TOKEN = expect.stringMatching(/./) as unknown;

describe("a create", () => {
  test("sends the declared fields except nulls and policies, and stores the new object", async () => {
    const account = new ToyAccount({ definition: { compute: ({ id }) => ({ link: `/toys/${id}` }) } });
    account.create = async (body) => ({ id: 1, whole: { ...account.store(body), uuid: "u-1" } });
    const createdAt = account.clock.now();
    const { id, outs } = await create(
      account.creating({ ...newBall, note: null, voice: "Sarah", extra: { a: 1 }, onDestroy: "keep" }),
    );
    expect(account.sent).toEqual([{ purpose, body: { toy_name: "Ball", size: 3, voice_id: 1, a: 1 } }]);
    expect({ id, outs }).toEqual({
      id: "1",
      outs: {
        ...newBall,
        note: null,
        voice: "Sarah",
        extra: { a: 1 },
        onDestroy: "keep",
        voiceId: 1,
        modelId: null,
        toolIds: null,
        uuid: "u-1",
        link: "/toys/1",
        __v: 1,
        __account: { baseUrl: "https://example.com", token: TOKEN },
        __createdAt: createdAt,
      },
    });
    expect(account.session.ledger.assignedKeys).toEqual(new Map([['Toy:["Ball"]', 1]]));
    expect(account.object(1).origin).toBe("created");
    expect(account.requests).toEqual(["list", 'create {"toy_name":"Ball","size":3,"a":1,"voice_id":1}']);
    expect(account.lines()).toEqual([]);
  });

  test("that waits for a rate limit is dated by its response", async () => {
    const account = new ToyAccount();
    account.create = async (body) => {
      await account.clock.sleep(60_000);
      return { id: 1, whole: account.store(body) };
    };
    const { outs } = await create(account.creating(newBall));
    expect(outs["__createdAt"]).toBe(account.clock.now());
  });

  test("stores the whole object of a response as known, without another listing", async () => {
    const account = new ToyAccount();
    const operation = account.creating(newBall);
    await create(operation);
    expect(await operation.api().listing.knownWithId(1)).toMatchObject(newBall);
    expect(account.requests).toEqual(["list", 'create {"toy_name":"Ball","size":3}']);
  });

  test("without the object in its response is read back", async () => {
    const account = new ToyAccount();
    account.create = async (body) => ({ id: account.store({ ...body, uuid: "u-1" }).id });
    const { id, outs } = await create(account.creating(newBall));
    expect([id, outs["uuid"], outs["__partial"]]).toEqual(["1", "u-1", undefined]);
  });

  test("prints the notes of the kind about the new object", async () => {
    const account = new ToyAccount({
      definition: { standing: ({ uuid }, label) => [`${label} has ${String(uuid)}.`] },
    });
    account.create = async (body) => ({ id: 1, whole: { ...account.store(body), uuid: "u-1" } });
    await create(account.creating(newBall));
    expect(account.lines()).toEqual(['Toy "Ball" (id 1) has u-1.']);
  });

  test("is rejected by a rule of the kind before anything is sent", async () => {
    const seen: unknown[] = [];
    const account = new ToyAccount({
      definition: {
        beforeWrite: async (operation, wanted, id) => {
          seen.push([wanted.get("size")?.request, id]);
          throw operation.error("invalid", "too many toys.");
        },
      },
    });
    expect(await createFailure(account)).toEqual(["invalid", `${purpose}: too many toys.`]);
    expect([seen, account.sent]).toEqual([[[3, undefined]], []]);
  });

  test("waits for another create with the same key, and then finds its object", async () => {
    const account = new ToyAccount();
    const [first, second] = await Promise.allSettled([
      create(account.creating(newBall)),
      create(account.creating(newBall)),
    ]);
    expect([first.status, second]).toMatchObject(["fulfilled", { reason: { code: "exists" } }]);
    expect(account.sent).toHaveLength(1);
  });
});

describe("a create that the service rejects", () => {
  const rejects = (error: Error, definition: Partial<Standard> = {}, config: Record<string, string> = {}) =>
    new ToyAccount({ definition, config, responses: { create: () => Promise.reject(error) } });
  const refused = new VoicecallError("refused", "The service rejected it.", {
    operation: purpose,
    rejects: (field) => field !== "colour",
  });

  test("fails with its error, and the key stays free", async () => {
    const account = rejects(refused);
    expect(await createFailure(account)).toEqual(["refused", `${purpose}: The service rejected it.`]);
    expect(account.session.ledger.assignedKeys.size).toBe(0);
    expect(account.object(1).origin).toBeUndefined();
  });

  const { fields } = new ToyAccount().definition;
  const base: Standard = {
    ...new ToyAccount().definition,
    fields: {
      name: fields["name"]!,
      rules: { ...fields["note"]!, request: "rules", required: true, only: "2026" },
      maker: { ...fields["maker"]!, required: true, in2026: { absent: "gone" } },
      colour: { ...fields["colour"]!, required: true, only: "2026" },
      spots: { ...fields["note"]!, request: "rules", only: "2026" },
      size: { ...fields["size"]!, required: true, only: "2026" },
      urge: { ...fields["urge"]!, required: true, only: "2026" },
    },
  };
  const withFields = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, base.fields[name]!]));

  test.each<[string, string, Partial<Standard>, Record<string, string>]>([
    [
      "which only the 2026 form of its API requires; this request used the 2025 form (detected from its responses). Set voicecall:apiForm to 2026",
      "rules, size",
      { form: "2025", base, fields: withFields("name", "maker") },
      {},
    ],
    [
      "which only the 2025 form of its API requires; this request used the 2026 form (set by voicecall:apiForm). Set voicecall:apiForm to 2025",
      "maker",
      { form: "2026", base, fields: withFields("name", "rules", "size") },
      { apiForm: "2026" },
    ],
  ])("for fields of the other form says %s", async (text, field, traits, config) => {
    const account = rejects(refused, traits, config);
    expect(await createFailure(account, { name: "Ball" })).toEqual([
      "refused",
      `${purpose}: The service rejected it. The service asks for ${field}, ${text} and run again. Nothing was created.`,
    ]);
  });

  test.each<[string, Partial<Standard>, Partial<VoicecallError["details"]>]>([
    ["the kind has one form", { fields: withFields("name") }, {}],
    ["the form is not known", { base, fields: withFields("name") }, {}],
    ["the definition has no other form", { form: "2025", fields: withFields("name") }, {}],
    [
      "the request had all fields that the other form requires",
      { form: "2025", base, fields: withFields("name", "rules", "size") },
      {},
    ],
    [
      "the service names no field",
      { form: "2025", base, fields: withFields("name") },
      { rejects: undefined },
    ],
  ])("says nothing about forms if %s", async (_, traits, details) => {
    const account = rejects(refused.with(details), traits);
    expect(await createFailure(account, { name: "Ball" })).toEqual([
      "refused",
      `${purpose}: The service rejected it.`,
    ]);
  });

  test("fails with any other error unchanged", async () => {
    const bug = new TypeError("bug");
    const account = rejects(bug, { form: "2025", base, fields: withFields("name") });
    expect(await rejection(create(account.creating({ name: "Ball" })))).toBe(bug);
  });

  test("says nothing about forms if the outcome is unknown", async () => {
    const account = rejects(refused.with({ lost: true }), { form: "2025", base, fields: withFields("name") });
    expect((await createFailure(account, { name: "Ball" }))[1]).not.toContain("form");
  });
});
