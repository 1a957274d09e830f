const pulumi = require("@pulumi/pulumi");
const { tools, assistants } = require("./account.json");

// A short text that loads the provider from the program's folder, like the provider text of pulumi-voicecall.
// Without a text, Pulumi would serialize a closure for each resource.
const PROVIDER = `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./provider.cjs")`;

class Resource extends pulumi.CustomResource {
  constructor(type, name, args) {
    super(`pulumi-nodejs:dynamic/floor:${type}`, name, { ...args, __provider: PROVIDER });
  }
}

const resources = tools.map((tool) => new Resource("Tool", tool.name, tool));
for (const { tools: places, ...assistant } of assistants)
  new Resource("Assistant", assistant.name, {
    ...assistant,
    voice: "Sarah",
    language: "English",
    llmModel: "GPT-4o-mini",
    callsDirection: "make",
    engineType: "pipeline",
    tools: places.map((place) => resources[place].id),
  });
