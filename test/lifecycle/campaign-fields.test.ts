/** Each field of a Campaign is read back, changed in the program, changed manually, and removed. */
import { expect, test } from "vitest";
import { aCampaign, declaring, serviceOf } from "../kinds/index.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, appliedLongAgo, oneStep, succeeded, unchanged, world } from "../support/world.js";
import { only } from "./subjects.js";

const program = (more: Props = {}): Program => declaring(aCampaign, more);
const appliedCampaign = (more: Props = {}): Promise<World> => appliedLongAgo(program(more));

for (const [property, { request, first, second, byHand, required }] of Object.entries(aCampaign.samples)) {
  test(`${property}: set, read back, no difference; a change is rejected, and the error names it`, async () => {
    const here = await world(serviceOf("Campaign"));
    const declared = program({ [property]: first });
    expect(await here.engine.up(declared)).toMatchObject(succeeded);
    expect(here.bodies()[0]).toHaveProperty(request);
    expect(await here.engine.refresh()).toMatchObject(unchanged);
    expect(await here.engine.preview(declared)).toMatchObject(unchanged);
    // The id of the same assistant is not a change.
    const isSame = property === "assistant";
    const preview = await here.engine.preview(program({ [property]: second }));
    if (isSame) expect(preview).toMatchObject(succeeded);
    else expect(only(preview)).toContain(`this cannot be changed: ${property} (`);
    expect(here.writes()).toEqual([]);
  });

  if (byHand)
    test(`${property}: after a manual change, a refresh reports only it, and only if it is declared`, async () => {
      for (const more of required ? [{ [property]: first }] : [{ [property]: first }, {}]) {
        const here = await appliedCampaign(more);
        Object.assign(here.emulator.state.campaigns[0]!, byHand);
        const isDeclared = property in more;
        expect(await here.engine.refresh()).toMatchObject(
          isDeclared ? oneStep("update", property) : unchanged,
        );
      }
    });

  if (!required)
    test(`${property}: removed from the program, it stays in the service`, async () => {
      const here = await appliedCampaign({ [property]: first });
      const preview = await here.engine.preview(program());
      expect(preview).toMatchObject(oneStep("update", property));
      expect(preview.lines).toEqual([expect.stringMatching(/left (at .+|as it is) in the service/)]);
      expect(await here.engine.up(program())).toMatchObject(succeeded);
      expect(here.writes()).toEqual([]);
      expect(await here.engine.preview(program())).toMatchObject(unchanged);
    });
}
