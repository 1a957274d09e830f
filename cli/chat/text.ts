import type { RenderedAssistant } from "../../sdk/testing/render.js";

export function asText(assistant: RenderedAssistant): string {
  const { name, prompt, firstMessage, callerSpeaksFirst, temperature, tools } = assistant;
  const first = callerSpeaksFirst ? "The caller speaks first" : "First message";
  return [
    `${name}, temperature ${temperature}`,
    "",
    `${first}:\n${firstMessage}`,
    "",
    `Prompt:\n${prompt}`,
    "",
    tools.length > 0 ? "Tools:" : "No tools",
    ...tools.map((tool) => {
      const { properties, required = [] } = tool.parameters;
      const parameters = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
      return `  ${tool.name}(${parameters.join(", ")}): ${tool.description}`;
    }),
  ].join("\n");
}
