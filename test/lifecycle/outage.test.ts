/** The service goes away in the middle of an apply, and comes back. */
import { expect, test } from "vitest";
import { createTransport } from "../../provider/http/transport.js";
import type { Program } from "../support/engine-part.js";
import { type World, assistant, succeeded, tool, world } from "../support/world.js";

const program: Program = {
  weather: { kind: "MidCallTool", props: tool },
  hours: { kind: "MidCallTool", props: { ...tool, name: "get_hours" } },
  support: { kind: "Assistant", props: assistant },
};

/** Closes the service's port after its first response to a write, until the clock has advanced by these seconds. */
async function struck(seconds: number): Promise<World> {
  const here = await world();
  const { clock, emulator, engine } = here;
  const network = createTransport({ connections: 8, timeout: 30_000 });
  const { sleep } = clock;
  let back: number | undefined;
  engine.transport = {
    send: async (request) => {
      const response = await network.send(request);
      if (request.method !== "GET" && back === undefined) {
        back = clock.now() + seconds * 1_000;
        emulator.refuseConnections(true);
      }
      return response;
    },
  };
  clock.sleep = async (ms) => {
    await sleep(ms);
    if (back !== undefined && clock.now() >= back) emulator.refuseConnections(false);
  };
  return here;
}

test("an outage of 20 seconds in the middle of an apply needs no second run", async () => {
  const here = await struck(20);
  expect(await here.engine.up(program)).toMatchObject({
    errors: [],
    lines: expect.arrayContaining(["The service cannot be reached: trying again for up to 60 seconds."]),
  });
  expect(here.methods()).toEqual(["POST", "POST", "POST"]);
});

test("after a longer outage, the next run continues, and nothing exists twice", async () => {
  const here = await struck(90);
  const { errors } = await here.engine.up(program);
  expect(errors).toEqual([expect.stringContaining("the connection was refused, for 60 seconds or more")]);
  await here.clock.sleep(60_000);
  expect(await here.engine.up(program)).toMatchObject(succeeded);
  expect(here.methods()).toEqual(["POST", "POST", "POST"]);
});
