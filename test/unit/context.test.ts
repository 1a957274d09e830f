import { expect, test } from "vitest";
import { inContext } from "../../provider/core/context.js";
import type { Resource } from "../../provider/core/resource.js";
import { VoicecallError } from "../../provider/http/errors.js";

const failing = (error: unknown): Resource => {
  const fail = async (): Promise<never> => {
    throw error;
  };
  const definition = { kind: "Assistant", fields: {} } as unknown as Resource["definition"];
  return inContext({
    definition,
    check: fail,
    diff: fail,
    create: fail,
    read: fail,
    update: fail,
    remove: fail,
  });
};

test("an error that is not the product's own names the resource and asks for a report, without what it quotes", async () => {
  const create = failing(new TypeError('"a private text" is not a function')).create(undefined as never, {
    name: "Support",
  });
  await expect(create).rejects.toThrow(
    /^create Assistant "Support": a mistake in pulumi-voicecall stopped this \(TypeError.*Please report it/,
  );
  await expect(create).rejects.not.toThrow("private");
  await expect(create).rejects.toMatchObject({ code: "internal", stack: "" });
});

test("an error of the product passes as it is", async () => {
  const error = new VoicecallError("refused", 'create Assistant "Support": no');
  await expect(failing(error).create(undefined as never, { name: "Support" })).rejects.toBe(error);
});
