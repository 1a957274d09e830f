/** The plan of a CampaignState for all facts. The life-cycle test of the same name plays them. */
import { describe, expect, test } from "vitest";
import { type Facts, type Live, type Plan, plan } from "../../provider/campaign-state/plan.js";

const LIVE: Live[] = ["runs", "unclear", "rests", "idle", "absent", "unlisted"];
const facts: Facts = {
  wanted: "started",
  isDue: true,
  live: "rests",
  id: 1,
  status: "stopped",
  isStartSent: false,
  isFoundState: false,
};
const word = (step: Plan): string => (typeof step === "object" ? step.code : step);
const all: Facts[] = (["started", "stopped"] as const).flatMap((wanted) =>
  [true, false].flatMap((isDue) =>
    LIVE.flatMap((live) =>
      [true, false].flatMap((isStartSent) =>
        [true, false].flatMap((isFoundState) =>
          ["the name moved", undefined].map((moved) => ({
            ...facts,
            wanted,
            isDue,
            live,
            isStartSent,
            isFoundState,
            moved,
          })),
        ),
      ),
    ),
  ),
);

test.each<[Facts["wanted"], boolean, string[]]>([
  ["started", true, ["found", "could-not-tell", "start", "start", "gone", "start"]],
  ["started", false, ["nothing", "nothing", "nothing", "nothing", "nothing", "nothing"]],
  ["stopped", true, ["stop", "stop", "nothing", "stop", "gone", "stop"]],
  ["stopped", false, ["stop", "stop", "nothing", "nothing", "nothing", "nothing"]],
])("%s, due: %s", (wanted, isDue, expected) => {
  expect(LIVE.map((live) => word(plan({ ...facts, wanted, isDue, live })))).toEqual(expected);
});

describe("what makes phones ring", () => {
  test("only a due start of a campaign that does not run and that the name still means", () => {
    const starting = all.filter((one) => plan(one) === "start");
    expect(starting).toHaveLength(3);
    for (const { wanted, isDue, live, isStartSent, isFoundState, moved } of starting) {
      expect({ wanted, isDue, isStartSent, isFoundState, moved }).toEqual({
        wanted: "started",
        isDue: true,
        isStartSent: false,
        isFoundState: false,
        moved: undefined,
      });
      expect(["rests", "idle", "unlisted"]).toContain(live);
    }
  });

  test("declared stopped, a campaign that runs or may run is stopped, whatever else is known", () => {
    const running = all.filter(
      ({ wanted, live }) => wanted === "stopped" && ["runs", "unclear"].includes(live),
    );
    expect(new Set(running.map((one) => plan(one)))).toEqual(new Set(["stop"]));
  });
});

test("a moved name is a refusal in preview too, before anything else is said", () => {
  for (const live of LIVE)
    expect(plan({ ...facts, live, moved: "the name moved." })).toMatchObject({
      code: "conflict",
      what: "nothing is started, because the name moved.",
      isError: true,
    });
});

test("only a refusal because of an unclear status keeps the resource in state", () => {
  const keeping = all.filter((one) => {
    const step = plan(one);
    return typeof step === "object" && step.keeps;
  });
  expect(new Set(keeping.map(({ live }) => live))).toEqual(new Set(["unclear"]));
});
