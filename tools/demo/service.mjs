import { check } from "./story.mjs";

/** The local service in this process. */
export async function startService() {
  const { startEmulator } = await import("../../emulator/dist/index.js");
  return startEmulator();
}

/** The number of objects of each kind in the account, and the names of running campaigns. */
export function inventory({ state }) {
  return {
    tools: state.tools.length,
    assistants: state.assistants.length,
    leads: state.leads.length,
    campaigns: state.campaigns.length,
    running: state.campaigns.filter(({ status }) => status === "in-progress").map(({ name }) => name),
  };
}

export function isEmpty({ tools, assistants, leads }) {
  return tools + assistants + leads === 0;
}

export function describe({ tools, assistants, leads }) {
  return `${count(tools, "tool")}, ${count(assistants, "assistant")} and ${count(leads, "lead")}`;
}

export function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

export function firstAssistant({ state }) {
  check(state.assistants.length > 0, "The service has no assistant, though the program declares one.");
  return state.assistants[0];
}
