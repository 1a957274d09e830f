/** The recorder has a limit. It drops the oldest requests, and reports that once. */
import { expect, test } from "vitest";
import { Recorder } from "../../emulator/base/recorder.js";
import { aTool, fakeClock, service } from "./harness.js";

const dropped = [expect.stringMatching(/^The oldest recorded requests are dropped from now on/)];

test("the number of requests is limited", () => {
  const log: string[] = [];
  const recorder = new Recorder(fakeClock(), (line) => log.push(line));
  const paths = Array.from({ length: 10_002 }, (_, index) => `/${index}`);
  for (const path of paths) recorder.begin("GET", path, {}, {});
  expect(recorder.all().map(({ path }) => path)).toEqual(paths.slice(2));
  expect(log).toEqual(dropped);
});

test("the size of bodies and addresses is limited", () => {
  const log: string[] = [];
  const bodies = new Recorder(fakeClock(), (line) => log.push(line));
  const paths = Array.from({ length: 9 }, (_, index) => `/${index}`);
  for (const path of paths)
    bodies.addBody(bodies.begin("POST", path, {}, {}), { description: "x".repeat(8_000_000) });
  expect(bodies.all().map(({ path }) => path)).toEqual(paths.slice(1));
  expect(log).toEqual(dropped);

  const addresses = new Recorder(fakeClock(), () => undefined);
  for (let index = 0; index < 9_000; index += 1) addresses.begin("GET", "/".repeat(10_000), {}, {});
  expect(addresses.all().length).toBeLessThan(6_800);
});

test("a body that arrives after a reset is not counted", () => {
  const recorder = new Recorder(fakeClock(), () => undefined);
  const early = recorder.begin("POST", "/early", {}, {});
  recorder.clear();
  recorder.addBody(early, { text: "x".repeat(100_000_000) });
  recorder.begin("GET", "/late", {}, {});
  expect(recorder.all().map(({ path }) => path)).toEqual(["/late"]);
});

test("onResponse receives each request with its status, but no control request", async () => {
  const seen: string[] = [];
  const { call, emulator } = await service({
    onResponse: ({ method, path, status }) => seen.push(`${method} ${path} ${status}`),
  });
  emulator.faults.add({ method: "GET", fault: { status: 429 } });
  await call("POST", "/user/tools", aTool);
  await call("GET", "/user/tools");
  await call("GET", "/_emulator/state");
  expect(seen).toEqual(["POST /user/tools 201", "GET /user/tools 429"]);
});
