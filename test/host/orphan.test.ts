/** A provider host exits when its engine is dead, and does not send waiting writes. */
import { expect, test } from "vitest";
import type { Emulator } from "../../emulator/index.js";
import { onceAnswered } from "../support/answered.js";
import { tool } from "../support/world.js";
import { kindHost, service } from "./kind-host.js";

const TOOLS = { method: "POST", path: "/user/tools", exact: true } as const;

const statuses = (emulator: Emulator): (number | null)[] =>
  emulator
    .requests()
    .filter(({ method }) => method === "POST")
    .map(({ status }) => status);

test("an idle host exits when its engine dies", async () => {
  const here = await kindHost("MidCallTool", await service());
  await here.check(undefined, tool);
  await here.loseEngine();
  expect(await here.command.ended).toMatchObject({ code: 1, signal: null });
});

test("a host that waits under a rate limit exits when its engine dies, and sends nothing more", async () => {
  const emulator = await service();
  const here = await kindHost("MidCallTool", emulator);
  emulator.faults.add({ ...TOOLS, times: 1, fault: { status: 429, retryAfter: 60 } });
  onceAnswered(emulator, TOOLS.method, TOOLS.path, () => void here.loseEngine());
  await expect(here.create(tool)).rejects.toThrow();
  expect(await here.command.ended).toMatchObject({ code: 1 });
  expect(statuses(emulator)).toEqual([429]);
});

test("when the engine dies, a request in flight is finished, and a queued request is not sent", async () => {
  let strike: () => Promise<void> = async () => undefined;
  // The engine dies while the service delays the request.
  const clock = { now: () => Date.now(), sleep: () => strike() };
  const emulator = await service({ clock });
  const here = await kindHost("MidCallTool", emulator, { "voicecall:maxInFlight": "1" });
  strike = async () => {
    // The provider host receives calls in order. When this check returns, the second create is queued.
    await here.check(undefined, tool);
    await here.loseEngine();
  };
  emulator.faults.add({ ...TOOLS, times: 1, when: "before", fault: { delayMs: 1 } });
  const creating = [here.create(tool), here.create({ ...tool, name: "get_news" })];
  await Promise.allSettled(creating);
  expect(await here.command.ended).toMatchObject({ code: 1 });
  expect(statuses(emulator)).toEqual([201]);
  expect(emulator.state.tools).toHaveLength(1);
});
