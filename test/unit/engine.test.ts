/** A provider host whose engine is dead exits, and does not send waiting writes. */
import { describe, expect, test } from "vitest";
import { Engine, engineAddress, lookAt, type Sign } from "../../provider/http/engine.js";
import { createClient } from "../../provider/http/client.js";
import {
  call,
  deadUrl,
  failed,
  FakeClock,
  played,
  serveSockets,
  settingsFor,
  type Script,
} from "./http-support.js";

const limited: Script = { status: 429, headers: { "retry-after": "60" } };
const unavailable: Script = { status: 503, headers: { "retry-after": "60" } };
const done: Script = { status: 200 };

/** An engine with a result for each check. The last result is repeated. */
function watched(...signs: [Sign, ...Sign[]]) {
  const clock = new FakeClock();
  const counts = { looks: 0, exits: 0 };
  const engine = new Engine({
    clock,
    probe: async () => signs[Math.min(counts.looks++, signs.length - 1)]!,
    exit: () => void (counts.exits += 1),
  });
  return { clock, engine, counts };
}

/** A client in a provider host of this engine. */
function hosted(script: Script[], ...signs: [Sign, ...Sign[]]) {
  const world = watched(...signs);
  return { ...world, ...played(script, {}, world) };
}

describe("an attempt to send a write", () => {
  test("the first attempt, right after an engine call: no check of the engine", async () => {
    const { client, engine, counts, clock } = hosted([done], "alive");
    clock.time += 3_600_000;
    engine.called();
    await client.request(call("create"));
    expect(counts.looks).toBe(0);
  });

  test.each([
    ["create", limited],
    ["update", limited],
    ["update", unavailable],
    ["delete", limited],
    ["delete", unavailable],
    ["campaign", limited],
  ])("%s after a pause (%j): one check, and sent if the engine is alive", async (name, paused) => {
    const { client, counts, transport } = hosted([paused, done], "alive");
    await client.request(call(name));
    expect(counts).toEqual({ looks: 1, exits: 0 });
    expect(transport.sent).toHaveLength(2);
  });

  test.each([
    ["create", limited],
    ["update", unavailable],
    ["delete", unavailable],
    ["campaign", limited],
  ])("%s after a pause (%j): not sent if the engine is dead, and the host exits", async (name, paused) => {
    const { client, counts, transport } = hosted([paused, done], "dead");
    expect(await failed(client.request(call(name)))).toMatchObject({ code: "orphaned", lost: false });
    expect(transport.sent).toHaveLength(1);
    expect(counts).toEqual({ looks: 1, exits: 1 });
  });

  test("after a pause of zero length: not sent if the engine is dead", async () => {
    const { client, transport } = hosted([{ status: 429, headers: { "retry-after": "0" } }, done], "dead");
    await failed(client.request(call("create")));
    expect(transport.sent).toHaveLength(1);
  });

  test("the first attempt, more than 100 ms after the last sign of life: one check", async () => {
    const { client, clock, counts, transport } = hosted([done], "dead");
    clock.time += 101;
    expect(await failed(client.request(call("create")))).toMatchObject({ code: "orphaned" });
    expect([counts.looks, transport.sent.length]).toEqual([1, 0]);
  });

  test("a clock that was set back does not hide a pause", async () => {
    const { client, clock, counts } = hosted([done], "alive");
    clock.time -= 3_600_000;
    await client.request(call("create"));
    expect(counts.looks).toBe(1);
  });

  test("queued behind another request's pause: not sent after the engine's death, and neither are later requests", async () => {
    const { client, transport, counts } = hosted([limited, done], "dead");
    await failed(client.request(call("create", { once: true })));
    expect(counts.looks).toBe(0);
    for (const name of ["update", "create", "read"])
      expect(await failed(client.request(call(name)))).toMatchObject({ code: "orphaned" });
    expect(transport.sent).toHaveLength(1);
    expect(counts.looks).toBe(1);
  });

  test("queued behind requests in flight: the engine is checked before sending", async () => {
    const world = watched("alive", "dead");
    const ends: (() => void)[] = [];
    const sent: string[] = [];
    const client = createClient(settingsFor("https://example.com/api", { maxInFlight: "1" }), {
      ...world,
      transport: {
        send: async ({ method }) => {
          sent.push(method);
          await new Promise<void>((resolve) => ends.push(resolve));
          return { status: 200, headers: {}, body: "{}" };
        },
      },
    });
    const requests = ["update", "update", "delete"].map((name) => client.request(call(name)));
    const ended = Promise.allSettled(requests);
    await settled();
    expect([sent.length, world.counts.looks]).toEqual([1, 0]);
    ends.shift()!();
    await settled();
    expect([sent.length, world.counts.looks]).toEqual([2, 1]);
    ends.shift()!();
    expect((await ended).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect([sent.length, world.counts.looks, world.counts.exits]).toEqual([2, 2, 1]);
  });

  test("outside a provider host: no check, because there is no engine", async () => {
    const { client, transport } = played([limited, done]);
    await client.request(call("create"));
    expect(transport.sent).toHaveLength(2);
  });
});

describe("a read", () => {
  test("needs no check, not even after a pause", async () => {
    const { client, counts } = hosted([limited, unavailable, done], "dead");
    await client.request(call("read"));
    expect(counts.looks).toBe(0);
  });

  test("is not sent while it is unknown whether the engine is alive", async () => {
    const { client, counts, transport } = hosted([limited, done], "unclear", "unclear", "unclear", "alive");
    await failed(client.request(call("create")));
    expect([counts.looks, transport.sent.length]).toEqual([3, 1]);
    await client.request(call("read"));
    expect([counts.looks, transport.sent.length]).toEqual([4, 2]);
  });
});

describe("when it is unknown whether the engine is alive", () => {
  test("nothing is sent, and the engine is checked again", async () => {
    const { client, counts, transport } = hosted([limited, done], "unclear", "unclear", "alive");
    await client.request(call("create"));
    expect(transport.sent).toHaveLength(2);
    expect(counts).toEqual({ looks: 3, exits: 0 });
  });

  test("if it stays unknown: an error, and the host keeps running", async () => {
    const { client, counts, transport } = hosted([limited, done], "unclear");
    const error = await failed(client.request(call("create")));
    expect(error).toMatchObject({ code: "network", lost: false });
    expect(error.message).toBe(
      'create assistant "Support": nothing was sent, because the provider could not tell whether the pulumi command that requested the operation is still running. Run again.',
    );
    expect(transport.sent).toHaveLength(1);
    expect(counts.exits).toBe(0);
  });

  test("a write with a lost response keeps its unknown result", async () => {
    const { client } = hosted([{ fails: "cut" }, done], "unclear");
    expect(await failed(client.request(call("update")))).toMatchObject({ code: "network", lost: true });
  });

  test("an engine call proves that the engine is alive", async () => {
    const { client, engine, counts } = hosted([limited, done], "unclear");
    await failed(client.request(call("create")));
    engine.called();
    await client.request(call("read"));
    expect(counts.looks).toBe(3);
  });
});

describe("the end of the host", () => {
  test("an idle host checks every second and exits with its engine", async () => {
    const { engine, clock, counts } = watched("alive", "unclear", "alive", "dead");
    await engine.watch();
    expect(clock.slept).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(counts).toEqual({ looks: 4, exits: 1 });
  });

  test("the host never exits while a request is in flight", async () => {
    const { engine, counts } = watched("dead");
    let end: () => void = () => undefined;
    const sending = engine.send(true, false, () => new Promise<void>((resolve) => (end = resolve)));
    await engine.watch();
    expect(counts.exits).toBe(0);
    end();
    await sending;
    expect(counts.exits).toBe(1);
  });

  test("death is final, even if another process listens at the address later", async () => {
    const { engine } = watched("dead", "alive");
    await engine.watch();
    engine.called();
    await expect(engine.send(false, false, async () => "sent")).rejects.toMatchObject({ code: "orphaned" });
  });
});

describe("the engine's address", () => {
  const script = "/work/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

  test.each<[string[], string | undefined]>([
    [["node", script, "127.0.0.1:37223"], "127.0.0.1:37223"],
    [["node", script, "--logtostderr", "-v=3", "127.0.0.1:37223"], "127.0.0.1:37223"],
    [["node", script, "--tracing", "tcp://127.0.0.1:44375", "127.0.0.1:37223"], "127.0.0.1:37223"],
    [["node.exe", "C:\\x\\@pulumi\\pulumi\\cmd\\dynamic-provider", "127.0.0.1:1"], "127.0.0.1:1"],
    [["node", script], undefined],
    [["node", script, "-v=3"], undefined],
    [["node", "/work/node_modules/@pulumi/pulumi/cmd/run/index.js", "--engine", "127.0.0.1:1"], undefined],
    [["node", "/work/node_modules/.bin/voicecall", "doctor"], undefined],
    [["node"], undefined],
  ])("%j: %s", (argv, expected) => {
    const address = engineAddress(argv);
    expect(address && `${address.host}:${address.port}`).toBe(expected);
  });

  const addressOf = (url: string) => ({ host: "127.0.0.1", port: Number(new URL(url).port) });

  test("a listening address means alive", async () => {
    const server = await serveSockets(() => undefined);
    expect(await lookAt(addressOf(server.url))).toBe("alive");
    await server.close();
  });

  test("a refused connection means dead", async () => {
    expect(await lookAt(addressOf(await deadUrl()))).toBe("dead");
  });

  test("any other failure is unclear", async () => {
    // The operating system refuses this connection itself, so no packet is sent.
    expect(await lookAt({ host: "255.255.255.255", port: 1 })).toBe("unclear");
  });
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
