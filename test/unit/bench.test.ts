import { describe, expect, test } from "vitest";

const options = import("../../tools/bench/options.mjs");
const checks = import("../../tools/bench/checks.mjs");
const others = import("../../tools/bench/others.mjs");
const tables = import("../../tools/bench/table.mjs");

test("compression makes a listing of long prompts at least twice as fast", async () => {
  const { compressionLine } = await import("../../tools/bench/compression.mjs");
  const [, compressed, whole] = /takes ([\d.]+) s .* instead of ([\d.]+) s/.exec(compressionLine())!;
  expect(Number(whole)).toBeGreaterThan(9);
  expect(Number(compressed) * 2).toBeLessThan(Number(whole));
});

describe("the table of npm run bench", () => {
  test.each([
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 2, 3], 2.5],
    [[], undefined],
  ])("the median of %j is %s", async (numbers, expected) => {
    expect((await tables).median(numbers)).toBe(expected);
  });

  test("has medians, the ratios of each round, requests, and a dash for what was not measured", async () => {
    const { rowsOf, tableOf } = await tables;
    const record = (subject: string, wallSeconds: number, cpuSeconds: number) => ({
      ...{ size: 200, operation: "create", requests: subject === "ours" ? 240 : 0 },
      ...{ subject, wallSeconds, cpuSeconds },
    });
    // Other load made the second round slower for both.
    const rounds = [record("floor", 10, 16), record("ours", 12, 20), record("floor", 20, 32)];
    const rows = rowsOf([...rounds, record("ours", 24, 40)]);
    expect(tableOf(rows).split("\n")[2]).toBe(
      "| 200 | create all | 15.0 s / 24.0 s | 18.0 s / 30.0 s | – | 1.20 × | 1.25 × | 240 | – |",
    );
  });
});

describe("npm run bench on a busy machine", () => {
  test("writes no document, and says why and what to do", async () => {
    const { refusal } = await others;
    expect(refusal(0.42)).toMatch(/^Other programs use 42 % of this machine, .* End them and run this again/);
    expect(refusal(0.1)).toBeUndefined();
  });

  test("the CPU time of its own commands is not that of others", async () => {
    const part = (await others).watchOthers();
    expect(part(1000)).toBeLessThan(part());
  });
});

describe("the options of npm run bench", () => {
  test("without options, everything is measured and written", async () => {
    const { readOptions } = await options;
    expect(readOptions([])).toEqual({
      subjects: ["floor", "ours", "terraform"],
      sizes: [50, 200, 800],
      rounds: 3,
      write: true,
    });
  });

  test("with an option, nothing is written", async () => {
    const { readOptions } = await options;
    expect(readOptions(["--sizes", "50,75", "--only", "ours,floor"])).toMatchObject({
      subjects: ["ours", "floor"],
      sizes: [50, 75],
      write: false,
    });
  });

  test.each([
    [["--only", "our"], "--only: our is not one of floor, ours, terraform"],
    [["--sizes", "1"], "--sizes"],
    [["--sizes", "50,many"], "--sizes"],
    [["--rounds", "0"], "--rounds"],
    [["--size", "50"], "--size"],
  ])("%j is an error that names the option", async (flags, message) => {
    const { readOptions } = await options;
    expect(() => readOptions(flags)).toThrow(message);
  });
});

describe("the checks of npm run bench", () => {
  const result = { what: "pulumi up", exitCode: 0, output: "" };
  const healthy = {
    ...{ subject: "ours", size: 20, result },
    service: { count: () => ({ assistants: 20, tools: 2 }), changed: (): string[] => [] },
    stack: { recorded: () => ({ assistants: 20, tools: 2 }) },
  };
  const found = { ...result, exitCode: 2, output: 'Assistant "Practice 1" (Practice 1), id 207\n' };

  test("a command with the expected result passes", async () => {
    const { checkOutcome } = await checks;
    checkOutcome("create", healthy);
    checkOutcome("drift", { ...healthy, result: found });
  });

  test("a missing object, a missed drift and an unexpected exit code are errors", async () => {
    const { checkOutcome } = await checks;
    const fewer = { ...healthy.service, count: () => ({ assistants: 19, tools: 2 }) };
    expect(() => checkOutcome("create", { ...healthy, service: fewer })).toThrow("objects in the service");
    const missed = { ...found, output: "" };
    expect(() => checkOutcome("drift", { ...healthy, result: missed })).toThrow("the drifted assistants");
    expect(() => checkOutcome("change", healthy)).toThrow("with the new prompt");
    expect(() => checkOutcome("refresh", { ...healthy, result: found })).toThrow("the exit code");
  });

  test("drifted assistants are found in the output of each command", async () => {
    const { drifted } = await checks;
    // The environment variables CI and FORCE_COLOR turn on colors.
    expect(drifted('\u001b[1mAssistant "Practice 1" (Practice 1), id 207\u001b[22m\n')).toEqual([
      "Practice 1",
    ]);
    expect(drifted('  # restapi_object.assistant["Practice 1"] has changed\n')).toEqual(["Practice 1"]);
  });
});
