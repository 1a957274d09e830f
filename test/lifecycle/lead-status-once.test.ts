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

test("a status is not sent again if the service accepted it and only the read after it failed", async () => {
  const here = await appliedLongAgo(program({ status: "completed" }));
  const wanted = program({ status: "created" });
  here.emulator.faults.add({ method: "GET", path: "/user/leads", nth: 2, fault: { status: 500 } });
  expect((await here.engine.up(wanted)).errors).toEqual([
    expect.stringMatching(/the object was changed, but could not be read back/),
  ]);
  expect(here.bodies()).toEqual([{ status: "created" }]);
  here.emulator.faults.clear();
  // The person has been called since.
  here.emulator.state.leads[0]!.status = "completed";
  expect(await here.engine.up(wanted)).toMatchObject(succeeded);
  expect(here.bodies()).toEqual([]);
  expect(outputs(here)).toMatchObject({ status: "created", currentStatus: "completed" });
});
