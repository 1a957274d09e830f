/** What applies to every operation: its secrets, the names in its errors, and the checks before it runs. */
import { describe, expect, test } from "vitest";
import { HalfCreated } from "../../provider/core/run/half-created.js";
import type { Operation, Verb } from "../../provider/core/run/operation.js";
import { perform } from "../../provider/core/perform.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { VoicecallError } from "../../provider/base/errors.js";
import { Secrets } from "../../provider/http/shown-text.js";
import { opened } from "./core-opened.js";
import { ToyAccount } from "./core-toy-account.js";
import { toy, toyOffline, toyOperation, toyWorld } from "./core-toy.js";

const failing = (error: unknown, session = toyWorld().session): Promise<never> =>
  perform(toyOperation(session, { news: { name: "Ball" } }).with({ verb: "create" }), async () => {
    throw error;
  });

test("an unexpected error names the resource and asks for a report, without quoted text", async () => {
  const create = failing(new TypeError('"a private text" is not a function'));
  await expect(create).rejects.toThrow(
    /^create Toy "Ball": a bug in pulumi-voicecall stopped this operation \(TypeError.*Please report the bug/,
  );
  await expect(create).rejects.not.toThrow("private");
  await expect(create).rejects.toMatchObject({ code: "internal", stack: "" });
});

test("an error of this package is passed on unchanged", async () => {
  const error = new VoicecallError("refused", 'create Toy "Ball": no');
  await expect(failing(error)).rejects.toBe(error);
});

test("an error of a shared read names the resource, half-created or not", async () => {
  const error = new VoicecallError("server", "the service failed.", { request: "list tools", status: 500 });
  const message = 'create Toy "Ball": list tools: the service failed.';
  await expect(failing(error)).rejects.toMatchObject({ code: "server", status: 500, message });
  const left = { id: "7", properties: { name: "Ball" } };
  const halfCreated = new HalfCreated(left.id, left.properties, error);
  await expect(failing(halfCreated)).rejects.toMatchObject({ ...left, code: "server", message });
});

test("voicecall:debug prints an error's stack, without quoted text", async () => {
  const { session, printed } = toyWorld({ debug: "true" });
  await expect(failing(new TypeError("a private text"), session)).rejects.toMatchObject({ stack: "" });
  expect(printed).toEqual([
    expect.stringMatching(/^create Toy "Ball": stack trace of the error\n {4}at .*core-perform\.test\.ts/),
  ]);
  expect(printed.join()).not.toContain("private");
});

describe("an unexpected error", () => {
  const at = (file: string): Error =>
    Object.assign(new RangeError("private"), {
      stack: `RangeError: private\n    at run (${file}:1:2)\n    at x`,
    });

  test.each<[string, unknown, string]>([
    [
      "in the installed package",
      at("/home/me/node_modules/pulumi-voicecall/dist/core/x.js"),
      "RangeError at pulumi-voicecall/dist/core/x.js:1:2",
    ],
    ["in the repository", at("/home/me/provider/core/x.ts"), "RangeError at /provider/core/x.ts:1:2"],
    ["elsewhere", at("/home/me/node_modules/zod/x.js"), "RangeError"],
    ["without a stack", Object.assign(new RangeError("private"), { stack: undefined }), "RangeError"],
    ["that is not an error", "private", "string"],
  ])("%s: shows its type and place", async (_, error, shown) => {
    await expect(failing(error)).rejects.toMatchObject({
      code: "internal",
      message: `create Toy "Ball": a bug in pulumi-voicecall stopped this operation (${shown}). Please report the bug with the version of the package and the properties that the resource declares.`,
    });
  });
});

test.each<[string, VoicecallError, string]>([
  [
    "an unknown name",
    new VoicecallError("unknown-name", "no such voice."),
    'create Toy "Ball": no such voice.',
  ],
  [
    "an ambiguous name",
    new VoicecallError("ambiguous-name", "two voices."),
    'create Toy "Ball": two voices.',
  ],
  [
    "a failed lookup of one operation",
    new VoicecallError("server", "no.", { request: "r", operation: "read it" }),
    "read it: r: no.",
  ],
  [
    "a wrong name in a declaration",
    new VoicecallError("unknown-name", "no.", { resource: "Toy 1" }),
    "Toy 1: no.",
  ],
])("names the resource once: %s", async (_, error, message) => {
  await expect(failing(error)).rejects.toMatchObject({ message });
});

test("prints no stack trace without voicecall:debug", async () => {
  const { session, printed } = toyWorld();
  await expect(failing(new TypeError("no"), session)).rejects.toThrow();
  expect(printed).toEqual([]);
});

test("from now on, texts hide the secrets in state, program and hints", async () => {
  const operation = toyOperation(toyWorld().session, {
    id: "7",
    olds: { pin: "old-secret" },
    news: { pin: "new-secret" },
  });
  const secrets = new Secrets();
  await perform(operation.with({ hints: { pin: "hint-secret" } }), async () => undefined, secrets);
  expect(secrets.hide("old-secret, new-secret, hint-secret")).toBe("[masked], [masked], [masked]");
});

describe("state of a newer version", () => {
  const done = (verb: Verb, __v: unknown): Promise<string> =>
    perform(
      toyOperation(toyWorld().session, { id: "7", olds: { name: "Ball", __v } }).with({ verb }),
      async () => "done",
    );

  test.each<Verb>(["compare", "read", "update", "delete"])(
    "stops %s before anything is read or sent",
    async (verb) => {
      await expect(done(verb, 2)).rejects.toMatchObject({
        code: "invalid",
        message: `${verb} Toy "Ball" (id 7): its state was written by a newer version of pulumi-voicecall (state version 2; this version supports 1). Nothing was read or sent, and state is unchanged. Update the package: npm install pulumi-voicecall@latest`,
      });
    },
  );

  test.each<[string, Verb, unknown]>([
    ["a check needs no state", "check", 2],
    ["this version", "read", 1],
    ["an object that this package has not recorded", "read", undefined],
    ["a version that is not a number", "read", "2"],
  ])("is not a reason to stop: %s", async (_, verb, version) => {
    expect(await done(verb, version)).toBe("done");
  });
});

describe("the checks before an operation", () => {
  const verbs = ["compare", "create", "read", "update", "delete"] as const;
  type Guarded = (typeof verbs)[number];

  /** Runs one operation, and returns the form of the API with which it ran. */
  async function run(verb: Guarded, operation: Operation): Promise<unknown> {
    let ran: Operation | undefined;
    const record = (one: Operation): Promise<never> => {
      ran = one;
      return Promise.resolve(undefined as never);
    };
    await perform(operation.with({ verb }), record);
    return ran!.definition.form;
  }
  const ofAnother: Bag = { name: "Ball", __account: { baseUrl: "https://elsewhere.example", token: "t" } };

  test.each(verbs)("%s runs with the fields of the service's form", async (verb) => {
    const { session } = opened({}, { apiForm: "2026" });
    const operation = toyOperation(session, { id: "7", definition: { ...toy, only: "2026" } });
    expect(await run(verb, operation)).toBe("2026");
  });

  test.each(verbs.filter((verb) => verb !== "create"))("%s needs a valid id", async (verb) => {
    for (const id of ["", "0", "-7", "1e3", "7x", "x7", "7.5", "9007199254740993"])
      await expect(
        run(verb, toyOperation(opened().session, { id, news: { name: "Ball" } })),
      ).rejects.toMatchObject({
        code: "invalid",
        message: expect.stringContaining(
          ": the id must be a whole number above 0, as assigned by the service.",
        ),
      });
    for (const id of ["7", "10", "9007199254740991"])
      await expect(run(verb, toyOperation(opened().session, { id }))).resolves.toBeUndefined();
  });

  test("a create has no id yet, and waits for the state that the engine reports", async () => {
    const { session, clock } = opened();
    await run("create", toyOperation(session, { news: { name: "Ball" } }));
    expect(clock.slept).toEqual([250]);
  });

  test.each(verbs)("%s stops in another account", async (verb) => {
    const { session } = opened();
    const operation = toyOperation(session, { id: "7", olds: ofAnother });
    if (verb === "create") session.ledger.accounts.add(operation.memory.account!);
    await expect(run(verb, operation)).rejects.toMatchObject({ code: "could-not-tell" });
  });

  test.each(verbs)("without a token, only a comparison runs: %s", async (verb) => {
    const ran = run(verb, toyOperation(toyOffline(), { id: "7", olds: ofAnother }));
    if (verb === "compare") await expect(ran).resolves.toBeUndefined();
    else await expect(ran).rejects.toMatchObject({ code: "config" });
  });

  test("an update marks its object as kept from the start, so that no other resource deletes it", async () => {
    for (const verb of verbs) {
      const here = new ToyAccount();
      const object = here.session.ledger.object("Toy", "7");
      object.owner = "Toy ball";
      const ran = run(verb, toyOperation(here.session, { id: "7" }));
      expect(object.fate).toBe(verb === "update" ? "kept" : undefined);
      await ran;
    }
  });

  test("do not apply to a check", async () => {
    const operation = toyOperation(toyOffline(), { olds: ofAnother }).with({ verb: "check" });
    expect(await perform(operation, async (one) => one)).toBe(operation);
  });
});
