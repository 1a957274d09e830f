/** Statuses that any server on the way may send: what each says, and what to do. */
import { expect, test } from "vitest";
import { call, failed, played, type Script } from "./http-support.js";

const reply = (status: number, message: string): Script => ({ status, body: { message } });
const bare = (status: number): Script => ({ status, body: "" });
const html = (status: number): Script => ({ status, body: "<html><head><title>No</title></head></html>" });

const api = "https://example.com/api (from the stack configuration voicecall:baseUrl)";
const wrongPlace = "the base URL or the route is wrong";
const doubt = "The service may or may not have processed the request.";
const tooLarge =
  "the request of 2 bytes is too large for the service or a proxy before it (413). Shorten its longest value, such as a prompt, or let the operator raise the limit (nginx: client_max_body_size; PHP: post_max_size).";

test.each<[name: string, call: string, answer: Script, code: string, says: string]>([
  ["402", "create", html(402), "refused", "rejected the request (402). Resolve the reported problem"],
  ["405 of nginx", "create", html(405), "config", `${wrongPlace}: POST /user/assistant returned 405. `],
  [
    "406 of a firewall",
    "create",
    html(406),
    "refused",
    "rejected the request (406). Resolve the reported problem",
  ],
  ["408 of nginx", "create", html(408), "refused", "the request took too long (408). Run again later."],
  ["413 of nginx", "create", html(413), "refused", tooLarge],
  ["413 of PHP", "create", reply(413, ""), "refused", tooLarge],
  ["414 of nginx", "read", html(414), "refused", `the address is too long (414). Check the base URL ${api}.`],
  ["415", "create", reply(415, "Unsupported"), "config", `${wrongPlace}: POST /user/assistant returned 415`],
  ["419 of Laravel", "create", reply(419, "CSRF token mismatch."), "config", `Check the base URL ${api}.`],
  ["421 of Apache", "read", html(421), "config", `Check the base URL ${api}.`],
  ["426", "create", bare(426), "config", `Check the base URL ${api}.`],
  ["431 of Node", "read", bare(431), "refused", "voicecall:accessToken) is the token alone."],
  ["501 to a PUT", "update", html(501), "config", `${doubt} Check the base URL ${api}.`],
  ["507", "create", html(507), "server", "the service has no space left (507). "],
])("%s", async (_, name, answer, code, says) => {
  const error = await failed(played([answer]).client.request(call(name)));
  expect(error).toMatchObject({ code, status: "status" in answer && answer.status });
  expect(error.message).toContain(says);
});

test.each([
  [
    250,
    " If it fails again, the service may be unable to store a value, such as a text too long for it: shorten that.",
  ],
  [200, ""],
])("after a 500 to a write with a text of %d letters", async (length, more) => {
  const { client } = played([reply(500, "Server Error")]);
  const error = await failed(client.request(call("update", { body: { text: "x".repeat(length) } })));
  expect(error.message).toBe(
    `update tool 7: the service failed (500: Server Error). ${doubt} Run again later.${more}`,
  );
});
