/** The outputs for state. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Standard } from "../../provider/core/run/operation.js";
import { computedOf, outputsOf } from "../../provider/core/steps/outputs.js";
import type { Bag } from "../../provider/core/fields/values.js";
import { ToyAccount } from "./core-toy-account.js";
import { toy } from "./core-toy.js";

const account = (traits: Partial<Standard> = {}): ToyAccount => {
  const { fields } = new ToyAccount().definition;
  const { voice, model, tools } = fields as Record<string, Standard["fields"][string]>;
  return new ToyAccount({
    definition: {
      fields: {
        name: fields["name"]!,
        voice: voice!,
        model: model!,
        tools: tools!,
        number: { ...voice!, refers: { to: "voice", idAs: "__numberId", sends: "id" } },
      },
      computed: {
        uuid: { type: z.string(), doc: "", record: "uuid" },
        owner: { type: z.string(), doc: "" },
      },
      ...traits,
    },
  });
};

describe("values that the service has assigned", () => {
  const computed = async (record: Bag, declared: Bag = {}, traits?: Partial<Standard>) => {
    const operation = account(traits).creating(declared);
    const read = { id: 7, ...record };
    return computedOf(operation, read, await operation.shownIn(read), declared);
  };

  test.each<[string, Bag, Bag, Bag]>([
    [
      "values and ids",
      { uuid: "u", voice_id: 1, model_id: 11, tools: [] },
      {},
      { uuid: "u", voiceId: 1, modelId: 11, toolIds: [] },
    ],
    ["null where the record has none", {}, {}, { uuid: null, voiceId: null, modelId: null, toolIds: null }],
    [
      "null for an id that is not listed",
      { model_id: 99 },
      {},
      { uuid: null, voiceId: null, modelId: null, toolIds: null },
    ],
    [
      "no ids of declared references",
      { voice_id: 2 },
      { voice: "Sarah" },
      { uuid: null, modelId: null, toolIds: null },
    ],
  ])("%s", async (_, record, declared, expected) => {
    expect(await computed(record, declared)).toEqual(expected);
  });

  test("the kind may compute more outputs", async () => {
    const owner = { type: z.string(), doc: "", of: ({ id }: Bag): string => `owner of ${String(id)}` };
    const table = { ...toy.computed, owner };
    expect(await computed({ uuid: "u" }, {}, { computed: table })).toMatchObject({
      owner: "owner of 7",
      uuid: "u",
    });
  });
});

test("state has declared values in the spelling of the program, and their ids as resolved", async () => {
  const news = { name: "Ball", voice: "Sarah" };
  const operation = account().creating(news);
  const wanted = await operation.resolved();
  const memory = { partial: ["name"], createdAt: 5 };
  const hidden = { __v: 1, __createdAt: 5, __partial: ["name"] };
  const record = { id: 7, uuid: "u", voice_id: 2, name: "BALL" };
  expect(await outputsOf(operation, record, wanted, memory)).toEqual({
    ...news,
    voiceId: 1,
    modelId: null,
    toolIds: null,
    uuid: "u",
    ...hidden,
  });
  expect(await outputsOf(operation, undefined, wanted, memory)).toEqual({ ...news, voiceId: 1, ...hidden });
});
