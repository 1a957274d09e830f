/** Several spellings of one thing: links between time zones, and characters that Unicode composes in two ways. */
import { describe, expect, test } from "vitest";
import { defaultSeed } from "../../emulator/index.js";
import { aCampaign, declaring, everySubject, serviceOf } from "../kinds/index.js";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { anAssistant, madeElsewhere } from "./subjects.js";
import { alteringTransport } from "../support/altered.js";
import { type World, succeeded, unchanged, world } from "../support/world.js";

/** A service that shows a time zone under another of its names. */
async function renaming(
  shown: string,
  kind: "Assistant" | "Campaign",
  form: "2025" | "2026",
): Promise<World> {
  const here = await world({ form, ...serviceOf(kind) });
  here.engine.transport = alteringTransport((body) =>
    JSON.parse(JSON.stringify(body).replaceAll('"Asia/Calcutta"', JSON.stringify(shown))),
  );
  return here;
}

const transfer = { type: "callTransfer", phoneNumber: "+12025550150", timezone: "Asia/Calcutta" };

describe.each([
  ["an assistant", anAssistant, "2025", {}],
  ["an assistant", assistantIn2026("pipeline"), "2026", { builtInTools: [transfer] }],
  ["a campaign", aCampaign, "2026", {}],
] as const)("the time zone of %s", (_, subject, form, more) => {
  const program = declaring(subject, { timezone: "Asia/Calcutta", ...more });

  test.each(["Asia/Kolkata", "asia/calcutta"])("%s is kept as declared", async (shown) => {
    const here = await renaming(shown, subject.kind as "Assistant", form);
    subject.prepare?.(here.emulator);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    here.clock.advance(60_000);
    expect(await here.engine.up(program)).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.up(declaring(subject, { timezone: "Asia/Kolkata", ...more }))).toMatchObject(
      unchanged,
    );
  });
});

test("another time zone is not kept", async () => {
  const here = await renaming("Asia/Colombo", "Assistant", "2025");
  const { errors } = await here.engine.up(declaring(anAssistant, { timezone: "Asia/Calcutta" }));
  expect(errors.join()).toContain("timezone");
});

const composed = "Caf\u00e9";
const decomposed = "Cafe\u0301";

/** A MidCallTool's name is ASCII, and a Lead's key is a number. */
describe.each(everySubject.filter(({ kind }) => ["Assistant", "Campaign"].includes(kind)))(
  "the name of $kind",
  (subject) => {
    const program = (name: string, more: Record<string, unknown> = {}) =>
      declaring(subject, { name, ...more });
    const here = () => world(serviceOf(subject.kind));

    test("in the other form, it belongs to the existing object, which can be adopted", async () => {
      const one = await here();
      const id = await madeElsewhere(one, subject, { name: decomposed });
      expect((await one.engine.preview(program(composed))).lines.join()).toContain("already has this name");
      expect((await one.engine.up(program(composed))).errors.join()).toContain(`adoptId: ${id}`);
      expect(one.writes()).toEqual([]);
      expect(await one.engine.up(program(composed, { onExisting: "adopt" }))).toMatchObject(succeeded);
      expect(one.writes()).toEqual([]);
      expect(await one.engine.refresh()).toMatchObject(unchanged);
    });

    test("two resources cannot have both forms", async () => {
      const one = await here();
      const both = { first: program(composed)["it"]!, second: program(decomposed)["it"]! };
      expect((await one.engine.preview(both)).errors.join()).toContain("declare the same name");
    });

    test("after a lost response, the object is found although the service composes names", async () => {
      const one = await here();
      one.engine.transport = alteringTransport((body) => JSON.parse(JSON.stringify(body).normalize("NFC")));
      one.emulator.faults.add({ method: "POST", path: subject.create, fault: "cut-after", times: 1 });
      const { errors } = await one.engine.up(program(decomposed));
      expect(errors).toEqual([]);
      expect(subject.rows(one.emulator)).toHaveLength(1);
      expect(await one.engine.up(program(decomposed))).toMatchObject(unchanged);
    });
  },
);

describe("a reference by name", () => {
  const seed = { ...defaultSeed(), voices: [{ id: 7, name: decomposed, mode: "pipeline" as const }] };

  test("finds an object with the name in the other form, and is no difference", async () => {
    const here = await world({ seed });
    expect(await here.engine.up(declaring(anAssistant, { voice: composed }))).toMatchObject(succeeded);
    expect(here.bodies()).toMatchObject([{ voice_id: 7 }]);
    expect(await here.engine.up(declaring(anAssistant, { voice: decomposed }))).toMatchObject(unchanged);
  });

  test("finds the object with exactly this name first", async () => {
    const voices = [...seed.voices, { id: 8, name: composed, mode: "pipeline" as const }];
    const here = await world({ seed: { ...seed, voices } });
    expect(await here.engine.up(declaring(anAssistant, { voice: composed }))).toMatchObject(succeeded);
    expect(here.bodies()).toMatchObject([{ voice_id: 8 }]);
  });
});
