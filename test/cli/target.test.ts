/** `voicecall target` with a fake `pulumi`. soak/engine/target.test.ts applies what it prints. */
import { expect, test } from "vitest";
import { type Answered, fakePulumi } from "../support/fake-pulumi.js";
import { voicecall } from "../support/voicecall.js";

const STACK = "urn:pulumi:dev::it::pulumi:pulumi:Stack::it-dev";
const urn = (kind: string, name: string): string =>
  `urn:pulumi:dev::it::pulumi-nodejs:dynamic/voicecall:${kind}::${name}`;
const step = (own: string, dependencies: string[] = [], provider = `${urn("x", "default")}::an-id`) => ({
  op: "same",
  urn: own,
  newState: { dependencies, parent: STACK, provider },
});
const account = "urn:pulumi:dev::it::pulumi:providers:pulumi-nodejs::berlin";
const hours = urn("MidCallTool", "opening hours");

const steps = [
  { op: "same", urn: STACK, newState: {} },
  step(account),
  step(hours, [], `${account}::an-id`),
  step(urn("Assistant", "support"), [hours]),
  step(urn("Assistant", "other")),
  step(urn("Lead", "other")),
];

async function target(args: string[], preview: Answered = { stdout: JSON.stringify({ steps }) }) {
  const { folder, bin } = fakePulumi({ preview });
  const env = { PATH: `${bin}:${process.env["PATH"]}` };
  const { code, stdout, stderr } = await voicecall(["target", ...args], { cwd: folder, env }).ended;
  return { code, stdout, stderr };
}

test("a resource, what it depends on, and its account, without characters that a shell changes", async () => {
  const { code, stdout } = await target(["support"]);
  expect(code).toBe(0);
  expect(stdout.trim().split(" --target ")).toEqual([
    `--target ${urn("Assistant", "support")}`,
    urn("MidCallTool", "opening*hours"),
    account,
  ]);
});

test.each<[string[], Answered | undefined, RegExp]>([
  [
    ["other"],
    undefined,
    /Several resources are named other\. Name one of them: Assistant\/other, Lead\/other\./,
  ],
  [["suport"], undefined, /The program has no resource suport\. Did you mean "support"\?/],
  [["support"], { code: 1, stderr: "It is broken." }, /preview failed\. Correct it first.*\nIt is broken\./],
])("%j with %j is an error", async (args, preview, message) => {
  expect(await target(args, preview)).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(message),
  });
});
