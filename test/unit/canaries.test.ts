/** Tests the search for canaries, which are fake secrets. It must find them in many encodings and places. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { VoicecallError } from "../../provider/base/errors.js";
import { canaries, leaksIn } from "../support/canaries.js";
import { lookAtThrown, lookForToken, lookInFolder, takeLeaks } from "../support/canary-watch.js";
import { startCommand } from "../support/commands.js";
import { EnginePart } from "../support/engine-part.js";
import { REPOSITORY } from "../support/project.js";
import { watchedHosted } from "../support/watched-runtime.js";
import { temporaryFolder } from "../support/after-test.js";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe.each(Object.entries(canaries))("the canary %s", (name, value) => {
  test.each([
    ["in clear", value],
    ["in a sentence", `it is (${value}).`],
    ["in JSON", JSON.stringify({ value })],
    ["in JSON within JSON", JSON.stringify(JSON.stringify({ value }))],
    ["in a URL", `/user?q=${encodeURIComponent(value)}`],
    ["in a form", new URLSearchParams({ value }).toString()],
    ["after Bearer", `Bearer ${value}`],
    ["in base64", base64(value)],
    ["in base64, shifted by one byte", base64(`:${value}`)],
    ["in base64, shifted by two bytes", base64(`::${value}`)],
    ["in base64, inside a longer text", base64(`user:${value}, and more`)],
    ["in base64 for URLs", Buffer.from(`~~${value}~~`).toString("base64url")],
    ["in hexadecimal", Buffer.from(value).toString("hex")],
    [
      "in JSON with every character escaped",
      [...value].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    ],
    ["in HTML, by number", [...value].map((one) => `&#${one.charCodeAt(0)};`).join("")],
    [
      "in a URL, every byte, lower case",
      [...Buffer.from(value)].map((byte) => `%${byte.toString(16)}`).join(""),
    ],
    [
      "in a URL within JSON",
      JSON.stringify([...value].map((one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`).join("")),
    ],
    ["cut off after 12 characters", value.slice(0, 12)],
    ["after its beginning was masked", `[masked]${value.slice(-12)}`],
  ])("%s is found", (_, text) => {
    const leaks = leaksIn(text);
    expect(leaks.length).toBeGreaterThan(0);
    for (const { around } of leaks) expect(leaksIn(around), "what is reported").toEqual([]);
  });

  test("is reported by its name", () => {
    expect(leaksIn(`it is ${value} here`)[0]!.around).toBe(`it is [canary ${name}] here`);
  });
});

test.each([canaries.token, canaries.header, canaries.prompt, canaries.variable, canaries.name])(
  "eight characters of canary %# are found",
  (value) => {
    for (const at of [0, 1])
      expect(leaksIn(`it is ${value.slice(at, at + 8)} …`), String(at)).not.toEqual([]);
  },
);

test("a phone number is found as people write it", () => {
  const [area, exchange, line] = ["202", "555", "0186"];
  for (const written of [
    `+1 ${area}-${exchange}-${line}`,
    `+1 ${area} ${exchange} ${line}`,
    `(${area}) ${exchange}-${line}`,
    `${area}${exchange}${line}`,
  ])
    expect(leaksIn(written), written).not.toEqual([]);
});

test("a text without a canary is clean", () => {
  expect(leaksIn(`canary token ${canaries.token.slice(0, 7)} +1 202 555 0143`)).toEqual([]);
});

describe("a canary that is", () => {
  const one = canaries.variable;

  test.each([
    ["in a message", new Error(one)],
    ["in a stack", Object.assign(new Error("no"), { stack: `Error: ${one}\n at x` })],
    ["in a reason", Object.assign(new Error("no"), { reasons: ["half made", one] })],
    ["in a cause", new Error("no", { cause: new Error("why", { cause: one }) })],
    ["in another property of the error", Object.assign(new Error("no"), { details: { body: [one] } })],
    ["as the thrown value itself", one],
  ])("thrown, %s", (_, thrown) => {
    lookAtThrown("by a test", thrown);
    expect(takeLeaks()).toEqual(expect.arrayContaining([expect.stringContaining("[canary variable]")]));
  });

  test("in the properties of a half-created object is allowed", () => {
    lookAtThrown("by a test", Object.assign(new Error("no"), { properties: { one } }));
    expect(takeLeaks()).toEqual([]);
  });

  test.each(["check", "diff", "create", "read", "update", "delete"] as const)(
    "thrown by %s",
    async (method) => {
      const fails = () => Promise.reject(new Error(one));
      const methods = { check: fails, diff: fails, create: fails, read: fails, update: fails, delete: fails };
      const hosted = watchedHosted("Lead", { configure: () => undefined, ...methods });
      const calls = {
        check: () => hosted.check({}, {}),
        diff: () => hosted.diff("1", {}, {}),
        create: () => hosted.create({}),
        read: () => hosted.read("1", {}),
        update: () => hosted.update("1", {}, {}),
        delete: () => hosted.delete("1", {}),
      };
      await expect(calls[method]()).rejects.toThrow();
      expect(takeLeaks()[0]).toContain(`${method} of Lead`);
    },
  );

  test("thrown and logged in the life-cycle harness", async () => {
    const kind = "MidCallTool";
    const clock = {
      now: () => 0,
      random: () => 0,
      advance: () => undefined,
      slept: [],
      sleep: () => Promise.resolve(),
    };
    const env = { VOICECALL_BASE_URL: "http://127.0.0.1:1", VOICECALL_ACCESS_TOKEN: "mine" };
    const engine = new EnginePart({ env, clock, config: { "voicecall:debug": "true" } });
    // The provider passes this error on without masking its text.
    engine.transport = { send: () => Promise.reject(new VoicecallError("network", one)) };
    const props = { name: "x", description: "x", endpoint: "https://x.example.com", method: "GET" };
    const { errors } = await engine.up({ it: { kind, props } });
    expect(errors).toEqual([one]);
    expect(takeLeaks()[0]).toMatch(/is thrown in clear, a failure of check of MidCallTool/);
  });

  test("printed by a command, on either stream", async () => {
    const script = `console.log("out " + process.env.ONE); console.error("err " + process.env.ONE)`;
    const options = { cwd: REPOSITORY, env: { ...process.env, ONE: one } };
    await startCommand(process.execPath, ["-e", script], options).ended;
    expect(takeLeaks()).toEqual([expect.stringContaining("out ["), expect.stringContaining("err [")]);
    await startCommand(process.execPath, ["-e", script], { ...options, showsSecrets: true }).ended;
    expect(takeLeaks()).toEqual([]);
  });

  test("in a file, a compressed file or a file's name", () => {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, ".pulumi/history"), { recursive: true });
    writeFileSync(path.join(folder, ".pulumi/history/dev.json.bak"), JSON.stringify({ one }));
    writeFileSync(path.join(folder, ".pulumi/dev.json.gz"), gzipSync(one));
    writeFileSync(path.join(folder, `log-of-${canaries.header}`), "");
    lookInFolder(folder, "planted");
    expect(
      takeLeaks()
        .map((leak) => /planted: ([\w./-]{0,6})/.exec(leak)?.[1])
        .sort(),
    ).toEqual(
      [".pulum", ".pulum", "log-of"], // prettier-ignore
    );
  });

  test("the token, in the state of the life-cycle harness", () => {
    lookForToken("in state", JSON.stringify({ account: canaries.token }));
    expect(takeLeaks()).toEqual(["the token is stored, in state"]);
    lookForToken("in state", JSON.stringify({ headers: [canaries.header] }));
    expect(takeLeaks()).toEqual([]);
  });

  test("printed by vitest, on either stream", () => {
    const folder = temporaryFolder();
    const recorder = pathToFileURL(path.join(REPOSITORY, "tools/tests/record-output.mjs")).href;
    const file = path.join(folder, "output.txt");
    const script = `
      import { recordOutput } from ${JSON.stringify(recorder)};
      recordOutput(${JSON.stringify(file)});
      process.stdout.write("one ");
      process.stderr.write(Buffer.from("two"));`;
    const args = ["--input-type=module", "--eval", script];
    const printed = execFileSync(process.execPath, args, { stdio: "pipe" });
    expect(printed.toString()).toBe("one ");
    expect(readFileSync(file, "utf8")).toBe("one two");
  });
});
