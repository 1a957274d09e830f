// `node tools/release/upgrade.mjs`: checks that this build shows no difference for a stack of the last release from
// npm, and can destroy it. `--from FILE.tgz` uses a packed package instead.
import { createRequire } from "node:module";
import path from "node:path";
import { execa } from "execa";
import { findEngine } from "../engine/index.mjs";
import { setup } from "../setup/setup.mjs";
import { ROOT } from "../setup/root.mjs";
import { pack } from "../setups/pack.mjs";
import { REQUIRED } from "../setups/programs.mjs";
import { Project } from "../setups/project.mjs";

const PACKAGE = "pulumi-voicecall";

setup();
const last = await lastRelease(process.argv.slice(2));
if (last) await upgrade(last);
else console.log(`npm has no release of ${PACKAGE} yet, so there is no upgrade to test.`);

async function lastRelease([option, file]) {
  if (option === "--from") return path.resolve(file);
  const { stdout, stderr, failed } = await execa("npm", ["view", PACKAGE, "version"], { reject: false });
  if (!failed) return `${PACKAGE}@${stdout.trim()}`;
  if (stderr.includes("E404")) return undefined;
  throw new Error(`npm view ${PACKAGE} failed:\n${stderr}`);
}

async function upgrade(from) {
  const { startEmulator } = await import("../../emulator/dist/index.js");
  const service = await startEmulator();
  const project = new Project({ engine: await findEngine(), service });
  try {
    project.write({
      "package.json": { private: true, main: "index.js" },
      "Pulumi.yaml": "name: upgrade\nruntime: nodejs\n",
      "index.js": REQUIRED,
    });
    const { devDependencies } = createRequire(import.meta.url)(path.join(ROOT, "package.json"));
    const install = (...names) => project.run("npm", ["install", "--no-audit", "--no-fund", ...names]);
    await install(`@pulumi/pulumi@${devDependencies["@pulumi/pulumi"]}`, from);
    await project.pulumi(["stack", "init", "dev"]);
    await project.pulumi(["up", "--yes", "--skip-preview"]);
    console.log(
      `${from} created ${service.state.tools.length} tool and ${service.state.assistants.length} assistant`,
    );

    await install((await pack(project.root))[PACKAGE]);
    service.reset();
    await project.pulumi(["preview", "--diff", "--expect-no-changes"]);
    await project.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    const writes = service.requests().filter(({ method }) => method !== "GET");
    if (writes.length > 0) throw new Error(`preview and refresh sent ${JSON.stringify(writes)}`);
    console.log("this build finds no difference");
    await project.pulumi(["destroy", "--yes", "--skip-preview"]);
    const { tools, assistants } = service.state;
    if (tools.length + assistants.length > 0) throw new Error("destroy left objects in the service");
    console.log("this build destroyed the stack");
  } finally {
    project.dispose();
    await service.close();
  }
}
