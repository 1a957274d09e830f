/** Assistants as Markdown files, which `assistantFiles()` reads. */
import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { trimmed } from "../../provider/base/trimmed.js";
import { fill, FRONT_MATTER, parseTemplate } from "../../sdk/prompt-template.js";
import { dataIn } from "../../sdk/yaml-data.js";
import { code, quoted } from "./code.js";
import type { Exported } from "./exported.js";

/**
 * The text of an assistant's file. Undefined if no file reproduces the assistant.
 * @param args without values that the program has from elsewhere, such as secrets
 */
export function assistantFile({ name, prompt, comments }: Exported, args: object): string | undefined {
  const { systemPrompt: _, variables, ...plain } = args as Record<string, unknown>;
  const own = variables as Record<string, unknown> | undefined;
  if (!prompt || name.resource.toLowerCase() === "readme") return undefined;
  if (Object.keys(own ?? {}).some((one) => trimmed(one) !== one)) return undefined;
  const undeclared = prompt.variables.filter((one) => !Object.hasOwn(own ?? {}, one));
  const all = {
    ...plain,
    ...(own ? { variables: { ...own, ...Object.fromEntries(undeclared.map((one) => [one, null])) } } : {}),
    ...(!own && undeclared.length > 0 && { variables: undeclared }),
  };
  const lines = Object.entries(all).map(([property, value]) => {
    const comment = comments[property];
    return `${comment === undefined ? "" : `# ${comment}\n`}${stringify({ [property]: value }, { lineWidth: 0 })}`;
  });
  const body = prompt.source.slice(FRONT_MATTER.exec(prompt.source)?.[0].length ?? 0).replace(/^\n+/, "");
  const source = `---\n${lines.join("")}---\n\n${body}`;
  const isRight =
    isDeepStrictEqual(dataIn(name.resource, lines.join("")).document.toJS(), all) &&
    fill(parseTemplate(name.resource, source, true), new Map()) === prompt.text;
  return isRight ? source : undefined;
}

/** @param others values that the program has from elsewhere, by the name of the assistant */
export function declarationOf(
  others: ReadonlyMap<string, Record<string, unknown>>,
  hasTools: boolean,
): string {
  const entries = [...others].map(([name, args]) => `  ${quoted(name)}: ${code(args, 2)},\n`).join("");
  const hasOthers = others.size > 0;
  const head = [
    ...(hasOthers ? ['import * as pulumi from "@pulumi/pulumi";\n'] : []),
    `import { Assistant,${hasOthers ? " type AssistantArgs," : ""} assistantFiles } from "pulumi-voicecall";\n`,
    ...(hasTools ? ['import * as tools from "./tools";\n'] : []),
    ...(hasOthers
      ? [
          "\nconst config = new pulumi.Config();\n",
          `const others: Record<string, Partial<AssistantArgs>> = {\n${entries}};\n`,
        ]
      : []),
  ];
  const options = `{ protect: true${hasTools ? ", dependsOn: Object.values(tools)" : ""} }`;
  const args = hasOthers ? "{ ...args, ...others[name] }" : "args";
  return `${head.join("")}\nfor (const { name, args } of assistantFiles("assistants"))\n  new Assistant(name, ${args}, ${options});\n`;
}
