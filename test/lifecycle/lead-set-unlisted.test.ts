/**
 * Leads of the campaign that are in no list and of no resource of the program: after an interrupted apply whose list was
 * then shortened, or because somebody added them in the dashboard. They are named, and removed only with `exclusive`.
 */
import { describe, expect } from "vitest";
import { createTransport } from "../../provider/http/transport.js";
import { type Declared, type Props } from "../support/engine-part.js";
import { type World, lead, succeeded, test, unchanged } from "../support/world.js";
import { closeAfterTest } from "../support/after-test.js";
import { addManually, applied, leadSet, names, numberOf, resume } from "./lead-set-lists.js";

const people = (count: number, more: Props = {}): Declared => {
  const rows = Array.from({ length: count }, (_, person) => `${numberOf(person)},Person ${person}`);
  return leadSet(["Phone,Name", ...rows].join("\n"), more);
};
const one = (person: number, more: Props = {}): Declared => ({
  kind: "Lead",
  props: { campaign: 1, phoneNumber: numberOf(person), ...more },
});
const EXCLUSIVE = { exclusive: true };
const CALLED = "They are called when it runs. Set exclusive: true to remove them.";
const FIFTEEN = `the campaign has 15 leads that no list and no resource of this program names (ids 311, 312, 313, 314, 315 and 10 more). ${CALLED}`;

/** Applies the list, and kills the provider host after some creates. */
async function killed(here: World, rows: number, creates: number, reads: number): Promise<void> {
  here.engine.transport = closeAfterTest(createTransport({ connections: 1, timeout: 30_000 }));
  here.engine.config["voicecall:maxInFlight"] = "1";
  here.engine.kill = { request: reads + creates, when: "after" };
  expect((await here.engine.up({ people: people(rows) })).killed).toBe("people");
  expect(here.methods()).toHaveLength(creates);
}

/** An apply of 60 rows whose provider host is killed after 25 creates. No state survives. */
async function interrupted(here: World): Promise<void> {
  await killed(here, 60, 25, 2);
  expect(here.engine.state.size).toBe(0);
  expect(here.emulator.state.leads).toHaveLength(25);
  here.requests();
  resume(here);
}

const ids = ({ emulator }: World): number[] => emulator.state.leads.map(({ id }) => id);

describe("after an interrupted apply whose list was then shortened", () => {
  test("preview and up name the leads that no row has, and remove none", async ({ here }) => {
    await interrupted(here);
    const program = { people: people(10) };
    const preview = await here.engine.preview(program);
    expect(preview.lines).toContain(`LeadSet of campaign 1: ${FIFTEEN}`);
    const up = await here.engine.up(program);
    expect(up).toMatchObject(succeeded);
    expect(up.lines).toContain(`LeadSet of campaign 1: ${FIFTEEN}`);
    expect(here.methods()).toEqual([]);
  });

  test("every later preview, up and refresh names them too", async ({ here }) => {
    await interrupted(here);
    const program = { people: people(10) };
    await applied(here, program);
    for (const command of [here.engine.preview, here.engine.up])
      expect(await command(program)).toMatchObject({
        ...unchanged,
        lines: [expect.stringContaining(FIFTEEN)],
      });
    const { lines } = await here.engine.refresh();
    expect(lines).toEqual([
      "LeadSet of campaign 1: the campaign has 15 leads of no resource that this refresh has read (ids 311, 312, 313, 314, 315 and 10 more). `pulumi preview` says which are in no list.",
    ]);
  });

  test("exclusive removes them: preview says so first", async ({ here }) => {
    await interrupted(here);
    const program = { people: people(10, EXCLUSIVE) };
    expect((await here.engine.preview(program)).lines).toContain(
      "LeadSet of campaign 1: exclusive: true will remove 15 leads that are not in the list (ids 311, 312, 313, 314, 315 and 10 more). To keep one, add it to the list.",
    );
    expect(here.methods()).toEqual([]);
    const up = await here.engine.up(program);
    expect(up).toMatchObject(succeeded);
    expect(up.lines).toContain(
      "LeadSet of campaign 1: exclusive: true removed 15 leads that were not in the list (ids 311, 312, 313, 314, 315 and 10 more).",
    );
    expect(here.methods()).toEqual(Array.from({ length: 15 }, () => "DELETE"));
    expect(ids(here)).toEqual(Array.from({ length: 10 }, (_, index) => 301 + index));
    expect(await here.engine.up(program)).toMatchObject({ ...unchanged, lines: [] });
  });

  test("the START of the campaign names them", async ({ here }) => {
    await interrupted(here);
    const start = { kind: "CampaignState", props: { campaign: 1, state: "started" } };
    const text =
      "It has 25 leads now. 15 of them are in no list and of no resource of this program (ids 311, 312, 313 and 12 more).";
    const { lines } = await here.engine.preview({ people: people(10), start });
    expect(lines.join("\n")).toContain(text);
    // The engine has not reported the list yet, so nothing is known about its rows.
    const before = await here.engine.preview({ start, people: people(10) });
    expect(before.lines.join("\n")).not.toContain("of them");
    const removed = await here.engine.preview({ people: people(10, EXCLUSIVE), start });
    expect(removed.lines.join("\n")).not.toContain("of them");
    await applied(here, { people: people(10) });
    const later = await here.engine.up({ people: people(10), start });
    expect(later.lines.join("\n")).toContain(text);
  });

  test("an interrupted update whose list gets its old rows again leaves no lead unnamed", async ({
    here,
  }) => {
    const program = { people: people(10) };
    await applied(here, program);
    await killed(here, 20, 5, 2);
    const names =
      "the campaign has 5 leads that no list and no resource of this program names (ids 311, 312, 313, 314, 315).";
    for (const command of [here.engine.preview, here.engine.up])
      expect(await command(program)).toMatchObject({ ...unchanged, lines: [expect.stringContaining(names)] });
    expect(await here.engine.up({ people: people(10, EXCLUSIVE) })).toMatchObject(succeeded);
    expect(ids(here)).toHaveLength(10);
  });
});

describe("exclusive", () => {
  test("removes leads that were added in the service, without a change in the program", async ({ here }) => {
    const program = { people: people(2, EXCLUSIVE) };
    await applied(here, program);
    addManually(here, [99, 50], [98, 51, { campaign_id: 2 }]);
    expect((await here.engine.refresh()).lines).toEqual([
      expect.stringMatching(/has 1 lead of no resource .* \(id 99\)\..*and `pulumi up` removes them\.$/),
    ]);
    const preview = await here.engine.preview(program);
    expect(preview).toMatchObject({
      errors: [],
      steps: [{ op: "update" }],
      lines: [expect.stringContaining("exclusive: true will remove 1 lead that is not in the list (id 99).")],
    });
    expect(here.methods()).toEqual([]);
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["DELETE"]);
    expect(ids(here)).toEqual([301, 302, 98]);
    expect(await here.engine.up(program)).toMatchObject({ ...unchanged, lines: [] });
  });

  test("keeps leads of Lead resources, in any order and also if they change their numbers", async ({
    here,
  }) => {
    const set = people(2, EXCLUSIVE);
    await applied(here, { first: one(20), people: set, last: one(21) });
    expect(ids(here)).toEqual([301, 302, 303, 304]);
    expect((await here.engine.refresh()).lines).toEqual([]);
    const changed = { first: one(22), people: set, last: one(23), new: one(24) };
    await applied(here, { first: one(22), people: set, last: one(21) });
    addManually(here, [99, 50]);
    // The number of the last lead changes, and only its own diff shows its id.
    expect((await here.engine.preview(changed)).lines).toContain(
      "LeadSet of campaign 1: exclusive: true will remove up to 2 leads that are not in the list (among ids 304, 99). To keep one, add it to the list.",
    );
    await here.engine.up(changed);
    expect(here.methods()).not.toContain("DELETE");
    await applied(here, changed);
    expect(ids(here).sort()).toEqual([301, 302, 303, 304, 305]);
    expect(await here.engine.preview(changed)).toMatchObject({ errors: [], lines: [] });
  });

  test("in a run with --target, keeps leads of Lead resources that the engine leaves out", async ({
    here,
  }) => {
    const program = { people: people(2, EXCLUSIVE), last: one(21) };
    await applied(here, program);
    here.engine.targets = ["people"];
    expect(await here.engine.up({ ...program, people: people(3, EXCLUSIVE) })).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["POST"]);
    expect(ids(here)).toHaveLength(4);
    // Nothing in this run shows that the resource manages the lead with the old number.
    const changed = { people: people(3, EXCLUSIVE), last: one(22) };
    const { lines } = await here.engine.up(changed);
    expect(lines.at(-1)).toContain("up to 1 lead is not in the list, but exclusive: true removes none");
    expect(here.methods()).toEqual([]);
  });

  test("removes nothing while the number of a Lead resource is not known", async ({ here }) => {
    const computed: Declared = {
      kind: "Lead",
      props: () => ({ ...lead, campaign: 1, phoneNumber: numberOf(21) }),
    };
    const program = { people: people(2, EXCLUSIVE), last: computed };
    await applied(here, program);
    const text =
      "LeadSet of campaign 1: up to 1 lead is not in the list, but exclusive: true removes none until the run knows the leads of all `Lead` resources. Run without --target or --exclude, and add those with computed numbers to this list's dependsOn.";
    for (const command of [here.engine.preview, here.engine.up])
      expect(await command(program)).toMatchObject({
        steps: [{ op: "same" }, { op: "same" }],
        lines: [text],
      });
    expect((await here.engine.up({ ...program, people: people(3, EXCLUSIVE) })).lines).toContain(text);
    expect(here.methods()).toEqual(["POST"]);
    const set = people(3, EXCLUSIVE);
    expect((await here.engine.preview({ last: computed, people: set })).lines).toEqual([]);
    const listed = await here.engine.preview({ people: people(3), last: computed });
    expect(listed.lines.join("\n")).toContain(
      "the campaign has up to 1 lead that no list and no resource of this program names (among id ",
    );
  });

  test("keeps blacklisted leads, which are not called, and does not count them", async ({ here }) => {
    await applied(here, { people: people(2) });
    addManually(here, [99, 50, { status: "blacklisted" }]);
    expect(await here.engine.preview({ people: people(2) })).toMatchObject({ ...unchanged, lines: [] });
    expect((await here.engine.refresh()).lines).toEqual([]);
    expect(await here.engine.up({ people: people(2, EXCLUSIVE) })).toMatchObject(succeeded);
    expect(here.methods()).toEqual([]);
  });

  test("keeps the leads of skipped rows", async ({ here }) => {
    await applied(here, { people: people(2) });
    addManually(here, [99, 50]);
    const skipping = leadSet(`Phone,Name\n${numberOf(0)},Person 0\n${numberOf(50)},Person,50\n`, {
      ...EXCLUSIVE,
      onRefusedRow: "skip",
    });
    expect(await here.engine.up({ people: skipping })).toMatchObject(succeeded);
    expect(ids(here)).toEqual([301, 99]);
  });

  test("a failed removal is an error, and the next up removes the lead", async ({ here }) => {
    await applied(here, { people: people(2) });
    addManually(here, [99, 50]);
    here.emulator.faults.add({ method: "DELETE", times: 1, fault: { status: 422 } });
    const program = { people: people(2, EXCLUSIVE) };
    const { errors } = await here.engine.up(program);
    expect(errors).toEqual([expect.stringContaining("0 of 1 leads were deleted and 1 was not")]);
    expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 2 });
    expect(await here.engine.up(program)).toMatchObject(succeeded);
    expect(ids(here)).toEqual([301, 302]);
  });

  test("removes nothing if the listing proves nothing", async ({ here }) => {
    await applied(here, { people: people(2) });
    addManually(here, [99, 50]);
    here.emulator.faults.add({ method: "GET", path: "/user/leads", fault: { status: 500 } });
    const exclusive = await here.engine.up({ people: people(2, EXCLUSIVE) });
    expect(exclusive.errors).toHaveLength(1);
    expect(await here.engine.up({ people: people(2) })).toMatchObject({
      ...unchanged,
      lines: [
        expect.stringContaining("leads that are not in the list were not looked for. Run the command again."),
      ],
    });
    expect(here.methods()).toEqual([]);
  });

  test('and onRemove: "keep" contradict each other', async ({ here }) => {
    const { errors } = await here.engine.preview({ people: people(2, { ...EXCLUSIVE, onRemove: "keep" }) });
    expect(errors).toEqual([
      expect.stringMatching(/exclusive: removes leads that onRemove: "keep" would keep/),
    ]);
  });

  test("of one of two sets for a campaign is rejected", async ({ here }) => {
    const { errors } = await here.engine.preview({ people: people(2, EXCLUSIVE), more: people(3) });
    expect(errors).toEqual([expect.stringContaining("are both for the leads of one campaign")]);
  });

  test("destroying the set deletes only the leads of its list", async ({ here }) => {
    await applied(here, { people: people(2, EXCLUSIVE) });
    addManually(here, [99, 50]);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(ids(here)).toEqual([99]);
  });
});

test("a lead that another set of the program lost to this campaign is not named", async ({ here }) => {
  const program = {
    people: people(2),
    others: leadSet(`Phone,Name\n${numberOf(40)},Cyd\n`, { campaign: 2 }),
  };
  await applied(here, { others: program.others, people: program.people });
  here.emulator.state.leads[0]!.campaign_id = 1;
  expect((await here.engine.preview({ others: program.others, people: program.people })).lines).toEqual([]);
  expect((await here.engine.preview({ ...program, people: people(2, EXCLUSIVE) })).errors).toEqual([]);
  expect(names(here)).toContain("Cyd");
  expect((await here.engine.refresh()).lines.join("\n")).not.toContain("of no resource");
});
