import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { findEngine } from "../engine/index.mjs";
import { ROOT } from "../setup/root.mjs";
import { findTerraform } from "./terraform-programs.mjs";

const require = createRequire(import.meta.url);

/** The programs for these cells, with their versions. `missing` says why Terraform is left out. */
export async function findPrograms(cells) {
  const needsTerraform = cells.some(({ subjects }) => subjects.includes("terraform"));
  const engine = await findEngine();
  const terraform = needsTerraform ? await findTerraform() : undefined;
  const version = (name) => JSON.parse(readFileSync(require.resolve(`${name}/package.json`), "utf8")).version;
  const thisVersion = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")).version;
  return {
    programs: { engine, terraform },
    missing: terraform?.missing,
    versions: {
      own: `pulumi-voicecall ${thisVersion}`,
      engine: `Pulumi CLI ${engine.version}, @pulumi/pulumi ${version("@pulumi/pulumi")}, Node ${process.versions.node}`,
      ...(terraform?.introduction && { terraform: terraform.introduction }),
    },
  };
}

export function machine() {
  const [{ model }] = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  return {
    text: `${os.availableParallelism()} cores (${model.trim()}), ${memory} GiB of memory, ${os.type()} ${os.release()}`,
    load: os.loadavg()[0],
    date: new Date().toISOString().slice(0, 10),
  };
}
