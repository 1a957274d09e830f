import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Secrets } from "../../provider/http/shown-text.js";
import { call, failed, played, token, type Script } from "./http-support.js";

const page = "<!DOCTYPE html><title>Sign in</title>";

describe("the meaning of a response", () => {
  type Row = [name: string, call: string, answer: Script, code: string, says: string];
  const reply = (status: number, text: string): Script => ({ status, body: { message: text } });
  const plain = (status: number, body = ""): Script => ({ status, body });
  const html = (status: number, headers = {}): Script => ({ status, headers, body: page });

  const settled: Row[] = [
    [
      "401",
      "create",
      reply(401, "Unauthenticated."),
      "auth",
      "accept the access token (401: Unauthenticated).",
    ],
    [
      "401",
      "create",
      reply(401, "No."),
      "auth",
      "Check the token (from the stack configuration voicecall:accessToken)",
    ],
    ["300", "create", plain(300), "config", "redirect (300) instead of JSON. Set the base URL to"],
    ["a status below 200", "read", plain(199), "refused", "(199)"],
    ["null", "read", plain(400, "null"), "refused", "rejected the request (400)"],
    ["a redirect", "create", html(302, { location: "/login" }), "auth", "redirect (302)"],
    ["a page", "read", html(200), "auth", "HTML page (200)"],
    ["422 of a delete", "delete", reply(422, "In use."), "refused", "(422: In use). Resolve the reported"],
    ["422 without fields", "create", reply(422, "Full."), "refused", "(422: Full). Resolve the reported"],
    ["a message that mentions HTML", "read", reply(422, "<html> is wrong"), "refused", "422"],
    [
      "404 page",
      "read",
      html(404),
      "auth",
      "example.com/api (from the stack configuration voicecall:baseUrl)",
    ],
    ["403 JSON", "campaign", reply(403, "Not yours."), "refused", "the account's plan and the token"],
    ["403 text", "campaign", plain(403, "Forbidden"), "auth", "a proxy in front of it"],
    ["404 of a record", "read", reply(404, "Tool not found"), "not-found", "(404: Tool not found)"],
    ["404 of a delete, without a body", "delete", plain(404), "not-found", "(404)"],
    [
      "404 of a delete, as text",
      "delete",
      plain(404, "gone"),
      "config",
      "the base URL or the route is wrong",
    ],
    ["404 of Express", "read", reply(404, "Cannot GET /user/tools/7"), "config", "the route is wrong"],
    ["404, not of Express", "read", reply(404, "You cannot get it..."), "not-found", "get it)"],
    ["404 of a read, without a body", "read", plain(404), "config", "the base URL or the route is wrong"],
    ["404 of a proxy", "read", plain(404, "default backend - 404"), "config", "voicecall:baseUrl"],
    [
      "404 of a documented route itself",
      "read",
      reply(404, "The route api/user/tools/7 could not be found."),
      "config",
      "GET /user/tools/{id} returned 404",
    ],
    [
      "404 as of another framework",
      "read",
      { status: 404, body: { message: "Route GET:/user/tools/7 not found", error: "Not Found" } },
      "config",
      "the base URL or the route is wrong",
    ],
    ["404, assumed route", "update", reply(404, "No"), "route-missing", "(spec 4.1: update route not shown)"],
    ["405 of an assumed route", "update", html(405), "route-missing", "voicecall:routes"],
    ["405, documented route", "read", reply(405, "No"), "config", "the base URL or the route is wrong"],
    [
      "400",
      "campaign",
      { status: 400, body: { error: "No balance" } },
      "refused",
      "(400: No balance). Resolve the reported problem",
    ],
    ["409 without a body", "create", plain(409), "refused", "rejected the request (409)"],
    [
      "an error object",
      "create",
      { status: 418, body: { error: { message: "Not possible" } } },
      "refused",
      "Not possible",
    ],
    ["success: false", "read", { status: 200, body: { success: false } }, "refused", "report success"],
    ["an incomplete response", "read", plain(200, '{"id": '), "unreadable", "is not JSON"],
    [
      "a page, by its header",
      "read",
      { status: 200, body: "Sign in", headers: { "content-type": "text/html; charset=utf-8" } },
      "auth",
      "HTML page",
    ],
  ];
  /** After these responses, the service may have processed the request. */
  const lost: Row[] = [
    ["a page after a POST", "create", html(200), "auth", "may or may not have processed"],
    [
      "500 after a POST",
      "create",
      reply(500, "Assistant creation failed"),
      "server",
      "may or may not have processed",
    ],
    ["503 after a POST", "create", html(503), "server", "(503)"],
    ["not JSON, after a POST", "create", plain(201, "created"), "unreadable", "is not JSON"],
    ["a response that is too large", "create", { fails: "too-large" }, "unreadable", ""],
  ];
  test.each([
    ...settled.map((row) => [...row, false] as const),
    ...lost.map((row) => [...row, true] as const),
  ])("%s", async (_, name, answer, code, says, isLost) => {
    const { client, transport } = played([answer]);
    const error = await failed(client.request(call(name)));
    expect(error).toMatchObject({ code, lost: isLost });
    if ("status" in answer) expect(error.status).toBe(answer.status);
    expect(error.message).toContain(says);
    expect(error.message.startsWith(`${call(name).purpose}: `)).toBe(true);
    expect(error.message).toMatch(/\.$/);
    expect(error.message).not.toContain("..");
    expect(transport.sent).toHaveLength(1);
  });

  const api = "https://example.com/api (from the stack configuration voicecall:baseUrl)";
  const signIn = `Check the token (from the stack configuration voicecall:accessToken) and the base URL ${api}. Once corrected, run \`pulumi up\` before any refresh.`;
  const set = (name: string, route: string) => `pulumi config set voicecall:routes '{"${name}":"${route}"}'.`;
  const assumed = (name: string, route: string, spec: string) =>
    `(${spec}). Set its method and path, or "none": ${set(name, route)}`;
  const doubt = "The service may or may not have processed the request.";
  const failedSilently = "the service returned 200 but did not report success.";
  const success = (message?: string): Script => ({ status: 200, body: { success: false, message } });

  test.each<[text: string, name: string, ...script: Script[]]>([
    [
      `read tool 7: the service did not accept the access token (401: No). ${signIn}`,
      "read",
      reply(401, "No."),
    ],
    [`read tool 7: the service returned an HTML page (200) instead of JSON. ${signIn}`, "read", html(200)],
    [
      "read tool 7: the service is limiting requests (429: Too many). Run again later, or lower voicecall:maxInFlight (now 8).",
      "read",
      reply(429, "Too many"),
    ],
    ["read tool 7: the service failed (500). Run again later.", "read", plain(500)],
    [
      `update tool 7: PUT /user/tools/{id} returned 404: No. The record may be gone, or the route differs ${assumed("updateTool", "PUT /YOUR/PATH/{id}", "spec 4.1: update route not shown")}`,
      "update",
      reply(404, "No"),
    ],
    [
      `list the campaigns: GET /user/campaigns returned 405. The route may differ ${assumed("listCampaigns", "GET /YOUR/PATH", "spec 4.4: no listing of campaigns")}`,
      "campaigns",
      plain(405),
    ],
    [
      "read tool 7: the service reports that the object does not exist (404: No). Check the id and the account.",
      "read",
      reply(404, "No"),
    ],
    [
      `read tool 7: the base URL or the route is wrong: GET /user/tools/{id} returned 404. Check the base URL ${api}. If the route differs, set its method and path: ${set("getTool", "GET /YOUR/PATH/{id}")}`,
      "read",
      plain(404),
    ],
    [
      "read tool 7: the service rejected the request (403: No). Check that the account's plan and the token (from the stack configuration voicecall:accessToken) allow this request.",
      "read",
      reply(403, "No"),
    ],
    [`read tool 7: ${failedSilently} Run again later.`, "read", plain(503), success()],
    [
      `read tool 7: ${failedSilently} The service said: No. Resolve the reported problem and run again.`,
      "read",
      success("No."),
    ],
    [`update tool 7: ${failedSilently} Run again later.`, "update", success()],
    [`update tool 7: ${failedSilently} ${doubt} Run again later.`, "update", plain(503), success()],
    [
      `read tool 7: the response (200) is not JSON. Check that ${api} is the service's API.`,
      "read",
      plain(200, "{"),
    ],
    ["read tool 7: it failed as the script says. Run again.", "read", { fails: "withheld" }],
    [
      `read tool 7: it failed as the script says. Nothing was changed. Check the base URL ${api} and the connection.`,
      "read",
      { fails: "not-sent" },
    ],
    [
      `update tool 7: it failed as the script says. ${doubt} Check the connection and run again.`,
      "update",
      { fails: "cut" },
    ],
    [
      `update tool 7: it failed as the script says. ${doubt} Check the connection and run again, or raise voicecall:timeout (now 30 s).`,
      "update",
      { fails: "timeout" },
    ],
  ])("%s", async (text, name, ...script) => {
    const error = await failed(played(script).client.request(call(name)));
    expect(error.message).toBe(text);
    expect(error.lost).toBe(text.includes(doubt));
  });

  test("the error for an unexpected form has path and type, never the value", async () => {
    const answer = z.object({ data: z.array(z.object({ id: z.number(), kind: z.enum(["a", "b"]) })) });
    const { client } = played([{ status: 201, body: { data: [{ id: "s3cret", kind: "s3cret" }] } }]);
    const error = await failed(client.request(call("create", { schema: answer })));
    expect(error).toMatchObject({ code: "unreadable", status: 201, lost: true });
    expect(error.message).toContain("data.0.id: expected number; data.0.kind: not in the expected form");
    expect(error.message).not.toContain("s3cret");
  });

  test("the error for an unexpected form names five places, or the whole response", async () => {
    const rows = Array.from({ length: 7 }, () => ({}));
    const many = played([{ status: 200, body: rows }]);
    const answer = z.array(z.object({ id: z.number() }));
    const { message: text } = await failed(many.client.request(call("read", { schema: answer })));
    expect(text).toContain("4.id: expected number");
    expect(text).not.toContain("5.id");
    const { message: whole } = await failed(
      played([{ status: 200, body: [] }]).client.request(call("read", { schema: z.object({}) })),
    );
    expect(whole).toContain("the response: expected object");
  });

  test("a rejection has one line per field", async () => {
    const errors = {
      assistant_name: ["The assistant name is required."],
      speech_speed: ["Too fast.", "At most 1.2."],
    };
    const { client } = played([{ status: 422, body: { message: "Validation failed", errors } }]);
    const error = await failed(client.request(call("create")));
    expect(error).toMatchObject({ code: "refused", status: 422, lost: false });
    expect(["assistant_name", "speech_rate"].map((field) => error.details.rejects?.(field))).toEqual([
      true,
      false,
    ]);
    expect(error.message).toBe(
      'create assistant "Support": the service rejected the request (422: Validation failed):\n' +
        "  assistant_name: The assistant name is required.\n  speech_speed: Too fast. At most 1.2.\n" +
        "Correct the rejected values and run again.",
    );
  });

  test("a long rejection is shortened, without control characters", async () => {
    const errors = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`f${i}`, ["x".repeat(999)]]));
    const { client } = played([{ status: 422, body: { message: "\u001b[2J\u202eevil\r\nline", errors } }]);
    const { message: text } = await failed(client.request(call("create")));
    expect(text).toContain("(422: [masked] line)");
    expect(text.split("\n")).toHaveLength(23);
    expect(text).toContain("and 5 more");
    expect(text.length).toBeLessThan(7_000);
  });
});

describe("secrets", () => {
  test("no error contains a token, a secret or text of the body", async () => {
    const body = {
      assistant_name: "Support line",
      system_prompt: "Be very kind to Ada",
      variables: { name: "Grace Hopper" },
    };
    const reply = `Support line: ${token}, pin9, Be very kind to Ada, Grace Hopper`;
    const errors = {
      [`variables.Grace Hopper`]: [`${"x".repeat(290)} ${token}`],
      "headers.0.value": ["pin9 is wrong"],
    };
    const { client, lines } = played(
      [{ status: 422, body: { message: reply, errors } }],
      { debug: "true" },
      { secrets: new Secrets().note(["pin9"]) },
    );
    const error = await failed(client.request(call("create", { body })));
    expect(error.message).toContain("Support line: [masked]):");
    expect(error.message).toContain("headers.0.value: [masked] is wrong");
    for (const text of [error.message, ...lines]) {
      for (const secret of [token, token.slice(0, 6), "pin9", "Ada", "Grace"])
        expect(text).not.toContain(secret);
    }
    expect(error.stack).toBe("");
    expect(error.cause).toBeUndefined();
  });

  test("debug logs one line per attempt, without a body", async () => {
    const { client, lines } = played([{ fails: "cut" }, { status: 200, body: { description: "a text" } }], {
      debug: "true",
    });
    await client.request(call("update", { body: { description: "a text" } }));
    expect(lines).toEqual([
      "PUT /user/tools/7 → it failed as the script says, 0 ms, attempt 1",
      "PUT /user/tools/7 → 200, 0 ms, attempt 2",
    ]);
  });

  test("without debug, nothing is logged", async () => {
    const { client, lines } = played([{ status: 200 }]);
    await client.request(call("read"));
    expect(lines).toEqual([]);
  });
});
