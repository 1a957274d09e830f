import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startTree } from "../engine/tree.mjs";
import { onLeave } from "../leave.mjs";
import { ROOT } from "../setup/root.mjs";

const require = createRequire(import.meta.url);

/** An applied stack of so many assistants on a service within this process. */
export async function benchStack(engine, assistants) {
  const { startEmulator } = require(path.join(ROOT, "dist/emulator/index.js"));
  const service = await startEmulator();
  const root = mkdtempSync(path.join(os.tmpdir(), "voicecall-bench-"));
  const files = onLeave(() => rmSync(root, { recursive: true, force: true }));
  const folder = makeProject(root, assistants);
  const env = environment(engine, root, service);
  const run = (command, args) => timed(command, args, { cwd: folder, env });
  const pulumi = (...args) => run(engine.pulumi, args);
  await pulumi("stack", "init", "bench", "--non-interactive");
  await pulumi("up", "--yes", "--skip-preview", "--non-interactive");
  return {
    pulumi,
    voicecall: (...args) => run(process.execPath, [path.join(ROOT, "dist/cli/main.js"), ...args]),
    close: async () => {
      await service.close();
      files.now();
    },
  };
}

function makeProject(root, assistants) {
  const folder = path.join(root, "project");
  for (const name of ["project", "state", "pulumi-home"]) mkdirSync(path.join(root, name));
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

function environment(engine, root, service) {
  const own = Object.entries(process.env).filter(([name]) => !/^(PULUMI|VOICECALL)_/.test(name));
  return {
    ...Object.fromEntries(own),
    ...engine.env,
    PULUMI_HOME: path.join(root, "pulumi-home"),
    PULUMI_BACKEND_URL: pathToFileURL(path.join(root, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "bench",
    PULUMI_SKIP_CHECKPOINTS: "true",
    PULUMI_EXPERIMENTAL: "true",
    VOICECALL_BASE_URL: service.address,
    VOICECALL_ACCESS_TOKEN: service.token,
  };
}

/** Milliseconds that the command took; throws unless it succeeded. */
async function timed(command, args, options) {
  const started = performance.now();
  const { child, ended } = startTree(command, args, options);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => (said += chunk));
  }
  const { code, signal, error } = await ended;
  const took = performance.now() - started;
  if (code === 0) return took;
  const end = error?.message ?? code ?? signal;
  throw new Error(`${path.basename(command)} ${args.join(" ")} ended with ${end}:\n${said.slice(-3_000)}`);
}
