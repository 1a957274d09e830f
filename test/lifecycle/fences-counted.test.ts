/** `voicecall:maxLeads`, and the figures of a start, count whom an apply can leave in the campaign. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listFile } from "../kinds/index.js";
import { temporaryFolder } from "../support/after-test.js";
import type { Program, Props } from "../support/engine-part.js";
import { type World, succeeded } from "../support/world.js";
import { fenced, one, seed, start } from "./fenced.js";

function people(numbers: readonly string[], more: Props = {}): Program {
  const file = path.join(temporaryFolder(), "people.csv");
  writeFileSync(file, `Phone\n${numbers.join("\n")}\n`);
  const columns = { phoneNumber: "Phone" };
  return { people: { kind: "LeadSet", props: { campaign: 1, leads: listFile(file), columns, ...more } } };
}

const NEW = ["+12025550111", "+12025550112"];
const called = ({ emulator }: World): number =>
  emulator.state.leads.filter(({ campaign_id: id, status }) => id === 1 && status === "created").length;

async function running(maxLeads: number): Promise<World> {
  const here = await fenced({ "voicecall:maxLeads": String(maxLeads) });
  here.emulator.state.campaigns[0]!.status = "in-progress";
  return here;
}

describe("maxLeads", () => {
  test("counts leads that exclusive does not remove, because --target hides Lead resources", async () => {
    const here = await running(2);
    seed(here, "+12025550101");
    seed(here, "+12025550102");
    const program = { ...people(NEW, { exclusive: true }), other: one("+12025550199", { campaign: 2 }) };
    here.engine.targets = ["people"];
    await here.engine.up(program);
    expect(called(here)).toBe(2);
  });

  test("counts leads that exclusive could not delete before the creates", async () => {
    const here = await running(2);
    seed(here, "+12025550101");
    seed(here, "+12025550102");
    const fault = { status: 422, body: { message: "No." } };
    here.emulator.faults.add({ method: "DELETE", path: "/user/leads", fault });
    await here.engine.up(people(NEW, { exclusive: true }));
    expect(called(here)).toBe(2);
  });

  test("counts leads whose delete failed before the creates", async () => {
    const here = await running(2);
    expect(await here.engine.up(people(["+12025550101", "+12025550102"]))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const fault = { status: 422, body: { message: "No." } };
    here.emulator.faults.add({ method: "DELETE", path: "/user/leads", fault });
    await here.engine.up(people(NEW));
    expect(called(here)).toBe(2);
  });
});

describe.each<[string, (id: number) => Props]>([
  ["adoptId", (id) => ({ adoptId: id })],
  ["onExisting", () => ({ onExisting: "adopt" })],
])("an adoption by %s that sets the status", (_, by) => {
  test.each([
    ["completed", "created", 1],
    ["created", "completed", 0],
  ])("from %s to %s: a start calls %j", async (before, status, count) => {
    const here = await fenced({});
    const id = seed(here, "+12025550101", { status: before });
    const ada = { ada: one("+12025550101", { status, ...by(id) }) };
    const { lines } = await here.engine.preview({ ...ada, ...start() });
    expect(lines.join("\n")).toContain(`It will call ${count} lead`);
    expect(await here.engine.up({ ...ada, ...start() })).toMatchObject(succeeded);
    expect(called(here)).toBe(count);
  });

  test("counts for maxLeads", async () => {
    const here = await running(0);
    const id = seed(here, "+12025550101", { status: "completed" });
    await here.engine.up({ ada: one("+12025550101", { status: "created", ...by(id) }) });
    expect(called(here)).toBe(0);
  });
});
