/** Which paths and methods exist, and how assumed routes behave in strict mode, moved or removed. */
import { describe, expect } from "vitest";
import { startEmulator, type AssumedRoute } from "../../emulator/index.js";
import { aLead, anAssistant, aTool, client, service, type Running, test } from "./harness.js";

const assumed: [name: AssumedRoute, method: string, path: string, whenAbsent: number, allow?: string][] = [
  ["updateTool", "PUT", "/user/tools/101", 405, "HEAD, GET, DELETE"],
  ["deleteTool", "DELETE", "/user/tools/101", 405, "HEAD, GET, PUT"],
  ["updateAssistant", "PUT", "/user/assistant/201", 405, "DELETE"],
  ["deleteLead", "DELETE", "/user/leads/301", 405, "PUT"],
  ["listCampaigns", "GET", "/user/campaigns", 404],
];

async function filled(options = {}): Promise<Running> {
  const running = await service(options);
  await running.call("POST", "/user/tools", aTool);
  await running.call("POST", "/user/assistant", anAssistant);
  await running.call("POST", "/user/lead", aLead);
  return running;
}

test.each(assumed)("%s is served by default at %s %s", async (_, method, path) => {
  const { call } = await filled();
  expect((await call(method, path, method === "PUT" ? {} : undefined)).status).toBe(200);
});

describe("strict", () => {
  test.each(assumed)("%s, %s %s, responds %i", async (_, method, path, whenAbsent) => {
    const { call } = await filled({ strict: true });
    const { status, json } = await call(method, path, method === "PUT" ? {} : undefined);
    expect(status).toBe(whenAbsent);
    expect(json).toEqual({ message: expect.any(String) });
  });

  test("a missing route is missing for records that do not exist, too", async () => {
    const { call } = await service({ strict: true });
    expect((await call("PUT", "/user/tools/999", {})).status).toBe(405);
  });

  test.each([
    ["GET /user/tools", { accept: "text/plain" }],
    ["GET /user/tools/101", { "content-type": "text/plain" }],
  ])("%s requires the headers of spec 5.2", async (endpoint, headers) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const { call } = await filled({ strict: true });
    expect((await call(method, path, undefined, headers)).status).toBe(400);
    expect((await call(method, path)).status).toBe(200);
    const lenient = await filled();
    expect((await lenient.call(method, path, undefined, headers)).status).toBe(200);
  });

  test("a route that is set by name is still served", async () => {
    const { call } = await filled({ strict: true, routes: { updateTool: "PATCH /user/tools/{id}" } });
    expect((await call("PATCH", "/user/tools/101", { timeout: 3 })).status).toBe(200);
    expect((await call("DELETE", "/user/tools/101")).status).toBe(405);
  });
});

describe("none", () => {
  test.each(assumed)("%s removed: %s %s responds %i", async (name, method, path, whenAbsent, allow) => {
    const { call } = await filled({ routes: { [name]: "none" } });
    const reply = await call(method, path, method === "PUT" ? {} : undefined);
    expect(reply.status).toBe(whenAbsent);
    expect(reply.headers["allow"]).toBe(allow);
  });
});

describe("moved", () => {
  const places: [AssumedRoute, string, string][] = [
    ["updateTool", "PATCH /user/tools/{id}", "/user/tools/101"],
    ["deleteTool", "POST /user/tools/{id}/delete", "/user/tools/101/delete"],
    ["updateAssistant", "POST /user/assistant/update/{id}", "/user/assistant/update/201"],
    ["deleteLead", "DELETE /user/lead/{id}", "/user/lead/301"],
    ["listCampaigns", "GET /user/campaigns/list", "/user/campaigns/list"],
  ];
  test.each(places)("%s moved to %s is served only there", async (name, place, path) => {
    const { call } = await filled({ routes: { [name]: place } });
    const method = place.split(" ")[0]!;
    expect((await call(method, path, method === "GET" ? undefined : {})).status).toBe(200);
    const [, oldMethod = "", oldPath = "", whenAbsent] = assumed.find((row) => row[0] === name)!;
    expect((await call(oldMethod, oldPath, oldMethod === "GET" ? undefined : {})).status).toBe(whenAbsent);
  });

  test.each([
    ["updateTool", "PATCH", /METHOD \/path/],
    ["updateTool", "FETCH /user/tools/{id}", /METHOD \/path/],
    ["updateTool", "PATCH user/tools/{id}", /METHOD \/path/],
    ["updateTool", "PATCH /user/tools", /must contain \{id\} exactly once/],
    ["updateTool", "PATCH /user/{id}/tools/{id}", /must contain \{id\} exactly once/],
    ["updateTool", "PATCH /user/tools/{tool}", /must contain \{id\} exactly once/],
    ["listCampaigns", "GET /user/campaigns/{id}", /must not contain a parameter/],
    [
      "updateTool",
      "GET /user/tools/{id}",
      /two routes have the same method and path: GET \/user\/tools\/\{id\}/,
    ],
    ["updateTool", "PUT /_emulator/{id}", /must not contain ":" or "\*", or begin with \/_emulator/],
  ])('%s cannot be moved to "%s"', async (name, place, message) => {
    await expect(startEmulator({ routes: { [name]: place } })).rejects.toThrow(message);
  });
});

describe("unknown paths and methods", () => {
  test.each(["/", "/user", "/user/unknown", "/user/tools/1/2", "/user/assistants/get/1", "/User/tools"])(
    "GET %s is 404 with a message",
    async (path) => {
      const { call } = await service();
      const { status, json } = await call("GET", path);
      expect(status).toBe(404);
      expect(json).toEqual({ message: expect.any(String) });
    },
  );

  test.each([
    ["DELETE", "/user/tools", "HEAD, POST, GET"],
    ["PATCH", "/user/assistant/201", "DELETE, PUT"],
    ["GET", "/user/assistant/201", "DELETE, PUT"],
    ["GET", "/user/lead", "POST"],
    ["GET", "/user/make_call", "POST"],
    ["POST", "/user/leads", "HEAD, GET"],
    ["GET", "/user/campaigns/update-status", "POST"],
  ])("%s %s is 405", async (method, path, allow) => {
    const { call } = await service();
    const reply = await call(method, path, method === "GET" ? undefined : {});
    expect(reply.status).toBe(405);
    expect(reply.headers["allow"]).toBe(allow);
    expect(reply.json).toEqual({ message: expect.stringContaining(`The ${method} method is not supported`) });
  });

  test("an unknown path is a 404 even without a token", async ({ emulator }) => {
    expect((await client(emulator.address)("GET", "/user/unknown")).status).toBe(404);
    expect((await client(emulator.address)("PATCH", "/user/tools/1", {})).status).toBe(405);
  });
});

test("a body of another content type is 415", async ({ call }) => {
  const { status, json } = await call("POST", "/user/tools", "name=x", { "content-type": "text/plain" });
  expect(status).toBe(415);
  expect(json).toEqual({ message: expect.any(String) });
});
