/** Services whose JSON spells numbers, ids, flags and lists in other ways, as PHP and its drivers do. */
import { describe, expect, test } from "vitest";
import { assistantIn2026 } from "../kinds/assistant-2026.js";
import { anAssistant, declaring, everySubject, serviceOf } from "../kinds/index.js";
import { alteringTransport } from "../support/altered.js";
import { appliedLongAgo, oneStep, succeeded, unchanged, world } from "../support/world.js";

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

test.each(["2025", "2026"] as const)(
  "the type boolean of a value to extract is bool, %s form",
  async (form) => {
    const { props } = form === "2026" ? assistantIn2026("pipeline") : anAssistant;
    const postCallSchema = [{ name: "booked", type: "bool", description: "Whether they booked." }];
    const program = { it: { kind: "Assistant", props: { ...props, postCallSchema } } };
    const here = await world({ form });
    here.engine.transport = alteringTransport((body) =>
      JSON.parse(JSON.stringify(body).replaceAll('"bool"', '"boolean"')),
    );
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    const { props: found } = await here.engine.get("Assistant", here.engine.state.get("it")!.id);
    expect(found!["postCallSchema"]).toEqual(postCallSchema);
  },
);
