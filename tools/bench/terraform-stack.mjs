import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findOnPath } from "../engine/programs.mjs";
import { goProgram } from "../base/go-program.mjs";
import { measured } from "./measure.mjs";

const MODULE = "github.com/Mastercard/terraform-provider-restapi";
const SOURCE = "mastercard/restapi";
const APPLY = ["apply", "-auto-approve", "-refresh=false"];
const REFRESH = ["plan", "-refresh-only", "-detailed-exitcode"];
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
  return {
    terraform,
    provider: await goProgram({ name: path.basename(MODULE), module: MODULE, main: MODULE }),
  };
}

export function terraformStack({ terraform, provider }, { folder, service }) {
  const [project, plugins, temporary] = ["project", "plugins", "tmp"].map((name) => path.join(folder, name));
  for (const one of [project, plugins, temporary]) mkdirSync(one);
  symlinkSync(provider, path.join(plugins, "terraform-provider-restapi"));
  const settings = path.join(folder, "terraform.rc");
  writeFileSync(
    settings,
    `provider_installation {\n  dev_overrides { "${SOURCE}" = ${JSON.stringify(plugins)} }\n  direct {}\n}\n`,
  );
  writeFileSync(path.join(project, "main.tf"), program(service));
  const rest = Object.entries(process.env).filter(([name]) => !/^(TF|VOICECALL)_/.test(name));
  const env = {
    ...Object.fromEntries(rest),
    ...{ TF_CLI_CONFIG_FILE: settings, TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1", TMPDIR: temporary },
  };
  const run = ([command, ...args]) =>
    measured(terraform, [command, "-input=false", "-no-color", ...args], { cwd: project, env, folder });
  return {
    declare: (account) => writeFileSync(path.join(project, "account.json"), requestBodies(account)),
    run: (operation) => run(COMMANDS[operation]),
    /** Refreshes state, as a user's first plan would, because the responses to creates are not records. */
    settle: () => run(["apply", "-refresh-only", "-auto-approve"]),
    recorded: () => {
      const { resources } = JSON.parse(readFileSync(path.join(project, "terraform.tfstate"), "utf8"));
      const count = (name) => resources.find((one) => one.name === name)?.instances.length ?? 0;
      return { assistants: count("assistant"), tools: count("tool") };
    },
  };
}

const program = ({ address, token }) => `terraform {
  required_providers {
    restapi = { source = "${SOURCE}" }
  }
}

provider "restapi" {
  uri                  = "${address}"
  headers              = { Authorization = "Bearer ${token}", Accept = "application/json", Content-Type = "application/json" }
  write_returns_object = true
  id_attribute         = "data/id"
}

locals {
  account = jsondecode(file("account.json"))
}

resource "restapi_object" "tool" {
  for_each = { for tool in local.account.tools : tool.name => tool }
  path     = "/user/tools"
  data     = jsonencode(each.value)
}

resource "restapi_object" "assistant" {
  for_each = { for assistant in local.account.assistants : assistant.body.assistant_name => assistant }
  path     = "/user/assistant"
  data = jsonencode(merge(each.value.body, {
    tool_ids = [for name in each.value.tools : tonumber(restapi_object.tool[name].id)]
  }))
}
`;

/** The bodies of the requests that create the account, with the names that the service uses. */
function requestBodies({ tools, assistants }) {
  const bodies = assistants.map(({ tools: places, voice: _, name, ...assistant }) => ({
    tools: places.map((place) => tools[place].name),
    body: { assistant_name: name, voice_id: 1, ...inSnakeCase(assistant) },
  }));
  return JSON.stringify({ tools, assistants: bodies });
}

const inSnakeCase = (fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
