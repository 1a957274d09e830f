/**
 * Many leads under a rate limit, with kills at random moments and lost responses. The variable LEADS sets
 * their number. `npm run soak -- leads` uses 10,000.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createTransport } from "../../provider/http/transport.js";
import { listFile } from "../kinds/index.js";
import { closeAfterTest } from "../support/after-test.js";
import type { Program } from "../support/engine-part.js";
import { type World, succeeded, unchanged, world } from "../support/world.js";
import { resume } from "./lead-set-lists.js";

const COUNT = Number(process.env["LEADS"] ?? 200);
const folder = mkdtempSync(path.join(tmpdir(), "lead-set-many-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All numbers are reserved for fiction: 555-0100 to 555-0199 in each area code. */
const areas = Array.from({ length: 600 }, (_, index) => 201 + index).filter((area) => area % 100 !== 11);
const phoneOf = (index: number): string => `+1${areas[Math.floor(index / 100)]}5550${100 + (index % 100)}`;

function program(count: number, name = (index: number): string => `Person ${index}`): Program {
  const rows = Array.from({ length: count }, (_, index) => `${phoneOf(index)},${name(index)}`);
  const file = path.join(folder, `${count}-${name(0).length}.csv`);
  writeFileSync(file, ["Phone,Name", ...rows].join("\n"));
  const columns = { phoneNumber: "Phone", variables: { customer_name: "Name" } };
  return { people: { kind: "LeadSet", props: { campaign: 1, leads: listFile(file), columns } } };
}

function eachOnce({ emulator }: World, count: number): void {
  const numbers = emulator.state.leads.map((lead) => lead.phone_number);
  expect(numbers).toHaveLength(count);
  expect(new Set(numbers).size).toBe(count);
}

async function limited(): Promise<World> {
  const here = await world({ leadsEnvelope: true });
  here.engine.transport = closeAfterTest(createTransport({ connections: 8, timeout: 30_000 }));
  here.emulator.faults.add({ fault: { ratePerSecond: 10, burst: 30 } });
  return here;
}

test(`${COUNT} leads: created at the rate of the service, with progress, in under 100 bytes of state each`, async () => {
  const here = await limited();
  const began = here.clock.now();
  const { lines, errors } = await here.engine.up(program(COUNT));
  expect(errors).toEqual([]);
  eachOnce(here, COUNT);
  const rate = (COUNT / (here.clock.now() - began)) * 1000;
  expect(rate).toBeGreaterThan(8);
  expect(lines.length).toBeGreaterThanOrEqual(19);
  expect(lines[0]).toMatch(/LeadSet of campaign 1: \d+ of \d+ leads created \(5%\)/);
  const state = JSON.stringify([...here.engine.state]);
  expect((state.length * 4) / 3).toBeLessThan(100 * COUNT);
  expect(state).not.toMatch(/Person|\+1\d{10}/);
  here.requests();
  expect(await here.engine.preview(program(COUNT))).toMatchObject(unchanged);
  // The preview looks for leads that are not in the list.
  expect(here.requests().length).toBeLessThanOrEqual(1 + COUNT / 100);
  expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines: [] });
  expect(here.methods()).toEqual([]);
});

describe("killed at random moments", () => {
  test.each([1, 2, 3].map((seed) => [seed]))("during the create, seed %d: no lead twice", async (seed) => {
    const here = await limited();
    for (let time = 1; time <= 3; time += 1) {
      const request = 2 + Math.floor(((seed * 7919 + time * 104_729) % 997) * (COUNT / 4 / 997));
      here.engine.kill = { request, when: (seed + time) % 2 === 0 ? "before" : "after" };
      expect(await here.engine.up(program(COUNT))).toHaveProperty("killed", "people");
      expect(here.engine.state.size).toBe(0);
      here.clock.advance(60_000);
      here.engine.env = { ...here.engine.env, VOICECALL_RESUME: undefined };
      const refused = (await here.engine.up(program(COUNT))).errors.join();
      expect(refused).toMatch(/nothing was sent\. the campaign already has \d+ leads? of the list/);
      expect(refused).toContain(` has ${here.emulator.state.leads.length} lead`);
      resume(here);
    }
    const { errors, lines } = await here.engine.up(program(COUNT));
    expect(errors).toEqual([]);
    expect(lines.join("\n")).toMatch(/were adopted \(each has exactly the values of its row\): \d+/);
    eachOnce(here, COUNT);
    expect(await here.engine.up(program(COUNT))).toMatchObject(unchanged);
  });

  test.each([
    ["its changes: the next one continues", 25],
    ["its creates: the next one continues with VOICECALL_RESUME", 60],
  ])("during an update, in %s", async (_, request) => {
    const here = await limited();
    expect(await here.engine.up(program(60))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    const nameOf = (index: number): string => (index % 2 === 0 ? `Person ${index}` : `Changed ${index}`);
    const wanted = program(120, nameOf);
    here.engine.kill = { request, when: "after" };
    expect(await here.engine.up(wanted)).toHaveProperty("killed");
    here.clock.advance(60_000);
    if (request === 60) {
      expect((await here.engine.up(wanted)).errors.join()).toContain(
        "set VOICECALL_RESUME=people for one run",
      );
      resume(here);
    }
    expect(await here.engine.up(wanted)).toMatchObject(succeeded);
    eachOnce(here, 120);
    const names = here.emulator.state.leads.map((lead) => [
      lead.phone_number,
      lead.variables["customer_name"],
    ]);
    expect(Object.fromEntries(names)).toEqual(
      Object.fromEntries(Array.from({ length: 120 }, (_, index) => [phoneOf(index), nameOf(index)])),
    );
    expect(await here.engine.refresh()).toMatchObject({ ...unchanged, lines: [] });
  });

  test("during a destroy: the next one deletes the rest", async () => {
    const here = await limited();
    expect(await here.engine.up(program(60))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    here.engine.kill = { request: 25, when: "after" };
    expect(await here.engine.destroy()).toHaveProperty("killed");
    here.clock.advance(60_000);
    expect(await here.engine.destroy()).toMatchObject(succeeded);
    expect(here.emulator.state.leads).toEqual([]);
    expect(here.engine.state.size).toBe(0);
  });
});

describe("failures of individual requests", () => {
  const strike = (here: World, method: "POST" | "PUT" | "DELETE", nth: number, fault: object): void => {
    here.emulator.faults.add({ method, nth, fault } as never);
  };

  test("the results of lost responses are found by one listing, and no request is sent twice", async () => {
    const here = await world();
    for (const nth of [3, 9, 20]) here.emulator.faults.add({ method: "POST", nth, fault: "cut-after" });
    expect(await here.engine.up(program(30))).toMatchObject(succeeded);
    eachOnce(here, 30);
    const requests = here.requests();
    expect(requests.filter((line) => line === "POST /user/lead")).toHaveLength(30);
    expect(requests.filter((line) => line === "GET /user/leads")).toHaveLength(2);
  });

  test("a rejected row and an unknown outcome: all other leads are created, and the next up continues", async () => {
    const here = await world();
    strike(here, "POST", 4, { status: 422, body: { message: "Blocked +12015550103 here" } });
    here.emulator.faults.add({ method: "POST", nth: 8, fault: "cut-before" });
    const { errors } = await here.engine.up(program(12));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/10 of 12 leads were created and 2 were not/);
    expect(errors[0]).toMatch(/line \d+: .*Blocked/);
    expect(errors[0]).toMatch(/line \d+: the service may or may not have processed the request/);
    expect(errors[0]).toMatch(/The next `pulumi up` continues, and does not create any lead twice/);
    expect(errors[0]).not.toMatch(/201555/);
    expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 10 });
    here.clock.advance(60_000);
    here.emulator.faults.clear();
    here.requests();
    expect(await here.engine.up(program(12))).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["POST", "POST"]);
    eachOnce(here, 12);
    expect(await here.engine.up(program(12))).toMatchObject(unchanged);
  });

  test("a token that is no longer accepted stops the run", async () => {
    const here = await world();
    here.emulator.faults.add({ method: "POST", nth: 40, times: 100, fault: { status: 401 } });
    const { errors } = await here.engine.up(program(200));
    expect(errors[0]).toMatch(/of 200 leads were created and \d+ were not/);
    expect(errors[0]).toMatch(/the apply stopped: the service did not accept the access token/);
    expect(here.methods().length).toBeLessThan(60);
    here.emulator.faults.clear();
    here.clock.advance(60_000);
    expect(await here.engine.up(program(200))).toMatchObject(succeeded);
    eachOnce(here, 200);
  });

  test("values that the service did not keep are a failure, and the next up repairs them", async () => {
    const here = await world();
    here.emulator.faults.add({ method: "POST", nth: 2, fault: { dropField: "variables" } });
    const { errors } = await here.engine.up(program(3));
    expect(errors[0]).toMatch(/line \d: the service did not keep the values/);
    here.emulator.faults.clear();
    here.requests();
    expect(await here.engine.up(program(3))).toMatchObject(succeeded);
    expect(here.methods()).toEqual(["PUT"]);
    eachOnce(here, 3);
  });

  test("a delete with an unknown outcome is reported as one", async () => {
    const here = await world();
    expect(await here.engine.up(program(4))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    here.emulator.faults.add({ method: "DELETE", times: 100, fault: "cut-before" });
    const { errors } = await here.engine.up(program(3));
    expect(errors[0]).toContain("0 of 1 leads were deleted and 1 was not.");
    expect(errors[0]).toContain("- the service may or may not have processed the request: ");
    here.emulator.faults.clear();
    here.clock.advance(60_000);
    expect(await here.engine.up(program(3))).toMatchObject(succeeded);
    eachOnce(here, 3);
  });

  test("a service without the route for deleting is an error, and all leads stay in state", async () => {
    const here = await world();
    expect(await here.engine.up(program(5))).toMatchObject(succeeded);
    here.clock.advance(60_000);
    here.emulator.faults.add({ method: "DELETE", fault: { status: 405, body: { message: "Not allowed" } } });
    const fewer = await here.engine.up(program(3));
    expect(fewer.errors[0]).toContain("0 of 2 leads were deleted and 2 were not.");
    expect(fewer.errors[0]).toMatch(/voicecall:routes/);
    expect(fewer.errors[0]!.split("405").length - 1, "the reason is given once").toBe(1);
    expect(here.engine.state.get("people")!.outputs).toMatchObject({ leadCount: 5 });
    expect((await here.engine.destroy()).errors[0]).toContain(
      "5 leads were not deleted (deletes not sent: 0).",
    );
    eachOnce(here, 5);
  });
});
