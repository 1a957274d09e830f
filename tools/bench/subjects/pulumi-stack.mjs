import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { stackEnvironment, stackVariables } from "../../engine/stack.mjs";
import { ROOT } from "../../setup/root.mjs";
import { measured } from "./measure.mjs";

const PROGRAMS = fileURLToPath(new URL("programs", import.meta.url));
const PROVIDERS = { ours: "pulumi-voicecall", floor: "./floor.cjs" };
const PLAIN = ["--non-interactive", "--color", "never"];
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
const FIRST = "client-0";

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
  write("Pulumi.yaml", "name: bench\nruntime: nodejs\n");
  write("package.json", JSON.stringify({ name: "bench", main: "index.cjs" }));
  const env = stackEnvironment(engine, folder, {
    ...stackVariables(folder, service),
    BENCH_PROVIDER: PROVIDERS[subject],
    // By default, Pulumi writes the whole state after each step, which takes longer than everything else.
    ...{ PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" },
  });
  const run = (command, args) => measured(command, args, { cwd: project, env, folder });
  const pulumi = (args) => run(engine.pulumi, [...args, ...PLAIN]);
  const { exitCode, output } = await pulumi(["stack", "init", FIRST]);
  if (exitCode !== 0) throw new Error(`pulumi stack init failed:\n${output}`);
  const stateFile = (name) => path.join(folder, `state/.pulumi/stacks/bench/${name}.json`);
  const stack = {
    write,
    declare: (account) => write("account.json", JSON.stringify(account)),
    run: (operation) =>
      subject === "ours" && operation === "drift" ? stack.drift() : pulumi(COMMANDS[operation]),
    drift: (...args) => run(process.execPath, [path.join(ROOT, "dist/cli/main.js"), "drift", ...args]),
    /** Makes copies, so that there are `count` stacks. */
    copy: (count) => {
      for (let index = 1; index < count; index += 1) {
        const name = `client-${index}`;
        const copied = (text) => text.replaceAll(FIRST, name);
        writeFileSync(stateFile(name), copied(readFileSync(stateFile(FIRST), "utf8")));
        write(`Pulumi.${name}.yaml`, readFileSync(path.join(project, `Pulumi.${FIRST}.yaml`)));
      }
    },
    /** Refreshes each of the stacks without a preview, four at once. */
    refreshAll: (count) =>
      run("sh", [
        "-c",
        `seq 0 ${count - 1} | xargs -P 4 -I{} ${engine.pulumi} ${[...REFRESH, ...PLAIN].join(" ")} --stack client-{}`,
      ]),
    /** The numbers of assistants and tools in state. */
    recorded: () => {
      const { resources = [] } = JSON.parse(readFileSync(stateFile(FIRST), "utf8")).checkpoint.latest ?? {};
      const count = (type) => resources.filter((resource) => resource.type.endsWith(`:${type}`)).length;
      return { assistants: count("Assistant"), tools: count("MidCallTool") };
    },
  };
  return stack;
}
