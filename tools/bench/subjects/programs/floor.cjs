const pulumi = require("@pulumi/pulumi");

// A short text that loads the provider from the program's folder, like the provider text of pulumi-voicecall.
// Without a text, Pulumi would serialize a closure for each resource.
const PROVIDER = `exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./floor-provider.cjs")`;

class Resource extends pulumi.CustomResource {
  constructor(type, name, args) {
    super(`pulumi-nodejs:dynamic/floor:${type}`, name, { ...args, __provider: PROVIDER });
  }
}

exports.MidCallTool = class extends Resource {
  constructor(name, args) {
    super("MidCallTool", name, args);
  }
};

exports.Assistant = class extends Resource {
  constructor(name, args) {
    super("Assistant", name, { ...args, tools: args.tools.map(({ id }) => id) });
  }
};

exports.LeadSet = class extends Resource {
  constructor(name, args) {
    super("LeadSet", name, args);
  }
};
