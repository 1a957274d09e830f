import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { execa } from "execa";
import { stackEnvironment, stackVariables } from "../engine/stack.mjs";

/** A user's project in a temporary folder, with separate Pulumi state. It uses the local service. */
export class Project {
  /**
   * @param engine the result of `findEngine`
   * @param service address and token of the local service
   * @param nodeFolder the folder of the node executable. Default: that of this process.
   */
  constructor({ engine, service, nodeFolder = path.dirname(process.execPath) }) {
    // On macOS, the temporary folder is behind a symbolic link.
    this.root = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-setup-"));
    this.folder = path.join(this.root, "project");
    mkdirSync(this.folder);
    this.#pulumi = engine.pulumi;
    const environment = stackEnvironment(engine, this.root, stackVariables(this.root, service));
    // Leaves out variables of npm and Node that a user's shell usually does not have.
    const inherited = Object.entries(environment).filter(
      ([name]) => !/^(npm_|NODE_OPTIONS$|NODE_ENV$)/i.test(name),
    );
    const { PATH } = environment;
    this.#env = { ...Object.fromEntries(inherited), PATH: [nodeFolder, PATH].join(path.delimiter) };
  }

  #pulumi;
  #env;

  /** Writes files. Content that is not text becomes JSON. */
  write(files) {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
    }
  }

  /** Runs a command and returns its output. If it fails, throws an Error with the output. */
  async run(file, args, { folder = ".", env = {} } = {}) {
    const { all, failed, shortMessage } = await execa(file, args, {
      cwd: path.join(this.folder, folder),
      env: { ...this.#env, ...env },
      extendEnv: false,
      stdin: "ignore",
      all: true,
      reject: false,
      timeout: 240_000,
    });
    if (failed) throw new Error(`${shortMessage}\n${all}`);
    return all;
  }

  pulumi(args, where) {
    return this.run(this.#pulumi, [...args, "--non-interactive", "--color", "never"], where);
  }

  dispose() {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}
