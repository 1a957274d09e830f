/** How the form of the service's API is detected, and what a wrong setting does. */
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { anAssistant, declaring } from "../kinds/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, lead, succeeded, tool, unchanged, world } from "../support/world.js";

const forms = ["2025", "2026"] as const;
const accountOf = ({ engine }: World): Props => engine.state.get("it")!.outputs["__account"] as Props;

describe("auto", () => {
  test.each(forms)(
    "detects the %s form of an empty account by reads, before the first write",
    async (form) => {
      const here = await world({ form });
      expect((await here.engine.preview(declaring(anAssistant))).errors).toEqual([]);
      expect(here.writes()).toEqual([]);
      expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
      const [create] = here.writes();
      expect(create!.body).toMatchObject(
        form === "2025"
          ? { assistant_name: "Support", language: "English" }
          : { name: "Support", language_id: 1 },
      );
      expect(accountOf(here)).toMatchObject({ form });
      expect(await here.engine.preview(declaring(anAssistant))).toMatchObject(unchanged);
    },
  );

  test.each(forms)("without voices, models show the %s form", async (form) => {
    const here = await world({ form, seed: { ...defaultSeed(), voices: [] } });
    const { errors } = await here.engine.preview(declaring(anAssistant));
    expect(errors[0]).toContain(
      form === "2025" ? 'the account has no voice "Sarah"' : 'the account has no pipeline voice "Sarah"',
    );
    expect(here.requests()).toContain("GET /user/assistants/models");
  });

  test("voices that contradict each other are an error that names the setting, and nothing is written", async () => {
    const here = await world();
    const voices = [
      { id: 1, name: "Sarah", mode: "pipeline" },
      { id: 2, name: "Emma", gender: "female" },
    ];
    here.emulator.faults.add({
      path: "/user/assistants/voices",
      fault: { status: 200, body: voices },
    });
    const { errors } = await here.engine.up(declaring(anAssistant));
    expect(errors[0]).toMatch(/contradict each other.*\(2025\).*\(2026\).*voicecall:apiForm/);
    expect(here.writes()).toEqual([]);
  });

  const codedModels = [{ id: 1, name: "GPT-4o-mini", code: "gpt-4o-mini" }];

  test("voices of 2025 and models of 2026 are an error in preview and up, without further requests", async () => {
    const here = await world();
    here.emulator.faults.add({ path: "/user/assistants/models", fault: { status: 200, body: codedModels } });
    for (const command of ["preview", "up"] as const) {
      const { errors } = await here.engine[command](declaring(anAssistant));
      expect(errors).toEqual([
        expect.stringMatching(
          /contradict each other: voices have a mode \(2025\); models have a code \(2026\)\. .*voicecall:apiForm/,
        ),
      ]);
      const reads = here.requests();
      expect(reads.every((request) => request.startsWith("GET "))).toBe(true);
      expect(reads.filter((request) => request.includes("models"))).toHaveLength(1);
    }
    here.engine.config = { "voicecall:apiForm": "2025" };
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
  });

  test("contradicting models that appear after the first apply stop an update", async () => {
    const here = await world();
    expect(await here.engine.up(declaring(anAssistant))).toMatchObject(succeeded);
    here.emulator.faults.add({ path: "/user/assistants/models", fault: { status: 200, body: codedModels } });
    here.requests();
    const { errors } = await here.engine.up(declaring(anAssistant, { maxCallDuration: 90 }));
    expect(errors[0]).toContain("voicecall:apiForm");
    expect(here.writes()).toEqual([]);
  });

  test("if voices show the form, models are not read to detect it", async () => {
    const here = await world();
    const tools = { it: { kind: "MidCallTool", props: tool } };
    expect(await here.engine.up(tools)).toMatchObject(succeeded);
    const looked = here.requests().filter((request) => request.includes("/user/assistants/"));
    expect(looked).toEqual(["GET /user/assistants/voices"]);
  });

  test("a failed read is an error, and no form is guessed", async () => {
    const here = await world();
    here.emulator.faults.add({ path: "/user/assistants/voices", fault: { status: 403 } });
    const { errors } = await here.engine.up(declaring(anAssistant));
    expect(errors[0]).toContain("look up voices");
    expect(here.writes()).toEqual([]);
  });

  test("the form is not detected for leads, which are the same in both API forms", async () => {
    const here = await world();
    expect(await here.engine.up({ it: { kind: "Lead", props: lead } })).toMatchObject(succeeded);
    expect(here.requests().some((request) => request.includes("voices"))).toBe(false);
    expect(accountOf(here)).not.toHaveProperty("form");
  });
});

describe("a wrong setting", () => {
  test("2025 is reported in preview because of models with a code, if voices show no form", async () => {
    const here = await world({ form: "2026" }, { "voicecall:apiForm": "2025" });
    for (const [path, body] of [
      ["voices", [{ id: 1, name: "Sarah" }]],
      ["models", [{ id: 1, name: "GPT-4o-mini", code: "gpt-4o-mini" }]],
    ] as const)
      here.emulator.faults.add({ path: `/user/assistants/${path}`, fault: { status: 200, body } });
    const { errors } = await here.engine.preview(declaring(anAssistant));
    expect(errors).toEqual([
      expect.stringContaining(
        "voicecall:apiForm is 2025, but the service has the 2026 form: models have a code",
      ),
    ]);
  });

  test.each([
    ["2025", "2026"],
    ["2026", "2025"],
  ] as const)(
    "%s for a service of the %s form is detected in preview, by its voices",
    async (setting, form) => {
      const here = await world({ form }, { "voicecall:apiForm": setting });
      const { errors } = await here.engine.preview(declaring(anAssistant));
      expect(errors[0]).toContain(`voicecall:apiForm is ${setting}, but the service has the ${form} form`);
      await here.engine.up(declaring(anAssistant));
      expect(here.writes()).toEqual([]);
    },
  );

  test.each([
    ["2025", "2026", "language_id"],
    ["2026", "2025", "assistant_name"],
  ] as const)(
    "%s for a service of the %s form whose voices do not show it: the rejected create names form and setting",
    async (setting, form, field) => {
      const here = await world({ form }, { "voicecall:apiForm": setting });
      const voices = [{ id: 1, name: "Sarah" }];
      here.emulator.faults.add({ path: "/user/assistants/voices", fault: { status: 200, body: voices } });
      const { errors } = await here.engine.up(declaring(anAssistant));
      expect(errors[0]).toContain(field);
      expect(errors[0]).toContain(`Set voicecall:apiForm to ${form} and run again. Nothing was created.`);
      expect(here.emulator.state.assistants).toEqual([]);
      expect(here.engine.state.has("it")).toBe(false);
    },
  );
});
