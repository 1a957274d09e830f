/** A template in JavaScript, and with the local service. */
import { changeManifest, type Files } from "../base/template.js";
import { ownVersion } from "../base/own-package.js";

const TYPESCRIPT = ["@types/node", "ts-node", "typescript"];

/** The templates have no type annotations, so only the names of the files change. */
export function inJavaScript(files: Files): void {
  for (const [name, text] of [...files].filter(([one]) => one.endsWith(".ts"))) {
    files.delete(name);
    files.set(
      name.replace(/\.ts$/, ".mjs"),
      text.replace(/(?<=import\(?(?:.* from)? ?"\.\/[\w-]+)(?=")/g, ".mjs"),
    );
  }
  files.delete("tsconfig.json");
  files.set("Pulumi.yaml", files.get("Pulumi.yaml")!.replace("index.ts", "index.mjs"));
  changeManifest(files, ({ devDependencies }) => {
    for (const name of TYPESCRIPT) delete devDependencies[name];
  });
}

/** The seed of the local service, if the template's program needs records that exist. */
const SEED = "seed.json";

export function withLocalService(files: Files, local: boolean): void {
  const seed = files.has(SEED) ? ` --seed ${SEED}` : "";
  if (!local) return void files.delete(SEED);
  const service = `voicecall emulator${seed} --data service-state.json`;
  files.set("Pulumi.yaml", `${files.get("Pulumi.yaml")}backend:\n  url: file://.\n`);
  files.set(".gitignore", `${files.get(".gitignore")}service-state.json\n`);
  changeManifest(files, (manifest) => {
    manifest.devDependencies["pulumi-voicecall-emulator"] = ownVersion();
    manifest.scripts = {
      service,
      preview: `${service} -- pulumi preview`,
      up: `${service} -- pulumi up`,
      drift: `${service} -- voicecall drift`,
      ...manifest.scripts,
    };
  });
}
