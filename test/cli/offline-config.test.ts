/** `voicecall init offline-config`: what a run without secrets goes on with. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { voicecall } from "../support/voicecall.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-offline-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const config = async (...args: string[]) => {
  const { code, stdout, stderr } = await voicecall(["init", "offline-config", ...args], { cwd: folder })
    .ended;
  return { code, answer: stdout === "" ? undefined : (JSON.parse(stdout) as unknown), stderr };
};

test("plain values stay, secret ones become a word, what asks for a token is left out", async () => {
  writeFileSync(
    path.join(folder, "Pulumi.prod.yaml"),
    [
      "secretsprovider: passphrase",
      "encryptionsalt: v1:salt",
      "config:",
      "  demo:company: Acme",
      "  demo:limit: 60",
      '  demo:code: "007"',
      "  demo:apiKey:",
      "    secure: v1:cipher",
      "  demo:nested:",
      "    list: [1, { secure: v1:cipher }]",
      "    secure: { plain: yes }",
      "  demo:both: { secure: v1:cipher, more: 1 }",
      "  voicecall:baseUrl: https://voice.example.com",
      "  voicecall:assumedRules: error",
      "  voicecall:offline: never",
      "  voicecall:accessToken:",
      "    secure: v1:cipher",
      "  voicecall:routes:",
      "    secure: v1:cipher",
    ].join("\n"),
  );
  expect(await config("--stack", "acme/voice/prod")).toEqual({
    code: 0,
    stderr: "",
    answer: {
      config: {
        "demo:company": "Acme",
        "demo:limit": 60,
        "demo:code": "007",
        "demo:apiKey": "offline",
        "demo:nested": { list: [1, "offline"], secure: { plain: "yes" } },
        "demo:both": { secure: "v1:cipher", more: 1 },
        "voicecall:baseUrl": "https://voice.example.com",
        "voicecall:assumedRules": "error",
      },
    },
  });
});

test.each([
  ["no file", undefined],
  ["an empty file", ""],
  ["CRLF and a document's start", "---\r\nencryptionsalt: v1:salt\r\n"],
])("%s: no configuration", async (_, text) => {
  if (text !== undefined) writeFileSync(path.join(folder, "Pulumi.dev.yaml"), text);
  expect(await config("--stack", "dev", "--json")).toMatchObject({ code: 0, answer: { config: {} } });
});

test.each([
  ["config: [1, 2]", 'Pulumi.dev.yaml: "config" holds no keys.'],
  ["config: {a: 'b", "Pulumi.dev.yaml is not understood"],
])("%j is an error", async (text, message) => {
  writeFileSync(path.join(folder, "Pulumi.dev.yaml"), text);
  const { code, stderr } = await config("--stack", "dev");
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test("without a stack it is wrong usage", async () => {
  expect(await config()).toMatchObject({ code: 64, answer: undefined });
});
