import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { canaryEnvironment } from "./canaries.js";
import { lookInFolder } from "./canary-watch.js";
import { startCommand, type CommandResult, type RunningCommand } from "./commands.js";
import { whenLeaving } from "./leaving.js";
import { newStack } from "./new-stack.js";
import { killProcessesWith, processesWith, type FoundProcess } from "./processes.js";
import { makeProject, REPOSITORY, writeFile, type Project, type ProjectOptions } from "./project.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The Pulumi CLI from `tools/tests/provide-engine.mjs`; `env` lets it find its language host and launcher. */
    engine: { pulumi: string; env: Record<string, string>; version: string };
  }
}

export interface StackOptions extends ProjectOptions {
  /** Secret values of Pulumi.dev.yaml, by their full key. */
  secretConfig?: Record<string, string>;
  /** Added to the environment of all commands. Undefined removes a variable. */
  env?: Record<string, string | undefined>;
  /** The service for the provider. If absent, address and token are not set. */
  emulator?: { address: string; token: string };
}

/** The state, in the file of a stack or as `pulumi stack export` prints it. */
type StateFile =
  | (Deployment & { checkpoint?: undefined })
  | { version: number; checkpoint: { latest?: Deployment["deployment"] } };

/** The parts of `pulumi stack export` that tests use. */
export interface Deployment {
  version: number;
  deployment: {
    resources?: StateResource[];
    pending_operations?: { type: string; resource: StateResource }[];
  };
}

export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  custom: boolean;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  protect?: boolean;
  provider?: string;
  dependencies?: string[];
  initErrors?: string[];
}

/** Modules that each Node process of an engine preloads. */
const PRELOADED = [
  "test/support/compiled-libraries.cjs",
  "test/support/plain-inspect.cjs",
  "test/support/lifeline.cjs",
  "test/support/javascript-program.cjs",
  "test/support/lazy-libraries.cjs",
];

const QUICK_NODE = path.join(REPOSITORY, "test/support/quick-node");

/** A command is too short for garbage to matter. Collecting it takes a third of the CLI's CPU time. */
const QUICK_GO = { GOGC: "off", GOMEMLIMIT: "400MiB" };

/** An environment in which the commands of an engine need half of the CPU time. */
export const quickEnvironment = ({ PATH }: Record<string, string>): Record<string, string> => ({
  ...QUICK_GO,
  PATH: [QUICK_NODE, PATH].join(path.delimiter),
  TEST_NODE: process.execPath,
  TEST_NODE_VERSION: process.version,
  NODE_OPTIONS: PRELOADED.map((file) => `--require=${JSON.stringify(path.join(REPOSITORY, file))}`).join(" "),
});

const live = new Set<Stack>();

whenLeaving(() => {
  for (const stack of live) stack.disposeNow();
});

/**
 * A project in a temporary folder, for a real Pulumi CLI. The state of its stack `dev` is in a folder beside
 * the project.
 */
export class Stack {
  readonly #project: Project;
  readonly #engine = inject("engine");
  readonly #commands: RunningCommand[] = [];
  #env: NodeJS.ProcessEnv;

  constructor(options: StackOptions) {
    this.#project = makeProject(options);
    this.#env = environment(this.#project, this.#engine.env, options);
    live.add(this);
  }

  /** The folder of Pulumi.yaml. */
  get folder(): string {
    return this.#project.folder;
  }

  get env(): NodeJS.ProcessEnv {
    return this.#env;
  }

  /** Writes a file of the project. With one argument, writes the program. */
  write(text: string): void;
  write(file: string, text: string): void;
  write(...args: [string] | [string, string]): void {
    if (args.length === 1) writeFile(this.#project, this.#project.mainFile, args[0]);
    else writeFile(this.#project, ...args);
  }

  /** Changes the environment of later commands. Undefined removes a variable. */
  setEnv(changes: Record<string, string | undefined>): void {
    this.#env = withChanges(this.#env, changes);
  }

  /** Starts `pulumi ARGS`, so that a test can watch or kill it. */
  start(...args: string[]): RunningCommand {
    const command = startCommand(this.#engine.pulumi, [...args, "--non-interactive", "--color", "never"], {
      cwd: this.folder,
      env: this.#env,
      showsSecrets: args.includes("--show-secrets"),
    });
    this.#commands.push(command);
    return command;
  }

  /** Runs `pulumi ARGS` to its end. Never throws: a failure is an exit code. */
  run(...args: string[]): Promise<CommandResult> {
    return this.start(...args).ended;
  }

  /** Runs the built `voicecall ARGS` in the project's folder, with this stack's CLI and environment. */
  voicecall(...args: string[]): Promise<CommandResult> {
    const main = path.join(REPOSITORY, "dist/cli/main.js");
    const command = startCommand(process.execPath, [main, ...args], { cwd: this.folder, env: this.#env });
    this.#commands.push(command);
    return command.ended;
  }

  up(...extra: string[]): Promise<CommandResult> {
    return this.run("up", "--yes", "--skip-preview", ...extra);
  }

  preview(...extra: string[]): Promise<CommandResult> {
    return this.run("preview", ...extra);
  }

  /** The parsed output of `preview --json`. Throws if there is none. */
  async previewJson(...extra: string[]): Promise<PreviewJson> {
    const result = await this.run("preview", "--json", ...extra);
    return parse<PreviewJson>(result, "preview --json");
  }

  refresh(...extra: string[]): Promise<CommandResult> {
    return this.run("refresh", "--yes", "--skip-preview", ...extra);
  }

  /** Previews a refresh, without running the program. The command fails if there are changes. */
  asLive(): Promise<CommandResult> {
    return this.run("refresh", "--preview-only", "--expect-no-changes");
  }

  destroy(...extra: string[]): Promise<CommandResult> {
    return this.run("destroy", "--yes", "--skip-preview", ...extra);
  }

  /** The state, as `pulumi stack export` prints it. */
  async exportState(): Promise<Deployment> {
    const state = JSON.parse(await this.stateText()) as StateFile;
    return state.checkpoint ? { version: state.version, deployment: state.checkpoint.latest ?? {} } : state;
  }

  /** The text of the stored state, for tests that search it. */
  async stateText(): Promise<string> {
    // Reading this file is faster than running `pulumi stack export`, and both have the same resources. Projects with
    // another name or backend do not have this file.
    const file = path.join(this.#project.root, "state/.pulumi/stacks/engine-test/dev.json");
    if (existsSync(file)) return readFileSync(file, "utf8");
    return must(await this.run("stack", "export"), "stack export").stdout;
  }

  /** The outputs of the stack, with secrets in clear text. */
  async outputs(): Promise<Record<string, unknown>> {
    const result = await this.run("stack", "output", "--json", "--show-secrets");
    return parse<Record<string, unknown>>(result, "stack output");
  }

  /**
   * All processes of this stack: the CLI, its language host and its provider hosts (with `dynamic-provider` in
   * their command).
   */
  processes(): FoundProcess[] {
    return processesWith(this.#project.root);
  }

  /** Ends running processes and removes the folder. Does not delete objects in the service. */
  async dispose(): Promise<void> {
    if (!live.has(this)) return;
    killProcessesWith(this.#project.root);
    await Promise.all(this.#commands.map((command) => command.ended));
    // The folder contains state, its history and backups, the project, files of the CLI, and logs.
    lookInFolder(this.#project.root, "the folder of a stack");
    this.disposeNow();
  }

  /**
   * Like `dispose`, for a process that is about to exit: does not wait for the processes or search the folder.
   */
  disposeNow(): void {
    live.delete(this);
    killProcessesWith(this.#project.root);
    rmSync(this.#project.root, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  async init(secretConfig: Record<string, string>): Promise<this> {
    await newStack(this, this.#project, async (...args) =>
      must(await this.run("stack", "init", "dev", ...args), "stack init"),
    );
    const secrets = Object.entries(secretConfig).flatMap(([key, value]) => ["--secret", `${key}=${value}`]);
    if (secrets.length > 0) must(await this.run("config", "set-all", ...secrets), "config set-all");
    return this;
  }
}

export interface PreviewJson {
  steps?: {
    op: string;
    urn: string;
    oldState?: StateResource;
    newState?: StateResource;
    diffReasons?: string[];
    replaceReasons?: string[];
    detailedDiff?: Record<string, { kind: string; inputDiff?: boolean }> | null;
  }[];
  changeSummary?: Record<string, number>;
  diagnostics?: { message: string; severity: string; urn?: string }[];
}

/** Creates the project and its stack. Call `dispose` at the end, or use `await using stack = await createStack(…)`. */
export function createStack(options: StackOptions): Promise<Stack> {
  return new Stack(options).init(options.secretConfig ?? {});
}

/** Throws an error with the output if the command failed. */
export function must(result: CommandResult, what = "the command"): CommandResult {
  if (result.code === 0) return result;
  throw new Error(`${what} ended with ${result.code ?? result.signal ?? "nothing"}:\n${result.all}`);
}

function parse<T>(result: CommandResult, what: string): T {
  try {
    return JSON.parse(result.stdout) as T;
  } catch {
    throw new Error(`${what} ended with ${String(result.code)} and printed no JSON:\n${result.all}`);
  }
}

/** The environment, without variables of the user's Pulumi and of the test runner. */
function environment(
  project: Project,
  engine: Record<string, string>,
  options: StackOptions,
): NodeJS.ProcessEnv {
  const foreign = /^(PULUMI_|VOICECALL_|VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$|TS_NODE_)/;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const { emulator, env = {} } = options;
  return withChanges(Object.fromEntries(inherited), {
    ...engine,
    ...canaryEnvironment,
    ...quickEnvironment(engine),
    PULUMI_HOME: path.join(project.root, "pulumi-home"),
    PULUMI_BACKEND_URL: pathToFileURL(path.join(project.root, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "engine-test",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    ...(emulator && { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token }),
    ...env,
  });
}

function withChanges(env: NodeJS.ProcessEnv, changes: Record<string, string | undefined>): NodeJS.ProcessEnv {
  const merged = Object.entries({ ...env, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(merged);
}
