// Runs commands of the Automation API with an inline program, in a project's folder:
// `node runner.cjs createStack '[{"command":"up","program":"…"}]'`. The program is inline, because the
// language host that the tests build does not support hooks.
const path = require("node:path");
const fromProject = require("node:module").createRequire(path.join(process.cwd(), "index.js"));
const pulumi = fromProject("@pulumi/pulumi");
const { LocalWorkspace } = fromProject("@pulumi/pulumi/automation");
const voicecall = fromProject("pulumi-voicecall");

async function main(open, commands) {
  const projectName = "engine-test";
  const stack = await LocalWorkspace[open](
    { stackName: "dev", projectName, program: async () => undefined },
    { workDir: process.cwd() },
  );
  const results = [];
  for (const { command, program = "", options = {} } of commands) {
    const calls = [];
    const inline = new Function("pulumi", "voicecall", "calls", program);
    // Asynchronous: if the program throws, the stack reports the error, and this process continues.
    const run = { program: async () => inline(pulumi, voicecall, calls), ...options };
    // A destroy with `runProgram` runs the program of the workspace.
    stack.workspace.program = run.program;
    try {
      const { summary, changeSummary, stdout } = await stack[command](run);
      results.push({
        command,
        ok: true,
        changes: summary?.resourceChanges ?? changeSummary,
        message: stdout,
        calls,
      });
    } catch (error) {
      results.push({ command, ok: false, message: error.message, calls });
    }
  }
  console.log(`RESULTS ${JSON.stringify(results)}`);
}

main(process.argv[2], JSON.parse(process.argv[3])).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
