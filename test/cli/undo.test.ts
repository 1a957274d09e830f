/** `voicecall undo` with a fake `pulumi`. soak/engine/undo.test.ts plays it with a real engine. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sealed } from "../../provider/core/run/sealed.js";
import { typeToken } from "../../sdk/provider-text.js";
import { defaultSeed } from "../../emulator/index.js";
import { service } from "../support/engine-world.js";
import { fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";
import { tool } from "../kinds/index.js";

const AT = Date.parse("2026-03-01T10:00:00Z");
const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});
const kept = (value: unknown, more: object = {}) => ({
  property: "description",
  value,
  at: AT,
  by: "update",
  ...more,
});

async function undo(
  args: string[],
  {
    files = {},
    live = {},
    outputs = {},
    settings = {},
  }: { files?: Record<string, object>; live?: object; outputs?: object; settings?: object } = {},
) {
  const declared = { ...tool, headers: [] };
  const emulator = await service({
    seed: { ...defaultSeed(), tools: [{ id: 101, ...declared, ...live }] },
  });
  const hours = {
    urn: `urn:pulumi:dev::it::${typeToken("MidCallTool")}::hours`,
    type: typeToken("MidCallTool"),
    id: "101",
    inputs: { ...declared, __self: "hours" },
    outputs: {
      ...declared,
      __v: 1,
      __self: "hours",
      __overwritten: secret([kept("canary of another")]),
      ...outputs,
    },
  };
  const { folder, bin } = fakePulumi({
    "stack export": { stdout: JSON.stringify({ version: 3, deployment: { resources: [hours] } }) },
    config: { stdout: JSON.stringify(settings) },
  });
  mkdirSync(path.join(folder, ".voicecall"));
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(folder, ".voicecall", name), JSON.stringify(content));
  const env = {
    VOICECALL_BASE_URL: emulator.address,
    VOICECALL_ACCESS_TOKEN: emulator.token,
    PATH: `${bin}${path.delimiter}${process.env["PATH"]}`,
  };
  const result = await voicecall(["undo", ...args], { cwd: folder, env }).ended;
  const sent = emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, body }) => [method, body]);
  return { ...result, sent, token: emulator.token };
}

const file = (values: object, token: string) => ({
  ...{
    version: 1,
    kind: "Assistant",
    id: "201",
    name: "night",
    title: 'Assistant "Night"',
    token: "ab12cd34",
  },
  values: sealed(values, token),
});

const token = async (): Promise<string> => (await undo([])).token;
const idIn = (text: string): string => /^[0-9a-f]{6}/m.exec(text)![0];

test("the list names each value, and shows none", async () => {
  const { code, stdout } = await undo([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^[0-9a-f]{6} {2}2026-03-01 10:00 {2}MidCallTool "get_weather" \(hours\): description, 17 characters, replaced by an update\n\nPut one back with `npx voicecall undo ID`/,
  );
  expect(stdout).not.toContain("canary");
  const json = await undo(["--json"]);
  expect(json.stdout).not.toContain("canary");
});

test("values of deleted objects, newest first; a file of another token or version is named", async () => {
  const files = {
    "a.json": file([kept("Theirs.", { at: AT + 60_000, by: "deletion" })], await token()),
    "b.json": file([kept("Theirs.")], "another token"),
    "c.json": { version: 2 },
  };
  const { code, stdout } = await undo(["--json"], { files });
  expect(code).toBe(1);
  const found = JSON.parse(stdout) as { kept: { title: string; by: string; file?: string }[] };
  expect(found).toMatchObject({
    kept: [
      { title: 'Assistant "Night"', by: "deletion" },
      { name: "hours", by: "update" },
    ],
    problems: [
      expect.stringContaining(
        "b.json: encrypted with another access token (fingerprint ab12cd34): set that one for this command",
      ),
      expect.stringContaining("c.json: not a file of this version"),
    ],
  });
  const listed = await undo([], { files: { "a.json": files["a.json"] } });
  const printed = await undo([idIn(listed.stdout)], { files: { "a.json": files["a.json"] } });
  expect([printed.code, printed.stderr]).toEqual([1, expect.stringContaining("The object was deleted")]);
});

test("--print prints exactly the value; --service sends that value alone", async () => {
  const id = idIn((await undo([])).stdout);
  const printed = await undo([id, "--print"]);
  expect([printed.code, printed.stdout, printed.sent]).toEqual([0, "canary of another", []]);
  const { code, stdout, sent } = await undo([id, "--service"]);
  expect([code, sent]).toEqual([0, [["PUT", { description: "canary of another" }]]]);
  expect(stdout).toContain("The service has description of");
});

test.each([
  ["a manual change", {}, {}, "would overwrite a manual change: description"],
  [
    "a manual change, with a setting that allows it",
    { "voicecall:onConflict": { value: "overwrite" } },
    {},
    "would overwrite a manual change: description",
  ],
  [
    "a value that a refresh has found",
    {},
    { description: "Changed since.", __foreign: ["description"] },
    "the service has another description, which no program has declared",
  ],
])("--service does not overwrite %s, which nothing would keep", async (_name, settings, outputs, text) => {
  const id = idIn((await undo([])).stdout);
  const changed = { live: { description: "Changed since." }, settings, outputs };
  const { code, stderr, sent } = await undo([id, "--service"], changed);
  expect([code, sent], stderr).toEqual([1, []]);
  expect(stderr).toContain(text);
});

test.each<[string[], number, string]>([
  [["--print"], 64, "Name the value"],
  [["--service"], 64, "Name the value"],
  [["000000"], 1, "No kept value has the id 000000"],
  [["000000", "--print", "--service"], 64, "cannot be used with"],
])("%j: exit code %i", async (args, code, text) => {
  const result = await undo(args);
  expect([result.code, result.stderr, result.sent]).toEqual([code, expect.stringContaining(text), []]);
});

test("advised commands name the stack", async () => {
  const id = idIn((await undo([])).stdout);
  const { stdout } = await undo([id, "--service", "--stack", "prod"]);
  expect(stdout).toContain("`voicecall pull --stack prod` takes this one into it");
  const { stderr } = await undo(["000000", "--stack", "prod"]);
  expect(stderr).toContain("`voicecall undo --stack prod` lists them");
});
