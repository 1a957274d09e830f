import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { measured } from "./measure.mjs";

const SOURCE = "mastercard/restapi";
const APPLY = ["apply", "-auto-approve", "-refresh=false"];
// Together with the provider settings below, these options send the fewest requests.
const COMMANDS = {
  create: APPLY,
  preview: ["plan", "-refresh=false", "-detailed-exitcode"],
  refresh: ["plan", "-refresh-only", "-detailed-exitcode"],
  refreshDrifted: ["plan", "-refresh-only", "-detailed-exitcode"],
  changeOne: APPLY,
  destroy: [...APPLY, "-destroy"],
};

/**
 * A Terraform project for the account of the bench, with a generic REST provider. `requestsPerSecond` becomes the
 * provider's setting `rate_limit`.
 */
export async function terraformStack({ terraform, provider }, { folder, service, requestsPerSecond }) {
  const project = path.join(folder, "project");
  const plugins = path.join(folder, "plugins");
  for (const name of [project, plugins, path.join(folder, "tmp")]) mkdirSync(name);
  symlinkSync(provider, path.join(plugins, "terraform-provider-restapi"));
  const settings = path.join(folder, "terraform.rc");
  writeFileSync(
    settings,
    `provider_installation {\n  dev_overrides { "${SOURCE}" = ${JSON.stringify(plugins)} }\n  direct {}\n}\n`,
  );
  const declareProvider = (perSecond) =>
    writeFileSync(path.join(project, "main.tf"), program(service, perSecond));
  declareProvider(requestsPerSecond);
  const rest = Object.entries(process.env).filter(([name]) => !/^(TF|VOICECALL)_/.test(name));
  const env = {
    ...Object.fromEntries(rest),
    ...{ TF_CLI_CONFIG_FILE: settings, TF_IN_AUTOMATION: "1", CHECKPOINT_DISABLE: "1" },
    TMPDIR: path.join(folder, "tmp"),
  };
  const run = ([command, ...args]) =>
    measured(terraform, [command, "-input=false", "-no-color", ...args], { cwd: project, env, folder });
  const stateFile = path.join(project, "terraform.tfstate");
  return {
    declare: (account) => writeFileSync(path.join(project, "account.json"), requestBodies(account)),
    limitTo: declareProvider,
    run: (operation) => run(COMMANDS[operation]),
    /** Refreshes state, as a user's first plan would, because the responses to creates are not records. */
    settle: () => run(["apply", "-refresh-only", "-auto-approve"]),
    stateBytes: () => statSync(stateFile).size,
    recorded: () => {
      const { resources } = JSON.parse(readFileSync(stateFile, "utf8"));
      const instances = (name) =>
        resources.filter((resource) => resource.name === name).flatMap((resource) => resource.instances);
      const assistants = instances("assistant").map(({ attributes }) => JSON.parse(attributes.data));
      return {
        assistants: assistants.length,
        tools: instances("tool").length,
        prompts: Object.fromEntries(
          assistants.map(({ assistant_name, system_prompt }) => [assistant_name, system_prompt]),
        ),
      };
    },
  };
}

const program = ({ address, token }, requestsPerSecond) => `terraform {
  required_providers {
    restapi = { source = "${SOURCE}" }
  }
}

provider "restapi" {
  uri                  = "${address}"
  headers              = { Authorization = "Bearer ${token}", Accept = "application/json", Content-Type = "application/json" }
  write_returns_object = true
  id_attribute         = "data/id"${requestsPerSecond === undefined ? "" : `\n  rate_limit = ${requestsPerSecond}`}
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
  const bodies = assistants.map(({ tools: places, ...assistant }) => ({
    tools: places.map((place) => tools[place].name),
    body: {
      assistant_name: assistant.name,
      voice_id: 1,
      language: "English",
      llm_model: "GPT-4o-mini",
      calls_direction: "make",
      engine_type: "pipeline",
      timezone: assistant.timezone,
      initial_message: assistant.initialMessage,
      system_prompt: assistant.systemPrompt,
      max_call_duration: assistant.maxCallDuration,
      webhook_url: assistant.webhookUrl,
      is_webhook_active: assistant.isWebhookActive,
      variables: assistant.variables,
      post_call_schema: assistant.postCallSchema,
    },
  }));
  return JSON.stringify({ tools, assistants: bodies });
}
