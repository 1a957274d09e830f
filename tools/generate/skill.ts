import { exampleText } from "./example.js";
import { allowed, smallestProgram, traits } from "./resource-page.js";
import type { ResourceTable } from "./tables.js";

interface Described {
  readonly table: ResourceTable;
  /** A sentence that describes the kind of resource. */
  readonly what: string;
}

/** SKILL.md, which teaches coding agents to write programs with this package. */
export const skillPage = (kinds: readonly Described[]): string => `---
name: pulumi-voicecall
description: Write and change Pulumi programs in TypeScript or JavaScript that manage voice assistants, the tools they call, leads and campaigns with the package pulumi-voicecall. Use it when a program imports pulumi-voicecall, or when the user wants phone assistants as code.
---

<!-- Made by \`npm run generate\` from the field tables. Do not edit. -->

# pulumi-voicecall

## Rules: a wrong write calls real people

Ask the user, and wait for a yes, before you do any of this:

- Write \`state: "started"\` in a \`CampaignState\`, or change \`state\` or \`trigger\` of one. An apply then makes phones ring. Reverting a commit with such a change can also make phones ring.
- Add a \`Lead\`, or rows of a \`LeadSet\`, to a campaign that runs, change the \`phoneNumber\` of such a \`Lead\` or set its \`status\` to "created", set \`onGone: "recreate"\`, or set \`allowDuplicate\`. A person may be called, or called again.
- Set \`onChange: "replace"\` or \`onDestroy: "deleteLeads"\` on a \`Campaign\`. When a campaign is deleted, the service deletes its leads too.
- Run \`voicecall call\`. It calls a real phone number.
- Run \`pulumi up\`, \`pulumi destroy\` or \`pulumi import\`, unless \`VOICECALL_BASE_URL\` is \`http://127.0.0.1:…\`.
- Set \`voicecall:onConflict\` to \`overwrite\`, or use \`--trust-project\`. Each turns off a protection.

Never write an access token or a header's secret value into a program. Use \`VOICECALL_ACCESS_TOKEN\`, and \`config.requireSecret\` for header values. Previews, \`voicecall drift\`, \`compare\`, \`pull\`, \`doctor\` and \`export\` never write to the service. If somebody changed an assistant in the dashboard, \`voicecall pull\` puts the change into the program.

## Work like this

1. Type-check: \`npx tsc --noEmit\`.
2. Start the local service, which calls nobody. It has the voices Sarah, Michael and Sophia, the model GPT-4o-mini, the language English and the campaign "Spring renewals":

   \`\`\`sh
   npx voicecall emulator --port 4010 &
   export VOICECALL_BASE_URL=http://127.0.0.1:4010 VOICECALL_ACCESS_TOKEN=local-token
   export PULUMI_BACKEND_URL=file://$PWD PULUMI_CONFIG_PASSPHRASE=""
   pulumi stack init local
   pulumi preview --diff
   \`\`\`

3. Test what an assistant says, with \`pulumi-voicecall/testing\` (docs/testing.md in the package). Ask before you record, because that sends prompts to a model:

   \`\`\`typescript
   const chat = await conversation(reception, {
     model: recorded("recordings", openAI({ model: "gpt-4o-mini" })),
     tools: { get_branch_hours: () => ({ open: "9 to 5" }) },
   });
   await chat.caller("When are you open on Friday?");
   expect(chat.toolCalls).toContainEqual({ name: "get_branch_hours", arguments: { branch: "London" } });
   \`\`\`

   A changed prompt fails its tests. Record again only if the user wants the change: \`VOICECALL_RECORD=1 npx vitest run\`.
4. Read the errors: each names the property, the rule, and what to do. A misspelled name comes with a suggestion.
5. Show the user the output of \`pulumi preview --diff\` against their own service. Let them apply it.

## Write programs like this

- Use names, not ids: \`voice: "Sarah"\`. A number is an id, and a string is a name. For tools and assistants, a string of digits is an id too.
- Pass tools as resources: \`tools: [hours]\`.
- Declare only what the program is to manage. A property that was never declared keeps its live value. Removing a declared property can clear it in the service.
- Keep prompts in Markdown, and read them with \`prompt("prompts/support.md", { company: "Acme" })\`. Front matter \`variables: [customer_name]\` lists what the service fills in at call time.
- Share arguments with \`satisfies Partial<AssistantArgs>\`.
- Give a \`CampaignState\` its assistant and leads in \`dependsOn\`.
- To rename a resource in the program, add \`{ aliases: [{ name: "its old name" }] }\`.
- An error "already exists" is not a reason to use \`onExisting: "create"\`. Ask whether to adopt the object with \`adoptId\`.

\`\`\`ts
import { Assistant, MidCallTool, type AssistantArgs } from "pulumi-voicecall";

const hours = new MidCallTool("hours", {
  name: "get_branch_hours",
  description: "Use it when the caller asks when a branch is open.",
  endpoint: "https://api.example.com/opening-hours",
  method: "GET",
  schema: [{ name: "branch", type: "string", description: "The town of the branch." }],
});

const common = {
  voice: "Sarah",
  language: "English",
  llmModel: "GPT-4o-mini",
  callsDirection: "receive",
  engineType: "pipeline",
  timezone: "Europe/London",
} satisfies Partial<AssistantArgs>;

export const reception = new Assistant("reception", {
  ...common,
  name: "Reception",
  initialMessage: "Acme, how can I help?",
  systemPrompt: "You are the reception of Acme. Look up opening hours before you name any.",
  tools: [hours],
}).id;
\`\`\`

${kinds.map(section).join("\n\n")}
`;

function section({ table, what }: Described): string {
  const properties = Object.entries(table.fields).map(([name, field]) => {
    const required = field.required ? " (required)" : "";
    const example = exampleText(field, -1000);
    const [meaning] = field.doc.split(/(?<=\.) /);
    const facts = [
      meaning,
      `Allowed: ${allowed(field)}.`,
      ...traits(field),
      ...(/[[{]/.test(example) ? [`Example: \`${example}\``] : []),
    ];
    return `- \`${name}\`${required}: ${facts.join(" ")}`;
  });
  return `## ${table.kind}

${what} Full reference: [${table.kind}](docs/resources/${table.file}.md).

\`\`\`ts
${smallestProgram(table)}
\`\`\`

${properties.join("\n")}`;
}
