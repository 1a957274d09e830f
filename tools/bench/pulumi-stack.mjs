import { copyFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { stackEnvironment, stackVariables } from "../engine/stack.mjs";
import { ROOT } from "../setup/root.mjs";
import { measured } from "./measure.mjs";
import { CONDITIONS } from "./service.mjs";

const PROGRAMS = fileURLToPath(new URL("programs", import.meta.url));
// docs/settings.md recommends `--parallel 32`, and the workflow templates use it, because creates that run at
// once share one read-back.
const APPLY = ["--yes", "--skip-preview", "--parallel", "32"];
const COMMANDS = {
  create: ["up", ...APPLY],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--preview-only", "--expect-no-changes"],
  refreshDrifted: ["refresh", "--preview-only", "--expect-no-changes"],
  changeOne: ["up", ...APPLY],
  destroy: ["destroy", ...APPLY],
};

/** A stack with a program of `programs/`, in a separate folder. */
export async function pulumiStack(engine, { program, folder, service, condition }) {
  const project = makeProject(folder, program);
  const settings = CONDITIONS[condition].checkpoints ? {} : WITHOUT_CHECKPOINTS;
  const env = stackEnvironment(engine, folder, { ...stackVariables(folder, service), ...settings });
  const run = (command, args) => measured(command, args, { cwd: project, env, folder });
  const pulumi = (args) => run(engine.pulumi, [...args, "--non-interactive", "--color", "never"]);
  const { exitCode, output } = await pulumi(["stack", "init", "bench"]);
  if (exitCode !== 0) throw new Error(`pulumi stack init failed:\n${output}`);
  const stateFile = path.join(folder, "state/.pulumi/stacks", `bench-${program}`, "bench.json");
  const resources = () => JSON.parse(readFileSync(stateFile, "utf8")).checkpoint.latest?.resources ?? [];
  return {
    project,
    env,
    declare: (account) => writeFileSync(path.join(project, "account.json"), JSON.stringify(account)),
    run: (operation) => pulumi(COMMANDS[operation]),
    drift: () => run(process.execPath, [path.join(ROOT, "dist/cli/main.js"), "drift"]),
    stateBytes: () => statSync(stateFile).size,
    tool: () =>
      resources().find(({ type }) => type.startsWith("pulumi-nodejs:dynamic/") && type.endsWith("Tool")),
    /** The numbers of assistants and tools in state, and the prompt of each assistant by its name. */
    recorded: () => {
      const dynamic = resources().filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"));
      const assistants = dynamic.filter(({ type }) => type.endsWith(":Assistant"));
      return {
        assistants: assistants.length,
        tools: dynamic.length - assistants.length,
        prompts: Object.fromEntries(assistants.map(({ outputs }) => [outputs.name, outputs.systemPrompt])),
      };
    },
  };
}

// By default, Pulumi writes the whole state after each step. With many resources, these writes take longer than
// everything else.
const WITHOUT_CHECKPOINTS = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

function makeProject(folder, program) {
  const project = path.join(folder, "project");
  mkdirSync(path.join(project, "node_modules/@pulumi"), { recursive: true });
  symlinkSync(ROOT, path.join(project, "node_modules/pulumi-voicecall"), "junction");
  const sdk = path.join(ROOT, "node_modules/@pulumi/pulumi");
  symlinkSync(sdk, path.join(project, "node_modules/@pulumi/pulumi"), "junction");
  const write = (name, text) => writeFileSync(path.join(project, name), text);
  write("Pulumi.yaml", `name: bench-${program}\nruntime: { name: nodejs, options: { typescript: false } }\n`);
  write("package.json", JSON.stringify({ name: `bench-${program}`, main: "index.cjs" }));
  copyFileSync(path.join(PROGRAMS, `${program}.cjs`), path.join(project, "index.cjs"));
  copyFileSync(path.join(PROGRAMS, "floor-provider.cjs"), path.join(project, "provider.cjs"));
  return project;
}
