import { expect, test } from "vitest";
import { exited } from "../../cli/base/pulumi.js";
import { diagnostic, read, support, urnOf } from "./drift-events.js";
import { drift, events } from "./drift-run.js";

const changed = read({ declared: { ...support, maxCallDuration: 600 }, live: { maxCallDuration: 60 } });
const unchanged = read({ declared: support });

test("as text: exit code 2 for drift, 0 for no drift, 1 for could not tell", async () => {
  const found = await drift({ refresh: events(...changed) });
  expect(found.stdout).toMatch(
    /maxCallDuration: 600 → 60[^]*\nStack dev, 1 resource compared: 1 differs\.\nTo keep .*`pulumi up --refresh --target '\*\*::NAME'` restores .*\n$/,
  );
  expect(found.code).toBe(2);
  const none = await drift({ refresh: events(...unchanged) });
  expect([none.code, none.stdout]).toEqual([0, "Stack dev, 1 resource compared: no drift.\n"]);
  const failed = await drift({
    refresh: { ...events(diagnostic("no.", "error", urnOf("Lead", "l"))), code: 1 },
  });
  expect(failed.code).toBe(1);
  expect(failed.stdout).toContain("could not tell about 1 more.");
});

test("--json and --markdown cannot be combined", async () => {
  const both = drift({ refresh: events(...unchanged) }, ["--json", "--markdown"]);
  await expect(both).rejects.toThrow("'--json' cannot be used with option '--markdown'");
});

test("nothing is stored, and only resources of this package are read", async () => {
  const { commandLines } = await drift({ refresh: events(...unchanged) }, ["--stack", "production"]);
  expect(commandLines).toContain(
    "refresh --preview-only --target **pulumi-nodejs:dynamic/voicecall:** --parallel 64 --json --color never --stack production --non-interactive",
  );
  expect(commandLines.filter((line) => !line.includes("--stack production"))).toEqual([]);
  // The command runs the Pulumi CLI twice: for the refresh and for the stack's history.
  expect(commandLines).toHaveLength(2);
});

test.each([[[]], [["--markdown"]]])(
  "with --stack, suggested commands name that stack (%j)",
  async (format) => {
    const history = [
      {
        kind: "refresh",
        result: "succeeded",
        startTime: "2026-11-21T19:21:27Z",
        resourceChanges: { update: 1 },
      },
    ];
    const answers = { refresh: events(...changed), "stack history": { stdout: JSON.stringify(history) } };
    const given = await drift(answers, ["--stack", "client-b", ...format]);
    expect(given.stdout).toContain("`pulumi up --refresh --stack client-b --target '**::NAME'` restores");
    expect(given.stdout).toContain(
      "`pulumi preview --stack client-b` shows them; `pulumi up --stack client-b` reverts",
    );
    expect((await drift(answers, format)).stdout).not.toContain("--stack");
  },
);

test("a warning of the engine goes to stderr immediately, other lines do not", async () => {
  const { stderr } = await drift({
    refresh: events(
      ...unchanged,
      diagnostic("a pending operation", "warning"),
      diagnostic("GET /user/tools 200"),
    ),
  });
  expect(stderr).toBe("Reading the stack's objects from the service …\nwarning: a pending operation\n");
});

test("the stack's name: from its resources, else from a failed one, else from the option, else from the CLI", async () => {
  const failure = diagnostic("no.", "error", urnOf("Lead", "l").replace(":dev:", ":other:"));
  expect((await drift({ refresh: { ...events(failure), code: 1 } })).stdout).toContain("Stack other, ");
  expect((await drift({ refresh: events() }, ["-s", "org/x/asked"])).stdout).toContain("Stack org/x/asked, ");
  const selected = await drift({ refresh: events(), "stack --show-name": { stdout: "selected\n" } });
  expect([selected.code, selected.stdout]).toEqual([0, "Stack selected, 0 resources compared: no drift.\n"]);
  await expect(
    drift({ refresh: events(), "stack --show-name": { code: 3, stderr: "no login" } }),
  ).rejects.toThrow("read the stack's name: pulumi stack exited with code 3.\nno login");
});

test("the engine exits without a final event: a failure, with its output", async () => {
  const [begun] = unchanged;
  const cut = (code: number, more: object = {}) => ({ stdout: `${JSON.stringify(begun)}\n`, code, ...more });
  await expect(drift({ refresh: cut(1, { stderr: "  panic\n" }) })).rejects.toThrow(
    "read the stack: pulumi refresh --preview-only exited with code 1.\nThe engine did not report whether it read the resource.\npanic",
  );
  await expect(drift({ refresh: { stdout: "error: no stack selected\n", code: 255 } })).rejects.toThrow(
    "exited with code 255.\nerror: no stack selected",
  );
  const long = { stdout: `start${"x".repeat(1_993)}the end  \n`, code: 255 };
  await expect(drift({ refresh: long })).rejects.toThrow(/exited with code 255\.\nx{1993}the end$/);
  await expect(drift({ refresh: { stdout: '{"steps":[]}\n', code: 0 } })).rejects.toThrow(
    "exited with code 0.\nIt did not report a result: Pulumi CLI 3.254 or later is required.",
  );
});

test("the engine fails without a reason: a failure, even with a final event", async () => {
  await expect(drift({ refresh: { ...events(...unchanged), code: 1, stderr: "why" } })).rejects.toThrow(
    "exited with code 1.\nwhy",
  );
});

test("a message shows how pulumi ended: its exit code, or that a signal ended it", () => {
  expect([0, 255, null].map(exited)).toEqual([
    "exited with code 0",
    "exited with code 255",
    "was ended by a signal",
  ]);
});
