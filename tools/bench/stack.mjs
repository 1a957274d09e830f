import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { execa } from "execa";
import { onExit } from "signal-exit";
import { stackEnvironment, stackVariables } from "../engine/stack.mjs";
import { ROOT } from "../setup/root.mjs";

const require = createRequire(import.meta.url);

/** An applied stack of so many assistants on a service within this process. */
export async function benchStack(engine, assistants) {
  const { startEmulator } = require(path.join(ROOT, "emulator/dist/index.js"));
  const service = await startEmulator();
  const root = mkdtempSync(path.join(os.tmpdir(), "voicecall-bench-"));
  const removeFiles = () => rmSync(root, { recursive: true, force: true });
  onExit(removeFiles);
  const cwd = makeProject(root, assistants);
  const variables = {
    ...stackVariables(root, service),
    PULUMI_SKIP_CHECKPOINTS: "true",
    PULUMI_EXPERIMENTAL: "true",
  };
  const env = stackEnvironment(engine, root, variables);
  /** Milliseconds that the command took; throws unless it succeeded. */
  const run = async (command, args) =>
    (await execa(command, args, { cwd, env, extendEnv: false, stdin: "ignore" })).durationMs;
  const pulumi = (...args) => run(engine.pulumi, args);
  await pulumi("stack", "init", "bench", "--non-interactive");
  await pulumi("up", "--yes", "--skip-preview", "--non-interactive");
  return {
    pulumi,
    voicecall: (...args) => run(process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...args]),
    close: async () => {
      await service.close();
      removeFiles();
    },
  };
}

function makeProject(root, assistants) {
  const folder = path.join(root, "project");
  mkdirSync(path.join(folder, "node_modules/@pulumi"), { recursive: true });
  symlinkSync(ROOT, path.join(folder, "node_modules/pulumi-voicecall"), "junction");
  const sdk = path.join(ROOT, "node_modules/@pulumi/pulumi");
  symlinkSync(sdk, path.join(folder, "node_modules/@pulumi/pulumi"), "junction");
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write("Pulumi.yaml", "name: bench\nruntime: { name: nodejs, options: { typescript: false } }\n");
  write("package.json", JSON.stringify({ name: "bench", main: "index.js" }));
  write(
    "index.js",
    `const { Assistant, MidCallTool } = require("pulumi-voicecall");
const hours = new MidCallTool("hours", { name: "get_hours", description: "When we are open.", endpoint: "https://tools.example.com/hours", method: "GET" });
const common = { voice: "Sarah", language: "English", llmModel: "GPT-4o-mini", callsDirection: "make", engineType: "pipeline", timezone: "Europe/Berlin", initialMessage: "Hello!", systemPrompt: "You help.\\n".repeat(200) };
for (let n = 0; n < ${assistants}; n += 1) new Assistant("a" + n, { ...common, name: "Assistant " + n, tools: [hours] });
`,
  );
  return folder;
}
