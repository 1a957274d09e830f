import { describe, expect, test } from "vitest";

const results = import("../../tools/bench/results.mjs");
const goals = import("../../tools/bench/goals.mjs");
const options = import("../../tools/bench/options.mjs");
const checks = import("../../tools/bench/checks.mjs");
const service = import("../../tools/bench/service.mjs");
const tables = import("../../tools/bench/tables.mjs");
const chart = import("../../tools/bench/chart.mjs");

const record = (values: object) => ({
  ...{ condition: "none", size: 200, subject: "ours", operation: "create" },
  ...{
    wallSeconds: 1,
    cpuSeconds: 1,
    hostPeakBytes: 1,
    requests: 0,
    refused: 0,
    routes: {},
    parts: {},
    runs: 1,
  },
  ...values,
});

describe("the figures of npm run bench", () => {
  test.each([
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 2, 3], 2.5],
  ])("the median of %j is %d", async (numbers, expected) => {
    expect((await results).median(numbers)).toBe(expected);
  });

  test("the growth exponent is the slope over logarithms", async () => {
    const { exponent } = await results;
    const points = (power: number) => [50, 200, 800, 1600].map((n) => [n, 7 * n ** power] as const);
    expect(exponent(points(1))).toBeCloseTo(1);
    expect(exponent(points(1.5))).toBeCloseTo(1.5);
    expect(exponent(points(1).slice(1, 2))).toBeUndefined();
  });

  const HOST = ["node", "/x/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js", "127.0.0.1:1"];
  const PROCESSES = [
    { command: ["/c/pulumi", "up"], peakBytes: 500, cpuSeconds: 2 },
    { command: ["/bin/sh", "/c/pulumi-resource-pulumi-nodejs"], peakBytes: 900, cpuSeconds: 0.25 },
    {
      command: ["node", "-e", "console.log(require.resolve('@pulumi/pulumi/cmd/dynamic-provider'))"],
      peakBytes: 800,
      cpuSeconds: 0.25,
    },
    { command: ["node", "/x/node_modules/@pulumi/pulumi/cmd/run/index.js"], peakBytes: 700, cpuSeconds: 3 },
    { command: HOST, peakBytes: 187, cpuSeconds: 4 },
    { command: HOST, peakBytes: 140, cpuSeconds: 1 },
  ];

  test("the memory of the host is that of its largest process, not of its launcher", async () => {
    const { hostPeak } = await results;
    expect(hostPeak(PROCESSES)).toBe(187);
    expect(hostPeak(PROCESSES.slice(0, 4))).toBeUndefined();
    const plugin = { command: ["/p/terraform-provider-restapi"], peakBytes: 50, cpuSeconds: 1 };
    expect(hostPeak([plugin])).toBe(50);
  });

  test("the CPU time is split by process", async () => {
    const { cpuByPart } = await results;
    expect(cpuByPart(PROCESSES)).toEqual({ engine: 2, program: 3, provider: 5, other: 0.5 });
  });

  test("figures are medians of all rounds, and there are none if a round failed", async () => {
    const { figuresOf } = await results;
    const cell = { condition: "none", size: 200, subject: "ours", operation: "create" };
    const records = [3, 1, 2].map((cpuSeconds) => record({ cpuSeconds }));
    expect(figuresOf(records, cell)).toMatchObject({ cpuSeconds: 2, rounds: 3 });
    expect(figuresOf([...records, record({ error: "no" })], cell)).toBeUndefined();
    expect(figuresOf(records, { ...cell, size: 50 })).toBeUndefined();
  });

  test("requests are counted by route, and rejected ones separately", async () => {
    const { byRoute } = await service;
    const request = (method: string, path: string, status: number | null = 200) => ({ method, path, status });
    expect(
      byRoute([
        request("GET", "/user/tools/101"),
        request("GET", "/user/tools/102"),
        request("POST", "/user/assistant", 429),
        request("POST", "/user/assistant", null),
      ]),
    ).toEqual({ routes: { "GET /user/tools/{id}": 2, "POST /user/assistant": 1 }, refused: 1 });
  });
});

describe("the goals of npm run bench", () => {
  const found = async (records: object[], name: string) =>
    (await goals).goals({ records: records as never }).find(({ goal }) => goal.startsWith(name));

  test("a goal is met, or not, or not measured", async () => {
    const at = (ours: number) => [record({ cpuSeconds: ours }), record({ subject: "floor", cpuSeconds: 10 })];
    const name = "CPU time, create all, 200 assistants";
    expect(await found(at(11), name)).toMatchObject({
      limit: "at most 1.10 ×",
      measured: "1.10 ×",
      met: true,
    });
    expect(await found(at(12), name)).toMatchObject({ measured: "1.20 ×", met: false });
    expect((await found([], name))?.met).toBeUndefined();
  });

  test("the number of requests has a goal, and a preview must not write", async () => {
    expect(await found([record({ requests: 240 })], "Requests, create all, 200")).toMatchObject({
      met: true,
    });
    expect(await found([record({ requests: 241 })], "Requests, create all, 200")).toMatchObject({
      met: false,
    });
    const destroy = (requests: number) => [record({ operation: "destroy", requests })];
    expect(await found(destroy(222), "Requests, destroy, 200")).toMatchObject({ met: true });
    expect(await found(destroy(223), "Requests, destroy, 200")).toMatchObject({ met: false });
    const writes = [record({ operation: "preview", requests: 1, routes: { "PUT /user/tools/{id}": 1 } })];
    expect(await found(writes, "Writes, preview")).toMatchObject({ measured: "1", met: false });
  });

  test("under a rate limit, Terraform's time is divided by the time of the drift command", async () => {
    const limited = { condition: "limited", size: 250 };
    const records = [
      record({ ...limited, operation: "drift", wallSeconds: 10 }),
      record({ ...limited, subject: "terraform", operation: "refreshDrifted", wallSeconds: 200 }),
    ];
    expect(await found(records, "Time of the drift check")).toMatchObject({ measured: "20.00 ×", met: true });
  });
});

describe("the options of npm run bench", () => {
  test("without options, everything is measured and written", async () => {
    const { readOptions } = await options;
    const { cells, write } = readOptions([]);
    expect(write).toBe(true);
    expect(cells.map(({ condition, size }) => `${condition} ${size}`)).toEqual([
      ...["none 50", "none 200", "none 800", "none 1600"],
      ...["checkpoints 200", "latency 200", "limited 250"],
    ]);
  });

  test("with a selection, only the selected runs are measured, and the results are written only with --write", async () => {
    const { readOptions } = await options;
    const flags = [
      "--sizes",
      "50,75",
      "--conditions",
      "none",
      "--only",
      "ours,floor",
      "--operations",
      "preview",
    ];
    const { cells, write } = readOptions(flags);
    expect(write).toBe(false);
    expect(cells).toMatchObject([
      { size: 50, rounds: 3, subjects: ["floor", "ours"], operations: ["preview"] },
      { size: 75, rounds: 1, subjects: ["floor", "ours"], operations: ["preview"] },
    ]);
    expect(readOptions([...flags, "--write"]).write).toBe(true);
    expect(readOptions(["--rounds", "2"]).cells[0]).toMatchObject({ size: 50, rounds: 2 });
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
  const healthy = {
    ...{ subject: "ours", size: 20 },
    result: { what: "pulumi up", exitCode: 0, output: "", leftProcesses: false },
    service: { count: () => ({ assistants: 20, tools: 2 }), changed: (): string[] => [] },
    stack: { recorded: () => ({ assistants: 20, tools: 2, prompts: {} }) },
  };
  const drift = {
    ...healthy,
    result: { what: "pulumi refresh", exitCode: 7, output: "", leftProcesses: false },
  };
  const line = ` ~  pulumi-nodejs:dynamic/voicecall:Assistant Practice 1 update [diff: ~systemPrompt]\n`;

  test("a command with the expected result passes", async () => {
    const { checkOutcome } = await checks;
    checkOutcome("create", healthy);
    checkOutcome("refreshDrifted", { ...drift, result: { ...drift.result, output: line } });
  });

  test("a missing object, a missed drift and an unexpected exit code are errors", async () => {
    const { checkOutcome } = await checks;
    const fewer = { ...healthy.service, count: () => ({ assistants: 19, tools: 2 }) };
    expect(() => checkOutcome("create", { ...healthy, service: fewer })).toThrow(
      "the objects in the service",
    );
    expect(() => checkOutcome("refreshDrifted", drift)).toThrow("reported as drifted");
    expect(() => checkOutcome("refreshDrifted", healthy)).toThrow("the success of pulumi up");
    expect(() => checkOutcome("changeOne", healthy)).toThrow("with the new prompt");
    expect(() => checkOutcome("refresh", drift)).toThrow("exit code");
  });

  test("drifted assistants are found in the output of each command", async () => {
    const { drifted } = await checks;
    expect(drifted(line)).toEqual(["Practice 1"]);
    expect(drifted(" ~  pulumi-nodejs:dynamic/voicecall:Assistant Practice 1 refreshing \n")).toEqual([]);
    expect(drifted('Assistant "Practice 1" (Practice 1), id 207\n')).toEqual(["Practice 1"]);
    // The environment variables CI and FORCE_COLOR turn on colors.
    expect(drifted('\u001b[1mAssistant "Practice 1" (Practice 1), id 207\u001b[22m\n')).toEqual([
      "Practice 1",
    ]);
    expect(drifted('  # restapi_object.assistant["Practice 1"] has changed\n')).toEqual(["Practice 1"]);
  });
});

describe("the document of npm run bench", () => {
  test("a table has times, ratios and requests, and a dash for what was not measured", async () => {
    const { timeTable } = await tables;
    const records = [
      record({ wallSeconds: 12, cpuSeconds: 20, requests: 240, refused: 3 }),
      record({ subject: "floor", wallSeconds: 10, cpuSeconds: 16 }),
    ];
    expect(timeTable(records, { condition: "none", size: 200 }).split("\n").at(-1)).toBe(
      "| create all | 10.0 s / 16.0 CPU s | 12.0 s / 20.0 CPU s | – | 1.20 × | 1.25 × | 240 and 3 rejected | – |",
    );
    expect(timeTable(records, { condition: "none", size: 50 })).toBe("Not measured.");
  });

  test("the axis of a plot has steps around all values", async () => {
    const { ticks } = await chart;
    expect(ticks([2, 25])).toEqual([1, 3, 10, 30]);
    expect(ticks([0.5])).toEqual([0.3, 1]);
  });

  test("a plot has a line per series, between its axes, and leaves empty panels out", async () => {
    const { lineCharts } = await chart;
    const series = [
      {
        name: "a & b",
        color: "#111111",
        points: [
          [50, 1],
          [200, 3],
        ] as const,
      },
      { name: "c", color: "#222222", points: [] },
    ];
    const svg = lineCharts("Times", "s", [
      { title: "create", series },
      { title: "none", series: series.slice(1) },
    ]);
    expect(svg).toContain('<polyline points="52,206 316,30"');
    expect(svg.match(/<polyline/g)).toHaveLength(1);
    expect(svg).toContain("a &amp; b");
    expect(svg).not.toContain(">none<");
  });
});
