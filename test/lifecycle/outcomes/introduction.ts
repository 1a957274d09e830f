/** docs/evidence/faults.md, which summarizes the tables for users. */
import type { FaultRule } from "../../../emulator/index.js";
import { MADE, legend } from "./page.js";
import { summary } from "./summary.js";

/** Loses the response to the first create of an assistant. */
export const example: FaultRule = { method: "POST", path: "/user/assistant", times: 1, fault: "cut-after" };

/** @param pages the snapshots of the kinds */
export const introduction = (pages: readonly string[]): string => `${MADE}

# What happens under each fault

The most frequent faults, and what is left in the service and in state.

${summary(pages)}
"or": it depends on the kind of resource. Empty: the fault cannot occur there.

| Outcome | Means |
|---|---|
${legend()}

## What always holds

- There is at most one object for a resource. A create was processed at most once, and a campaign started at most once.
- If an object is missing from state, a message names it and says what to do.
- A success means that the live object is what the program declares, and that state says so.
- A failure names the resource and what to do. It contains no token, no header value, no prompt and no phone number.
- After the fault, the service matches the program after at most two runs of \`pulumi up\` and the steps that a message asks for. The next preview shows no change, and a refresh shows no drift.

## Faults for your own tests

This rule for the [local service](../local-service.md) (\`voicecall emulator --port 4010\`) processes the first create of an assistant and loses its response:

\`\`\`sh
curl -s -H "Content-Type: application/json" -d '${JSON.stringify(example)}' http://127.0.0.1:4010/_emulator/faults
curl -s -X DELETE http://127.0.0.1:4010/_emulator/faults    # removes all rules
\`\`\`

Other values of \`fault\` are \`{"status": 503, "retryAfter": 2}\`, \`{"delayMs": 60000}\`, \`"cut-before"\`, \`"html"\`, \`{"dropField": "variables"}\` and \`{"listLagMs": 60000}\`. An invalid rule is rejected with the list of all forms. \`path\` includes the paths below it unless \`"exact": true\`. \`"nth": 2\` applies to the second match only, \`"times": 1\` to the first only.

Every cell is a test against the local service. Some seventy faults with their rules, requests and error codes are in the tests' [tables](https://github.com/pulumi-voicecall/pulumi-voicecall/blob/main/test/lifecycle/outcomes/snapshots/assistant.md).
`;
