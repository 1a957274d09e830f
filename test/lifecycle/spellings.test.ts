/** Services whose JSON spells numbers, ids, flags and lists in other ways, as PHP and its drivers do. */
import { describe, expect, test } from "vitest";
import { declaring, everySubject, serviceOf } from "../kinds/index.js";
import { appliedLongAgo, oneStep, succeeded, unchanged } from "../support/world.js";

const spellings = ["numbers", "ids", "flags", "bits", "gaps"] as const;

const cases = (["2025", "2026"] as const).flatMap((form) =>
  spellings.map((retype) => [retype, form] as const),
);

describe.each(everySubject)("$kind", (subject) => {
  const existing = cases.filter(([, form]) => subject.kind !== "Campaign" || form === "2026");
  test.each(existing)("%s, %s form: applied, unchanged, changed and destroyed", async (retype, form) => {
    const here = await appliedLongAgo({}, { form, ...serviceOf(subject.kind) });
    here.emulator.faults.add({ fault: { retype } });
    expect(await here.engine.up(declaring(subject))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    expect(await here.engine.preview(declaring(subject))).toMatchObject(unchanged);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    if (subject.kind !== "Campaign") {
      const changed = declaring(subject, { [subject.field]: subject.second });
      expect(await here.engine.up(changed)).toMatchObject(oneStep("update", subject.field));
      expect(await here.engine.up(changed)).toMatchObject(unchanged);
    }
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(subject.rows(here.emulator)).toEqual([]);
  });
});
