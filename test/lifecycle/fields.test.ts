import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../emulator/index.js";
import { type Kind as KindName, catalog } from "../../provider/catalog.js";
import { role } from "../../provider/core/fields.js";
import { type World, world } from "../support/world.js";
import { exempt, kinds, type Kind, type Sample } from "./samples/index.js";

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

test("every managed field of every table has a sample, or is exempt by name", () => {
  for (const [name, kind] of Object.entries(kinds)) {
    const { fields } = catalog[name as KindName].definition;
    const managed = Object.keys(fields).filter((property) => role(fields[property]!) === "field");
    expect(
      [
        ...Object.keys(kind.samples),
        ...exempt[name]!.filter((property) => managed.includes(property)),
      ].sort(),
    ).toEqual(managed.sort());
  }
});

for (const [mode, options] of Object.entries(modes)) {
  for (const [name, kind] of Object.entries(kinds)) {
    describe(`${name}, service ${mode}`, () => {
      for (const [property, sample] of Object.entries(kind.samples))
        fieldTests(name, kind, property, sample, options);
    });
  }
}

function fieldTests(
  name: string,
  kind: Kind,
  property: string,
  sample: Sample,
  options: EmulatorOptions,
): void {
  const without = (props: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(props).filter(([key]) => key !== property));
  const program = (props: Record<string, unknown>) => ({
    it: { kind: name, props: { ...kind.base, ...sample.beside, ...props } },
  });

  const applied = async (value: unknown): Promise<World> => {
    const here = await world(options);
    await kind.prepare?.(here);
    const up = await here.engine.up(program({ [property]: value }));
    expect(up.errors).toEqual([]);
    here.requests();
    return here;
  };

  const expectNoDifference = async ({ engine }: World, props: Record<string, unknown>): Promise<void> => {
    const preview = await engine.preview(program(props));
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
  });

  test(`${property}: changed in the program, preview names it alone and one request carries it alone`, async () => {
    const here = await applied(sample.first);
    const preview = await here.engine.preview(program({ [property]: sample.second }));
    expect(preview.errors).toEqual([]);
    expect(preview.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
    expect(here.writes()).toEqual([]);
    expect(await here.engine.up(program({ [property]: sample.second }))).toMatchObject({ errors: [] });
    const writes = here.writes();
    expect(writes.map(({ method }) => method)).toEqual(["PUT"]);
    expect(writes[0]!.body).toEqual(sample.body);
    await expectNoDifference(here, { [property]: sample.second });
  });

  if (sample.byHand) {
    const { byHand } = sample;
    test(`${property}: changed by hand, refresh names it alone; up repairs it`, async () => {
      const here = await applied(sample.first);
      Object.assign(kind.rows(here.emulator).at(-1)!, byHand);
      const refresh = await here.engine.refresh();
      expect(refresh.errors).toEqual([]);
      expect(refresh.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
      const repair = await here.engine.up(program({ [property]: sample.first }));
      expect(repair).toMatchObject({ errors: [], steps: [{ op: "update", fields: [property] }] });
      expect(here.writes().map(({ method }) => method)).toEqual(["PUT"]);
      await expectNoDifference(here, { [property]: sample.first });
    });

    test(`${property}: changed by hand where it is not declared, never a difference`, async () => {
      if (sample.required)
        return expect(catalog[name as KindName].definition.fields[property]!.required).toBe(true);
      const here = await world(options);
      await kind.prepare?.(here);
      const bare = { it: { kind: name, props: without({ ...kind.base, ...sample.beside }) } };
      expect(await here.engine.up(bare)).toMatchObject({ errors: [] });
      Object.assign(kind.rows(here.emulator).at(-1)!, byHand);
      here.requests();
      const refresh = await here.engine.refresh();
      expect(refresh.steps).toEqual([{ name: "it", op: "same", fields: [] }]);
      expect(await here.engine.up(bare)).toMatchObject({ errors: [], steps: [{ op: "same" }] });
      expect(here.writes()).toEqual([]);
    });
  } else {
    test(`${property}: ${sample.notReadable}, so it has no record key`, () => {
      expect(sample.notReadable).toBeDefined();
      expect(catalog[name as KindName].definition.fields[property]).not.toHaveProperty("record");
    });
  }

  test(`${property}: taken out of the program`, async () => {
    const here = await applied(sample.first);
    const bare = { it: { kind: name, props: without({ ...kind.base, ...sample.beside }) } };
    if (sample.required) {
      const preview = await here.engine.preview(bare);
      expect(preview.errors).toEqual([`${property}: is required`]);
      return;
    }
    const preview = await here.engine.preview(bare);
    expect(preview.steps).toEqual([{ name: "it", op: "update", fields: [property] }]);
    const before = structuredClone(kind.rows(here.emulator).at(-1)!);
    here.requests();
    expect(await here.engine.up(bare)).toMatchObject({ errors: [] });
    if (sample.emptied) {
      expect(here.writes().map(({ body }) => body)).toEqual([sample.emptied]);
    } else {
      expect(here.writes()).toEqual([]);
      expect(kind.rows(here.emulator).at(-1)!).toEqual(before);
      expect(preview.lines.join("\n")).toMatch(
        property === "variables" ? /stay in the service/ : /left (at .+|as it is) in the service/,
      );
    }
    expect(await here.engine.preview(bare)).toMatchObject({ steps: [{ op: "same" }] });
  });
}
