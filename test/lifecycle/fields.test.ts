import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import { tidied } from "../../emulator/text-mode.js";
import { type FieldTable, role } from "../../provider/core/fields.js";
import { type Mode, WITHOUT_SAMPLE, assistantIn2026, modes as engineModes } from "../kinds/assistant-2026.js";
import { midCallToolIn2026 } from "../kinds/mid-call-tool-2026.js";
import { type Sample, type Subject, declaring, everySubject, fieldsOf, subjects } from "../kinds/index.js";
import type { Props } from "../support/engine-part.js";
import { type World, world, succeeded, unchanged, oneStep } from "../support/world.js";

const modes: Record<string, EmulatorOptions> = {
  plain: { extraFields: ["new_setting"] },
  tidied: {
    extraFields: ["new_setting"],
    tidyText: true,
    toolItems: "ids",
    leadsEnvelope: true,
    campaignsEnvelope: true,
  },
};

/** Never changes after creation; leads.test.ts has it. */
const EXEMPT = ["secondaryContacts"];

test.each(everySubject)("every managed field of $kind has a sample in test/kinds", ({ kind, samples }) => {
  const managed = managedIn(fieldsOf(kind)).filter((property) => !EXEMPT.includes(property));
  expect(Object.keys(samples).sort()).toEqual(managed.sort());
});

test.each(engineModes)("every managed field of a %s assistant in the 2026 form has a sample", (mode) => {
  const { samples } = assistantIn2026(mode);
  const managed = managedIn(fieldsOf("Assistant", "2026", mode));
  const known = [...Object.keys(samples), ...WITHOUT_SAMPLE];
  expect([...new Set(known)].sort()).toEqual(managed.sort());
});

test("every managed field of a tool in the 2026 form has a sample", () => {
  const managed = managedIn(fieldsOf("MidCallTool", "2026"));
  expect(Object.keys(midCallToolIn2026.samples).sort()).toEqual(managed.sort());
});

function managedIn(fields: FieldTable): string[] {
  return Object.keys(fields).filter((property) => role(fields[property]!) === "field");
}

for (const [mode, options] of Object.entries(modes)) {
  for (const subject of subjects) {
    describe(`${subject.kind}, service ${mode}`, () => {
      for (const [property, sample] of Object.entries(subject.samples))
        fieldTests(subject, property, sample, options);
    });
  }
}

/** What a service of the 2026 form may do differently. */
const otherSpellings: EmulatorOptions = {
  allRecordKeys: true,
  textDecimals: true,
  tidyText: true,
  toolItems: "ids",
  toolIds: true,
};

const servicesOf2026: [mode: Mode, name: string, options: EmulatorOptions][] = [
  ...engineModes.map((mode): [Mode, string, EmulatorOptions] => [mode, "plain", {}]),
  ["pipeline", "with other spellings", otherSpellings],
];

for (const [mode, name, options] of servicesOf2026) {
  const subject = assistantIn2026(mode);
  const fields = fieldsOf("Assistant", "2026", mode);
  describe(`Assistant, 2026 form, ${mode}, service ${name}`, () => {
    for (const [property, sample] of Object.entries(subject.samples))
      fieldTests(
        subject,
        property,
        sample,
        { form: "2026", extraFields: ["new_setting"], ...options },
        fields,
      );
  });
}

describe("MidCallTool, 2026 form", () => {
  for (const [property, sample] of Object.entries(midCallToolIn2026.samples))
    fieldTests(midCallToolIn2026, property, sample, { form: "2026" }, fieldsOf("MidCallTool", "2026"));
});

function fieldTests(
  subject: Subject,
  property: string,
  sample: Sample,
  options: EmulatorOptions,
  fields = fieldsOf(subject.kind),
): void {
  const { kind, props, rows, prepare } = subject;
  const program = (more: Props) => declaring(subject, { ...sample.beside, ...more });
  const bare = {
    it: {
      kind,
      props: Object.fromEntries(
        Object.entries({ ...props, ...sample.beside }).filter(([key]) => key !== property),
      ),
    },
  };

  const running = async (): Promise<World> => {
    const here = await world(options);
    prepare?.(here.emulator);
    return here;
  };

  const applied = async (value: unknown): Promise<World> => {
    const here = await running();
    const up = await here.engine.up(program({ [property]: value }));
    expect(
      up.errors,
      `unless it is the provider: the local service (emulator/) does not know ${property}`,
    ).toEqual([]);
    here.requests();
    return here;
  };

  const expectNoDifference = async ({ engine }: World, more: Props): Promise<void> => {
    const preview = await engine.preview(program(more));
    expect(preview.errors).toEqual([]);
    expect(preview.steps).toEqual([{ name: "it", op: "same", fields: [] }]);
    const refresh = await engine.refresh();
    expect(refresh.errors).toEqual([]);
    expect(refresh.steps).toEqual([{ name: "it", op: "same", fields: [] }]);
  };

  test(`${property}: set, applied, read back, no difference`, async () => {
    const here = await applied(sample.first);
    await expectNoDifference(here, { [property]: sample.first });
    expect(here.writes()).toEqual([]);
    const hidden = here.engine.state.get("it")!.outputs["__notReadable"] ?? [];
    expect(hidden, `the local service (emulator/) never shows ${property}`).not.toContain(property);
  });

  test(`${property}: changed in the program, preview names it alone and one request carries it alone`, async () => {
    const here = await applied(sample.first);
    const preview = await here.engine.preview(program({ [property]: sample.second }));
    expect(preview.errors).toEqual([]);
    expect(preview.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(program({ [property]: sample.second }))).toMatchObject(succeeded);
    const writes = here.writes();
    expect(writes.map(({ method }) => method)).toEqual(["PUT"]);
    expect(writes[0]!.body).toEqual(sample.body);
    await expectNoDifference(here, { [property]: sample.second });
    const stored = options.tidyText ? tidied(sample.stored) : sample.stored;
    expect(
      rows(here.emulator).at(-1),
      `the local service (emulator/) does not keep ${property}`,
    ).toMatchObject(stored as Props);
  });

  if (sample.byHand) {
    const { byHand } = sample;
    test(`${property}: changed manually, refresh names only it; up repairs it`, async () => {
      const here = await applied(sample.first);
      Object.assign(rows(here.emulator).at(-1)!, byHand);
      const refresh = await here.engine.refresh();
      expect(refresh.errors).toEqual([]);
      expect(refresh.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
      const repair = await here.engine.up(program({ [property]: sample.first }));
      expect(repair).toMatchObject(oneStep("update", property));
      expect(here.methods()).toEqual(["PUT"]);
      await expectNoDifference(here, { [property]: sample.first });
    });

    test(`${property}: changed manually where it is not declared, never a difference`, async () => {
      if (sample.required) return expect(fields).toHaveProperty([property, "required"], true);
      const here = await running();
      expect(await here.engine.up(bare)).toMatchObject(succeeded);
      Object.assign(rows(here.emulator).at(-1)!, byHand);
      here.requests();
      const refresh = await here.engine.refresh();
      expect(refresh.steps).toEqual([{ name: "it", op: "same", fields: [] }]);
      expect(await here.engine.up(bare)).toMatchObject(unchanged);
      expect(here.writes()).toEqual([]);
    });
  } else {
    test(`${property}: ${sample.notReadable}, so it has no record key`, () => {
      expect(sample.notReadable).toBeDefined();
      expect(fields).toHaveProperty(property);
      expect(fields[property]!.record).toBeUndefined();
    });
  }

  test(`${property}: taken out of the program`, async () => {
    const here = await applied(sample.first);
    if (sample.required) {
      const preview = await here.engine.preview(bare);
      expect(preview.errors).toEqual([`${property}: is required`]);
      return;
    }
    const preview = await here.engine.preview(bare);
    expect(preview.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
    const before = structuredClone(rows(here.emulator).at(-1)!);
    here.requests();
    expect(await here.engine.up(bare)).toMatchObject(succeeded);
    if (sample.emptied) {
      expect(here.bodies()).toEqual([sample.emptied]);
    } else {
      expect(here.writes()).toEqual([]);
      expect(rows(here.emulator).at(-1)!).toEqual(before);
      expect(preview.lines.join("\n")).toMatch(
        property === "variables" ? /stay in the service/ : /left (at .+|as it is) in the service/,
      );
    }
    expect(await here.engine.preview(bare)).toMatchObject(unchanged);
  });
}
