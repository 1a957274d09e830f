/** What the workflows need to know about the repository, and problems in it that would make them fail. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFile } from "../base/pulumi.js";
import { upward } from "../base/upward.js";
import { type StackFiles, stackFileName, stackFiles, stacksWithFile, yamlKeys } from "../base/stack-file.js";
import { type StateBackend, settingsFor } from "./settings.js";

/** What the repository has for one program. */
export interface Repository {
  readonly root: string;
  /** The folder of the program. */
  readonly folder: string;
  /** The project's file in that folder itself: the workflows do not run in a parent folder. */
  readonly project: string | undefined;
  /** Where the stacks' files are, relative to the program's folder, with forward slashes. */
  readonly stackFiles: StackFiles;
  /** The file from which `npm ci` installs, relative to the root. */
  readonly lock: string | undefined;
  /** Whether the file of each given stack has a base URL. */
  readonly hasBaseUrls: boolean;
}

/**
 * @param dir where the workflows are written. If it is outside of the repository in which the command runs, they will
 * be copied into that repository.
 */
export function repositoryFor(dir: string, program: string, stacks: readonly string[]): Repository {
  const given = repositoryAt(dir, program, stacks);
  const around = upward(process.cwd()).find((folder) => existsSync(path.join(folder, ".git")));
  const isElsewhere = around !== undefined && path.relative(around, path.resolve(dir)).startsWith("..");
  const isProgram = given.project !== undefined || existsSync(path.join(dir, ".git"));
  return isElsewhere && !isProgram ? repositoryAt(around, program, stacks) : given;
}

function repositoryAt(root: string, program: string, stacks: readonly string[]): Repository {
  const folder = path.join(root, program);
  const found = projectFile({ cwd: folder });
  const project = found !== undefined && path.dirname(found) === path.resolve(folder) ? found : undefined;
  const files = project === undefined ? undefined : stackFiles(project);
  const relative = files && path.relative(path.resolve(folder), files.folder).replaceAll(path.sep, "/");
  return {
    root,
    folder,
    project,
    stackFiles: { extension: ".yaml", isElsewhere: false, ...files, folder: relative || "." },
    lock: lockFile(root, program),
    hasBaseUrls: project !== undefined && withoutBaseUrl(project, stacks).length === 0,
  };
}

/** The names of the stacks' files that have no base URL, or do not exist. */
function withoutBaseUrl(project: string, stacks: readonly string[]): string[] {
  const { folder, extension } = stackFiles(project);
  const files = stacks.map((stack) => stackFileName(stack, extension));
  return files.filter((name) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return true;
    const { config } = yamlKeys(readFileSync(file, "utf8"));
    return typeof config !== "object" || config === null || !Object.hasOwn(config, "voicecall:baseUrl");
  });
}

const LOCK_FILES = ["package-lock.json", "npm-shrinkwrap.json"];

/**
 * The lock file relative to the root of the repository, with forward slashes. It is next to the program, or at
 * the npm workspace that the program belongs to. Undefined if there is none.
 */
function lockFile(root: string, program: string): string | undefined {
  const name = LOCK_FILES.find((one) => existsSync(path.join(root, program, one)));
  if (name !== undefined) return path.posix.join(program, name);
  const [, ...above] = upward(program);
  const workspace = above.find((folder) => "workspaces" in manifest(path.join(root, folder)));
  return workspace === undefined ? undefined : lockFile(root, workspace);
}

/** Empty without a package.json, and if it is invalid, which `npm ci` reports. */
function manifest(folder: string): Readonly<Record<string, object | undefined>> {
  try {
    return { ...(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as object) };
  } catch {
    return {};
  }
}

/** One line per problem. */
export function warnings(repository: Repository, state: StateBackend, stacks: readonly string[]): string[] {
  return [
    ...repositoryWarning(repository),
    ...programWarnings(repository, stacks),
    ...packagesFromOutside(repository),
    ...baseUrlWarning(repository, stacks),
    ...passphraseWarning(state, stacks),
  ];
}

function baseUrlWarning({ project }: Repository, stacks: readonly string[]): string[] {
  const without = project === undefined ? [] : withoutBaseUrl(project, stacks);
  if (without.length === 0 || without.length === stacks.length) return [];
  return [
    `The files of other stacks have voicecall:baseUrl, but ${without.join(", ")} has none. The jobs of all stacks read the variable VOICECALL_BASE_URL, and fail where it differs from the file: set voicecall:baseUrl in each file and run this command again with --force, or remove it from each file.`,
  ];
}

function repositoryWarning({ root }: Repository): string[] {
  if (existsSync(path.join(root, ".git"))) return [];
  return [
    `GitHub reads workflows at the root of a repository only, and ${path.resolve(root)} contains no .git: name the root of the repository with --dir.`,
  ];
}

function programWarnings(
  { folder, project, stackFiles: files, lock }: Repository,
  stacks: readonly string[],
): string[] {
  if (project === undefined)
    return [
      `There is no Pulumi.yaml in ${path.resolve(folder)}: name the program's folder with --program, relative to the root of the repository.`,
    ];
  return [
    ...(files.isElsewhere ? [] : absentStackFiles(project, files.extension, stacks)),
    ...(lock === undefined ? [noLock(folder)] : []),
  ];
}

function absentStackFiles(project: string, extension: string, stacks: readonly string[]): string[] {
  const present = stacksWithFile(project);
  const others = present.length === 0 ? "" : ` (the program has such files for ${present.sort().join(", ")})`;
  return stacks.flatMap((stack) => {
    if (present.includes(stack.split("/").at(-1)!)) return [];
    return [
      `There is no ${stackFileName(stack, extension)}${others}: if the stack does not exist yet, create it with \`pulumi stack init ${stack}\`; to use another stack, name that stack with --stack.`,
    ];
  });
}

/** `npm ci` needs a lock file, and the cache of `actions/setup-node` fails without it. */
const noLock = (folder: string): string =>
  `There is no package-lock.json in ${path.resolve(folder)}, so the workflows fail on GitHub: run \`npm install\` there, and commit the file. With another package manager, change the steps that install packages.`;

/** `npm ci` on GitHub does not find packages from outside the repository. */
function packagesFromOutside({ root, folder }: Repository): string[] {
  const { dependencies, devDependencies, optionalDependencies } = manifest(folder);
  const all: Record<string, unknown> = { ...dependencies, ...devDependencies, ...optionalDependencies };
  return Object.entries(all).flatMap(([name, from]) => {
    if (typeof from !== "string" || !from.startsWith("file:")) return [];
    const target = path.resolve(folder, from.slice("file:".length));
    const within = path.relative(path.resolve(root), target);
    if (within !== ".." && !within.startsWith(`..${path.sep}`) && !path.isAbsolute(within)) return [];
    const copy = `./vendor/${path.basename(target)}`;
    return [
      `package.json installs ${name} from ${from}, which is outside the repository, so \`npm ci\` fails on GitHub: copy the package to ${copy} in the program's folder, run \`npm install ${copy}\` there, and commit both changes.`,
    ];
  });
}

function passphraseWarning(state: StateBackend, stacks: readonly string[]): string[] {
  const needed = settingsFor(state, true).some(({ name }) => name === "PULUMI_CONFIG_PASSPHRASE");
  if (!needed || process.env["PULUMI_CONFIG_PASSPHRASE"] !== "") return [];
  const commands = stacks.map(
    (stack) => `\`pulumi stack change-secrets-provider passphrase --stack ${stack}\``,
  );
  const change =
    stacks.length === 1
      ? `If the stack has an empty passphrase, change it with ${commands[0]}, and commit the changed file.`
      : `For each stack with an empty passphrase, run its command, and commit the changed file: ${commands.join(", ")}.`;
  return [
    `PULUMI_CONFIG_PASSPHRASE is empty here. GitHub cannot store an empty secret, and the workflows stop without this secret. ${change}`,
  ];
}
