import { describe, expect, test } from "vitest";
import type { Call } from "../../provider/http/client.js";
import { call, failed, played, type Script } from "./http-support.js";

const TRYING = "The service cannot be reached: trying again for up to 60 seconds.";
const away: Script = { fails: "not-sent" };
const answered: Script = { status: 200 };

/** A client whose service has answered once, and is then away for these seconds. */
function outage(seconds: number, others: Script[] = []) {
  const here = played([answered, ...others, away]);
  const { clock, transport } = here;
  const { send } = transport;
  const back = clock.time + seconds * 1_000;
  transport.send = async (request) => {
    if (clock.time < back || transport.sent.length === 0) return send(request);
    transport.sent.push(request);
    return { status: 200, headers: {}, body: "{}" };
  };
  const begin = clock.time;
  return { ...here, waited: () => (clock.time - begin) / 1_000 };
}

describe("a service that answered, and then takes no connection", () => {
  test.each(["read", "create", "update", "delete", "campaign"])("is waited for: %s", async (name) => {
    const { client, transport, lines, waited } = outage(20);
    await client.request(call("read"));
    await client.request(call(name));
    expect(waited()).toBeGreaterThanOrEqual(20);
    expect(waited()).toBeLessThan(28);
    expect(lines).toEqual([TRYING]);
    expect(transport.sent.length).toBeLessThan(12);
  });

  test("is waited for up to a minute, by all requests together, and the error says so", async () => {
    const { client, lines, waited } = outage(600);
    await client.request(call("read"));
    const errors = await Promise.all(
      ["update", "create", "read"].map((name) => failed(client.request(call(name)))),
    );
    for (const error of errors) {
      expect(error).toMatchObject({ code: "network", lost: false });
      expect(error.message).toContain(
        "it failed as the script says, for 60 seconds or more. Nothing was changed. Run again when the service can be reached.",
      );
    }
    expect(waited()).toBeGreaterThanOrEqual(60);
    expect(lines).toEqual([TRYING]);
    const before = waited();
    await failed(client.request(call("create")));
    expect(waited() - before).toBeLessThan(3);
    expect(lines).toEqual([TRYING]);
  });

  test("a pause of a moment is no line", async () => {
    const { client, lines } = outage(1);
    await client.request(call("read"));
    await client.request(call("update"));
    expect(lines).toEqual([]);
  });

  test("after the next answer, a new outage is waited for as long, and said again", async () => {
    const { client, lines, transport } = played([
      answered,
      ...Array.from({ length: 6 }, () => away),
      answered,
      ...Array.from({ length: 6 }, () => away),
      answered,
    ]);
    for (const name of ["read", "create", "create"]) await client.request(call(name));
    expect(lines).toEqual([TRYING, TRYING]);
    expect(transport.sent).toHaveLength(15);
  });

  test("an update that was cut is in doubt, however long it waits", async () => {
    const { client } = outage(600, [{ fails: "cut" }]);
    await client.request(call("read"));
    expect(await failed(client.request(call("update")))).toMatchObject({ code: "network", lost: true });
  });
});

test.each<[string, Script[], Partial<Call<unknown>>, number]>([
  ["has never answered: its address may be wrong", [away], {}, 4],
  ["gets a request that must be sent once", [answered, away], { once: true }, 2],
  ["cuts connections", [answered, { fails: "cut" }], {}, 5],
  ["may have lost its engine", [answered, { fails: "withheld" }], {}, 5],
])("a service is not waited for that %s", async (_, script, others, attempts) => {
  const { client, transport, lines } = played(script);
  if (script.length > 1) await client.request(call("read"));
  await failed(client.request(call("update", others)));
  expect(transport.sent).toHaveLength(attempts);
  expect(lines).toEqual([]);
});
