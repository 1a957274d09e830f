import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createClient, type Client } from "../../provider/http/client.js";
import type { RouteName } from "../../provider/http/routes.js";
import { parseSettings } from "../../provider/http/settings.js";
import {
  call,
  deadUrl,
  failed,
  heldTimeout,
  FakeClock,
  played,
  scripted,
  serve,
  serveSockets,
  settingsFor,
  token,
  type TestServer,
} from "./http-support.js";
import { closeAfterTest } from "../support/after-test.js";

const opened = async (server: Promise<TestServer>): Promise<TestServer> => closeAfterTest(await server);

function over(url: string, others: Record<string, string> = {}, clock = new FakeClock()): Client {
  return closeAfterTest(createClient(settingsFor(url, others), { clock }));
}

describe("what is sent", () => {
  test("path, query, body, and the headers on every request, with a body or without", async () => {
    const server = await opened(serve((_, response) => response.end('{"data": {"id": 5}}')));
    const client = over(`${server.url}/api/v1`);
    const answer = z.object({ data: z.object({ id: z.number() }) });
    expect(await client.request(call("create", { body: { a: [1] }, schema: answer }))).toEqual({
      data: { id: 5 },
    });
    await client.request({
      route: "listVoices",
      query: { mode: "pipeline", none: undefined },
      schema: answer,
      purpose: "list voices",
    });
    await client.request(call("delete"));
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ["POST", "/api/v1/user/assistant", '{"a":[1]}'],
      ["GET", "/api/v1/user/assistants/voices?mode=pipeline", ""],
      ["DELETE", "/api/v1/user/assistant/7", ""],
    ]);
    for (const { headers } of server.seen) {
      expect(headers).toMatchObject({
        accept: "application/json",
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "user-agent": "pulumi-voicecall",
      });
    }
  });

  test("an overridden route", async () => {
    const { client, transport } = played([{ status: 200 }], {
      routes: '{"updateTool": "PATCH /user/tool/{id}"}',
    });
    await client.request(call("update"));
    expect(transport.sent[0]).toMatchObject({ method: "PATCH", url: "https://example.com/api/user/tool/7" });
  });

  test.each([
    [204, ""],
    [200, ""],
    [299, " \n"],
  ])("an empty response with status %i is an empty object", async (status, body) => {
    const { client } = played([{ status, body }]);
    expect(
      await client.request(call("delete", { schema: z.object({ message: z.string().optional() }) })),
    ).toEqual({});
  });

  test("unexpected parts of a response are dropped", async () => {
    const { client } = played([{ status: 200, body: { id: 1, new_field: true } }]);
    expect(await client.request(call("read", { schema: z.object({ id: z.number() }) }))).toEqual({ id: 1 });
  });
});

describe("a transport", () => {
  test("is closed with its client, if it can be", async () => {
    const settings = settingsFor("https://example.com/api", { debug: "true" });
    let closed = 0;
    const transport = { ...scripted({ status: 200 }), close: async () => void (closed += 1) };
    const client = createClient(settings, { clock: new FakeClock(), transport });
    expect(await client.request(call("read"))).toEqual({});
    await client.close();
    expect(closed).toBe(1);
    await played([]).client.close();
  });

  test("that has a bug: its error does not count as a failed connection", async () => {
    const { client } = played([]);
    await expect(client.request(call("read"))).rejects.toThrow(/^the script is empty$/);
  });
});

describe("nothing is sent", () => {
  const bare = (config: Record<string, string>) => {
    const transport = scripted({ status: 200 });
    const client = createClient(
      parseSettings((key) => config[key], {}),
      { clock: new FakeClock(), transport },
    );
    return { client, transport };
  };

  test.each([
    [
      "no base URL",
      { accessToken: token },
      "config",
      "no base URL is set. To set it, set the environment variable VOICECALL_BASE_URL",
    ],
    [
      "no token",
      { baseUrl: "https://example.com" },
      "config",
      "no access token is set. To set it, set the environment variable VOICECALL_ACCESS_TOKEN",
    ],
    [
      "no such route",
      { routes: '{"getTool": "none"}' },
      "unsupported",
      'the setting voicecall:routes says that the service does not have the route "getTool" ("none")',
    ],
  ])("%s", async (_, config, code, says) => {
    const { client, transport } = bare(config);
    const error = await failed(client.request(call("read")));
    expect(error).toMatchObject({ code, lost: false });
    expect(error.message).toMatch(/^read tool 7: /);
    expect(error.message).toContain(says);
    expect(transport.sent).toHaveLength(0);
  });

  test("a wrong id", async () => {
    const { client, transport } = bare({ baseUrl: "https://example.com", accessToken: token });
    expect(await failed(client.request(call("read", { params: { id: "../leads" } })))).toMatchObject({
      code: "invalid",
    });
    expect(transport.sent).toHaveLength(0);
  });
});

describe("over real sockets", () => {
  test("no more requests in flight than maxInFlight, including retries", async () => {
    let now = 0;
    let most = 0;
    const server = await opened(
      serve((_, response, index) => {
        most = Math.max(most, ++now);
        setImmediate(() => {
          now -= 1;
          response.writeHead(index % 2 === 0 ? 503 : 200).end("{}");
        });
      }),
    );
    const client = over(server.url, { maxInFlight: "3" });
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => client.request(call("read"))));
    expect(results).toHaveLength(12);
    expect(server.seen.length).toBeGreaterThan(12);
    expect(most).toBeLessThanOrEqual(3);
  });

  test.each<[RouteName, number, boolean]>([
    ["createTool", 1, true],
    ["getTool", 4, false],
    ["deleteAssistant", 4, true],
  ])("a connection cut each time: %s is sent %i times, lost: %s", async (route, attempts, lost) => {
    let met = 0;
    const server = await opened(
      serveSockets((socket) => socket.once("data", () => (met++, socket.resetAndDestroy()))),
    );
    const error = await failed(
      over(server.url).request({ route, params: { id: 1 }, schema: z.unknown(), purpose: "try" }),
    );
    expect(error).toMatchObject({ code: "network", lost });
    expect(met).toBe(attempts);
  });

  test("without a listener, the error says that nothing was changed", async () => {
    const error = await failed(over(await deadUrl()).request(call("create")));
    expect(error).toMatchObject({ code: "network", lost: false });
    expect(error.message).toMatch(
      /^create assistant "Support": the connection was refused\. Nothing was changed\. Check the base URL http:/,
    );
  });

  test("without a response in time, the result is unknown, and the request is not retried", async () => {
    const held = heldTimeout();
    const server = await opened(serve(() => held.end()));
    const error = await failed(over(server.url, { timeout: `${held.ms}ms` }).request(call("create")));
    expect(error).toMatchObject({ code: "network", lost: true });
    expect(server.seen).toHaveLength(1);
  });
});
