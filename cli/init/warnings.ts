/** Finds problems that would make the workflows fail. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { settingsFor } from "./settings.js";
import type { Choices } from "./workflows.js";

/** One line per problem, for the repository at `root`. */
export function warnings(root: string, choices: Choices): string[] {
  const folder = path.join(root, choices.program);
  return [
    ...repositoryWarning(root),
    ...programWarnings(folder, choices.stacks),
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
  const file = path.join(folder, "Pulumi.yaml");
  if (!existsSync(file))
    return [
      `There is no Pulumi.yaml in ${path.resolve(folder)}: name the program's folder with --program, relative to the root of the repository.`,
    ];
  if (/^(stackConfigDir|config):[ \t]*[^\s#{]/m.test(readFileSync(file, "utf8"))) return [];
  const present = readdirSync(folder).flatMap((entry) => /^Pulumi\.(.+)\.yaml$/.exec(entry)?.[1] ?? []);
  const others = present.length === 0 ? "" : ` (the program has such files for ${present.sort().join(", ")})`;
  return stacks.flatMap((stack) => {
    const name = fileName(stack);
    if (present.includes(name)) return [];
    return [
      `There is no Pulumi.${name}.yaml${others}: if the stack does not exist yet, create it with \`pulumi stack init ${stack}\`; to use another stack, name that stack with --stack.`,
    ];
  });
}

/** The stack's name in the file name `Pulumi.<name>.yaml`, without organization and project. */
export const fileName = (stack: string): string => stack.split("/").at(-1)!;

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
  return [
    `PULUMI_CONFIG_PASSPHRASE is empty here. GitHub cannot store an empty secret, and the workflows stop without this secret. If the stack has an empty passphrase, change it with \`pulumi stack change-secrets-provider passphrase --stack ${stacks[0]}\`, and commit the changed file.`,
  ];
}
