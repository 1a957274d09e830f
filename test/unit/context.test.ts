import { expect, test } from "vitest";
import { perform } from "../../provider/core/perform.js";
import { VoicecallError } from "../../provider/http/errors.js";
import { toyOffline, toyOperation } from "./core-toy.js";

const failing = (error: unknown): Promise<never> =>
  perform(toyOperation(toyOffline(), { news: { name: "Ball" } }).with({ verb: "create" }), async () => {
    throw error;
  });

test("an error that is not the product's own names the resource and asks for a report, without what it quotes", async () => {
  const create = failing(new TypeError('"a private text" is not a function'));
  await expect(create).rejects.toThrow(
    /^create Toy "Ball": a mistake in pulumi-voicecall stopped this \(TypeError.*Please report it/,
  );
  await expect(create).rejects.not.toThrow("private");
  await expect(create).rejects.toMatchObject({ code: "internal", stack: "" });
});

test("an error of the product passes as it is", async () => {
  const error = new VoicecallError("refused", 'create Toy "Ball": no');
  await expect(failing(error)).rejects.toBe(error);
});
