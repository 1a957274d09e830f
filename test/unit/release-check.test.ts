/** The check that the release workflow runs first. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/after-test.js";
import { REPOSITORY } from "../support/project.js";

const READY = {
  version: "1.2.3",
  emulator: "1.2.3",
  peer: "1.2.3",
  changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.3\n\n- A change.\n\n## 1.2.2\n\n- Older.\n",
  state: "1.2.3",
};

function problems(tag: string, change: Partial<typeof READY> = {}): { code: number | null; lines: string[] } {
  const { version, emulator, peer, changelog, state } = { ...READY, ...change };
  const folder = temporaryFolder();
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write("package.json", JSON.stringify({ version, peerDependencies: { "pulumi-voicecall-emulator": peer } }));
  write("emulator/package.json", JSON.stringify({ version: emulator }));
  write("CHANGELOG.md", changelog);
  write(`test/states/${state}/state.json`, "{}");
  const tool = path.join(REPOSITORY, "tools/release/check.mjs");
  const { status, stderr } = spawnSync(process.execPath, [tool, tag, folder], { encoding: "utf8" });
  return { code: status, lines: stderr.split("\n").filter(Boolean) };
}

it("a release that is ready has no problem", () => {
  expect(problems("v1.2.3")).toEqual({ code: 0, lines: [] });
});

it.each([
  [{ version: "1.2.2" }, "package.json has version 1.2.2 instead of 1.2.3"],
  [{ emulator: "1.2.2" }, "emulator/package.json has version 1.2.2 instead of 1.2.3"],
  [
    { peer: "1.2.2" },
    "package.json has pulumi-voicecall-emulator 1.2.2 instead of 1.2.3 in peerDependencies",
  ],
  [{ changelog: "# Changelog\n" }, 'CHANGELOG.md has no section "## 1.2.3" with content'],
  [
    { changelog: "# Changelog\n\n## 1.2.3\n\n## 1.2.2\n\n- Older.\n" },
    'CHANGELOG.md has no section "## 1.2.3" with content',
  ],
  [
    { changelog: READY.changelog.replace("## Unreleased\n", "## Unreleased\n\n- Another change.\n") },
    'CHANGELOG.md has changes under "## Unreleased"',
  ],
  [{ state: "1.2.2" }, "test/states/1.2.3 is missing: run npm run record:states"],
])("%j is reported as the only problem", (change, problem) => {
  expect(problems("v1.2.3", change)).toEqual({ code: 1, lines: [problem] });
});

it("a tag that is not a version is a problem", () => {
  expect(problems("latest").lines).toContain("latest is not a version tag such as v1.2.3");
});
