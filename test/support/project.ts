import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

export const REPOSITORY = path.resolve(__dirname, "../..");

export type Language = "js" | "mjs" | "ts";

export interface ProjectOptions {
  /** The source of the program, or a folder to copy. */
  program: string | { dir: string };
  /** The language of a program that is passed as text. Default: "js". */
  language?: Language;
  /** More files, by path in the project. */
  files?: Record<string, string>;
  /** A node_modules folder, instead of one with links to this repository. */
  modules?: string;
  /** Values of Pulumi.dev.yaml, by their full key. */
  config?: Record<string, unknown>;
}

/** A Pulumi project in a temporary folder. */
export interface Project {
  /** The folder with all files and the state. */
  root: string;
  /** The folder with Pulumi.yaml. */
  folder: string;
  /** The file with the program's text. */
  mainFile: string;
  /** Whether `makeProject` wrote Pulumi.yaml, because neither the program nor `files` contains one. */
  isDefault: boolean;
}

const MAIN: Record<Language, string> = { js: "index.js", mjs: "index.mjs", ts: "index.ts" };

export function makeProject({
  program,
  language = "js",
  files = {},
  config = {},
  modules,
}: ProjectOptions): Project {
  // A real path, because Node compares real paths, and on macOS the temporary folder is behind a symbolic link.
  const root = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-engine-"));
  const folder = path.join(root, "project");
  for (const name of ["project", "state", "pulumi-home"]) mkdirSync(path.join(root, name));
  const project = { root, folder, mainFile: MAIN[language], isDefault: false };
  if (typeof program === "string") writeFile(project, project.mainFile, program);
  else
    cpSync(program.dir, folder, {
      recursive: true,
      filter: (source) => path.basename(source) !== "node_modules",
    });

  const typescript = readdirSync(folder).some((name) => name === "index.ts");
  if (typescript) project.mainFile = MAIN.ts;
  const has = (name: string) => existsSync(path.join(folder, name));
  if (!has("package.json"))
    writeFile(project, "package.json", JSON.stringify({ name: "engine-test", main: project.mainFile }));
  if (!has("Pulumi.yaml") && files["Pulumi.yaml"] === undefined) {
    project.isDefault = true;
    writeFile(project, "Pulumi.yaml", pulumiYaml(typescript));
  }
  if (typescript && !has("tsconfig.json")) writeFile(project, "tsconfig.json", JSON.stringify(TSCONFIG));
  if (Object.keys(config).length > 0) writeFile(project, "Pulumi.dev.yaml", configYaml(config));
  for (const [name, text] of Object.entries(files)) writeFile(project, name, text);
  if (modules === undefined) linkModules(folder);
  else symlinkSync(modules, path.join(folder, "node_modules"), "junction");
  return project;
}

export function writeFile(project: Project, name: string, text: string): void {
  const file = path.join(project.folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "node16",
    moduleResolution: "node16",
    strict: true,
    skipLibCheck: true,
  },
};

function pulumiYaml(typescript: boolean): string {
  return JSON.stringify({ name: "engine-test", runtime: { name: "nodejs", options: { typescript } } });
}

// JSON is valid YAML, and quotes every string.
function configYaml(config: Record<string, unknown>): string {
  return JSON.stringify({ config });
}

/**
 * Creates links instead of copies. Node resolves a link to the real path, so the program, this package and the provider
 * host all load this repository's `@pulumi/pulumi`.
 */
export function linkModules(folder: string): void {
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
  mkdirSync(path.join(modules, "@types"));
  symlinkSync(REPOSITORY, path.join(modules, "pulumi-voicecall"), "junction");
  for (const name of ["@pulumi/pulumi", "@types/node", "typescript", "ts-node"]) {
    symlinkSync(path.join(REPOSITORY, "node_modules", name), path.join(modules, name), "junction");
  }
}
