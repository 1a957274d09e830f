/**
 * `pulumi stack init` takes half a second. So each test process runs it once, and copies the resulting files
 * for its other stacks. These files do not depend on the program.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Project } from "./project.js";

interface NewStack {
  /** The content of files, by path in the state folder. */
  state: Map<string, string>;
  /** The entries of Pulumi.dev.yaml about the stack's encryption key. */
  key: object;
}

let first: NewStack | undefined;

/**
 * Copies an earlier stack of this process. Returns false if there is none, or if the project has its own
 * Pulumi.yaml or a Pulumi.dev.yaml that is not JSON.
 */
export function copyNewStack(project: Project): boolean {
  const settings = settingsOf(project);
  if (first === undefined || settings === undefined) return false;
  for (const [name, text] of first.state) {
    const file = path.join(project.root, "state", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(settingsFile(project), JSON.stringify({ ...settings, ...first.key }));
  select(project);
  return true;
}

export function rememberNewStack(project: Project): void {
  if (first !== undefined || !project.isDefault) return;
  const { secretsprovider, encryptedkey } = parse(readFileSync(settingsFile(project), "utf8")) as Record<
    string,
    unknown
  >;
  const folder = path.join(project.root, "state");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  const texts = files.map((name): [string, string] => [name, readFileSync(path.join(folder, name), "utf8")]);
  first = { state: new Map(texts), key: { secretsprovider, encryptedkey } };
}

/** Has the effect of `pulumi stack select dev`. */
function select({ root, folder }: Project): void {
  const workspaces = path.join(root, "pulumi-home/workspaces");
  const hash = createHash("sha1").update(path.join(folder, "Pulumi.yaml")).digest("hex");
  mkdirSync(workspaces);
  writeFileSync(
    path.join(workspaces, `engine-test-${hash}-workspace.json`),
    JSON.stringify({ stack: "organization/engine-test/dev" }),
  );
}

const settingsFile = ({ folder }: Project): string => path.join(folder, "Pulumi.dev.yaml");

/**
 * The content of Pulumi.dev.yaml, which `makeProject` writes as JSON. Undefined if the project cannot use a
 * copy.
 */
function settingsOf(project: Project): object | undefined {
  if (!project.isDefault) return undefined;
  if (!existsSync(settingsFile(project))) return {};
  try {
    return JSON.parse(readFileSync(settingsFile(project), "utf8")) as object;
  } catch {
    return undefined;
  }
}
