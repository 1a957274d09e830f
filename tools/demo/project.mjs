import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { check } from "./story.mjs";

/** The packages that the program can load: this package, and those in the package.json of a real project. */
const MODULES = {
  "pulumi-voicecall": ".",
  ...linked("@pulumi/pulumi", "@types/node", "typescript", "ts-node"),
};

/** A copy of examples/quickstart that the demo may change. */
export class Project {
  /** @param folder the folder of the demo */
  constructor(folder) {
    this.folder = path.join(folder, "program");
    cpSync(path.join(ROOT, "examples/quickstart"), this.folder, { recursive: true });
    this.#write("Pulumi.yaml", "name: quickstart\nruntime: nodejs\nmain: index.ts\n");
    this.#write("package.json", JSON.stringify({ name: "quickstart", private: true }));
    for (const [name, target] of Object.entries(MODULES)) {
      const link = path.join(this.folder, "node_modules", name);
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.join(ROOT, target), link, "junction");
    }
  }

  read(file) {
    return readFileSync(path.join(this.folder, file), "utf8");
  }

  /** Replaces text that occurs exactly once in the file. */
  edit(file, before, after) {
    const text = this.read(file);
    check(text.split(before).length === 2, `${file} does not contain "${before}" exactly once.`);
    this.#write(
      file,
      text.replace(before, () => after),
    );
  }

  #write(file, text) {
    writeFileSync(path.join(this.folder, file), text);
  }
}

function linked(...names) {
  return Object.fromEntries(names.map((name) => [name, path.join("node_modules", name)]));
}
