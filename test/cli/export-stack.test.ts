/** `voicecall export --stack`: creates the stack with the program's secret values. */
import path from "node:path";
import { expect, test } from "vitest";
import { exportWorld, filesIn, pulumiThatKeeps } from "../support/export-world.js";

const seed = {
  tools: [
    {
      id: 101,
      name: "get_weather",
      description: "Tells.",
      headers: [{ name: "X-Key", value: "canary-5b1f" }],
    },
  ],
};

async function withPulumi(accounts: typeof seed | object = seed) {
  const world = await exportWorld(accounts);
  const pulumi = pulumiThatKeeps(world.root);
  const PATH = `${pulumi.bin}${path.delimiter}${process.env["PATH"]}`;
  return {
    ...world,
    pulumi,
    onStack: (stack: string) => world.runWith({ PATH }, "--stack", stack, "--json"),
  };
}

test("the values go to the new stack over standard input, and the next steps leave out what was done", async () => {
  const { pulumi, onStack } = await withPulumi();
  const { code, stdout, all } = await onStack("dev");
  expect(code).toBe(0);
  expect(pulumi.config()).toEqual({ "out:header_get-weather_X-Key": { value: "canary-5b1f", secret: true } });
  expect(pulumi.calls().map((args) => args.filter((arg) => arg !== "--non-interactive").join(" "))).toEqual([
    "stack init --stack dev",
    "config set --secret header_get-weather_X-Key --stack dev",
    "config --show-secrets --json --stack dev",
  ]);
  expect(JSON.stringify(pulumi.calls()) + all).not.toContain("canary");
  expect(JSON.parse(stdout)).toMatchObject({
    config: ["header_get-weather_X-Key"],
    unsetConfig: [],
    next: [
      "cd out",
      expect.stringMatching(/^npm install {3}# until pulumi-voicecall is on npm/),
      "pulumi import --file import.json --generate-code=false --yes",
      "rm import.json",
      "pulumi preview",
    ],
  });
});

test("without secret values, the stack is created all the same", async () => {
  const { pulumi, onStack } = await withPulumi({});
  expect(await onStack("dev")).toMatchObject({ code: 0 });
  expect(pulumi.calls()).toEqual([["stack", "init", "--stack", "dev", "--non-interactive"]]);
});

test("a stack that exists is an error: the program is written, and the error says how to go on", async () => {
  const { pulumi, onStack, out } = await withPulumi();
  const { code, stderr } = await onStack("prod");
  expect(code).toBe(1);
  expect(stderr).toContain(
    "The program was written to out, but the stack prod was not created with all secret values. create the stack: pulumi stack exited with code 6.\nerror: stack 'prod' already exists\nRemove the folder, remove the stack if it was created (`pulumi stack rm prod`), and run this command again.",
  );
  expect(pulumi.config()).toEqual({});
  expect(Object.keys(filesIn(out))).toContain("tools.ts");
});
