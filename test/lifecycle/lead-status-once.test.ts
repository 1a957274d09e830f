/** A failed read does not make the provider send a lead's status again: the person could be called again. */
import { expect, test } from "vitest";
import { type Program, type Props } from "../support/engine-part.js";
import { type World, appliedLongAgo, lead, succeeded, world } from "../support/world.js";

const program = (props: Props = {}): Program => ({ ada: { kind: "Lead", props: { ...lead, ...props } } });
const outputs = ({ engine }: World): Props => engine.state.get("ada")!.outputs;

test("the status that a new lead already has is not sent", async () => {
  const here = await world();
  expect(await here.engine.up(program({ status: "created" }))).toMatchObject(succeeded);
  expect(here.methods()).toEqual(["POST"]);
});

test("a status that the program changes is sent, although the lead has it already", async () => {
  const here = await appliedLongAgo(program({ status: "created" }));
  here.emulator.state.leads[0]!.status = "completed";
  expect(await here.engine.up(program({ status: "completed" }))).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([{ status: "completed" }]);
});

test("a status is not sent again if the service accepted it and only the read after it failed", async () => {
  const here = await appliedLongAgo(program({ status: "completed" }));
  const wanted = program({ status: "created" });
  here.emulator.faults.add({ method: "GET", path: "/user/leads", nth: 2, fault: { status: 403 } });
  expect((await here.engine.up(wanted)).errors).toEqual([
    expect.stringMatching(/the object was changed and is in state, but could not be read back/),
  ]);
  expect(here.bodies()).toEqual([{ status: "created" }]);
  here.emulator.faults.clear();
  // The person has been called since.
  here.emulator.state.leads[0]!.status = "completed";
  expect(await here.engine.up(wanted)).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([]);
  expect(outputs(here)).toMatchObject({ status: "created", currentStatus: "completed" });
});

test("the status of an adopted lead is sent once, even if the lead has been called by the time of the read", async () => {
  const here = await world();
  expect(await here.engine.up(program({ status: "completed" }))).toMatchObject(succeeded);
  here.engine.state.clear();
  here.clock.advance(3_600_000);
  here.requests();
  here.emulator.faults.add({ method: "PUT", path: "/user/leads", fault: { dropField: "status" } });
  await here.engine.up(program({ status: "created", onExisting: "adopt" }));
  expect(here.bodies()).toEqual([{ status: "created" }]);
});

test("a status whose response was lost is an error: no record shows whether the service processed it", async () => {
  const here = await appliedLongAgo(program({ status: "completed" }));
  here.emulator.faults.add({ method: "PUT", path: "/user/leads", times: 1, fault: { status: 500 } });
  expect((await here.engine.up(program({ status: "created" }))).errors).toEqual([
    expect.stringContaining("the service failed (500"),
  ]);
  expect(here.emulator.state.leads).toMatchObject([{ status: "completed" }]);
  expect(here.bodies()).toEqual([{ status: "created" }]);
});

test("a new lead that no read has shown, and that was deleted manually, is gone after a refresh: nothing is sent", async () => {
  const here = await world();
  here.emulator.faults.add({ method: "GET", path: "/user/leads", nth: 2, fault: { status: 403 } });
  expect((await here.engine.up(program())).errors).toEqual([expect.stringMatching(/could not be read back/)]);
  here.emulator.faults.clear();
  here.emulator.state.leads.splice(0);
  here.clock.advance(60_000);
  here.requests();
  expect((await here.engine.up(program())).errors).toEqual([
    expect.stringMatching(/is no longer in the service/),
  ]);
  expect(await here.engine.refresh()).toMatchObject({ errors: [] });
  expect(await here.engine.up(program())).toMatchObject(succeeded);
  expect(outputs(here)).toMatchObject({ gone: true });
  expect(here.methods()).toEqual([]);
});
