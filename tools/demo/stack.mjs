import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import pc from "picocolors";
import { startTree } from "../engine/tree.mjs";
import { ROOT } from "../setup/root.mjs";
import { StepFailed, say } from "./story.mjs";

export const STACK = "demo";
const PASSPHRASE = "demo";

/** The stack of the demo: the program at the root of this repository, with its state in a folder of its own. */
export class DemoStack {
  constructor({ engine, folder, service }) {
    this.engine = engine;
    this.folder = folder;
    this.configFile = path.join(folder, `Pulumi.${STACK}.yaml`);
    /** What a user exports to go on with this stack. */
    this.variables = {
      PULUMI_HOME: path.join(folder, "pulumi-home"),
      PULUMI_BACKEND_URL: pathToFileURL(path.join(folder, "state")).href,
      PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
      VOICECALL_BASE_URL: service.address,
      VOICECALL_ACCESS_TOKEN: service.token,
    };
  }

  /** The stack's settings file is made beside the state, so that the repository stays as it is. */
  async init() {
    for (const name of ["pulumi-home", "state", "tmp"]) mkdirSync(path.join(this.folder, name));
    writeFileSync(path.join(this.folder, "Pulumi.yaml"), "name: voicecall-quickstart\nruntime: nodejs\n");
    await this.#must(["stack", "init", STACK, "--cwd", this.folder], { show: false });
  }

  /** Runs a command with its output shown; throws unless it succeeds. Answers what it printed. */
  run(...args) {
    return this.#must([...args, ...this.flags()], { show: true });
  }

  /** The parsed answer of a command with `--json`, not shown. */
  async json(...args) {
    return JSON.parse(await this.#must([...args, "--json", ...this.flags()], { show: false }));
  }

  flags() {
    return ["--stack", STACK, "--config-file", this.configFile];
  }

  async #must(args, { show }) {
    if (show) say(pc.dim(`   $ pulumi ${args.slice(0, args.indexOf("--stack")).join(" ")}`));
    const color = show && pc.isColorSupported ? "always" : "never";
    const { child, ended } = startTree(this.engine.pulumi, [...args, "--non-interactive", "--color", color], {
      cwd: ROOT,
      // What the engine and its compiler leave behind goes with the folder.
      env: {
        ...ownEnvironment(),
        ...this.engine.env,
        ...this.variables,
        TMPDIR: path.join(this.folder, "tmp"),
      },
    });
    const output = { stdout: "", all: "" };
    for (const name of ["stdout", "stderr"]) {
      createInterface({ input: child[name] }).on("line", (line) => {
        output.all += `${line}\n`;
        if (name === "stdout") output.stdout += `${line}\n`;
        if (show && line !== "") say(`     ${line}`);
      });
    }
    const { code, signal, error } = await ended;
    if (code === 0) return output.stdout;
    if (!show) say(output.all);
    throw new StepFailed(`pulumi ${args[0]} ended with ${error?.message ?? code ?? signal}.`);
  }
}

/** Without what the user has set for stacks and services of their own. */
function ownEnvironment() {
  const own = Object.entries(process.env).filter(([name]) => !/^(PULUMI|VOICECALL)_/.test(name));
  return Object.fromEntries(own);
}
