/** Finds problems that would make the workflows fail. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectFile } from "../base/pulumi.js";
import { type StackFiles, stackFileName, stackFiles, stacksWithFile } from "../base/stack-file.js";
import { lockFile } from "./lock-file.js";
import { settingsFor } from "./settings.js";
import type { Choices } from "./workflows.js";

/** One line per problem, for the repository at `root`. */
export function warnings(root: string, choices: Choices): string[] {
  const folder = path.join(root, choices.program);
  return [
    ...repositoryWarning(root),
    ...programWarnings(folder, choices.stacks),
    ...lockWarning(root, choices.program),
    ...packagesFromOutside(root, folder),
    ...passphraseWarning(choices),
  ];
}

function repositoryWarning(root: string): string[] {
  if (existsSync(path.join(root, ".git"))) return [];
  return [
    `GitHub reads workflows at the root of a repository only, and ${path.resolve(root)} contains no .git: name the root of the repository with --dir.`,
  ];
}

function programWarnings(folder: string, stacks: readonly string[]): string[] {
  const file = projectIn(folder);
  if (file === undefined)
    return [
      `There is no Pulumi.yaml in ${path.resolve(folder)}: name the program's folder with --program, relative to the root of the repository.`,
    ];
  const { extension, isElsewhere } = stackFiles(file);
  if (isElsewhere) return [];
  const present = stacksWithFile(file);
  const others = present.length === 0 ? "" : ` (the program has such files for ${present.sort().join(", ")})`;
  return stacks.flatMap((stack) => {
    if (present.includes(stack.split("/").at(-1)!)) return [];
    return [
      `There is no ${stackFileName(stack, extension)}${others}: if the stack does not exist yet, create it with \`pulumi stack init ${stack}\`; to use another stack, name that stack with --stack.`,
    ];
  });
}

/** The project's file in the folder itself: the workflows do not run in a parent folder. */
function projectIn(folder: string): string | undefined {
  const file = projectFile({ cwd: folder });
  return file !== undefined && path.dirname(file) === path.resolve(folder) ? file : undefined;
}

/** Where the workflows and the repository have the stacks' files, relative to the program's folder. */
export function stackFilesIn(root: string, program: string): Pick<StackFiles, "folder" | "extension"> {
  const file = projectIn(path.join(root, program));
  if (file === undefined) return { folder: ".", extension: ".yaml" };
  const { folder, extension } = stackFiles(file);
  const relative = path.relative(path.dirname(file), folder).replaceAll(path.sep, "/");
  return { folder: relative === "" ? "." : relative, extension };
}

/** `npm ci` needs a lock file, and the cache of `actions/setup-node` fails without it. */
function lockWarning(root: string, program: string): string[] {
  const folder = path.join(root, program);
  if (projectIn(folder) === undefined || lockFile(root, program) !== undefined) return [];
  return [
    `There is no package-lock.json in ${path.resolve(folder)}, so the workflows fail on GitHub: run \`npm install\` there, and commit the file. With another package manager, change the steps that install packages.`,
  ];
}

/** `npm ci` on GitHub does not find packages from outside the repository. */
function packagesFromOutside(root: string, folder: string): string[] {
  return Object.entries(dependencies(folder)).flatMap(([name, from]) => {
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

function dependencies(folder: string): Record<string, unknown> {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return {};
  try {
    const all = JSON.parse(readFileSync(file, "utf8")) as Record<string, object | undefined>;
    return { ...all["dependencies"], ...all["devDependencies"], ...all["optionalDependencies"] };
  } catch {
    // `npm ci` reports an invalid package.json.
    return {};
  }
}

function passphraseWarning({ state, stacks }: Choices): string[] {
  const needed = settingsFor(state).some(({ name }) => name === "PULUMI_CONFIG_PASSPHRASE");
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
