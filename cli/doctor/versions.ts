/** Checks Node, the Pulumi CLI, and the packages of the program's folder. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import satisfies from "semver/functions/satisfies.js";
import { type OwnPackage, ownPackage } from "../own-package.js";
import { yamlKeys } from "../yaml.js";
import { couldNotTell, forInformation, type Line, notReady, ready } from "./report.js";

const leastPulumi = "3.254.0";

const isIn = (range: string, version: string): boolean =>
  satisfies(version, range, { includePrerelease: true });

/** @param folder the folder of Pulumi.yaml; undefined without a program or with `--no-program` */
export async function versions(folder: string | undefined): Promise<Line[]> {
  const thisPackage = ownPackage();
  return [
    node(thisPackage),
    ...(await pulumiCli(folder)),
    ...(folder === undefined ? [] : packages(path.join(folder, mainFolder(folder)), thisPackage)),
  ];
}

function node(thisPackage: OwnPackage): Line {
  const required = thisPackage.engines.node.replace(/^>=/, "");
  const { node: installedNode } = process.versions;
  return isIn(thisPackage.engines.node, installedNode)
    ? ready("version.node", `Node ${installedNode}`)
    : notReady(
        "version.node",
        `Node ${installedNode}, but ${required} or later is required`,
        `install Node ${required} or later`,
      );
}

async function pulumiCli(folder: string | undefined): Promise<Line[]> {
  const id = "version.pulumi";
  const install = `install the Pulumi CLI ${leastPulumi} or later: pulumi.com/docs/install`;
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)("pulumi", ["version"], { env });
    const found = /^v?(\d+\.\d+\.\d+)/.exec(stdout.trim())?.[1];
    if (found === undefined) return [couldNotTell(id, "`pulumi version` prints no version", install)];
    if (isIn(`>=${leastPulumi}`, found)) return [ready(id, `Pulumi CLI ${found}`)];
    return [notReady(id, `Pulumi CLI ${found}, but ${leastPulumi} or later is required`, install)];
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === "ENOENT";
    const line = absent
      ? notReady(id, "there is no pulumi command on the PATH", install)
      : couldNotTell(id, "`pulumi version` failed", install);
    // Without a program, the CLI may not be needed, so a missing CLI is not a failure.
    return [folder === undefined ? forInformation(line) : line];
  }
}

/** Checks the folder from which the provider host loads the packages, also in refresh and destroy. */
function packages(folder: string, thisPackage: OwnPackage): Line[] {
  const range = thisPackage.peerDependencies["@pulumi/pulumi"]!;
  const provider = installed(folder, "pulumi-voicecall");
  const sdk = installed(folder, "@pulumi/pulumi");
  const install = (name: string): string =>
    `list ${name} in the package.json of ${folder}, and run npm install there`;
  return [
    provider === undefined
      ? notReady(
          "version.provider",
          `pulumi-voicecall is not installed in ${folder}`,
          install("pulumi-voicecall"),
        )
      : {
          ...ready("version.provider", `pulumi-voicecall ${provider}`),
          ...(provider !== thisPackage.version && {
            todo: `this command has version ${thisPackage.version}: run npx voicecall in the program's folder, so that both have the same version`,
          }),
        },
    sdk === undefined
      ? notReady("version.sdk", `@pulumi/pulumi is not installed in ${folder}`, install("@pulumi/pulumi"))
      : isIn(range, sdk)
        ? ready("version.sdk", `@pulumi/pulumi ${sdk}`)
        : notReady(
            "version.sdk",
            `@pulumi/pulumi ${sdk}, but ${range} is required`,
            install(`@pulumi/pulumi ${range}`),
          ),
  ];
}

function installed(folder: string, name: string): string | undefined {
  try {
    // The provider host resolves the package in the same way. The trailing slash makes Node start in the folder
    // itself.
    const file = createRequire(`${path.resolve(folder)}/`).resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(file, "utf8")) as OwnPackage).version;
  } catch {
    return undefined;
  }
}

/** The folder of `main` in Pulumi.yaml, where the provider host runs. */
function mainFolder(folder: string): string {
  const file = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"].find((name) =>
    existsSync(path.join(folder, name)),
  );
  try {
    const { main } = yamlKeys(readFileSync(path.join(folder, file!), "utf8"));
    if (typeof main !== "string") return ".";
    return path.extname(main) === "" ? main : path.dirname(main);
  } catch {
    return ".";
  }
}
