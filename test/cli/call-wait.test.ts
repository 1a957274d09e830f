/** `voicecall call --wait`: the end of the call, from the listing and from the notification. */
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { expect, test, vi } from "vitest";
import { type Emulator, defaultSeed } from "../../emulator/index.js";
import { freePort } from "../support/free-port.js";
import { byHand, service } from "../support/engine-world.js";
import { voicecall } from "../support/voicecall.js";
import { anAssistant } from "../kinds/index.js";

const to = "+12025550143";

async function account(settings: object = {}): Promise<Emulator> {
  const emulator = await service({ seed: defaultSeed() });
  const item = { name: "wants_offer", type: "bool", description: "Whether the caller wants an offer." };
  await byHand(emulator, "POST", "/user/assistant", {
    ...anAssistant.body,
    assistant_name: "Support",
    calls_direction: "make",
    post_call_schema: [item],
    ...settings,
  });
  return emulator;
}

const env = ({ address, token }: Emulator) => ({
  VOICECALL_BASE_URL: address,
  VOICECALL_ACCESS_TOKEN: token,
});
const line = ["call", "--assistant", "Support", "--to", to, "--yes"];

/** Ends all calls as soon as this one was made. */
async function call(emulator: Emulator, more: string[], end: object = {}) {
  const { ended } = voicecall([...line, "--wait", "60", ...more], { cwd: tmpdir(), env: env(emulator) });
  const isMade = () => emulator.state.calls.some(({ phone_number }) => phone_number === to);
  const ends = vi
    .waitFor(() => expect(isMade()).toBe(true), { timeout: 60_000 })
    .then(async () => {
      for (const { id } of emulator.state.calls)
        await fetch(`${emulator.address}/_emulator/calls/${id}/finish`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(end),
        });
    });
  // Where nobody is called, there is nothing to end.
  ends.catch(() => undefined);
  return ended;
}

test("from the listing: 0 if the call ended as expected", async () => {
  const emulator = await account();
  const expectations = ["--expect", "wants_offer=true", "--min-duration", "10", "--json"];
  const { code, stdout, all } = await call(emulator, expectations, {
    extracted_variables: { wants_offer: true },
  });
  expect(code, all).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: "called",
    ended: { status: "completed", duration: 42, variables: { wants_offer: true } },
    deviations: [],
  });
  expect(emulator.state.calls).toHaveLength(1);
});

test("2 if it ended otherwise, and each deviation is named without its value", async () => {
  const emulator = await account();
  const expectations = ["--expect", "wants_offer=true", "--expect", "city=Rome", "--min-duration", "10"];
  const { code, stdout, stderr } = await call(emulator, expectations, { status: "no-answer", duration: 0 });
  expect([code, stdout]).toEqual([2, `The call to ${to} ended: no-answer, 0 s.\n`]);
  expect(stderr).toContain("Not as expected: its status is no-answer, not completed or");
  expect(stderr).toContain("Not as expected: it took 0 s, not 10 s or more.");
  expect(stderr).toContain("Not as expected: wants_offer is not as expected.");
  expect(stderr).toContain("Not as expected: city is not as expected: it was not extracted.");
});

test("from a notification at the receiver; one of another call is not taken for it", async () => {
  const port = await freePort();
  const emulator = await account({ is_webhook_active: true, webhook_url: `http://127.0.0.1:${port}/` });
  const other = "+12025550144";
  await byHand(emulator, "POST", "/user/make_call", { assistant_id: 201, phone_number: other });
  const { code, all } = await call(emulator, ["--receiver", String(port)]);
  expect([code, all]).toEqual([0, expect.stringContaining(`The call to ${to} ended: completed`)]);
  expect(emulator.state.notifications.map(({ status }) => status)).toEqual([204, 204]);
});

test("if the end could not be seen, nobody is called", async () => {
  const emulator = await account();
  emulator.faults.add({ method: "GET", path: "/user/calls", fault: { status: 404 } });
  const { code, stderr } = await call(emulator, []);
  expect(code).toBe(1);
  expect(stderr).toContain("Nobody was called, because the end could not be seen");
  expect(stderr).toContain("Use --receiver instead");
  expect(emulator.state.calls).toEqual([]);
});

test("if the port of the receiver is taken, nobody is called", async () => {
  const emulator = await account();
  const { port } = new URL(emulator.address);
  const { code, stderr } = await call(emulator, ["--receiver", port]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/Nobody was called.*EADDRINUSE.*Use another port\.$/m),
  ]);
  expect(emulator.state.calls).toEqual([]);
});

test("if the call does not end in time, the result is unknown", async () => {
  const emulator = await account();
  const { code, stderr } = await voicecall([...line, "--wait", "0"], { cwd: tmpdir(), env: env(emulator) })
    .ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining("its end was not seen within 0 seconds")]);
});

test.each([
  ["--expect", "wants_offer=true"],
  ["--expect-status", "completed"],
  ["--min-duration", "1"],
  ["--receiver", "4100"],
])("%s without --wait calls nobody, because nothing would be checked", async (...more) => {
  const emulator = await account();
  const { code, stderr } = await voicecall([...line, ...more], { cwd: tmpdir(), env: env(emulator) }).ended;
  expect([code, stderr]).toEqual([64, expect.stringContaining("Add --wait.")]);
  expect(emulator.state.calls).toEqual([]);
});

test("an unfinished request at the receiver does not keep the command running", async () => {
  const port = await freePort();
  const emulator = await account({ is_webhook_active: true, webhook_url: `http://127.0.0.1:${port}/` });
  const { ended } = voicecall([...line, "--wait", "60", "--receiver", String(port)], {
    cwd: tmpdir(),
    env: env(emulator),
  });
  await vi.waitFor(() => expect(emulator.state.calls).toHaveLength(1), { timeout: 60_000 });
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.on("error", () => undefined).on("close", resolve));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{");
  await fetch(`${emulator.address}/_emulator/calls/${emulator.state.calls[0]!.id}/finish`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  expect((await ended).code).toBe(0);
  await closed;
});
