/** A preview says how many leads a start will call, including leads that the same program creates. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import { type Program, type Props, UNKNOWN } from "../support/engine-part.js";
import { type World, appliedLongAgo, lead, succeeded, test } from "../support/world.js";

const start: Program = { spring: { kind: "CampaignState", props: { campaign: 1, state: "started" } } };
const one = (phoneNumber: string, more: Props = {}): Program[string] => ({
  kind: "Lead",
  props: { ...lead, campaign: "Spring renewals", phoneNumber, ...more },
});
const two: Program = { ada: one("+12025550143"), bob: one("+12025550144") };

function people(): Program {
  const file = path.join(temporaryFolder(), "people.csv");
  writeFileSync(file, "Phone\n+12025550101\n+12025550102\n+12025550103\n");
  const props = { campaign: 1, leads: listFile(file), columns: { phoneNumber: "Phone" } };
  return { people: { kind: "LeadSet", props } };
}

async function announcement(here: World, program: Program): Promise<string> {
  const { errors, lines } = await here.engine.preview(program);
  expect(errors).toEqual([]);
  return /people are called\. (.*?) (?:It|As far as this preview knows yet, it) will call/m.exec(
    lines.join("\n"),
  )![1]!;
}

test.for<[string, () => Program, string]>([
  ["leads", () => ({ ...two, ...start }), "It has 0 leads now, and this program creates 2 more."],
  ["a LeadSet", () => ({ ...people(), ...start }), "It has 0 leads now, and this program creates 3 more."],
  ["both", () => ({ ...two, ...people(), ...start }), "It has 0 leads now, and this program creates 5 more."],
  [
    "leads of another campaign",
    () => ({ ada: one("+12025550143", { campaign: 2 }), ...start }),
    "It has 0 leads now.",
  ],
  [
    "a lead whose number is not known",
    () => ({ ada: one(UNKNOWN), ...start }),
    "It has 0 leads now, and this program creates 1 more.",
  ],
  ["leads that the engine reports later", () => ({ ...start, ...two }), "It has 0 leads now."],
])("the announced number of leads, with %s", async ([, program, text], { here }) => {
  expect(await announcement(here, program())).toBe(text);
});

test("leads that exist already are not counted twice", async ({ here }) => {
  const before = { ...two, ...people() };
  expect(await here.engine.up(before)).toMatchObject(succeeded);
  here.clock.advance(60_000);
  expect(await announcement(here, { ...before, ...start })).toBe("It has 5 leads now.");
  const more = { cyd: one("+12025550145"), ...before, ...start };
  expect(await announcement(here, more)).toBe("It has 5 leads now, and this program creates 1 more.");
  here.engine.state.delete("ada");
  const adopted = { ...before, ada: one("+12025550143", { onExisting: "adopt" }), ...start };
  expect(await announcement(here, adopted)).toBe("It has 5 leads now.");
  const { id } = here.emulator.state.leads.find(({ phone_number }) => phone_number === "+12025550143")!;
  const renumbered = { ...before, ada: one("+12025550146", { adoptId: id }), ...start };
  expect(await announcement(here, renumbered)).toBe("It has 5 leads now.");
});

test.each(["in the program", "under its old name"])(
  "a lead moves to a running campaign, %s: it may be called right away",
  async (how) => {
    const here = await appliedLongAgo(two);
    const [old, running] = here.emulator.state.campaigns;
    running!.status = "in-progress";
    if (how === "under its old name") [old!.name, running!.name] = ["Old", old!.name];
    const moved = how === "in the program" ? { ada: one("+12025550143", { campaign: 2 }) } : {};
    const { lines } = await here.engine.preview({ ...two, ...moved });
    expect(lines.join("\n")).toContain("That campaign is running, so the lead may be called right away.");
  },
);

test.each<[string, Props, Props, string]>([
  [
    "the phone number",
    {},
    { phoneNumber: "+12025550149" },
    "so the changed phone number may be called right away.",
  ],
  [
    "the status back",
    { status: "completed" },
    { status: "created" },
    'and status is set to "created", so the lead may be called again.',
  ],
])("a change of %s in a running campaign is announced in preview and up", async (...args) => {
  const [, before, change, text] = args;
  const program = (more: Props): Program => ({ ada: one("+12025550143", { ...before, ...more }) });
  const here = await appliedLongAgo(program({}));
  const lines = async (command: "preview" | "up", more: Props): Promise<string> =>
    (await here.engine[command](program(more))).lines.join("\n");
  expect(await lines("preview", change)).not.toContain("called");
  const [campaign] = here.emulator.state.campaigns;
  campaign!.status = "in-progress";
  expect(await lines("preview", change)).toContain(`its campaign is running, ${text}`);
  expect(await lines("preview", { variables: { name: "Ada" } })).not.toContain("called");
  expect(await lines("preview", { status: "reached-max-retries" })).not.toContain("called");
  expect(await lines("up", change)).toContain(`its campaign is running, ${text}`);
});

test("a refresh that finds another phone number announces no call, because it sends nothing", async () => {
  const here = await appliedLongAgo({ ada: one("+12025550143") });
  const { campaigns, leads } = here.emulator.state;
  campaigns[0]!.status = "in-progress";
  leads.at(-1)!.phone_number = "+12025550149";
  const { steps, lines } = await here.engine.refresh();
  expect(steps).toMatchObject([{ fields: ["phoneNumber"] }]);
  expect(lines.join("\n")).not.toContain("called");
});
