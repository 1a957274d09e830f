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

const MODULE = "github.com/Mastercard/terraform-provider-restapi";
const SOURCE = "example.com/mastercard/restapi";
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
      JSON.stringify(program(service, state.address, account)),
    );
  declare({ tools: [], assistants: [] });
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
    response
      .writeHead(request.method === "GET" && state === "" ? 404 : 200)
      .end(request.method === "GET" ? state : "");
  }).listen(0, "127.0.0.1");
  later(() => server.close());
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    text: () => state,
    close: () => server.close(),
  };
}

/** One block per object, because with `for_each` each object takes time for all others. */
const program = ({ address, token, perSecond }, backend, { tools, assistants }) => ({
  terraform: { required_providers: { restapi: { source: SOURCE } }, backend: { http: { address: backend } } },
  provider: {
    restapi: {
      uri: address,
      headers: {
        Authorization: `Bearer ${token}`,
        Accept: "application/json",
        "Content-Type": "application/json",
      },
      write_returns_object: true,
      id_attribute: "data/id",
      ...(perSecond && { rate_limit: perSecond }),
    },
  },
  ...(tools.length === 0
    ? {}
    : {
        resource: {
          restapi_object: Object.fromEntries([
            ...tools.map((tool, index) => [
              `tool_${index}`,
              { path: "/user/tools", data: JSON.stringify(tool) },
            ]),
            ...assistants.map((assistant, index) => [
              `assistant_${index}`,
              { path: "/user/assistant", data: assistantBody(assistant) },
            ]),
          ]),
        },
      }),
});

function assistantBody({ tools, voice: _, name, ...assistant }) {
  const ids = tools.map((tool) => `\${restapi_object.tool_${tool}.id}`);
  const body = { assistant_name: name, voice_id: 1, ...inSnakeCase(assistant), tool_ids: [] };
  return JSON.stringify(body).replace('"tool_ids":[]', `"tool_ids":[${ids.join()}]`);
}

const inSnakeCase = (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
