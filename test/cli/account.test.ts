/** Which settings a command uses if both the environment and the program's stack configuration have some. */
import path from "node:path";
import { expect, test } from "vitest";
import { fakePulumi, type Answered } from "../support/fake-pulumi.js";
import { service } from "../support/engine-world.js";
import { voicecall } from "../support/voicecall.js";

const TO = "+12025550143";

async function call(config: Answered, ...args: string[]) {
  const emulator = await service();
  const { folder, bin } = fakePulumi({ config });
  const env = {
    VOICECALL_BASE_URL: emulator.address,
    VOICECALL_ACCESS_TOKEN: emulator.token,
    PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
  };
  const command = ["call", "--assistant", "Support", "--to", TO, "--yes", ...args];
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
  const { all } = await call({ code: 255, stderr: "error: no stack selected" });
  expect(all).toContain("Only environment variables are used");
  expect(all).toContain("no stack selected");
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
