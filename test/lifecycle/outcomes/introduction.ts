/** The page that the tables of the kinds hang on. */
import type { FaultRule } from "../../../emulator/index.js";
import { MADE, legend } from "./page.js";

/** The answer to the first create of an assistant is lost. */
export const example: FaultRule = { method: "POST", path: "/user/assistant", times: 1, fault: "cut-after" };

export const introduction = (pages: { kind: string; page: string }[]): string => `${MADE}

# What happens under each fault

Networks and services fail. These tables show what the provider does in each case: what you see, and what is left in the service and in Pulumi's state. There is one table per kind of resource, by operation and fault. Every cell is a test against the local service (\`test/lifecycle/outcomes/\`), so the tables match the behavior.

${pages.map(({ kind, page }) => `- [${kind}](faults/${page}.md)`).join("\n")}

## What the words mean

| Word | Means |
|---|---|
${legend()}

## What holds in every cell

- There is at most one object for a resource. A create was processed at most once, and a campaign started at most once.
- If an object in the service is missing from state, a message names it and says what to do.
- A success means that the live object is what the program declares, and that state says so.
- A failure names the resource, what was attempted and what to do. It contains no token, no header value, no prompt and no phone number.
- After the fault, the service matches the program after at most two runs of \`pulumi up\`, and what a message asks for. The next preview shows no change, and a refresh shows no drift.

## Faults for your own tests

Start the local service (\`voicecall emulator --port 4010\`) and add a fault rule. This rule processes the first create of an assistant and loses its response:

\`\`\`sh
curl -s -H "Content-Type: application/json" -d '${JSON.stringify(example)}' http://127.0.0.1:4010/_emulator/faults
curl -s -X DELETE http://127.0.0.1:4010/_emulator/faults    # removes all rules
\`\`\`

The column "As a rule" of each table shows the other keys of the rule. \`path\` includes the paths below it unless \`"exact": true\`. \`"nth": 2\` applies to the second match only, \`"times": 1\` to the first only. Without both, the rule applies to all matches. \`"when"\` is \`arrival\`, \`before\`, \`during\` or \`after\`, relative to processing. An invalid rule is rejected with the list of all forms. In JavaScript, use \`emulator.faults.add({ … })\`.
`;
