/** The files that make the folder a Pulumi project. */
import { IMPORT_FILE } from "./import-file.js";
import type { Files } from "./program.js";

/** These versions are tested together. */
const DEPENDENCIES = { "@pulumi/pulumi": "3.248.0" };
const DEV_DEPENDENCIES = { "@types/node": "^20.19.0", "ts-node": "^10.9.2", typescript: "~6.0.0" };

/** Turns the name of a folder into a valid Pulumi project name. */
export function projectName(folder: string): string {
  const name = folder
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 100);
  return name === "" ? "voicecall" : name;
}

/** @param version the version of this package */
export function projectFiles(name: string, version: string): Files {
  return new Map([
    ["Pulumi.yaml", `name: ${JSON.stringify(name)}\nruntime: nodejs\nmain: index.ts\n`],
    [
      "package.json",
      json({
        name: name.toLowerCase(),
        private: true,
        dependencies: { ...DEPENDENCIES, "pulumi-voicecall": version },
        devDependencies: DEV_DEPENDENCIES,
      }),
    ],
    [
      "tsconfig.json",
      json({
        compilerOptions: {
          target: "es2022",
          module: "node16",
          moduleResolution: "node16",
          strict: true,
          skipLibCheck: true,
          noEmit: true,
          // Without `rootDir`, TypeScript 6 fails if Pulumi runs without type checks (TS5011).
          rootDir: ".",
        },
        files: ["index.ts"],
      }),
    ],
    [".gitignore", `node_modules/\n.pulumi/\n# Contains secret values in clear text.\n${IMPORT_FILE}\n`],
  ]);
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
