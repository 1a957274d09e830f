import { once } from "node:events";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { execa } from "execa";
import { goProgram } from "../../base/go-program.mjs";
import { findOnPath } from "../../engine/programs.mjs";
import { measured } from "./measure.mjs";
import { SOURCE, terraformProgram } from "./terraform-program.mjs";

const MODULE = "github.com/Mastercard/terraform-provider-restapi";
const APPLY = ["apply", "-auto-approve", "-refresh=false"];
const REFRESH = ["plan", "-refresh-only", "-detailed-exitcode"];
const PLAIN = ["-input=false", "-no-color"];
// Together with the provider settings below, these options send the fewest requests.
const COMMANDS = {
  create: APPLY,
  preview: ["plan", "-refresh=false", "-detailed-exitcode"],
  refresh: REFRESH,
  drift: REFRESH,
  change: APPLY,
  destroy: [...APPLY, "-destroy"],
};

/** Terraform of the PATH, and a generic REST provider, which is built once. Undefined without Terraform. */
export async function findTerraform() {
  const terraform = findOnPath("terraform");
  if (!terraform) return undefined;
  const provider = await goProgram({ name: path.basename(MODULE), module: MODULE, main: MODULE });
  const { stdout } = await execa(terraform, ["version", "-json"]);
  const introduction = `Terraform ${JSON.parse(stdout).terraform_version}`;
  return { terraform, provider, introduction, version: /\d+\.\d+\.\d+$/.exec(provider)[0] };
}

/**
 * A stack whose state a server of this process keeps. Terraform then writes state every 20 seconds; a file it would
 * write after each step, as Pulumi does without PULUMI_SKIP_CHECKPOINTS.
 */
export async function terraformStack({ terraform, provider, version }, { folder, service, later }) {
  const [project, plugins, temporary] = ["project", "plugins", "tmp"].map((name) => path.join(folder, name));
  const platform = `linux_${process.arch === "x64" ? "amd64" : process.arch}`;
  const mirror = path.join(plugins, SOURCE, version, platform);
  for (const one of [project, mirror, temporary]) mkdirSync(one, { recursive: true });
  symlinkSync(provider, path.join(mirror, `terraform-provider-restapi_v${version}`));
  const state = await stateServer(later);
  const rest = Object.entries(process.env).filter(([name]) => !/^(TF|VOICECALL)_/.test(name));
  const env = {
    ...Object.fromEntries(rest),
    ...{ TF_CLI_CONFIG_FILE: os.devNull, TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1", TMPDIR: temporary },
  };
  const run = ([command, ...args]) =>
    measured(terraform, [command, ...PLAIN, ...args], { cwd: project, env, folder });
  const declare = (account) =>
    writeFileSync(
      path.join(project, "main.tf.json"),
      JSON.stringify(terraformProgram(service, state.address, account)),
    );
  declare({});
  const { exitCode, output } = await run(["init", `-plugin-dir=${plugins}`]);
  if (exitCode !== 0) throw new Error(`terraform init failed:\n${output}`);
  return {
    declare,
    run: (operation) => run(COMMANDS[operation]),
    /** Refreshes state, as a user's first plan would, because the responses to creates are not records. */
    settle: () => run(["apply", "-refresh-only", "-auto-approve"]),
    recorded: () => {
      const { resources } = JSON.parse(state.text());
      const count = (kind) => resources.filter(({ name }) => name.startsWith(kind)).length;
      return { assistants: count("assistant"), tools: count("tool") };
    },
    copy: () => undefined,
    /** Compares the stack `count` times, four at once: a plan writes nothing, so all can share one state. */
    refreshAll: (count) =>
      measured(
        "sh",
        ["-c", `seq ${count} | xargs -P 4 -I{} ${terraform} ${[...REFRESH, ...PLAIN].join(" ")} -lock=false`],
        { cwd: project, env, folder },
      ),
  };
}

async function stateServer(later) {
  let state = "";
  const server = createServer(async (request, response) => {
    if (request.method === "POST") state = await text(request);
    response.writeHead(state === "" ? 404 : 200).end(request.method === "GET" ? state : "");
  }).listen(0, "127.0.0.1");
  later(() => server.close());
  await once(server, "listening");
  return { address: `http://127.0.0.1:${server.address().port}`, text: () => state };
}
