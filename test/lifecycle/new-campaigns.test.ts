/** Figures of starts of campaigns that the same run creates, where they could be too low. */
import { expect } from "vitest";
import { type Declared, type Program, UNKNOWN } from "../support/engine-part.js";
import { succeeded, test, world } from "../support/world.js";
import { aCampaign, serviceOf } from "../kinds/index.js";
import { TWO, leadSet } from "./lead-set-lists.js";

const at = (name: unknown) => ({ campaign: UNKNOWN, __refersTo: { campaign: name } });

test("two campaigns with one name: two lists and two starts are no mistake, and no figure is given", async () => {
  const here = await world(serviceOf("Campaign"));
  const ofIt = at(aCampaign.props["name"]);
  const spring = { kind: "Campaign", props: { ...aCampaign.props, onExisting: "create" } } as const;
  const start = { kind: "CampaignState", props: { ...ofIt, state: "started" } } as const;
  const [one, other] = [leadSet(TWO, ofIt), leadSet(TWO, ofIt)];
  const program = { spring, again: spring, one, other, start, second: start };
  const { errors, lines } = await here.engine.preview(program);
  expect(errors).toEqual([]);
  expect(lines.filter((line) => line.includes("known only after an apply"))).toHaveLength(2);
});

test("a replaced campaign whose list creates gone leads again: they are counted", async () => {
  const here = await world(serviceOf("Campaign"));
  const program = (name: string, state: string): Program => {
    const inIt = (kind: string, props: object): Declared => ({
      kind,
      props: (of) => ({ ...props, ...at(name), campaign: Number(of("spring")["id"]) || UNKNOWN }),
    });
    const { kind, props } = leadSet(TWO, { onGone: "recreate" });
    return {
      spring: { kind: "Campaign", props: { ...aCampaign.props, name, onChange: "replace" } },
      people: inIt(kind, props),
      start: inIt("CampaignState", { state }),
    };
  };
  expect(await here.engine.up(program("Spring", "stopped"))).toMatchObject(succeeded);
  here.clock.advance(60_000);
  here.emulator.state.leads.splice(0, 1);
  const { lines } = await here.engine.preview(program("Summer", "started"));
  expect(lines.join("\n")).toContain('"Summer", which this program creates. It will call 2 leads');
  expect(await here.engine.up(program("Summer", "started"))).toMatchObject(succeeded);
  expect(here.emulator.state.leads).toHaveLength(2);
});

test("a new campaign whose name is the id of another one is not taken for that one", async () => {
  const here = await world(serviceOf("Campaign"));
  expect(await here.engine.up({ old: { kind: "Campaign", props: aCampaign.props } })).toMatchObject(
    succeeded,
  );
  const id = here.emulator.state.campaigns[0]!.id;
  const named = { ...aCampaign.props, name: String(id), timezone: "Asia/Tokyo" };
  const { errors, lines } = await here.engine.preview({
    old: { kind: "Campaign", props: aCampaign.props },
    spring: { kind: "Campaign", props: named },
    people: leadSet(TWO, at(String(id))),
    others: leadSet(TWO, { campaign: id }),
    start: { kind: "CampaignState", props: { campaign: id, state: "started" } },
  });
  expect(errors).toEqual([]);
  expect(lines.join("\n")).toContain("It will call 2 leads");
  expect(lines.join("\n")).not.toContain("Tokyo");
});
