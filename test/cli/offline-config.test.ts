/** `voicecall init offline-config`: the configuration for a run without secrets. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { voicecall } from "../support/voicecall.js";
import { temporaryFolder } from "../support/after-test.js";

let folder: string;

beforeEach(() => void (folder = temporaryFolder()));

const config = async (...args: string[]) => {
  const { code, stdout, stderr } = await voicecall(["init", "offline-config", ...args], { cwd: folder })
    .ended;
  return { code, answer: stdout === "" ? undefined : (JSON.parse(stdout) as unknown), stderr };
};

test("plain values stay, secret values become a placeholder, token settings are left out", async () => {
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
      "  voicecall:onConflict: error",
      '  voicecall:callOnly: ["+1202555", "+4930*"]',
      "  voicecall:maxLeads: 5",
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
        "voicecall:onConflict": "error",
        "voicecall:callOnly": ["+1202555", "+4930*"],
        "voicecall:maxLeads": 5,
        "voicecall:offline": "always",
      },
    },
  });
});

const ALWAYS = { "voicecall:offline": "always" };

test("a secret value has the type that the program reads, also if a fork cannot set it", async () => {
  mkdirSync(path.join(folder, "src"));
  mkdirSync(path.join(folder, "node_modules"));
  const files = {
    "Pulumi.yaml": "name: demo\nconfig:\n  typed: { type: integer }\n  demo:list: { type: array }\n",
    "Pulumi.prod.yaml": `config:\n${["limit", "isOn", "object", "typed", "list", "text"].map((key) => `  demo:${key}: { secure: v1:c }\n`).join("")}  other:rate: { secure: v1:c }\n`,
    "src/index.ts": `
      config.requireNumber("limit"); config.getBoolean('isOn'); config.requireSecretObject<{ a: string }>(
        "object");
      config.requireSecret(\`list\`); other.requireSecretNumber("rate"); config.requireSecret("text");
      config.requireSecret("url_tool_new_endpoint"); config.requireSecretNumber("newLimit");
      config.getSecret("optional"); config.require("plain"); config.requireSecret(\`of_\${name}\`);
    `,
    "node_modules/index.js": 'config.requireSecret("ofPackage")',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { answer } = await config("--stack", "prod");
  const number = -404_404;
  expect(answer).toEqual({
    config: {
      ...ALWAYS,
      ...{ "demo:limit": number, "demo:isOn": false, "demo:object": {}, "demo:typed": number },
      ...{ "demo:list": [], "demo:text": "offline", "other:rate": number },
      ...{ "demo:url_tool_new_endpoint": "offline", "demo:newLimit": number, "demo:rate": number },
    },
  });
});

test.each([
  ["no file", undefined],
  ["an empty file", ""],
  ["CRLF and a document's start", "---\r\nencryptionsalt: v1:salt\r\n"],
])("%s: no configuration", async (_, text) => {
  if (text !== undefined) writeFileSync(path.join(folder, "Pulumi.dev.yaml"), text);
  expect(await config("--stack", "dev", "--json")).toMatchObject({ code: 0, answer: { config: ALWAYS } });
});

test.each([
  ["config: [1, 2]", 'Pulumi.dev.yaml: "config" must contain keys and values.'],
  ["config: {a: 'b", "Pulumi.dev.yaml cannot be parsed"],
])("%j is an error", async (text, message) => {
  writeFileSync(path.join(folder, "Pulumi.dev.yaml"), text);
  const { code, stderr } = await config("--stack", "dev");
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
});

test.each(["canary: b", "%canary", "*canary", "|canary"])("a wrong value %j is not shown", async (value) => {
  writeFileSync(path.join(folder, "Pulumi.dev.yaml"), `config:\n  voicecall:accessToken: ${value}\n`);
  const { code, stderr } = await config("--stack", "dev");
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: Pulumi\.dev\.yaml cannot be parsed: [A-Z]/),
  ]);
  expect(stderr).not.toContain("canary");
});

/** Six lines, each with ten aliases of the previous one: 420 bytes that expand to a million values. */
const bomb = (first: string): string =>
  ["config:", `  demo:a0: &a0 ${first}`]
    .concat(
      [1, 2, 3, 4, 5, 6].map(
        (n) =>
          `  demo:a${n}: &a${n} [${Array(10)
            .fill(`*a${n - 1}`)
            .join(", ")}]`,
      ),
    )
    .join("\n");

test.each([
  ["aliases of aliases", bomb("lol")],
  [
    "aliased long text",
    `config:\n  demo:a: &a ${"x".repeat(20_000)}\n  demo:b: [${Array(100).fill("*a").join(", ")}]`,
  ],
  [
    "aliases of a long key",
    `config:\n  demo:a: &a { "${"x".repeat(20_000)}": 1 }\n  demo:b: [${Array(100).fill("*a").join(", ")}]`,
  ],
  ["aliases of secrets", bomb("{ secure: v1:cipher }")],
  ["a list that holds itself", "config:\n  demo:a: &a [*a]"],
  ["a map that holds itself", "config:\n  demo:a: &a { b: *a }"],
])("%s: an error, and nothing is printed", async (_, text) => {
  writeFileSync(path.join(folder, "Pulumi.dev.yaml"), text);
  const { code, answer, stderr } = await config("--stack", "dev");
  expect([code, answer]).toEqual([1, undefined]);
  expect(stderr).toBe(
    "error: Pulumi.dev.yaml cannot be used: with its aliases resolved it contains more than a million characters or more than 100 levels.\n",
  );
});

test("an ordinary alias is resolved", async () => {
  writeFileSync(
    path.join(folder, "Pulumi.dev.yaml"),
    "config:\n  demo:a: &a { city: Cluj, key: { secure: v1:cipher } }\n  demo:b: *a\n  demo:c: [*a]",
  );
  const shared = { city: "Cluj", key: "offline" };
  expect(await config("--stack", "dev")).toMatchObject({
    code: 0,
    answer: { config: { "demo:a": shared, "demo:b": shared, "demo:c": [shared] } },
  });
});

test.each([
  ["Pulumi.yml", "name: demo", "Pulumi.prod.yml"],
  ["Pulumi.json", '{"name": "demo"}', "Pulumi.prod.json"],
  ["Pulumi.yaml", "name: demo\nstackConfigDir: stacks", "stacks/Pulumi.prod.yaml"],
  ["Pulumi.yml", "name: demo\nconfig: stacks", "stacks/Pulumi.prod.yml"],
])("the file is found where Pulumi keeps it: %s (%j)", async (project, text, file) => {
  mkdirSync(path.join(folder, "stacks"));
  writeFileSync(path.join(folder, project), text);
  writeFileSync(path.join(folder, file), '{"config": {"demo:company": "Acme"}}');
  expect(await config("--stack", "prod")).toMatchObject({
    code: 0,
    answer: { config: { "demo:company": "Acme" } },
  });
  expect(await config("--stack", "prod", "--cwd", "stacks")).toMatchObject({
    answer: { config: { "demo:company": "Acme" } },
  });
});

test("a project that cannot be parsed is an error", async () => {
  writeFileSync(path.join(folder, "Pulumi.yaml"), "name: [");
  const { code, stderr } = await config("--stack", "dev");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: Pulumi\.yaml cannot be parsed: /)]);
});

test("without a stack it is a usage error", async () => {
  expect(await config()).toMatchObject({ code: 64, answer: undefined });
});
