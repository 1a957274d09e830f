/** `voicecall emulator` as a separate process. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { aTool, client, test } from "../service/harness.js";
import { temporaryFolder } from "../support/after-test.js";
import { type RunningCommand, startCommand } from "../support/commands.js";
import { voicecall as command } from "../support/voicecall.js";

const voicecall = (...args: string[]): RunningCommand => command(args, { cwd: tmpdir() });

/** The first line of output, which the command prints as soon as it is ready. */
async function line(run: RunningCommand): Promise<string> {
  await run.until(/\n/);
  return run.output().split("\n")[0]!;
}

test("prints exactly one line with its address when ready, serves, and exits with 0", async () => {
  const run = voicecall("emulator", "--port", "0");
  const ready = await line(run);
  const [, address = ""] =
    /^voicecall emulator ready at (http:\/\/127\.0\.0\.1:\d+) \(token local-token\)$/.exec(ready) ?? [];
  expect((await client(address, "local-token")("GET", "/user/tools")).json).toEqual([]);
  run.signal("SIGTERM");
  expect(await run.ended).toMatchObject({ code: 0, stdout: `${ready}\n`, stderr: "" });
});

test("npm run voicecall starts the emulator without building a Pulumi CLI, which takes minutes", async () => {
  const nothing = temporaryFolder();
  const args = [path.resolve(__dirname, "../../tools/voicecall.mjs"), "emulator", "--port", "0"];
  const env = { PATH: nothing, HOME: nothing, XDG_CACHE_HOME: nothing };
  const run = startCommand(process.execPath, args, { cwd: nothing, env });
  expect(await line(run)).toMatch(/^voicecall emulator ready at/);
  run.signal("SIGTERM");
  expect((await run.ended).code).toBe(0);
});

test("--json prints the line as JSON; SIGINT also ends the command", async () => {
  const run = voicecall("emulator", "--port", "0", "--token", "mine", "--json");
  expect(JSON.parse(await line(run))).toEqual({ address: expect.stringMatching(/^http:/), token: "mine" });
  run.signal("SIGINT");
  expect((await run.ended).code).toBe(0);
});

test("--data keeps the state across a kill, and --seed sets the initial state", async () => {
  const folder = temporaryFolder();
  const seed = path.join(folder, "seed.json");
  const data = path.join(folder, "data.json");
  writeFileSync(seed, JSON.stringify({ users: [{ id: 1, token: "seeded", name: "Seeded" }] }));
  const args = ["emulator", "--port", "0", "--json", "--seed", seed, "--data", data];
  const first = voicecall(...args);
  const { address } = JSON.parse(await line(first)) as { address: string };
  expect((await client(address, "seeded")("POST", "/user/tools", aTool)).status).toBe(201);
  first.signal("SIGKILL");
  await first.ended;
  const second = voicecall(...args);
  const again = JSON.parse(await line(second)) as { address: string };
  expect((await client(again.address, "seeded")("GET", "/user/tools")).json).toHaveLength(1);
});

test("--strict removes assumed routes, and --route changes their method and path", async () => {
  const run = voicecall(
    "emulator",
    "--port=0",
    "--json",
    "--strict",
    "--route",
    "updateTool=PATCH /user/tools/{id}",
    "--route",
    "deleteLead=DELETE /user/lead/{id}",
  );
  const call = client((JSON.parse(await line(run)) as { address: string }).address, "local-token");
  await call("POST", "/user/tools", aTool);
  expect((await call("PATCH", "/user/tools/101", { timeout: 3 })).status).toBe(200);
  expect((await call("PUT", "/user/tools/101", { timeout: 3 })).status).toBe(405);
  expect((await call("DELETE", "/user/lead/1")).json).toEqual({ message: "Lead not found" });
  expect((await call("GET", "/user/campaigns")).status).toBe(404);
});

test("--form and the mode options set the settings of the service", async () => {
  const flags = ["--tool-ids", "--all-record-keys", "--post-call-defaults", "--text-decimals", "--tidy-text"];
  const more = [
    "--refuse-unknown-fields",
    "--digit-strings",
    "--window-limits",
    "--unknown-keys",
    "--listing-order=newest",
  ];
  const run = voicecall(
    "emulator",
    "--port=0",
    "--json",
    "--form=2026",
    "--tool-items=built-in",
    "--dialect=php",
    ...flags,
    ...more,
  );
  const call = client((JSON.parse(await line(run)) as { address: string }).address, "local-token");
  expect((await call("GET", "/_emulator/settings")).json).toEqual({
    form: "2026",
    tidyText: true,
    multimodalModel: "llm",
    toolItems: "built-in",
    toolIds: true,
    allRecordKeys: true,
    postCallDefaults: true,
    textDecimals: true,
    leadsEnvelope: false,
    campaignsEnvelope: false,
    refuseUnknownFields: true,
    digitStrings: true,
    windowLimits: true,
    unknownKeys: true,
    dialect: "php",
    listingOrder: "newest",
  });
});

test("a port in use is an error that names the port: exit 1", async ({ emulator }) => {
  const { port } = new URL(emulator.address);
  const run = voicecall("emulator", "--port", port);
  const { code, stdout, stderr } = await run.ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(new RegExp(`^error: Port ${port} on 127\\.0\\.0\\.1 is already in use.*\n$`));
});

test.each([
  [["--seed", "absent.json"], /The seed absent\.json cannot be read/],
  [["--seed", __filename], /The seed .*emulator\.test\.ts cannot be read/],
  [["--data", "absent/data.json"], /absent\/data\.json/],
])("%j: the error names the file, exit 1", async (args, message) => {
  const run = voicecall("emulator", "--port", "0", ...args);
  const { code, stderr } = await run.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

test.each([
  [["emulator", "--port", "many"]],
  [["emulator", "--port", "65536"]],
  [["emulator", "--unknown"]],
  [["emulator", "extra"]],
  [["emulator", "--route", "updateTool"]],
  [["emulator", "--route", "unknown=PUT /x/{id}"]],
  [["emulator", "--port", "0", "--route", "updateTool=PUT /x"]],
  [["emulator", "--list-lag", "soon"]],
  [["emulator", "--form", "2024"]],
  [["unknown"]],
  [[]],
])("%j: usage error, exit 64", async (args) => {
  const run = voicecall(...args);
  expect(await run.ended).toMatchObject({ code: 64, stdout: "", stderr: expect.stringMatching(/./) });
});

test("--help shows examples", async () => {
  const run = voicecall("emulator", "--help");
  const { code, stdout } = await run.ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/Examples:\n {2}voicecall emulator\n/);
});

test("a command after -- gets the address and the token, and its exit code is the command's", async () => {
  const script = `const { VOICECALL_BASE_URL: url, VOICECALL_ACCESS_TOKEN: token } = process.env;
    fetch(url + "/api/user/tools", { headers: { authorization: "Bearer " + token } })
      .then((response) => { console.log(token, response.status); process.exit(7); });`;
  const { code, stdout, all } = await voicecall(
    ...["emulator", "--port", "0", "--token", "mine", "--", process.execPath, "-e", script],
  ).ended;
  expect({ code, stdout }, all).toEqual({ code: 7, stdout: "mine 200\n" });
  const absent = await voicecall("emulator", "--port", "0", "--", "no-such-command").ended;
  expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining("no command no-such-command")]);
});
