/** The page that the tables of the kinds hang on. */
import type { FaultRule } from "../../../emulator/index.js";
import { MADE, legend } from "./page.js";

/** The answer to the first create of an assistant is lost. */
export const example: FaultRule = { method: "POST", path: "/user/assistant", times: 1, fault: "cut-after" };

export const introduction = (pages: { kind: string; page: string }[]): string => `${MADE}

# What happens under each fault

Networks and services fail. These tables say what the provider then does: for each kind of resource, each operation and each fault, what you see, what is left in the service, and what is left in Pulumi's state. Every cell is a test that plays just that against the local service (\`test/lifecycle/outcomes/\`), so the tables cannot say what is not so.

${pages.map(({ kind, page }) => `- [${kind}](faults/${page}.md)`).join("\n")}

## What the words mean

| Word | Means |
|---|---|
${legend()}

## What holds in every cell

- There is at most one object for a resource. A create was carried out at most once, and a campaign started at most once.
- Nothing that exists in the service is lost from state, unless a message names it and says what to do.
- A success means that the live object is what the program declares, and that state says so.
- A failure names the resource, what was attempted and what to do. It holds no token, no header value, no prompt and no phone number.
- Once the fault is over, at most two runs of \`pulumi up\`, and what a message asked for, lead to what the program declares: the next preview shows no change, and a refresh no drift.

## Faults for your own tests

Start the local service (\`voicecall emulator --port 4010\`) and give it a rule. This one carries out the first create of an assistant and loses its answer:

\`\`\`sh
curl -s -H "Content-Type: application/json" -d '${JSON.stringify(example)}' http://127.0.0.1:4010/_emulator/faults
curl -s -X DELETE http://127.0.0.1:4010/_emulator/faults    # takes all rules away
\`\`\`

The column «As a rule» of each table is what stands beside \`method\` and \`path\`. \`path\` also strikes what lies below it unless \`"exact": true\`; \`"nth": 2\` strikes the second match alone, \`"times": 1\` the first only, neither all of them; \`"when"\` is \`arrival\`, \`before\`, \`during\` or \`after\` the request is processed. A wrong rule is refused with the list of all forms. In JavaScript: \`emulator.faults.add({ … })\`.
`;
