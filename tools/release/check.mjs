// `node tools/release/check.mjs v1.2.3`: checks whether the sources are ready for a release with this tag. Prints
// each problem, and exits with 1 if there are any.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";

const problems = releaseProblems(process.argv[2] ?? "", process.argv[3] ?? ROOT);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function releaseProblems(tag, root) {
  const version = tag.replace(/^v/, "");
  const read = (file) => readFileSync(path.join(root, file), "utf8");
  const [provider, emulator] = ["package.json", "emulator/package.json"].map((file) =>
    JSON.parse(read(file)),
  );
  const peer = provider.peerDependencies["pulumi-voicecall-emulator"];
  const changelog = read("CHANGELOG.md").split(/^## /m);
  const section = (title) => changelog.find((text) => text.split(/\s/, 1)[0] === title);
  const content = (text) => text?.split("\n").slice(1).join("\n").trim();
  return [
    [`${tag} is not a version tag such as v1.2.3`, /^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag)],
    [`package.json has version ${provider.version} instead of ${version}`, provider.version === version],
    [
      `emulator/package.json has version ${emulator.version} instead of ${version}`,
      emulator.version === version,
    ],
    [
      `package.json has pulumi-voicecall-emulator ${peer} instead of ${version} in peerDependencies`,
      peer === version,
    ],
    [`CHANGELOG.md has no section "## ${version}" with content`, content(section(version))],
    ['CHANGELOG.md has changes under "## Unreleased"', !content(section("Unreleased"))],
    [
      `test/states/${version} is missing: run npm run record:states`,
      existsSync(path.join(root, "test/states", version)),
    ],
  ]
    .filter(([, holds]) => !holds)
    .map(([problem]) => problem);
}
