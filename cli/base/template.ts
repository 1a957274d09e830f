/** The programs of templates/new, each also a template of `pulumi new`. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { ownVersion, packageFolder } from "./own-package.js";

/** Content by path. Paths have forward slashes. */
export type Files = Map<string, string>;

export interface Manifest {
  name?: string;
  scripts?: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

export const templates = ["inbound", "outbound-campaign", "empty"] as const;
export type Template = (typeof templates)[number];

/** @param project the name of the Pulumi project */
export function templateFiles(template: Template, project: string): Files {
  const root = path.join(packageFolder(), "templates", "new", template);
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
  const files: Files = new Map(
    names.sort().map((name) => [name, readFileSync(path.join(root, name), "utf8")]),
  );
  const language = files.get("Pulumi.yaml")!.match(/^(?:runtime|main): .*\n/gm)!;
  files.set("Pulumi.yaml", `name: ${JSON.stringify(project)}\n${language.join("")}`);
  files.set(".gitignore", "node_modules/\n.pulumi/\n");
  changeManifest(files, (manifest) => {
    manifest.name = project.toLowerCase();
    manifest.dependencies["pulumi-voicecall"] = ownVersion();
  });
  return files;
}

export function changeManifest(files: Files, change: (manifest: Manifest) => void): void {
  const manifest = JSON.parse(files.get("package.json")!) as Manifest;
  change(manifest);
  files.set("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Turns the name of a folder into a valid Pulumi project name. */
export function projectName(folderName: string): string {
  const name = folderName
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 100);
  return name === "" ? "voicecall" : name;
}
