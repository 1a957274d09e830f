import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";

const screen = import("../../tools/demo/screen.mjs");

describe("the output of the engine", () => {
  test("is shown without progress lines, the stack resource, and counts that include it", async () => {
    const { telling } = await screen;
    const output = `Updating (dev):

 +  pulumi:pulumi:Stack quickstart-dev creating (0s) 
@ updating.....
 +  pulumi-nodejs:dynamic/voicecall:Lead ada creating (0s) 
 ~  pulumi-nodejs:dynamic/voicecall:Lead ada refresh (0.36s) 
    pulumi-nodejs:dynamic/voicecall:MidCallTool hours  
\u001B[32m +  \u001B[0mpulumi-nodejs:dynamic/voicecall:Lead ada created (0.34s) 
 +  pulumi:pulumi:Stack quickstart-dev created (2s) 
Outputs:
    assistantId: "201"

Resources:
    + 2 created

Duration: 4s
`;
    expect(telling(output)).toEqual([
      "\u001B[32m +  \u001B[0mpulumi-nodejs:dynamic/voicecall:Lead ada created (0.34s) ",
      "",
    ]);
  });

  test("shows each message once", async () => {
    const { telling } = await screen;
    const output = `Updating (dev):
    pulumi-nodejs:dynamic/voicecall:Assistant a  warning: it was changed
 ~  pulumi-nodejs:dynamic/voicecall:Assistant a **updating failed** error: it was changed
    pulumi-nodejs:dynamic/voicecall:Assistant b  it is inactive
 ~  pulumi-nodejs:dynamic/voicecall:Assistant b update [diff: ~voice]; warning: it will fail
 +  pulumi-nodejs:dynamic/voicecall:Assistant c created (0.32s) it is inactive
    pulumi:pulumi:Stack quickstart-dev running error: update failed
Diagnostics:
  pulumi:pulumi:Stack (quickstart-dev):
    error: update failed

  pulumi-nodejs:dynamic/voicecall:Assistant (a):
    error: it was changed

Resources:
    2 errored`;
    expect(telling(output)).toEqual([
      " ~  pulumi-nodejs:dynamic/voicecall:Assistant b update [diff: ~voice]",
      " +  pulumi-nodejs:dynamic/voicecall:Assistant c created (0.32s)",
      "Diagnostics:",
      "  pulumi-nodejs:dynamic/voicecall:Assistant (a):",
      "    error: it was changed",
      "",
    ]);
  });

  test("of a command without progress is shown as it is", async () => {
    const { telling } = await screen;
    expect(telling("Assistant a\n\n\n  voice: 1 → 2\n")).toEqual(["Assistant a", "", "  voice: 1 → 2", ""]);
  });
});

describe("a command of this package", () => {
  test.each([
    [true, "\u001B[31mred\u001B[39m"],
    [false, "red"],
  ])("with colors: %s, also without a terminal", async (isColored, printed) => {
    const { colorEnvironment } = await screen;
    const { stdout } = spawnSync(
      process.execPath,
      ["-e", 'process.stdout.write(require("picocolors").red("red"))'],
      {
        env: { PATH: process.env["PATH"], ...colorEnvironment(isColored) },
        cwd: path.resolve(__dirname, "../.."),
      },
    );
    expect(String(stdout)).toBe(printed);
  });
});
