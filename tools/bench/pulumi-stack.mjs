import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { stackEnvironment, stackVariables } from "../engine/stack.mjs";
import { ROOT } from "../setup/root.mjs";
import { measured } from "./measure.mjs";

const PROGRAMS = fileURLToPath(new URL("programs", import.meta.url));
const PROVIDERS = { ours: "pulumi-voicecall", floor: "./floor.cjs" };
// docs/settings.md recommends `--parallel 32`, and the workflow templates use it.
const APPLY = ["--yes", "--skip-preview", "--parallel", "32"];
const REFRESH = ["refresh", "--preview-only", "--expect-no-changes"];
const COMMANDS = {
  create: ["up", ...APPLY],
  preview: ["preview", "--expect-no-changes"],
  refresh: REFRESH,
  drift: REFRESH,
  change: ["up", ...APPLY],
  destroy: ["destroy", ...APPLY],
};

/** A stack of the subject `ours` or `floor` in this folder. */
export async function pulumiStack(engine, { subject, folder, service }) {
  const project = path.join(folder, "project");
  cpSync(PROGRAMS, project, { recursive: true });
  for (const [name, target] of [
    ["pulumi-voicecall", ROOT],
    ["@pulumi/pulumi", path.join(ROOT, "node_modules/@pulumi/pulumi")],
  ]) {
    const link = path.join(project, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(target, link, "junction");
  }
  const write = (name, text) => writeFileSync(path.join(project, name), text);
  write("Pulumi.yaml", "name: bench\nruntime: { name: nodejs, options: { typescript: false } }\n");
  write("package.json", JSON.stringify({ name: "bench", main: "index.cjs" }));
  const env = stackEnvironment(engine, folder, {
    ...stackVariables(folder, service),
    BENCH_PROVIDER: PROVIDERS[subject],
    // By default, Pulumi writes the whole state after each step, which takes longer than everything else.
    ...{ PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" },
  });
  const run = (command, args) => measured(command, args, { cwd: project, env, folder });
  const pulumi = (args) => run(engine.pulumi, [...args, "--non-interactive", "--color", "never"]);
  const { exitCode, output } = await pulumi(["stack", "init", "bench"]);
  if (exitCode !== 0) throw new Error(`pulumi stack init failed:\n${output}`);
  const stateFile = path.join(folder, "state/.pulumi/stacks/bench/bench.json");
  return {
    declare: (account) => write("account.json", JSON.stringify(account)),
    run: (operation) =>
      subject === "ours" && operation === "drift"
        ? run(process.execPath, [path.join(ROOT, "dist/cli/main.js"), "drift"])
        : pulumi(COMMANDS[operation]),
    /** The numbers of assistants and tools in state. */
    recorded: () => {
      const { resources = [] } = JSON.parse(readFileSync(stateFile, "utf8")).checkpoint.latest ?? {};
      const count = (type) => resources.filter((resource) => resource.type.endsWith(`:${type}`)).length;
      return { assistants: count("Assistant"), tools: count("MidCallTool") };
    },
  };
}
