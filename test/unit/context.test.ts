import { expect, test } from "vitest";
import { HalfCreated } from "../../provider/core/half-created.js";
import { perform } from "../../provider/core/perform.js";
import { VoicecallError } from "../../provider/http/errors.js";
import { toyOffline, toyOperation, toyWorld } from "./core-toy.js";

const failing = (error: unknown, session = toyOffline()): Promise<never> =>
  perform(toyOperation(session, { news: { name: "Ball" } }).with({ verb: "create" }), async () => {
    throw error;
  });

test("an unexpected error names the resource and asks for a report, without quoted text", async () => {
  const create = failing(new TypeError('"a private text" is not a function'));
  await expect(create).rejects.toThrow(
    /^create Toy "Ball": a bug in pulumi-voicecall stopped this \(TypeError.*Please report it/,
  );
  await expect(create).rejects.not.toThrow("private");
  await expect(create).rejects.toMatchObject({ code: "internal", stack: "" });
});

test("an error of the product passes as it is", async () => {
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
    expect.stringMatching(/^create Toy "Ball": stack trace of the error\n {4}at .*context\.test\.ts/),
  ]);
  expect(printed.join()).not.toContain("private");
});
