import { stackOf } from "../subjects/stack.mjs";
import { startService } from "../subjects/service.mjs";
import { account, CHANGED_PROMPT, changedAccount, DRIFTED, toolCount } from "./account.mjs";
import { checkAssistants } from "./checks.mjs";

const ALL = ["floor", "ours", "terraform"];

export const assistants = {
  title: "Assistants",
  sizes: [50, 200, 800],
  subjects: () => ALL,
  operations: {
    create: "create all",
    preview: "preview, unchanged",
    refresh: "refresh, unchanged",
    drift: "find one drifted",
    change: "change one",
    destroy: "destroy",
  },
  about: `Assistants with prompts of 2 kB, and a tool for every ten of them. "find one drifted" is \`voicecall drift\` here, \`pulumi refresh --preview-only\` for the do-nothing provider, and \`plan -refresh-only\` for Terraform. "refresh" is \`pulumi refresh --preview-only\`.`,
  open: (block, programs) => open(block, programs),
};

export const limited = {
  title: "Under a limit of 60 requests a minute",
  sizes: [81],
  subjects: () => ["ours", "terraform"],
  operations: { create: "create all" },
  about:
    "81 assistants and 9 tools. The service accepts 60 requests at once, and then one a second, so 90 requests take at least 30 seconds. Terraform sends one request a second (`rate_limit`).",
  open: (block, programs) => open({ ...block, perSecond: 1 }, programs),
};

async function open({ subject, size, folder, later, perSecond }, programs) {
  const service = { ...(await startService(later, { toolLimit: toolCount(size) })), perSecond };
  const stack = await stackOf(programs, { subject, folder, service, later });
  stack.declare(account(size));
  if (perSecond) service.limit();
  return {
    run: async (operation) => {
      const restore =
        operation === "drift" && subject !== "floor" ? changeManually(service.state) : undefined;
      if (operation === "change") stack.declare(changedAccount(size));
      service.begin();
      const result = { ...(await stack.run(operation)), requests: service.requests() };
      const { assistants: live, tools } = service.state;
      checkAssistants(operation, {
        ...{ subject, size, result, recorded: stack.recorded() },
        live: { assistants: live.length, tools: tools.length },
        changed: live.filter((one) => one.system_prompt === CHANGED_PROMPT).map(({ name }) => name),
      });
      restore?.();
      if (operation === "create" && !perSecond) await stack.settle?.();
      return result;
    },
  };
}

/** Makes a manual change to an assistant. Returns a function that undoes it. */
function changeManually({ assistants: live }) {
  const assistant = live.find(({ name }) => name === DRIFTED);
  const before = assistant.system_prompt;
  assistant.system_prompt = `${before}\nA line that somebody added in the dashboard.`;
  return () => (assistant.system_prompt = before);
}
