/** How this repository's tools find or build a Pulumi CLI. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { startCommand } from "../support/commands.js";
import { REPOSITORY } from "../support/project.js";

/** A module that all Node processes of a command load. It records each attempt to connect or fetch. */
const watch = (file: string) => `
import { appendFileSync } from "node:fs";
import { subscribe } from "node:diagnostics_channel";
for (const channel of ["net.client.socket", "undici:request:create"])
  subscribe(channel, () => appendFileSync(${JSON.stringify(file)}, channel + "\\n"));
`;

test("without CLI and Go nothing is downloaded, and the error names what to install", async () => {
  const folder = temporaryFolder();
  const [connections, preload, bin] = ["connections", "watch.mjs", "bin"].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  mkdirSync(bin);
  writeFileSync(preload, watch(connections));
  const tool = pathToFileURL(path.join(REPOSITORY, "tools/engine/index.mjs")).href;
  const search = `
const { findEngine } = await import(${JSON.stringify(tool)});
await findEngine().catch((error) => { console.error(error.message); process.exitCode = 1; });`;
  const { code, all } = await startCommand(process.execPath, ["--input-type=module", "--eval", search], {
    cwd: folder,
    env: {
      PATH: bin,
      HOME: folder,
      LOCALAPPDATA: folder,
      XDG_CACHE_HOME: folder,
      NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
    },
  }).ended;
  const attempted = existsSync(connections) ? readFileSync(connections, "utf8") : "";
  expect({ code, attempted }, all).toEqual({ code: 1, attempted: "" });
  expect(all).toContain("No Pulumi CLI could be found or built.");
  expect(all).toMatch(/Install the Pulumi CLI 3\.254\.0 or newer .*, or Go 1\.25/);
});
