/** The fields of each form of the API. Each test creates new tables, because results are cached by table. */
import { describe, expect, test } from "vitest";
import { type Field, variants } from "../../provider/core/fields/fields.js";
import { inForm, inFormOf, isOfAnyMode } from "../../provider/core/steps/form.js";
import type { Definition } from "../../provider/core/run/operation.js";
import * as t from "../../provider/core/fields/types.js";
import { toy } from "./core-toy.js";

const plain: Field = { doc: "", spec: "1.1", type: t.text() };

/** A kind whose fields depend on the form and on the engine mode. */
const moded = (): Definition => ({
  ...toy,
  modeField: "mode",
  fields: {
    name: plain,
    mode: { ...plain, record: "engine", in2026: { request: "engine_mode" } },
    voice: {
      ...plain,
      in2026: {
        required: true,
        byMode: {
          pipeline: { request: "pipeline_voice" },
          multimodal: { request: "multimodal_voice" },
          dualplex: { request: "dualplex_voice" },
          unknown: { request: "any_voice" },
        },
      },
    },
    speed: { ...plain, in2026: { type: t.flag(), modes: ["pipeline", "dualplex"] } },
    language: { ...plain, in2026: { absent: "declare languageId" } },
    languageId: { ...plain, only: "2026" },
  },
});

const requests = ({ fields }: Definition): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(fields).map(([property, { request }]) => [property, request]));

describe("inForm", () => {
  test("2025: without the fields that only 2026 has, and with the reason", () => {
    const base = moded();
    const definition = inForm(base, "2025", "pipeline");
    expect(definition).toMatchObject({ form: "2025", modeField: "mode", kind: "Toy" });
    expect(definition.base).toBe(base);
    expect(definition.fields).toEqual({
      name: plain,
      mode: { ...plain, record: "engine" },
      voice: plain,
      speed: plain,
      language: plain,
    });
    expect(definition.lacks).toEqual({
      languageId: "exists only in the 2026 form of the API, and this service has the 2025 form",
    });
  });

  test("2026 with a mode: the columns of the form and of the mode, without the fields that they lack", () => {
    const definition = inForm(moded(), "2026", "multimodal");
    expect(definition.form).toBe("2026");
    expect(requests(definition)).toEqual({
      name: undefined,
      mode: "engine_mode",
      voice: "multimodal_voice",
      languageId: undefined,
    });
    expect(definition.fields["voice"]).toEqual({ ...plain, required: true, request: "multimodal_voice" });
    expect(definition.lacks).toEqual({
      speed: 'needs mode "pipeline" or "dualplex" in the 2026 form of the service, not "multimodal"',
      language:
        "exists only in the 2025 form of the API, and this service has the 2026 form: declare languageId",
    });
  });

  test.each([undefined, "quick", 1])("2026 with the mode %s: the fields of all modes", (mode) => {
    const definition = inForm(moded(), "2026", mode);
    expect(definition.fields["voice"]!.request).toBe("any_voice");
    expect(Object.keys(definition.lacks!)).toEqual(["language"]);
  });

  test("a field with another type in the 2026 form cites the documentation of that form", () => {
    const { speed, voice } = inForm(moded(), "2026", "pipeline").fields;
    expect([speed!.spec, voice!.spec]).toEqual(["2026 form", "1.1"]);
  });

  test("returns the table of a form and mode, given the table of any other", () => {
    const base = moded();
    const dualplex = inForm(base, "2026", "dualplex");
    const pipeline = inForm(dualplex, "2026", "pipeline");
    expect(requests(pipeline)["voice"]).toBe("pipeline_voice");
    expect(requests(inForm(pipeline, "2026", "dualplex"))["voice"]).toBe("dualplex_voice");
    expect(inForm(pipeline, "2025").form).toBe("2025");
    expect(pipeline.base).toBe(base);
    expect(inForm(base, "2026", "pipeline")).toBe(pipeline);
  });
});

describe("inFormOf", () => {
  test("uses the mode of the record", () => {
    const definition = inForm(moded(), "2026", "pipeline");
    expect(requests(inFormOf(definition, { engine: "dualplex", mode: "pipeline" }))["voice"]).toBe(
      "dualplex_voice",
    );
    expect(requests(inFormOf(definition, {}))["voice"]).toBe("any_voice");
  });

  test("changes nothing if the form is not known, or without modes", () => {
    const definition = moded();
    expect(inFormOf(definition, { engine: "dualplex" })).toBe(definition);
    const { modeField: _, ...others } = inForm(moded(), "2026", "pipeline");
    expect(inFormOf(others, { engine: "dualplex" })).toBe(others);
  });

  test("the mode is unknown if no record has it", () => {
    const base = moded();
    const { record: _, ...mode } = base.fields["mode"]!;
    const definition = inForm({ ...base, fields: { ...base.fields, mode } }, "2026", "pipeline");
    expect(requests(inFormOf(definition, { engine: "dualplex", undefined: "dualplex" }))["voice"]).toBe(
      "any_voice",
    );
    const unknown = inForm({ ...base, modeField: "other" }, "2026", "pipeline");
    expect(requests(inFormOf(unknown, { engine: "dualplex" }))["voice"]).toBe("any_voice");
  });
});

test("a name may be of any mode if its field has modes and the program declares none", () => {
  const definition = inForm(moded(), "2026");
  expect(isOfAnyMode(definition, "voice", {})).toBe(true);
  expect(isOfAnyMode(definition, "voice", { mode: "quick" })).toBe(true);
  expect(isOfAnyMode(definition, "voice", { mode: "pipeline" })).toBe(false);
  expect(isOfAnyMode(definition, "speed", {})).toBe(false);
  expect(isOfAnyMode(definition, "name", {})).toBe(false);
  expect(isOfAnyMode(definition, "other", {})).toBe(false);
  expect(isOfAnyMode(toy, "voice", {})).toBe(false);
});

test("the variants of a field: in 2025, and in 2026 with each mode", () => {
  const { name, voice, language, languageId } = moded().fields;
  const shown = (field: Field): (string | undefined)[] => variants(field).map(({ request }) => request);
  const modes = ["any_voice", "pipeline_voice", "multimodal_voice", "dualplex_voice"];
  expect(shown(voice!)).toEqual([undefined, ...modes]);
  expect(shown(language!)).toHaveLength(1);
  expect(shown(languageId!)).toHaveLength(4);
  expect(shown(name!)).toHaveLength(5);
  for (const variant of [name!, voice!, language!, languageId!].flatMap(variants)) {
    expect(variant).not.toHaveProperty("in2026");
    expect(variant).not.toHaveProperty("only");
  }
});
