import { expectEqual } from "./checks.mjs";
import { startService } from "../subjects/service.mjs";
import { stackOf } from "../subjects/stack.mjs";
import { account } from "./account.mjs";

const ASSISTANTS = 3;

export const stacks = {
  title: "Drift of many stacks",
  sizes: [1, 10, 100],
  // The others have no command for many stacks, so 100 of theirs take ten times as long as 10.
  subjects: (size) => (size > 10 ? ["ours"] : ["floor", "ours", "terraform"]),
  operations: { drift: "compare all, unchanged" },
  about: `Stacks of three assistants and a tool, four read at once: \`voicecall drift --stack '*'\` here, and for the others a loop of the command of one stack. Only ours is measured with 100.`,
  open: async ({ subject, size, folder, later }, programs) => {
    const service = await startService(later);
    const stack = await stackOf(programs, { subject, folder, service, later });
    stack.declare(account(ASSISTANTS));
    expectEqual("the exit code", (await stack.run("create")).exitCode, 0);
    await stack.settle?.();
    stack.copy(size);
    return {
      run: async () => {
        service.begin();
        const command = subject === "ours" ? stack.drift("--stack", "client-*") : stack.refreshAll(size);
        const result = { ...(await command), requests: service.requests() };
        expectEqual("the exit code", result.exitCode, 0, result);
        return result;
      },
    };
  },
};
