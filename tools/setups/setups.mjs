// `npm run soak -- setups`: installs both packed packages in each setup, checks the types of TypeScript
// programs, previews each program, and writes docs/evidence/setups.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { execa } from "execa";
import { cachedPackage } from "../base/cache.mjs";
import { findEngine } from "../engine/index.mjs";
import { ROOT } from "../setup/root.mjs";
import { managerOf } from "./managers.mjs";
import { pack } from "./pack.mjs";
import { PROGRAMS } from "./programs.mjs";
import { Project } from "./project.mjs";
import { ROWS } from "./rows.mjs";

const SDK = "@pulumi/pulumi";
const PAGE = path.join(ROOT, "docs/evidence/setups.md");

/**
 * Tries every setup, writes docs/evidence/setups.md, and returns whether each setup had the expected result.
 * @param env SETUPS selects rows by number, such as `1,5`. The page is then printed instead of written.
 */
export async function setups(env = process.env) {
  const { startEmulator } = await import("../../emulator/dist/index.js");
  const folder = mkdtempSync(path.join(os.tmpdir(), "voicecall-setups-"));
  const service = await startEmulator();
  try {
    const around = { service, engine: await findEngine(), tarballs: await pack(folder), sdks: await sdks() };
    const chosen = env.SETUPS?.split(",").map(Number);
    const played = [];
    for (const [index, row] of ROWS.entries())
      if (!chosen || chosen.includes(index + 1)) played.push(await play(row, around, index + 1));
    const page = pageOf(played, around);
    if (chosen) console.log(page);
    else writeFileSync(PAGE, page);
    return played.every(({ asExpected }) => asExpected);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function sdks() {
  const { peerDependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, "package.json"), "utf8"),
  );
  const { stdout } = await execa("npm", ["view", SDK, "version"]);
  return {
    oldest: /\d+\.\d+\.\d+/.exec(peerDependencies[SDK])[0],
    pinned: devDependencies[SDK],
    newest: stdout.trim(),
  };
}

async function play(row, { service, engine, tarballs, sdks }, number) {
  const sdk = sdks[row.sdk];
  const name = `${number} Node ${row.node}, ${row.manager}, ${row.program}, ${SDK} ${sdk}`;
  const nodeFolder = path.join(await cachedPackage("node", row.node), "node/bin");
  const project = new Project({ engine, service, nodeFolder });
  let problem;
  try {
    await preview(project, row, { tarballs, sdk, node: path.join(nodeFolder, "node") });
  } catch (error) {
    problem = error.message;
  } finally {
    project.dispose();
  }
  const asExpected = row.fails === undefined ? problem === undefined : problem !== undefined;
  console.log(
    `${asExpected ? "as expected" : "NOT AS EXPECTED"}: ${name}: ${problem === undefined ? "works" : "fails"}`,
  );
  if (problem !== undefined) console.log(problem.slice(0, 3_000));
  return { ...row, sdk, works: problem === undefined, asExpected };
}

async function preview(project, row, { tarballs, sdk, node }) {
  const { files, folder, install } = managerOf(row.manager);
  const {
    main,
    type = "commonjs",
    options,
    env,
    packages = {},
    isChecked,
    ...program
  } = PROGRAMS[row.program];
  const at = (name) => path.posix.join(folder, name);
  const tarball = (name) => [name, `file:${tarballs[name]}`];
  project.write({
    ...files,
    ...Object.fromEntries(Object.entries(program.files).map(([name, text]) => [at(name), text])),
    [at("Pulumi.yaml")]: JSON.stringify({ name: "setup", main, runtime: { name: "nodejs", options } }),
    [at("package.json")]: {
      name: "calls",
      version: "1.0.0",
      private: true,
      type,
      main,
      dependencies: { ...Object.fromEntries([tarball("pulumi-voicecall")]), [SDK]: sdk },
      devDependencies: { ...Object.fromEntries([tarball("pulumi-voicecall-emulator")]), ...packages },
    },
  });
  await install(project, node);
  if (isChecked)
    await project.run(node, [compilerOf(path.join(project.folder, folder)), "-p", "."], { folder });
  await project.pulumi(["stack", "init", "dev"], { folder });
  const output = await project.pulumi(["preview"], { folder, env });
  if (!/\+ 3 to create/.test(output))
    throw new Error(`preview does not show the program's resources:\n${output}`);
  await project.run(
    node,
    ["-e", 'require("pulumi-voicecall-emulator").startEmulator().then((one) => one.close())'],
    { folder },
  );
}

function compilerOf(folder) {
  const file = createRequire(path.join(folder, "index.js")).resolve("typescript/package.json");
  return path.join(path.dirname(file), "bin/tsc");
}

/** docs/evidence/setups.md with a new table. Its text stays. */
function pageOf(played, { engine, sdks }) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rows = played.map(({ node, manager, program, sdk, works, fails }) =>
    line([
      node.split(".")[0],
      manager,
      program,
      sdk,
      works ? "works" : `**fails**${fails ? `: ${fails}` : ""}`,
    ]),
  );
  const header = ["Node", "Package manager", "Program", `\`${SDK}\``, "Result"];
  const [text] = readFileSync(PAGE, "utf8").split(/^Made by/m);
  const made = `Made by \`npm run soak -- setups\` with Pulumi CLI ${engine.version}. The range of \`${SDK}\` is ${sdks.oldest} to ${sdks.newest}.`;
  return `${text}${made}\n\n${[line(header), line(header.map(() => "---")), ...rows].join("\n")}\n`;
}
