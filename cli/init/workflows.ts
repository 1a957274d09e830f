/** The workflows, from the templates that the package ships. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { ghCommand, type RepositorySetting, settingsFor, type StateBackend } from "./settings.js";

export interface Choices {
  state: StateBackend;
  stack: string;
  branch: string;
  /** The folder of Pulumi.yaml, from the root of the repository, with forward slashes. */
  program: string;
}

const WORKFLOWS = ["voicecall-preview.yml", "voicecall-apply.yml", "voicecall-drift.yml"];

/** Text by path from the root of the repository. */
export function workflows(choices: Choices): Record<string, string> {
  // By its own name: the package may stand anywhere, and this file is compiled to another folder.
  const templates = path.join(path.dirname(require.resolve("pulumi-voicecall/package.json")), "templates/ci");
  return Object.fromEntries(
    WORKFLOWS.map((name) => [
      `.github/workflows/${name}`,
      filled(readFileSync(path.join(templates, name), "utf8"), choices),
    ]),
  );
}

function filled(template: string, { state, stack, branch, program }: Choices): string {
  const settings = settingsFor(state);
  const lines: Record<string, string[]> = {
    settings: settings.map(fromRepository),
    required: settings.map(required),
  };
  const words: Record<string, string> = {
    stack,
    branch,
    program,
    lock: path.posix.join(program, "package-lock.json"),
  };
  return template
    .replace(/^( *)# \{\{(\w+)\}\}$/gm, (_, indent: string, name: string) =>
      lines[name]!.map((line) => indent + line).join("\n"),
    )
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name]!);
}

function fromRepository({ name, kind }: RepositorySetting): string {
  return `${name}: \${{ ${kind === "secret" ? "secrets" : "vars"}.${name} }}`;
}

/** GitHub passes "" for what is not set, and Pulumi would go on with that. */
function required(setting: RepositorySetting): string {
  return `: "\${${setting.name}:?this repository has no such ${setting.kind}: ${ghCommand(setting)}}"`;
}
