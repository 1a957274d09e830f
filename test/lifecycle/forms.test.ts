/** The differences between the API forms: missing fields, limits, and moving from one form to the other. */
import { describe, expect, test } from "vitest";
import { type Mode, assistantIn2026, limits2026, modes } from "../kinds/assistant-2026.js";
import { anAssistant, declaring } from "../kinds/index.js";
import { EnginePart, type Props } from "../support/engine-part.js";
import { type World, oneStep, succeeded, unchanged, world } from "../support/world.js";

const accountOf = ({ engine }: World): Props => engine.state.get("it")!.outputs["__account"] as Props;

describe("an account that its operator moved from 2025 to 2026", () => {
  test.each(["pipeline", "multimodal"] as const)(
    "%s: preview shows no difference, and the next update uses the new names",
    async (mode) => {
      const { props, prepare } = assistantIn2026(mode);
      const subject = {
        ...anAssistant,
        props: { ...props, maxCallDuration: 60, whoSpeaksFirst: "Customer" },
      };
      const before = await world();
      expect(await before.engine.up(declaring(subject))).toMatchObject(succeeded);
      const after = await world({ form: "2026" });
      prepare?.(after.emulator);
      after.emulator.state.assistants.push(...structuredClone(before.emulator.state.assistants));
      const stored = structuredClone(before.engine.state.get("it")!);
      const { form: _form, ...mark } = stored.outputs["__account"] as Props;
      const account = { ...mark, baseUrl: after.emulator.address };
      // State may lack the form: the recorded state of version 0.1.0 has none.
      for (const form of ["2025", undefined]) {
        after.engine.state.set("it", {
          ...stored,
          outputs: { ...stored.outputs, __account: { ...account, ...(form && { form }) } },
        });
        expect(await after.engine.preview(declaring(subject))).toMatchObject({ ...unchanged, lines: [] });
      }
      after.requests();
      expect(await after.engine.up(declaring(subject, { maxCallDuration: 90 }))).toMatchObject(succeeded);
      expect(after.writes()).toEqual([
        { method: "PUT", path: "/user/assistant/201", body: { max_duration: 90 } },
      ]);
      expect(accountOf(after)).toMatchObject({ form: "2026" });
      const refresh = await after.engine.refresh();
      expect(refresh).toMatchObject(unchanged);
    },
  );
});

describe("a model whose id differs between the forms", () => {
  const { props, prepare } = assistantIn2026("multimodal");
  const subject = { ...anAssistant, props };
  /** The models of the 2026 form may have the ids of models of the 2025 form. */
  const sameId = { id: 1, name: "Same id", code: "same-id", type: "multimodal" as const };

  const moved = async (from: "2025" | "2026", to: "2025" | "2026"): Promise<World> => {
    const here = await world({ form: from });
    prepare?.(here.emulator);
    here.emulator.state.models.push(sameId);
    expect(await here.engine.up(declaring(subject))).toMatchObject(succeeded);
    here.emulator.configure({ form: to });
    here.requests();
    return here;
  };

  test.each([
    ["GPT Realtime", 1005],
    [sameId.name, sameId.id],
  ])("2025 to 2026: a change in the program to %s is sent, and is not a conflict", async (llmModel, id) => {
    const here = await moved("2025", "2026");
    expect(await here.engine.preview(declaring(subject, { llmModel }))).toMatchObject({
      ...oneStep("update", "llmModel"),
      lines: [],
    });
    expect(await here.engine.up(declaring(subject, { llmModel }))).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ multimodal_model_id: id }]);
  });

  test("2025 to 2026: a manual change is still a conflict", async () => {
    const here = await moved("2025", "2026");
    Object.assign(here.emulator.state.assistants.at(-1)!, { llm_model_id: null, multimodal_model_id: 1002 });
    const { errors } = await here.engine.up(declaring(subject, { llmModel: "GPT Realtime" }));
    expect(errors[0]).toMatch(/manual change: llmModel \("GPT-4o-mini" \(id 1001\) → .*\(id 1002\)\)/);
    expect(here.writes()).toEqual([]);
  });

  test.each([
    ["2025", "2026"],
    ["2026", "2025"],
  ] as const)("%s to %s: a refresh and the next preview show no difference", async (from, to) => {
    const here = await moved(from, to);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.preview(declaring(subject))).toMatchObject(unchanged);
  });
});

test("a declared property that the new form lacks is not readable, so drift lists it", async () => {
  const here = await world({ form: "2026" });
  const { props } = assistantIn2026("pipeline");
  const program = { it: { kind: "Assistant", props: { ...props, ambientSound: "cafe" } } };
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  here.emulator.configure({ form: "2025" });
  expect(await here.engine.refresh()).toMatchObject(unchanged);
  expect(here.engine.state.get("it")).toMatchObject({
    inputs: { ambientSound: "cafe" },
    outputs: { __notReadable: ["ambientSound"] },
  });
});

test.each(modes)("%s: `get` shows the names of that engine mode", async (mode) => {
  const { props, prepare } = assistantIn2026(mode);
  const here = await world({ form: "2026" });
  prepare?.(here.emulator);
  expect(await here.engine.up({ it: { kind: "Assistant", props } })).toMatchObject(succeeded);
  const { voice, llmModel, engineType } = props;
  const got = await here.engine.get("Assistant", here.engine.state.get("it")!.id);
  expect(got.props).toMatchObject({ voice, llmModel, engineType });
  expect(got.props).not.toHaveProperty(mode === "pipeline" ? "fallbackModel" : "transcriber");
});

describe("what a form lacks", () => {
  const refused = async (form: "2025" | "2026", props: Props, more: Props): Promise<string> => {
    const here = await world({ form });
    const { errors } = await here.engine.up({ it: { kind: "Assistant", props: { ...props, ...more } } });
    expect(here.writes()).toEqual([]);
    return errors.join("\n");
  };
  const pipeline = assistantIn2026("pipeline").props;

  test.each(Object.entries(onlyIn2026()))("%s needs the 2026 form", async (property, value) => {
    expect(await refused("2025", pipeline, { [property]: value })).toBe(
      `${property}: exists only in the 2026 form of the API, and this service has the 2025 form`,
    );
  });

  test.each([
    ["useMinInterruptWords", true],
    ["endCallTool", { description: "When they say goodbye." }],
  ])("%s needs the 2025 form", async (property, value) => {
    expect(await refused("2026", pipeline, { [property]: value })).toMatch(
      new RegExp(
        `^${property}: exists only in the 2025 form of the API, and this service has the 2026 form: `,
      ),
    );
  });

  test.each(["multimodal", "dualplex"] as const)("%s without interruptions: a warning", async (mode) => {
    const here = await world({ form: "2026" });
    const { props } = assistantIn2026(mode);
    const program = { it: { kind: "Assistant", props: { ...props, allowInterruptions: false } } };
    const { errors, lines } = await here.engine.preview(program);
    expect(errors).toEqual([]);
    expect(lines.join()).toContain("is rejected by services older than July 2026");
    expect(await here.engine.up(program)).toMatchObject(succeeded);
  });

  test("dualplex needs the 2026 form", async () => {
    expect(await refused("2025", pipeline, { engineType: "dualplex" })).toContain(
      'engineType: must be "pipeline" or "multimodal"',
    );
  });

  test.each([
    ["multimodal", { transcriber: "Deepgram" }, 'transcriber: needs engineType "pipeline"'],
    ["multimodal", { fillerAudios: true }, 'fillerAudios: needs engineType "pipeline"'],
    ["multimodal", { synthesizer: 1 }, 'synthesizer: needs engineType "pipeline" or "dualplex"'],
    ["dualplex", { transcriber: 1 }, 'transcriber: needs engineType "pipeline"'],
    [
      "pipeline",
      { fallbackModel: "GPT-4o-mini" },
      'fallbackModel: needs engineType "multimodal" or "dualplex"',
    ],
    [
      "multimodal",
      { knowledgebaseMode: "prompt" },
      'knowledgebaseMode: must not be "prompt" unless engineType is "pipeline"',
    ],
  ] as const)("%s and %j: a mistake in the 2026 form", async (mode, more, says) => {
    expect(await refused("2026", assistantIn2026(mode).props, more)).toContain(says);
  });

  test.each(modes)("%s: voices and models of another mode are unknown names", async (mode) => {
    const other = mode === "multimodal" ? "pipeline" : "multimodal";
    const { voice, llmModel } = assistantIn2026(other).props;
    const message = await refused("2026", assistantIn2026(mode).props, {
      voice,
      llmModel: llmModel === "GPT-4o-mini" && mode === "pipeline" ? "GPT Realtime" : llmModel,
    });
    expect(message).toContain(`${mode} voice`);
  });
});

/** A value for each property that exists only in the 2026 form. */
function onlyIn2026(): Props {
  const samples = Object.assign({}, ...modes.map((mode) => assistantIn2026(mode).samples)) as Record<
    string,
    { first: unknown }
  >;
  const values = Object.entries(samples).filter(([property]) => !(property in anAssistant.samples));
  return {
    ...Object.fromEntries(values.map(([property, { first }]) => [property, first])),
    knowledgebaseMode: "prompt",
  };
}

describe("limits of the 2026 form", () => {
  const offline = (setting: string): EnginePart =>
    new EnginePart({
      env: { VOICECALL_BASE_URL: "http://127.0.0.1:9" },
      config: { "voicecall:apiForm": setting },
    });
  const { props } = assistantIn2026("pipeline");

  for (const { property, good, bad, says, path = property } of limits2026) {
    test.each(good.map((value) => [value]))(
      `${path}: accepts %j, and so does a preview that does not know the form`,
      async (value) => {
        const program = { it: { kind: "Assistant", props: { ...props, [property]: value } } };
        for (const setting of ["2026", "auto"])
          expect((await offline(setting).preview(program)).errors).toEqual([]);
      },
    );
    test.each(bad.map((value) => [value]))(`${path}: rejects %j`, async (value) => {
      const program = { it: { kind: "Assistant", props: { ...props, [property]: value } } };
      const { errors } = await offline("2026").preview(program);
      expect(errors[0]).toMatch(says);
    });
  }
});

describe("another engine mode", () => {
  test.each([
    ["pipeline", "multimodal", { mode: "multimodal", voice_id: 4, multimodal_model_id: 1001 }],
    ["multimodal", "dualplex", { mode: "dualplex", voice_id: 1, multimodal_model_id: 2001 }],
    // In the last two cases, the voice does not change. It is sent too, because the service resets it.
    ["dualplex", "pipeline", { mode: "pipeline", voice_id: 1, llm_model_id: 1 }],
    ["pipeline", "dualplex", { mode: "dualplex", voice_id: 1, multimodal_model_id: 2001 }],
  ] as const)("%s to %s is sent with voice and model", async (from, to, body) => {
    const here = await world({ form: "2026" });
    const program = (mode: Mode) => declaring(assistantIn2026(mode));
    expect(await here.engine.up(program(from))).toMatchObject(succeeded);
    here.requests();
    expect(await here.engine.up(program(to))).toMatchObject(succeeded);
    expect(here.writes()).toEqual([{ method: "PUT", path: "/user/assistant/201", body }]);
    expect(await here.engine.preview(program(to))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
  });

  const manually = {
    mode: "multimodal",
    voice_id: 4,
    llm_model_id: null,
    multimodal_model_id: 1002,
  } as const;

  test.each([
    ["pipeline", "llmModel", "GPT-4o-mini", "GPT-4.1-mini", manually],
    ["pipeline", "voice", "Sarah", "Michael", manually],
    ["pipeline", "transcriber", "Deepgram", "Azure", manually],
    ["pipeline", "fillerAudios", false, true, manually],
    ["dualplex", "fallbackModel", "GPT-4o-mini", "GPT-4.1-mini", { mode: "pipeline", llm_model_id: 1 }],
    ["dualplex", "turnDetectionThreshold", 0.1, 0.4, { mode: "pipeline", llm_model_id: 1 }],
  ] as const)(
    "changed manually in a %s assistant: a change of %s in the program is a conflict that names the mode",
    async (mode, property, before, after, change) => {
      const here = await world({ form: "2026" });
      const program = (value: unknown) => declaring(assistantIn2026(mode), { [property]: value });
      expect(await here.engine.up(program(before))).toMatchObject(succeeded);
      Object.assign(here.emulator.state.assistants.at(-1)!, change);
      here.requests();
      const says = expect.stringContaining(`engineType ("${mode}" → "${change.mode}")`);
      const { lines } = await here.engine.preview(program(after));
      expect(lines).toContainEqual(says);
      const { errors } = await here.engine.up(program(after));
      expect(errors).toEqual([says]);
      expect(here.writes()).toEqual([]);
      // A field that every mode has is sent without the mode.
      const other = declaring(assistantIn2026(mode), { [property]: before, maxCallDuration: 90 });
      expect(await here.engine.up(other)).toMatchObject(succeeded);
      expect(here.bodies()).toEqual([{ max_duration: 90 }]);
      here.engine.config = { "voicecall:onConflict": "overwrite" };
      expect(await here.engine.up(program(after))).toMatchObject(succeeded);
      expect(here.bodies()).toEqual([expect.objectContaining({ mode })]);
      expect(await here.engine.refresh()).toMatchObject(unchanged);
    },
  );

  test("changed manually: refresh names the mode, and up repairs it with voice and model", async () => {
    const here = await world({ form: "2026" });
    const program = declaring(assistantIn2026("pipeline"));
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    Object.assign(here.emulator.state.assistants.at(-1)!, {
      mode: "multimodal",
      llm_model_id: null,
      multimodal_model_id: 1002,
    });
    const refresh = await here.engine.refresh();
    expect(refresh.steps).toEqual([{ name: "it", op: "update", fields: ["engineType", "llmModel"] }]);
    here.requests();
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.bodies()).toEqual([{ mode: "pipeline", voice_id: 1, llm_model_id: 1 }]);
    expect(await here.engine.preview(program)).toMatchObject(unchanged);
  });
});
