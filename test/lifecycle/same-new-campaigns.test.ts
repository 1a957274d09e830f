/** Two new campaigns with one name: a preview cannot tell which of them a list or a start is for. */
import { expect } from "vitest";
import { UNKNOWN } from "../support/engine-part.js";
import { test, world } from "../support/world.js";
import { aCampaign, serviceOf } from "../kinds/index.js";
import { TWO, leadSet } from "./lead-set-lists.js";

test("two lists and two starts are no mistake, and no figure is given", async () => {
  const here = await world(serviceOf("Campaign"));
  const at = { campaign: UNKNOWN, __refersTo: { campaign: aCampaign.props["name"] } };
  const spring = { kind: "Campaign", props: { ...aCampaign.props, onExisting: "create" } } as const;
  const start = { kind: "CampaignState", props: { ...at, state: "started" } } as const;
  const [one, other] = [leadSet(TWO, at), leadSet(TWO, at)];
  const program = { spring, again: spring, one, other, start, second: start };
  const { errors, lines } = await here.engine.preview(program);
  expect(errors).toEqual([]);
  expect(lines.filter((line) => line.includes("known only after an apply"))).toHaveLength(2);
});
