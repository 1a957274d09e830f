import path from "node:path";
import { execa } from "execa";
import pc from "picocolors";
import { stackEnvironment, stackVariables } from "../engine/stack.mjs";
import { ROOT } from "../setup/root.mjs";
import { colorEnvironment, telling } from "./screen.mjs";
import { StepFailed, check, say } from "./story.mjs";

/** The stack of the demo. Its program and state are in the demo's folder. */
export class DemoStack {
  /** @param interrupted an AbortSignal that ends a running command like Ctrl-C */
  constructor({ engine, folder, project, service, interrupted }) {
    this.engine = engine;
    this.project = project;
    this.interrupted = interrupted;
    this.environment = stackEnvironment(engine, folder, stackVariables(folder, service));
  }

  async init() {
    const { code, all } = await this.#run(this.engine.pulumi, ["stack", "init", "dev", "--non-interactive"]);
    check(code === 0, `pulumi stack init failed: ${all}`);
  }

  /** Runs a Pulumi command and shows its output, without the engine's progress lines. Throws if the command fails. */
  async pulumi(...args) {
    const { code, output } = await this.#show("pulumi", args);
    check(code === 0, `pulumi ${args[0]} exited with code ${code}.`);
    return output;
  }

  /** Runs a Pulumi command that must fail. */
  async rejected(...args) {
    const { code, output } = await this.#show("pulumi", args);
    check(code !== 0, `pulumi ${args[0]} succeeded, but it must fail.`);
    return output;
  }

  /** Runs a command of this package, shows its output, and returns its exit code. */
  async voicecall(...args) {
    const { code } = await this.#show("voicecall", args);
    return code;
  }

  async #show(name, args) {
    say(pc.dim(`   $ ${name === "voicecall" ? "npx voicecall" : name} ${args.join(" ")}`));
    say();
    const color = pc.isColorSupported ? "always" : "never";
    const main = path.join(ROOT, "dist/cli/main.js");
    const { code, all } = await (name === "pulumi"
      ? this.#run(this.engine.pulumi, [...args, "--non-interactive", "--color", color])
      : this.#run(process.execPath, [main, ...args], colorEnvironment(pc.isColorSupported)));
    const lines = telling(all);
    for (const line of lines) say(line === "" ? "" : `     ${line}`);
    return { code, output: lines.join("\n") };
  }

  async #run(program, args, more = {}) {
    check(!this.interrupted.aborted, `${program} was not started, because the demo was interrupted.`);
    const command = execa(program, args, {
      cwd: this.project.folder,
      env: {
        ...this.environment,
        // The example is type-checked together with the package. A second check would take a third of the demo's
        // time.
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
        ...more,
      },
      extendEnv: false,
      stdin: "ignore",
      all: true,
      reject: false,
      // In a separate process group, the command receives a single interrupt. A second one would stop it before it
      // cleans up.
      detached: true,
      cancelSignal: this.interrupted,
      killSignal: "SIGINT",
    });
    const { all, exitCode, signal, shortMessage } = await command;
    if (exitCode === undefined) throw new StepFailed(`${program} ended with ${signal ?? shortMessage}.`);
    return { code: exitCode, all };
  }
}
