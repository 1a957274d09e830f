/** Which settings a command uses if both the environment and the program's stack configuration have some. */
import path from "node:path";
import { expect, test } from "vitest";
import { fakePulumi, type Answered } from "../support/fake-pulumi.js";
import { service } from "../support/engine-world.js";
import { voicecall } from "../support/voicecall.js";

const TO = "+12025550143";

const call = (config: Answered, ...args: string[]) =>
  run(config, ["call", "--assistant", "Support", "--to", TO, "--yes", ...args]);

async function run(config: Answered, command: string[]) {
  const emulator = await service();
  const { folder, bin } = fakePulumi({ config });
  const env = {
    VOICECALL_BASE_URL: emulator.address,
    VOICECALL_ACCESS_TOKEN: emulator.token,
    PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
  };
  const { code, all } = await voicecall(command, { cwd: folder, env }).ended;
  return { code, all, requests: emulator.requests() };
}

test("another base URL in the stack of the current folder is an error, and nothing is sent", async () => {
  const stdout = JSON.stringify({ "voicecall:baseUrl": { value: "https://other.example.com" } });
  const { code, all, requests } = await call({ stdout });
  expect(code).toBe(1);
  expect(all).toContain("Two different base URLs are set");
  expect(requests).toEqual([]);
});

test("the stack's routes are used, even if the environment has the base URL and the token", async () => {
  const routes = JSON.stringify({ listAssistants: "GET /user/nowhere" });
  const { code, all, requests } = await call({
    stdout: JSON.stringify({ "voicecall:routes": { value: routes } }),
  });
  expect([code, requests[0]?.path], all).toEqual([1, "/user/nowhere"]);
});

test("a stack that cannot be read is ignored, and the output says so", async () => {
  const command = ["leads", "plan", "Pulumi.yaml", "--phone", "Phone", "--campaign", "1"];
  const { all } = await run({ code: 255, stderr: "error: no stack selected" }, command);
  expect(all).toContain("Only environment variables are used");
  expect(all).toContain("no stack selected");
});

test("without the stack's configuration, nobody is called, because it shows whom the stack may call", async () => {
  const { code, all, requests } = await call({ code: 255, stderr: "error: no stack selected" });
  expect([code, requests], all).toEqual([1, []]);
  expect(all).toContain("no stack selected");
});

test.each([
  ['["+4930*"]', "does not allow 1 number, so nobody is called: --to (+1…)"],
  ["+12025550144, +1202555015", "does not allow 1 number"],
  ["+1202555O143", "The value of voicecall:callOnly (from the stack configuration"],
  ["", "The value of voicecall:callOnly"],
])("voicecall:callOnly is %s: nobody is called, and nothing is sent", async (callOnly, text) => {
  const stdout = JSON.stringify({ "voicecall:callOnly": { value: callOnly } });
  const { code, all, requests } = await call({ stdout });
  expect([code, requests], all).toEqual([1, []]);
  expect(all).toContain(text);
});

test("voicecall:callOnly with the number: the assistant is looked for", async () => {
  const { all } = await call({ stdout: JSON.stringify({ "voicecall:callOnly": { value: "+1202555" } }) });
  expect(all).toContain('the account has no assistant "Support"');
});

test("a named stack that cannot be read is an error", async () => {
  const { code, requests } = await call({ code: 255, stderr: "error: no such stack" }, "--stack", "prod");
  expect([code, requests]).toEqual([1, []]);
});

test("the output of a failed pulumi is not quoted, because it may contain secrets", async () => {
  const stdout = '{"voicecall:accessToken":{"value":"whispered"';
  for (const json of [[], ["--json"]]) {
    const { code, all } = await call({ code: 137, stdout }, "--stack", "prod", ...json);
    expect(code).toBe(1);
    expect(all).not.toContain("whispered");
  }
});
