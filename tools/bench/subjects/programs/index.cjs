const { Assistant, LeadSet, MidCallTool } = require(process.env.BENCH_PROVIDER);
const { tools = [], assistants = [], lists = [] } = require("./account.json");

const resources = tools.map((tool) => new MidCallTool(tool.name, tool));
for (const { tools: places, ...assistant } of assistants)
  new Assistant(assistant.name, { ...assistant, tools: places.map((place) => resources[place]) });
for (const list of lists) new LeadSet("people", list);
