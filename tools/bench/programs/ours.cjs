const { Assistant, MidCallTool } = require("pulumi-voicecall");
const { tools, assistants } = require("./account.json");

const resources = tools.map((tool) => new MidCallTool(tool.name, tool));
for (const { tools: places, ...assistant } of assistants)
  new Assistant(assistant.name, {
    ...assistant,
    voice: "Sarah",
    language: "English",
    llmModel: "GPT-4o-mini",
    callsDirection: "make",
    engineType: "pipeline",
    tools: places.map((place) => resources[place]),
  });
