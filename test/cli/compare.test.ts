/** The command line of `voicecall compare`. test/unit/compare.test.ts tests the findings. */
import path from "node:path";
import { expect, test } from "vitest";
import { compareSchema } from "../../cli/compare/report.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { temporaryFolder } from "../support/after-test.js";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const TYPE = TYPE_PREFIX.slice(0, -1);

const state = (stack: string, company: string, secret: string): Answered => ({
  stdout: JSON.stringify({
    deployment: {
      resources: [
        {
          urn: `urn:pulumi:${stack}::it::${TYPE}:Assistant::support`,
          type: `${TYPE}:Assistant`,
          id: "201",
          inputs: { name: `Support (${stack})`, initialMessage: `${company} support.` },
        },
        {
          urn: `urn:pulumi:${stack}::it::${TYPE}:MidCallTool::hours`,
          type: `${TYPE}:MidCallTool`,
          id: "11",
          inputs: {
            headers: { [SIGNATURE]: "1b47061264138c4ac30d75fd1eb44270", plaintext: JSON.stringify(secret) },
          },
        },
      ],
    },
  }),
});

const config = (company: string): Answered => ({
  stdout: JSON.stringify({ "it:company": { value: company, secret: false }, "it:key": { secret: true } }),
});

async function compare(answers: Record<string, Answered>, ...args: string[]) {
  const { folder, bin } = fakePulumi(answers);
  const PATH = `${bin}${path.delimiter}${process.env["PATH"]}`;
  return voicecall(["compare", "dev", "prod", ...args], { cwd: folder, env: { PATH } }).ended;
}

const stacks = (other = state("prod", "Acme", "canary-b")): Record<string, Answered> => ({
  "stack export --show-secrets --stack dev": state("dev", "Acme (test)", "canary-a"),
  "stack export --show-secrets --stack prod": other,
  "config --show-secrets --json --stack dev": config("Acme (test)"),
  "config --show-secrets --json --stack prod": config("Acme"),
});

test("what differs: exit 2, for people, as JSON and as Markdown, without secrets", async () => {
  const { code, stdout, all } = await compare(stacks());
  expect(code).toBe(2);
  expect(all).not.toContain("canary");
  expect(stdout).toContain("name (differs only in stack):");
  expect(stdout).toContain("headers: differs (secret)");
  const json = await compare(stacks(), "--json");
  expect(compareSchema.parse(JSON.parse(json.stdout))).toMatchObject({
    stacks: ["dev", "prod"],
    different: [
      { name: "support", fields: [{ path: "name" }, { path: "initialMessage", onlyIn: ["company"] }] },
      { name: "hours", fields: [{ path: "headers", secret: true }] },
    ],
  });
  expect(json.all).not.toContain("canary");
  expect((await compare(stacks(), "--markdown")).stdout).toContain("### Voice assistants: ");
});

test("equal stacks: exit 0; a stack that cannot be read: exit 1; wrong usage: exit 64", async () => {
  const same = {
    ...stacks(state("dev", "Acme (test)", "canary-a")),
    "config --show-secrets --json": config("Acme (test)"),
  };
  expect(await compare(same)).toMatchObject({ code: 0 });
  const failed = await compare(stacks({ code: 255, stderr: "no stack named 'prod'" }));
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr).toContain("no stack named 'prod'");
  expect(await voicecall(["compare", "dev"], { cwd: temporaryFolder() }).ended).toMatchObject({ code: 64 });
});

test("only values of the configuration differ, secrets too: exit 0, and 2 with --strict", async () => {
  const withKey = (company: string, value: string): Answered => ({
    stdout: JSON.stringify({
      "it:company": { value: company, secret: false },
      "it:key": { value, secret: true },
    }),
  });
  const answers = {
    ...stacks(),
    "config --show-secrets --json --stack dev": withKey("Acme (test)", "canary-a"),
    "config --show-secrets --json --stack prod": withKey("Acme", "canary-b"),
  };
  const { code, stdout, all } = await compare(answers);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("headers (differs only in key): differs (secret)"),
  ]);
  expect(stdout).toContain("2 resources in both stacks: 2 differ, only in values of the configuration.");
  const json = await compare(answers, "--json", "--strict");
  expect([json.code, compareSchema.parse(JSON.parse(json.stdout)).outcome]).toEqual([
    2,
    "only configuration",
  ]);
  for (const text of [all, json.all]) expect(text).not.toContain("canary");
});
