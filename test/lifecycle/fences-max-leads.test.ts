/** `voicecall:maxLeads`: no campaign of a stack gets more leads, in preview and in apply. */
import { expect, test } from "vitest";
import { aCampaign, serviceOf } from "../kinds/index.js";
import { type Program, type Props, UNKNOWN } from "../support/engine-part.js";
import { hostProcess } from "../support/runtime.js";
import { world } from "../support/world.js";
import { allowed, fenced, lead, list, one, refused, seed, start } from "./fenced.js";

const two = { "voicecall:maxLeads": "2" };
const numbers = ["+12025550101", "+12025550102", "+12025550103"];
const [first, second, third] = numbers as [string, string, string];
const MANY = /the campaign would have 3 leads, and voicecall:maxLeads allows 2/;

test("refuses a third Lead, row or adoption-free create, and a start of a campaign with three", async () => {
  const here = await fenced(two);
  seed(here, first);
  await allowed(here, { bob: one(second) });
  here.requests();
  await refused(here, { bob: one(second), cyd: one(third) }, MANY);
  await refused(here, { bob: one(second), ...list([third]) }, MANY);
  await refused(here, { bob: one(second), ...list([first, third], { onExisting: "adopt" }) }, MANY);
  seed(here, third);
  await refused(here, { bob: one(second), ...start() }, MANY);
  here.emulator.state.leads[0]!.status = "completed";
  await allowed(here, { bob: one(second), ...start() });
  // An adopted lead is not counted twice.
  await allowed(here, { bob: one(second), cyd: one(third, { onExisting: "adopt" }) });
});

test("counts Leads and rows of one run together, and refuses a new list offline too", async () => {
  const here = await fenced(two);
  await refused(here, list(numbers), MANY);
  expect((await here.engine.preview({ ...list([first, second]), ...lead(third) })).errors).toEqual([
    expect.stringMatching(MANY),
  ]);
  delete here.engine.env["VOICECALL_ACCESS_TOKEN"];
  expect((await here.engine.preview(list(numbers))).errors).toEqual([expect.stringMatching(MANY)]);
});

test("refuses in preview to start a campaign that the run creates with too many leads", async () => {
  const here = await world(serviceOf("Campaign"), two);
  const name = aCampaign.props["name"];
  const inIt = (props: Props): Props => ({
    ...props,
    campaign: UNKNOWN,
    __refersTo: { campaign: name },
  });
  const people = (...all: string[]): Program =>
    Object.fromEntries(
      all.map((number) => [number, { kind: "Lead", props: inIt({ phoneNumber: number }) } as const]),
    );
  const spring = { kind: "Campaign", props: aCampaign.props } as const;
  const starting = { kind: "CampaignState", props: inIt({ state: "started" }) } as const;
  const preview = async (leads: Program) =>
    (await here.engine.preview({ spring, ...leads, starting })).errors;
  expect(await preview(people(first, second))).toEqual([]);
  expect(await preview(people(...numbers))).toEqual([expect.stringMatching(MANY)]);
});

test("refuses a list whose campaign others have filled since its check", async () => {
  const here = await fenced(two);
  const { open } = hostProcess(here.clock, here.engine.env);
  const of = (kind: string) => open(kind, two);
  const { props } = list([first, second])["people"] as { props: Props };
  const given = { ...props, __rowsFile: (props["leads"] as { file: string }).file };
  const { inputs, failures } = await of("LeadSet").check({}, given);
  expect(failures).toEqual([]);
  seed(here, third);
  // After a write of this run, the listing is read again.
  await of("Lead").create({ campaign: 2, phoneNumber: first });
  here.requests();
  await expect(of("LeadSet").create(inputs)).rejects.toThrow(MANY);
  expect(here.writes()).toEqual([]);
});

test("does not count leads that exclusive removes", async () => {
  const here = await fenced(two);
  seed(here, third);
  await refused(here, list([first, second]), MANY);
  await allowed(here, list([first, second], { exclusive: true }));
});

test("lets a list exchange its rows, and a lead leave, at the limit", async () => {
  const here = await fenced(two);
  await allowed(here, list([first, second]));
  await allowed(here, list([second, third]));
  await allowed(here, list([second]));
  await allowed(here, { ...list([second]), ...lead(first) });
  here.engine.config["voicecall:maxLeads"] = "1";
  await allowed(here, lead(first));
});

test("counts a lead that moves into the campaign, or that is to be called again", async () => {
  const here = await fenced(two);
  const before = {
    ...lead(first),
    bob: one(second),
    cyd: one(third, { campaign: 2 }),
    dan: one("+12025550104", { status: "completed" }),
  };
  await allowed(here, before);
  await refused(here, { ...before, cyd: one(third) }, MANY);
  await refused(here, { ...before, dan: one("+12025550104", { status: "created" }) }, MANY);
  await allowed(here, { ...before, bob: one(second, { campaign: 2 }), cyd: one(third) });
});

test("counts a lead whose campaign's name now refers to a campaign that is full", async () => {
  const here = await fenced(two);
  const program = { bob: one(first, { campaign: "Spring renewals" }) };
  await allowed(here, program);
  const [before, after] = here.emulator.state.campaigns;
  for (const number of [second, third]) seed(here, number, { campaign_id: after!.id });
  [before!.name, after!.name] = ["Old", before!.name];
  await refused(here, program, MANY);
  here.emulator.state.leads.pop();
  await allowed(here, program);
});

test("refuses a replacement before it deletes anything", async () => {
  const here = await fenced(two);
  const program = list([first], { campaign: "Spring renewals" });
  await allowed(here, program);
  const [before, after] = here.emulator.state.campaigns;
  for (const number of [second, third]) seed(here, number, { campaign_id: after!.id });
  [before!.name, after!.name] = ["Old", before!.name];
  await refused(here, program, MANY);
});

test("an adoption adds no lead, whatever its number and status, and one of another campaign does", async () => {
  const here = await fenced({ "voicecall:maxLeads": "1" });
  const id = seed(here, first);
  await allowed(here, { bob: one(second, { adoptId: id }) });
  seed(here, third, { status: "completed" });
  await allowed(here, { bob: one(second, { adoptId: id }), cyd: one(third, { onExisting: "adopt" }) });
  const elsewhere = seed(here, first, { campaign_id: 2 });
  const moved = { dan: one(first, { adoptId: elsewhere }) };
  await refused(here, { bob: one(second, { adoptId: id }), ...moved }, /would have 2 leads, .* allows 1/);
});

test.each(["", "-1", "1.5", "two", "1e9", "99999999"])(
  "the malformed value %j is an error",
  async (maxLeads) => {
    await refused(
      await fenced({ "voicecall:maxLeads": maxLeads }),
      start(),
      /The value of voicecall:maxLeads/,
    );
  },
);

test("0 allows nobody", async () => {
  await refused(await fenced({ "voicecall:maxLeads": "0" }), lead(first), /would have 1 lead, .* allows 0/);
});
