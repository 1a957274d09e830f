import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { must } from "../../support/engine.js";
import { REPOSITORY } from "../../support/project.js";
import { js, service, stackOn, writes } from "../../support/engine-world.js";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A node_modules folder with a copy of the built package, so that a test can install different versions. */
function modules(): { folder: string; install: (version: string, change: (text: string) => string) => void } {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), "voicecall-modules-"));
  folders.push(folder);
  const root = path.join(folder, "pulumi-voicecall");
  mkdirSync(root);
  cpSync(path.join(REPOSITORY, "dist"), path.join(root, "dist"), { recursive: true });
  cpSync(path.join(REPOSITORY, "package.json"), path.join(root, "package.json"));
  // Links to what both versions need. The program and the package share one copy of @pulumi/pulumi.
  symlinkSync(path.join(REPOSITORY, "node_modules"), path.join(root, "node_modules"));
  symlinkSync(path.join(REPOSITORY, "node_modules", "@pulumi"), path.join(folder, "@pulumi"));
  const install = (version: string, change: (text: string) => string): void => {
    const manifest = path.join(root, "package.json");
    writeFileSync(
      manifest,
      readFileSync(manifest, "utf8").replace(/"version": "[^"]*"/, `"version": "${version}"`),
    );
    const code = path.join(root, "dist/provider/index.js");
    writeFileSync(code, change(readFileSync(code, "utf8")));
  };
  return { folder, install };
}

const asModule = (program: string): string =>
  program.replace(/const (.*) = require\((".*")\);/g, (_all, names: string, from: string) =>
    names.startsWith("{") ? `import ${names} from ${from};` : `import * as ${names} from ${from};`,
  );

test("another version of the package and an ES module instead of CommonJS show no difference; destroy works without the program", async () => {
  const emulator = await service();
  const { folder, install } = modules();
  const program = js(`
const weather = new MidCallTool("weather", tool("get_weather"));
new Assistant("support", { ...support, tools: [weather] });
`);
  const stack = await stackOn(emulator, program, { modules: folder });
  must(await stack.up());
  const { resources = [] } = (await stack.exportState()).deployment;
  const texts = resources
    .filter(({ type }) => type.includes("voicecall:"))
    .flatMap(({ inputs, outputs }) => [inputs!["__provider"], outputs!["__provider"]].map(String));
  expect(texts).toHaveLength(4);
  // One provider text per kind of resource.
  expect(new Set(texts).size).toBe(2);
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(200);

  install("0.2.0", (code) => `${code}\nconsole.log("version 0.2.0 at work");\n`);
  stack.write("package.json", JSON.stringify({ name: "engine-test", main: "index.mjs" }));
  stack.write("index.mjs", asModule(program));
  rmSync(path.join(stack.folder, "index.js"));
  emulator.reset();
  must(await stack.preview("--expect-no-changes"));
  const refreshed = must(await stack.run("refresh", "--yes", "--skip-preview", "--expect-no-changes"));
  expect(refreshed.all).toContain("version 0.2.0 at work");
  expect(writes(emulator)).toEqual([]);

  // Now the program is in a different folder, and no longer compiles.
  stack.write("Pulumi.yaml", "name: engine-test\nruntime: nodejs\nmain: moved/\n");
  stack.write("moved/index.mjs", "this does not (compile");
  rmSync(path.join(stack.folder, "index.mjs"));
  must(await stack.destroy());
  expect(emulator.state.assistants).toEqual([]);
  expect(emulator.state.tools).toEqual([]);
});
