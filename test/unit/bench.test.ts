import { describe, expect, test } from "vitest";

const options = import("../../tools/bench/options.mjs");
const checks = import("../../tools/bench/parts/checks.mjs");
const measure = import("../../tools/bench/subjects/measure.mjs");
const tables = import("../../tools/bench/table.mjs");

describe("the figures of npm run bench", () => {
  test.each([
    [[3], { low: 3, median: 3, high: 3, count: 1 }, "3.0"],
    [[5, 1, 3], { low: 1, median: 3, high: 5, count: 3 }, "3.0 (1.0–5.0)"],
    [[4, 1, 2, 3], { low: 1, median: 2.5, high: 4, count: 4 }, "2.5 (1.0–4.0)"],
    [[2.01, 2.02, undefined], { low: 2.01, median: 2.015, high: 2.02, count: 2 }, "2.0"],
    [[], undefined, "–"],
  ])("%j has this median and this spread", async (values, spread, text) => {
    const { spreadOf, shown } = await tables;
    if (spread)
      expect(spreadOf(values)).toEqual({ ...spread, median: expect.closeTo(spread.median) as number });
    else expect(spreadOf(values)).toBeUndefined();
    expect(shown(spreadOf(values), 1)).toBe(text);
  });

  test.each([
    [[1.2, 1.1, 1.3], "1.20 (1.10–1.30)"],
    [[0.8, 0.9, 0.85], "0.85 (0.80–0.90)"],
    [[1.2, 0.9, 1.3], "1.20 (0.90–1.30) ≈"],
    [[1, 1.2], "1.10 (1.00–1.20) ≈"],
    [[1.5], "1.50 ≈"],
    [[], "–"],
  ])(
    "the ratios %j are shown as %s: a spread that swallows the difference has a mark",
    async (ratios, text) => {
      const { spreadOf, shownRatio } = await tables;
      expect(shownRatio(spreadOf(ratios))).toBe(text);
    },
  );

  test("the tables have the ratios of each round, and a dash for what was not measured", async () => {
    const { figureTable, ratioTable } = await tables;
    const record = (round: number, subject: string, cpu: number, more = {}) => ({
      ...{ size: 2000, operation: "create", round, subject },
      figures: { cpu, wall: cpu / 2, requests: subject === "ours" ? 240 : 0, memory: 300, ...more },
    });
    // Other load made the second round slower for both, and the third was not finished.
    const records = [
      ...[record(1, "floor", 16, { hostCpu: 2 }), record(1, "ours", 20, { hostCpu: 3 })],
      ...[record(2, "floor", 32, { hostCpu: 2 }), record(2, "ours", 40, { hostCpu: 1 })],
      record(3, "floor", 16),
    ];
    const operations = { create: "create all", destroy: "destroy" };
    expect(figureTable(records, operations).split("\n").slice(2)).toEqual([
      "| 2,000 | create all | do-nothing | 3 | 16.00 (16.00–32.00) | 8.0 (8.0–16.0) | 0 | 300 | – | – | – |",
      "| 2,000 | create all | pulumi-voicecall | 2 | 30.00 (20.00–40.00) | 15.0 (10.0–20.0) | 240 | 300 | – | – | – |",
    ]);
    expect(ratioTable(records, operations).split("\n").slice(2)).toEqual([
      "| 2,000 | create all | do-nothing | 2 | 1.25 | 1.25 | 1.00 ≈ | – | – | 1.00 (0.50–1.50) ≈ | – |",
    ]);
  });

  test("a role has the CPU time of all its processes, and the memory of the largest", async () => {
    const { figuresOfRoles } = await measure;
    const process = (command: string, cpu: number, memory: number) => ({
      ...{ command: command.split(" "), cpu, memory },
    });
    const sdk = "/p/node_modules/@pulumi/pulumi/cmd";
    expect(
      figuresOfRoles([
        process("/usr/bin/pulumi up --yes", 2, 150),
        process("/usr/bin/pulumi-language-nodejs 127.0.0.1:1", 1, 30),
        process(`/usr/bin/node -e console.log(require.resolve('@pulumi/pulumi/cmd/run'))`, 1, 40),
        process(`/usr/bin/node ${sdk}/run/index.js --monitor 127.0.0.1:1`, 3, 200),
        process(`node ${sdk}/dynamic-provider/index.js 127.0.0.1:1`, 1, 140),
        process(`node ${sdk}/dynamic-provider/index.js 127.0.0.1:2`, 2, 130),
        { cpu: 1, memory: 1 },
      ]),
    ).toEqual({
      ...{ engineCpu: 2, engineMemory: 150, programCpu: 3, programMemory: 200, hostCpu: 3, hostMemory: 140 },
    });
    expect(
      figuresOfRoles([
        process("terraform apply", 2, 90),
        process("/t/plugins/terraform-provider-restapi_v1.20.0 ", 1, 25),
        process("/usr/bin/node /b/programs/plain.mjs http://127.0.0.1:1", 1, 99),
      ]),
    ).toEqual({ engineCpu: 2, engineMemory: 90, hostCpu: 2, hostMemory: 99 });
  });
});

describe("the options of npm run bench", () => {
  const all = {
    subjects: ["floor", "ours", "terraform", "plain"],
    parts: {
      assistants: [50, 200, 800],
      leads: [2_000, 20_000, 200_000],
      stacks: [1, 10, 100],
      limited: [81],
    },
    ...{ rounds: 5, minutes: Infinity, write: true },
  };

  test.each([
    ["", all],
    ["--minutes 35", { ...all, minutes: 35 }],
    ["--rounds 1", { ...all, rounds: 1, write: false }],
    ["--parts leads,limited", { ...all, parts: { leads: all.parts.leads, limited: [81] }, write: false }],
    [
      "--sizes 50,75 --only ours,floor",
      { ...all, subjects: ["ours", "floor"], parts: { assistants: [50, 75] }, write: false },
    ],
    ["--parts leads --sizes 400", { ...all, parts: { leads: [400] }, write: false }],
  ])("%s: only a whole run writes the page", async (flags, expected) => {
    const { readOptions } = await options;
    expect(readOptions(flags.split(" ").filter(Boolean))).toEqual(expected);
  });

  test.each([
    ["--only our", "--only: our is not one of floor, ours, terraform, plain"],
    ["--parts lead", "--parts: lead is not one of assistants, leads, stacks, limited"],
    ["--parts leads,stacks --sizes 5", "--sizes: name one part"],
    ["--sizes 1", "--sizes"],
    ["--sizes 50,many", "--sizes"],
    ["--rounds 0", "--rounds"],
    ["--minutes soon", "--minutes"],
    ["--size 50", "--size"],
  ])("%s is an error that names the option", async (flags, message) => {
    const { readOptions } = await options;
    expect(() => readOptions(flags.split(" "))).toThrow(message);
  });
});

describe("the rounds of npm run bench", () => {
  /** Which rounds are measured of blocks that take these minutes. */
  async function measured(blocks: number[], limits: { rounds: number; minutes: number }, fails?: number) {
    const { inTurns } = await import("../../tools/bench/schedule.mjs");
    let time = 0;
    const taken: string[] = [];
    await inTurns(blocks, { ...limits, now: () => time }, (block: number, round: number) => {
      taken.push(`${block}/${round}`);
      time += block * 60_000;
      return Promise.resolve(block !== fails);
    });
    return taken.join(" ");
  }

  test.each([
    ["all, if there is time", { rounds: 2, minutes: Infinity }, undefined, "5/1 1/1 2/1 1/2 2/2 5/2"],
    ["only what fits after the first ones", { rounds: 3, minutes: 13 }, undefined, "5/1 1/1 2/1 1/2 1/3 2/2"],
    ["none after the end", { rounds: 3, minutes: 6 }, undefined, "5/1 1/1"],
    ["none of a block that has failed", { rounds: 2, minutes: Infinity }, 1, "5/1 1/1 2/1 2/2 5/2"],
  ])("%s", async (_, limits, fails, expected) => {
    expect(await measured([5, 1, 2], limits, fails)).toBe(expected);
  });
});

describe("the checks of npm run bench", () => {
  const result = { what: "pulumi up", exitCode: 0, output: "" };
  const objects = { assistants: 20, tools: 2 };
  const healthy = { subject: "ours", size: 20, result, recorded: objects, live: objects, changed: [] };
  const found = { ...result, exitCode: 2, output: 'Assistant "Practice 1" (Practice 1), id 207\n' };

  test("a command with the expected result passes", async () => {
    const { checkAssistants } = await checks;
    checkAssistants("create", healthy);
    checkAssistants("drift", { ...healthy, result: found });
  });

  test.each([
    ["create", { live: { assistants: 19, tools: 2 } }, "objects in the service"],
    ["create", { recorded: { assistants: 19, tools: 2 } }, "objects in state"],
    ["drift", { result: { ...found, output: "" } }, "the drifted assistants"],
    ["change", {}, "with the new prompt"],
    ["refresh", { result: found }, "the exit code"],
  ])("%s with %j is an error", async (operation, wrong, message) => {
    const { checkAssistants } = await checks;
    expect(() => checkAssistants(operation, { ...healthy, ...wrong })).toThrow(message);
  });

  // The environment variables CI and FORCE_COLOR turn on colors.
  test.each([
    '\u001b[1mAssistant "Practice 1" (Practice 1), id 207\u001b[22m\n',
    "  # restapi_object.assistant_1 has changed\n",
  ])("the drifted assistant is found in %j", async (output) => {
    expect((await checks).drifted(output)).toEqual(["Practice 1"]);
  });
});
