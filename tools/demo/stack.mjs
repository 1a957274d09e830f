import { writeFileSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import pc from "picocolors";
import { stackEnvironment, stackVariables } from "../engine/stack.mjs";
import { ROOT } from "../setup/root.mjs";
import { StepFailed, say } from "./story.mjs";

export const STACK = "demo";

/** The stack of the demo: the program at the root of this repository, with its state in a folder of its own. */
export class DemoStack {
  /** @param interrupted an AbortSignal that ends a running command as Ctrl-C does */
  constructor({ engine, folder, service, interrupted }) {
    this.engine = engine;
    this.folder = folder;
    this.interrupted = interrupted;
    this.configFile = path.join(folder, `Pulumi.${STACK}.yaml`);
    /** What a user exports to go on with this stack. */
    this.variables = stackVariables(folder, service);
  }

  /** The stack's settings file is made beside the state, so that the repository stays as it is. */
  async init() {
    writeFileSync(path.join(this.folder, "Pulumi.yaml"), "name: voicecall-quickstart\nruntime: nodejs\n");
    await this.#must(["stack", "init", STACK, "--cwd", this.folder], { show: false });
  }

  /** Runs a command with its output shown; throws unless it succeeds. Returns what it printed. */
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
    const command = execa(this.engine.pulumi, [...args, "--non-interactive", "--color", color], {
      cwd: ROOT,
      env: stackEnvironment(this.engine, this.folder, this.variables),
      extendEnv: false,
      stdin: "ignore",
      all: true,
      reject: false,
      // In a process group of its own, it gets an interrupt only once: a second one makes it leave things undone.
      detached: true,
      cancelSignal: this.interrupted,
      killSignal: "SIGINT",
    });
    if (show) for await (const line of command.iterable({ from: "all" })) if (line) say(`     ${line}`);
    const { failed, stdout, all, exitCode, signal, shortMessage } = await command;
    if (!failed) return stdout;
    if (!show) say(all);
    throw new StepFailed(`pulumi ${args[0]} ended with ${exitCode ?? signal ?? shortMessage}.`);
  }
}
