/** The program's own files: one for the tools, one for each assistant, and on request leads and campaigns. */
import { Code, code, commented, quoted } from "./code.js";
import type { Exported } from "./exported.js";
import { headerCode } from "./header-values.js";
import { isResource } from "./names.js";
import type { Objects } from "./objects.js";

/** Text by path, with forward slashes. */
export type Files = Map<string, string>;

const PACKAGE = '"pulumi-voicecall"';

export interface Program {
  readonly files: Files;
  /** What stands in each file. */
  readonly declares: ReadonlyMap<string, readonly Exported[]>;
}

export function program({ tools, assistants, leads, campaigns }: Objects): Program {
  const files: Files = new Map();
  const declares = new Map<string, readonly Exported[]>();
  const modules: string[] = [];
  const add = (module: string, text: string, declared: readonly Exported[]): void => {
    modules.push(module);
    files.set(`${module}.ts`, text);
    declares.set(`${module}.ts`, declared);
  };
  if (tools.length > 0) add("tools", toolsFile(tools), tools);
  const byFile = [...assistants].sort((left, right) => (left.name.resource < right.name.resource ? -1 : 1));
  for (const one of byFile) {
    add(`assistants/${one.name.resource}`, assistantFile(one, tools), [one]);
    if (one.prompt) files.set(promptPath(one), one.prompt.source);
  }
  if (leads.length > 0) add("leads", leadsFile(leads), leads);
  if (campaigns.length > 0) add("campaigns", campaignsFile(campaigns), campaigns);
  files.set("index.ts", indexFile(modules));
  return { files, declares };
}

const promptPath = ({ name }: Exported): string => `prompts/${name.resource}.md`;

/** The file in which an export declares an object of that kind and name. */
export const fileOf = (kind: Exported["kind"], resource: string): string =>
  ({
    MidCallTool: "tools.ts",
    Assistant: `assistants/${resource}.ts`,
    Lead: "leads.ts",
    CampaignState: "campaigns.ts",
  })[kind];

/** Whether a program has a file of that path. */
export function isProgramFile(file: string): boolean {
  if (["index.ts", "tools.ts", "leads.ts", "campaigns.ts"].includes(file)) return true;
  const resource = /^assistants\/(.+)\.ts$|^prompts\/(.+)\.md$/.exec(file);
  return resource !== null && isResource(resource[1] ?? resource[2]!);
}

function indexFile(modules: readonly string[]): string {
  const imports = modules.map((module) => `import ${quoted(`./${module}`)};\n`).join("");
  return `// Everything that was taken over. A field that a resource does not declare keeps what the service holds.\n${imports || "export {};\n"}`;
}

function toolsFile(tools: readonly Exported[]): string {
  const hasHeaders = tools.some(({ inputs }) => hasItems(inputs["headers"]));
  const head = hasHeaders
    ? `import * as pulumi from "@pulumi/pulumi";\nimport { MidCallTool } from ${PACKAGE};\n\nconst config = new pulumi.Config();\n`
    : `import { MidCallTool } from ${PACKAGE};\n`;
  const items = tools.map((tool) => {
    const { headers, ...rest } = tool.inputs;
    const args = inOrder(tool, { ...rest, ...(headers !== undefined && { headers: headerCode(tool) }) });
    return `export const ${tool.name.variable} = ${resource(tool, args)}`;
  });
  return [head, ...items].join("\n");
}

const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

function assistantFile(assistant: Exported, tools: readonly Exported[]): string {
  const { inputs, prompt, name } = assistant;
  const variables = new Map(tools.map((tool) => [String(tool.id), tool.name.variable]));
  const attached = inputs["tools"] as (string | number)[] | undefined;
  const references = attached?.map((item) =>
    typeof item === "string" ? new Code(`tools.${variables.get(item)}`) : item,
  );
  const args = inOrder(assistant, {
    ...inputs,
    ...(prompt && { systemPrompt: new Code(`prompt(${quoted(promptPath(assistant))})`) }),
    ...(references && { tools: references }),
  });
  const imports = [`import { Assistant${prompt ? ", prompt" : ""} } from ${PACKAGE};\n`];
  if (references?.some((item) => item instanceof Code)) imports.push('import * as tools from "../tools";\n');
  return `${imports.join("")}\nexport const ${name.variable} = ${resource(assistant, args)}`;
}

function leadsFile(leads: readonly Exported[]): string {
  const items = leads.map((lead) => resource(lead, lead.inputs));
  return [
    `${commented("People's names and numbers: this file is personal data.")}\nimport { Lead } from ${PACKAGE};\n`,
    ...items,
  ].join("\n");
}

function campaignsFile(campaigns: readonly Exported[]): string {
  const head = [
    "The state that each campaign had when it was taken over; that started and stopped nothing.",
    '"started" is ordered only when it is changed here. "stopped" is also restored: `pulumi up --refresh` stops a',
    "campaign that was started by hand. Take a campaign out of this file to leave it to hands.",
  ];
  const items = campaigns.map((campaign) => resource(campaign, campaign.inputs));
  return [
    `${head.map((line) => `// ${line}\n`).join("")}import { CampaignState } from ${PACKAGE};\n`,
    ...items,
  ].join("\n");
}

/** The fields in the order of the inputs, which is that of the field table. */
function inOrder({ inputs }: Exported, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(inputs).map((key) => [key, values[key]]));
}

/** Import protects what it takes over, so the program says so too. */
function resource({ kind, name, comments }: Exported, args: object): string {
  return `new ${kind}(\n  ${quoted(name.resource)},\n  ${code(args, 2, comments)},\n  { protect: true },\n);\n`;
}
