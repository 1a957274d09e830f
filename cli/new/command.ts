/** `voicecall new`: writes a program that runs. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type Command, Option } from "commander";
import { inShell } from "../../provider/base/quoted.js";
import { ending, exitCodes, type ExitCode, reasonOf } from "../base/exit.js";
import { assertFree, write } from "../base/new-folder.js";
import { during, print, printJson } from "../base/output.js";
import { packageFolder } from "../base/own-package.js";
import { assertCli, pulumiOrFail } from "../base/pulumi.js";
import {
  changeManifest,
  type Files,
  projectName,
  type Template,
  templateFiles,
  templates,
} from "../base/template.js";
import { upward } from "../base/upward.js";
import { inJavaScript, withLocalService } from "./files.js";

interface Given {
  template: Template;
  language: "typescript" | "javascript";
  local?: boolean;
  generateOnly?: boolean;
  json?: boolean;
}

/** The first stack of a program with the local service. */
const STACK = "dev";

export function registerNew(program: Command): void {
  program
    .command("new")
    .argument("<dir>", "the folder to write to, which must be new or empty")
    .description("write a program that runs: an assistant, its prompt, and a test of what it says")
    .addOption(
      new Option("-t, --template <name>", "what the program declares").choices(templates).default("inbound"),
    )
    .addOption(
      new Option("--language <name>", "the program's language")
        .choices(["typescript", "javascript"])
        .default("typescript"),
    )
    .option("--local", `use a service on this machine, which calls nobody, and create the stack "${STACK}"`)
    .option("-g, --generate-only", "only write files: install no packages, and create no stack")
    .option("--json", "print what was written as JSON")
    .addHelpText(
      "after",
      `
With --local, \`npm run up\`, \`npm run preview\` and \`npm run drift\` start the local service, run the command, and stop the
service. Its records stay in service-state.json, and Pulumi's state in .pulumi/.

The templates are also templates of \`pulumi new\`: pulumi new node_modules/pulumi-voicecall/templates/new/inbound.

Examples:
  voicecall new my-assistants
  voicecall new my-assistants --local
  voicecall new my-calls --template outbound-campaign --language javascript`,
    )
    .action(ending(run));
}

async function run(folder: string, given: Given): Promise<ExitCode> {
  const { template, language, local = false, generateOnly = false, json = false } = given;
  assertFree(folder);
  if (local && !generateOnly) assertCli();
  const project = projectName(path.basename(path.resolve(folder)));
  const files = templateFiles(template, project);
  if (language === "javascript") inJavaScript(files);
  withLocalService(files, local);
  if (isClone() && !generateOnly) await pack(folder, files);
  write(folder, files);
  if (!generateOnly) {
    await during("Installing packages …", () => npm(folder, ["install", "--no-fund", "--no-audit"]));
    if (local)
      await during("Creating the stack …", () =>
        pulumiOrFail(
          "create the stack",
          ["stack", "init"],
          { cwd: folder, stack: STACK },
          { env: { PULUMI_CONFIG_PASSPHRASE: process.env["PULUMI_CONFIG_PASSPHRASE"] ?? "" } },
        ),
      );
  }
  const written = [...files.keys()];
  const next = nextSteps(folder, { local, generateOnly });
  if (json) printJson({ folder, project, template, files: written, next });
  else
    print(
      [...written.map((name) => `wrote  ${name}`), "", "Next:", ...next.map((step) => `  ${step}`)].join(
        "\n",
      ),
    );
  return exitCodes.ok;
}

function nextSteps(
  folder: string,
  { local, generateOnly }: { local: boolean; generateOnly: boolean },
): string[] {
  const stack = local ? `PULUMI_CONFIG_PASSPHRASE= pulumi stack init ${STACK}` : `pulumi stack init ${STACK}`;
  return [
    ...(path.resolve(folder) === process.cwd() ? [] : [`cd ${inShell(folder)}`]),
    ...(generateOnly ? ["npm install"] : []),
    ...(generateOnly || !local ? [stack] : []),
    ...(local
      ? ["npm run up", "npm run preview   # unchanged"]
      : [
          "pulumi config set voicecall:baseUrl https://…",
          "pulumi config set --secret voicecall:accessToken",
          "pulumi preview",
        ]),
    ...(upward(path.resolve(folder)).some((one) => existsSync(path.join(one, ".git")))
      ? []
      : ['git init && git add --all && git commit -m "First program"   # for voicecall pull and undo']),
  ];
}

/** Whether this is a clone of the repository, whose version may be in no package registry. */
const isClone = (): boolean => existsSync(path.join(packageFolder(), "tsconfig.build.json"));

/** Puts the clone's own packages into the folder, and has the program use these. */
async function pack(folder: string, files: Files): Promise<void> {
  const vendor = path.join(path.resolve(folder), "vendor");
  mkdirSync(vendor, { recursive: true });
  const packed = await npm(packageFolder(), [
    ...["pack", "--workspaces", "--include-workspace-root", "--ignore-scripts", "--json"],
    ...["--pack-destination", vendor],
  ]);
  const names = new Map(
    (JSON.parse(packed) as { name: string; filename: string }[]).map(({ name, filename }) => [
      name,
      filename,
    ]),
  );
  changeManifest(files, ({ dependencies, devDependencies }) => {
    for (const group of [dependencies, devDependencies])
      for (const name of Object.keys(group))
        if (names.has(name)) group[name] = `file:vendor/${names.get(name)}`;
  });
}

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  try {
    // In Windows, npm is a script that only a shell runs.
    const options = { cwd, maxBuffer: 2 ** 26, shell: process.platform === "win32" };
    return (await promisify(execFile)("npm", args, options)).stdout;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new Error(
      `\`npm ${args[0]}\` failed in ${cwd}: ${stderr.trim().slice(-1_000) || reasonOf(error)}\nRun it again there.`,
    );
  }
}
