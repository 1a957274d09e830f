/** docs/faults.md, which summarizes the tables for users. */
import type { FaultRule } from "../../../emulator/index.js";
import { MADE, legend } from "./page.js";
import { summary } from "./summary.js";

/** Loses the response to the first create of an assistant. */
export const example: FaultRule = { method: "POST", path: "/user/assistant", times: 1, fault: "cut-after" };

/** @param pages the snapshots of the kinds */
export const introduction = (pages: readonly string[]): string => `${MADE}

# What happens under each fault

Networks and services fail. This page shows the most frequent faults, and what the provider does: what you see, and what is left in the service and in Pulumi's state.

${summary(pages)}
"or" means that the outcome depends on the kind of resource. An empty cell means that the fault cannot occur there.

| Outcome | Means |
|---|---|
${legend()}

## What always holds

- There is at most one object for a resource. A create was processed at most once, and a campaign started at most once.
- If an object in the service is missing from state, a message names it and says what to do.
- A success means that the live object is what the program declares, and that state says so.
- A failure names the resource, what was attempted and what to do. It contains no token, no header value, no prompt and no phone number.
- After the fault, the service matches the program after at most two runs of \`pulumi up\` and the steps that a message asks for. The next preview shows no change, and a refresh shows no drift.

## Faults for your own tests

Start the [local service](local-service.md) (\`voicecall emulator --port 4010\`) and add a fault rule. This rule processes the first create of an assistant and loses its response:

\`\`\`sh
curl -s -H "Content-Type: application/json" -d '${JSON.stringify(example)}' http://127.0.0.1:4010/_emulator/faults
curl -s -X DELETE http://127.0.0.1:4010/_emulator/faults    # removes all rules
\`\`\`

Other values of \`fault\` are \`{"status": 503, "retryAfter": 2}\`, \`{"delayMs": 60000}\`, \`"cut-before"\`, \`"html"\`, \`{"dropField": "variables"}\` and \`{"listLagMs": 60000}\`. An invalid rule is rejected with the list of all forms. \`path\` includes the paths below it unless \`"exact": true\`. \`"nth": 2\` applies to the second match only, \`"times": 1\` to the first only. Without both, the rule applies to all matches. \`"when"\` is \`arrival\`, \`before\`, \`during\` or \`after\`, relative to processing. In JavaScript, use \`emulator.faults.add({ … })\`.

Every cell is a test against the local service. The tests play some seventy faults, and their [snapshots](https://github.com/pulumi-voicecall/pulumi-voicecall/blob/main/test/lifecycle/outcomes/snapshots/assistant.md) show each rule, each outcome and each message.
`;
