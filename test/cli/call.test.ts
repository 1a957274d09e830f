/** The built command `voicecall call` with the local service. */
import { tmpdir } from "node:os";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { confirmed } from "../../cli/base/confirm.js";
import { voicecall as program } from "../../cli/program.js";
import { type Emulator, type FaultRule, defaultSeed } from "../../emulator/index.js";
import { byHand, service } from "../support/engine-world.js";
import { voicecall } from "../support/voicecall.js";
import { anAssistant } from "../kinds/index.js";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const to = "+12025550143";

const body = {
  ...anAssistant.body,
  initial_message: "Hello {{customer_name}}!",
  system_prompt: "You answer for {{company}}.",
  variables: { company: "Acme" },
};

/** A service with the assistants "Support" (201), and "Twin" (202 and 203). */
async function account(rules: FaultRule[] = []): Promise<Emulator> {
  const emulator = await service({ seed: defaultSeed() });
  for (const name of ["Support", "Twin", "Twin"]) {
    await byHand(emulator, "POST", "/user/assistant", { ...body, assistant_name: name });
  }
  for (const rule of rules) emulator.faults.add(rule);
  return emulator;
}

async function call(emulator: Emulator, line: string) {
  const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
  const result = await voicecall(["call", ...line.split(" ").filter(Boolean)], { cwd: tmpdir(), env }).ended;
  expect(result.all).not.toContain(emulator.token);
  return result;
}

const callSupport = (emulator: Emulator, more = "") =>
  call(emulator, `--assistant Support --to ${to} --yes ${more}`);

const orders = (emulator: Emulator): unknown[] =>
  emulator
    .requests()
    .filter(({ path }) => path === "/user/make_call")
    .map((request) => request.body);

describe("one call", () => {
  test("by name, with variables: printed, sent once and accepted; exit 0", async () => {
    const emulator = await account();
    const { code, stdout, stderr } = await callSupport(emulator, "--var customer_name=Ada=Smith");
    expect([code, stdout]).toEqual([0, `The service has accepted the call to ${to}.\n`]);
    expect(stderr).toBe(
      `The assistant "Support" (id 201) of the account at ${emulator.address} will call ${to}.\n`,
    );
    expect(emulator.state.calls).toMatchObject([
      { assistant_id: 201, phone_number: to, variables: { customer_name: "Ada=Smith" } },
    ]);
    expect(orders(emulator)).toHaveLength(1);
  });

  test("by id, as JSON; missing and unused variables are named, without values", async () => {
    const emulator = await account();
    const { code, stdout, stderr } = await call(
      emulator,
      `--assistant 202 --to ${to} -y --json --var custmer_name=Ada`,
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      outcome: "called",
      assistant: { id: 202, name: "Twin" },
      to,
    });
    expect(stderr).toContain("The assistant's prompts use {{customer_name}}, which neither");
    expect(stderr).toContain(`do not use {{custmer_name}}, which --var sets. Did you mean "customer_name"?`);
    expect(stderr).not.toMatch(/company|Ada/);
  });

  test("a number that no numbering plan has: a warning", async () => {
    const emulator = await account();
    const { code, stderr } = await call(emulator, "--assistant 202 --to +4910115 --yes");
    expect([code, stderr]).toEqual([0, expect.stringContaining("No known numbering plan has this number.")]);
    expect(orders(emulator)).toHaveLength(1);
  });

  test("--help has examples and exit codes", async () => {
    const { code, stdout } = await voicecall(["call", "--help"], { cwd: tmpdir() }).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/Exit codes: 0 [\s\S]*Examples:\n {2}voicecall call/);
  });
});

test.each([
  ["no --yes and no terminal", `--assistant Support --to ${to}`, /add --yes/],
  ["a national number", "--assistant Support --to 02025550143 --yes", /E\.164/],
  [
    "a mark after the number",
    `--assistant Support --to ${to}\u202C --yes`,
    /contains U\+202C POP DIRECTIONAL FORMATTING/,
  ],
  ["an impossible number", "--assistant Support --to +1202 --yes", /not a possible phone number/],
  ["no assistant", `--to ${to} --yes`, /--assistant/],
  ["a variable without a value", `--assistant Support --to ${to} --yes --var a`, /NAME=VALUE/],
  ["a variable twice", `--assistant Support --to ${to} --yes --var a=1 --var a=2`, /given twice/],
])("%s: exit 64, and nothing is sent to the service", async (_, line, says) => {
  const emulator = await service();
  const { code, stdout, stderr } = await call(emulator, line);
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).toMatch(says);
  expect(emulator.requests()).toEqual([]);
});

describe("no call is made", () => {
  test.each([
    ["a name that nearly fits", "support", /has no assistant "support"\. Did you mean "Support"\?/],
    [
      "the name of two assistants",
      "Twin",
      /2 assistants have the name "Twin" \(ids 202, 203\); set --assistant to an id/,
    ],
    ["an unknown id", "999", /no assistant with id 999/],
  ])("%s: exit 1", async (_, assistant, says) => {
    const emulator = await account();
    const { code, stdout, stderr } = await call(emulator, `--assistant ${assistant} --to ${to} --yes --json`);
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
    expect(JSON.parse(stdout)).toHaveProperty("error");
    expect(orders(emulator)).toEqual([]);
  });

  test("an inactive assistant: a warning, because no document says that the service rejects the call", async () => {
    const emulator = await account();
    emulator.state.assistants[0]!.status = "inactive";
    const { code, stderr } = await callSupport(emulator);
    expect(code).toBe(0);
    expect(stderr).toContain("is inactive, so the service may reject this call");
    expect(orders(emulator)).toHaveLength(1);
  });

  test("an invalid token, and no token", async () => {
    const emulator = await account();
    for (const token of ["bad-token-1", ""]) {
      const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: token };
      const { code, stderr } = await voicecall(["call", "--assistant", "Support", "--to", to, "--yes"], {
        cwd: tmpdir(),
        env,
      }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/VOICECALL_ACCESS_TOKEN/);
      expect(stderr).not.toContain("bad-token-1");
    }
    expect(orders(emulator)).toEqual([]);
  });
});

describe("sent once, whatever the response", () => {
  const path = "/user/make_call";
  test.each<[string, FaultRule, string, number]>([
    ["the response is lost", { path, fault: "cut-after" }, "could not tell", 1],
    ["the connection is cut before", { path, fault: "cut-before" }, "could not tell", 0],
    ["503", { path, fault: { status: 503, retryAfter: 0 } }, "could not tell", 0],
    ["a web page", { path, fault: "html" }, "could not tell", 0],
    ["half a response", { path, fault: "invalid-json" }, "could not tell", 1],
    ["success: false", { path, fault: "success-false" }, "could not tell", 0],
    ["a rate limit", { path, fault: { status: 429, retryAfter: 0 } }, "not called", 0],
    ["a refusal", { path, fault: { status: 422 } }, "not called", 0],
    ["a missing route", { path, fault: { status: 404 } }, "not called", 0],
  ])("%s", async (_, rule, outcome, calls) => {
    const emulator = await account([rule]);
    const { code, stdout, stderr } = await callSupport(emulator, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, outcome, to });
    expect(stderr).toContain(
      outcome === "not called" ? "Nobody was called." : "may be ringing. This command does not call it again",
    );
    // Running again could call a phone that is already ringing.
    if (outcome === "could not tell") expect(stderr).not.toMatch(/run again/i);
    expect(stderr).not.toContain("maxInFlight");
    expect(emulator.requests().filter((request) => request.path === path)).toHaveLength(1);
    expect(emulator.state.calls).toHaveLength(calls);
  });

  test("the service stops after the lookup", async () => {
    const emulator = await account([{ path: "/user/assistants/get", fault: { refuseMs: 600_000 } }]);
    const { code, stdout } = await callSupport(emulator, "--json");
    expect([code, (JSON.parse(stdout) as { outcome: string }).outcome]).toEqual([1, "not called"]);
    expect(emulator.state.calls).toEqual([]);
  });
});

test.each([
  ["y\n", true],
  ["Yes\n", true],
  ["\n", false],
  ["n\n", false],
  ["", false],
])("on a terminal, the answer %j gives %s", async (answer, agreed) => {
  const input = new PassThrough();
  const output = new PassThrough();
  const confirmation = confirmed("Call now?", input, output);
  input.end(answer);
  expect(await confirmation).toBe(agreed);
  expect(String(output.read())).toContain("Call now? [y/N]");
});

test("without the confirmation, nothing is sent: exit 1", async () => {
  const emulator = await account();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as unknown as typeof process.stdin);
  vi.stubEnv("VOICECALL_BASE_URL", emulator.address);
  vi.stubEnv("VOICECALL_ACCESS_TOKEN", emulator.token);
  const printed: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => printed.push(String(text)) > 0);
  const exitCode = process.exitCode;
  stdin.end("n\n");
  const line = `call --assistant Support --to ${to} --cwd ${tmpdir()} --json`;
  await program().parseAsync(["node", "voicecall", ...line.split(" ")]);
  const code = process.exitCode;
  process.exitCode = exitCode;
  expect([code, orders(emulator)]).toEqual([1, []]);
  expect(printed.join("")).toContain("error: Nobody was called: the call was not confirmed.\n");
  expect(JSON.parse(printed.at(-1)!)).toMatchObject({ outcome: "not called", to });
});

test("control characters in a name are escaped, in --json too", async () => {
  const emulator = await account();
  const name = "Evil\u001b[2J\u009b5m\u200b";
  await byHand(emulator, "POST", "/user/assistant", { ...body, assistant_name: name });
  const { stdout, stderr } = await call(emulator, `--assistant ${name} --to ${to} --yes --json`);
  expect(`${stdout}${stderr}`).not.toMatch(/(?!\n)[\p{Cc}\u200b]/u);
  expect(JSON.parse(stdout)).toMatchObject({ assistant: { name }, outcome: "called" });
  expect(stderr).toContain("Evil\\u001b[2J\\u009b5m\\u200b");
});
