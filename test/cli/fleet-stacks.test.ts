/** The options of `voicecall fleet` that select stacks. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fakeFleet } from "../support/fake-fleet.js";
import { changed, outcomes, reportOf, rows, run, unchanged } from "./fleet-run.js";

test.each([
  [["acme/agency/*", "!client-test"]],
  [["client-*", "!acme/agency/client-test"]],
  [["**", "!client-test"]],
  [["acme/agency/client-a", "acme/agency/client-test", "!*-test"]],
  [["!client-test"]],
])("an exclusion by the full name or its last part applies to every inclusion: %j", async (patterns) => {
  const fleet = fakeFleet({ preview: changed, up: changed });
  fleet.program("agency", ["acme/agency/client-a", "acme/agency/client-test"]);
  const result = await run(fleet, "up", "--cwd", "agency", "--yes", "--json", "--stacks", ...patterns);
  expect(result.code, result.all).toBe(0);
  expect(fleet.commands().filter((one) => one.startsWith("up "))).toEqual(["up acme/agency/client-a"]);
});

test.each([
  ["!acme/agency/client-test", ["client-a"]],
  ["!acme/*/client-test", ["client-a"]],
  ["!acme/agency/client-*", []],
])(
  "an exclusion by the full name applies to names that the list shows without it: %s",
  async (pattern, left) => {
    const fleet = fakeFleet({ preview: changed, up: changed });
    fleet.program("agency", ["client-a", "client-test"]);
    await run(fleet, "up", "--cwd", "agency", "--yes", "--stacks", "*", pattern);
    expect(fleet.commands().filter((one) => one.startsWith("up "))).toEqual(left.map((one) => `up ${one}`));
  },
);

test("an exclusion by the full name does not apply to another organization that the list shows", async () => {
  const fleet = fakeFleet({ preview: unchanged });
  fleet.program("agency", ["acme/client-a", "other/client-a"]);
  const args = ["--cwd", "agency", "--json", "--stacks", "*/*", "!acme/agency/client-a"];
  expect(outcomes(reportOf(await run(fleet, "preview", ...args)))).toEqual({ "other/client-a": "unchanged" });
});

test("patterns, exclusions, and settings without a stack", async () => {
  const fleet = fakeFleet({ preview: unchanged });
  fleet.program("agency", ["client-a", "client-test", "acme/agency/client-b", "shared"], ["client-new"]);
  const args = ["--cwd", "agency", "--stacks", "client-*", "!*-test", "--json"];
  const result = await run(fleet, "preview", ...args);
  expect(result.code).toBe(1);
  const report = reportOf(result);
  expect(outcomes(report)).toEqual({
    "acme/agency/client-b": "unchanged",
    "client-a": "unchanged",
    "client-new": "failed",
  });
  expect(report.stacks.at(-1)!.errors[0]!.text).toContain("`pulumi stack init client-new --cwd agency`");
});

test("settings without a stack are found where the project keeps them", async () => {
  const fleet = fakeFleet({ preview: unchanged });
  const agency = fleet.program("agency", ["client-a"]);
  writeFileSync(path.join(agency, "Pulumi.yaml"), "name: agency\nruntime: nodejs\nstackConfigDir: stacks\n");
  mkdirSync(path.join(agency, "stacks"));
  writeFileSync(path.join(agency, "stacks/Pulumi.client-new.yaml"), "");
  const result = await run(fleet, "preview", "--cwd", "agency", "--json");
  expect(outcomes(reportOf(result))).toEqual({ "client-a": "unchanged", "client-new": "failed" });
});

test("several folders, as from a shell pattern; files and folders without a program are ignored", async () => {
  const fleet = fakeFleet({ preview: unchanged });
  const north = fleet.program("north", ["prod"]);
  fleet.program("south", ["prod"]);
  const file = path.join(north, "Pulumi.yaml");
  const result = await run(fleet, "preview", "--cwd", "north", "south", ".", file);
  expect(result.code, result.all).toBe(0);
  expect(rows(result)).toEqual(["north: prod  unchanged", "south: prod  unchanged"]);
});

test.each([
  [["--stacks", "nobody-*"], "No stack in agency has a name like nobody-*"],
  [["--stacks", "prod", "client-a", "client-b"], "No stack in agency is named client-a or client-b"],
  [["--concurrency", "0"], "whole number from 1 to 64"],
])("%j: wrong usage", async (args, reason) => {
  const fleet = fakeFleet({});
  fleet.program("agency", ["prod"]);
  const { code, stderr } = await run(fleet, "drift", "--cwd", "agency", ...args);
  expect([code, stderr]).toEqual([64, expect.stringContaining(reason)]);
});

test("up of a named stack that does not exist applies no other stack", async () => {
  const fleet = fakeFleet({ preview: changed, up: changed });
  fleet.program("agency", ["client-a"]);
  const args = ["--cwd", "agency", "--yes", "--stacks", "client-a", "client-b"];
  const { code, stderr } = await run(fleet, "up", ...args);
  expect([code, stderr]).toEqual([64, expect.stringContaining("No stack in agency is named client-b")]);
  expect(fleet.commands()).toEqual([]);
});

test("an excluded name that no stack has is a mistake", async () => {
  const fleet = fakeFleet({ preview: changed, up: changed });
  fleet.program("agency", ["client-a", "client-test"]);
  const args = ["--cwd", "agency", "--yes", "--stacks", "client-*", "!client-tset"];
  const { code, stderr } = await run(fleet, "up", ...args);
  expect([code, stderr]).toEqual([64, expect.stringContaining("!client-tset excludes no stack in agency")]);
  expect(fleet.commands()).toEqual([]);
});

test("a folder whose stacks cannot be listed is a failure, and the others continue", async () => {
  const fleet = fakeFleet({ preview: changed, up: changed });
  fleet.program("north", ["prod"]);
  rmSync(path.join(fleet.program("south", ["prod"]), "stacks.json"));
  const result = await run(fleet, "up", "--cwd", "south", "north", "--yes", "--stacks", "*");
  expect([result.code, rows(result)]).toEqual([
    1,
    [
      "north: prod  changed 2 (1 updated, 1 created)",
      expect.stringMatching(
        /^south: \*     failed: list the stacks in south: pulumi stack exited with code 1/,
      ),
    ],
  ]);
});
