/** The provider sets V8 flags in the provider host only. They save memory and CPU time there. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished, test, expect } from "vitest";
import { REPOSITORY } from "../support/project.js";

const provider = path.join(REPOSITORY, "dist/provider/index.js");

/** Prints each flag, and whether the provider's code is loaded when the flag is set. */
const LOADS_PROVIDER = `
  require("node:v8").setFlagsFromString = (flag) => {
    const isLoaded = Object.keys(require.cache).some((file) => /runtime\\.js$/.test(file));
    console.log(flag, isLoaded ? "too late" : "in time");
  };
  require(${JSON.stringify(provider)});
`;

/** Later versions of Node do not know this flag, and would print an error. */
const ONLY_NODE_20 = process.versions.node.startsWith("20.") ? ["--interrupt-budget=400000"] : [];

test.each([
  [
    "dynamic-provider",
    ["--no-allocation-site-pretenuring", ...ONLY_NODE_20, "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"],
  ],
  ["run", []],
])("in a process of Pulumi's cmd/%s, the provider sets the V8 flags %j", (command, expected) => {
  const root = mkdtempSync(path.join(os.tmpdir(), "voicecall-host-flags-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = path.join(root, "cmd", command);
  mkdirSync(folder, { recursive: true });
  const script = path.join(folder, "index.js");
  writeFileSync(script, LOADS_PROVIDER);
  const lines = execFileSync(process.execPath, [script], { encoding: "utf8" }).split("\n");
  expect(lines.filter(Boolean)).toEqual(expected.map((flag) => `${flag} in time`));
});
