import { z } from "zod";
import { role, type Field } from "../../provider/core/fields/fields.js";
import { type Kind, fileName } from "../../provider/base/kind.js";
import { references } from "../../provider/core/lookup/names.js";
import type { ResourceTable } from "./tables.js";
import {
  comment,
  inputType,
  formNote,
  nodeOf,
  nodeOfField,
  ruleOf,
  sentence,
  valueType,
  type Node,
} from "./type-text.js";

const heading = `// Made by \`npm run generate\` from the field tables in provider/. Do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Declared } from "../declared.js";
`;

/**
 * A resource's arguments and outputs as plain TypeScript, and the data that its class needs at run time. Programs
 * do not load the field tables, because loading the tables would also load zod.
 */
export function resourceFile({ kind, fields, computed }: ResourceTable): string {
  const referred = new Set(Object.values(fields).flatMap((field) => resourceOf(field) ?? []));
  const imports = [...referred]
    .map((one) => `import type { ${one} } from "../${fileName(one)}.js";\n`)
    .join("");
  const tools = Object.values(fields).some(({ type }) => valueType(nodeOf(type)).includes("BuiltInTool"));
  const names = (some: readonly (readonly [string, unknown])[]) => JSON.stringify(some.map(([name]) => name));
  const rows = Object.entries(fields);
  const loose = Object.values(fields).some((field) => inputType(nodeOfField(field)).includes(": any"));
  return `${loose ? "/* oxlint-disable typescript/no-explicit-any -- a user's own values */\n" : ""}${heading}${imports}${
    tools
      ? `import type { BuiltInTool } from "../built-in-tools.js";
`
      : ""
  }
/** The arguments of {@link ${kind}}. */
export interface ${kind}Args {
${rows.map(([name, field]) => argument(name, field)).join("\n\n")}
}

/** The outputs of {@link ${kind}}: what the program declared, and what the service assigned. */
export interface ${kind}Outputs extends Declared<${kind}Args> {
${Object.entries(computed)
  .map(
    ([name, { type, doc }]) =>
      `${comment([sentence(doc)])}\nreadonly ${name}: pulumi.Output<${valueType(nodeOf(type))}>;`,
  )
  .join("\n\n")}
}

export const definition = {
  kind: ${JSON.stringify(kind)},
  inputs: ${names(rows)},
  computed: ${names(Object.entries(computed))},
  secrets: ${names(rows.filter(([, field]) => field.secret))},
  texts: ${names(rows.filter(([, field]) => !field.shown && !field.refers && field.type instanceof z.ZodString))},
  references: ${JSON.stringify(Object.fromEntries(rows.flatMap(referenceTo)))},
} as const;
`;
}

function argument(name: string, field: Field): string {
  const node = withResources(nodeOfField(field), field);
  const given = isPlain(name)
    ? `?: ${valueType(node)} | undefined`
    : field.required
      ? `: pulumi.Input<${inputType(node)}>`
      : `?: pulumi.Input<${inputType(node)} | undefined>`;
  return `${comment(documentation(field))}\n${name}${given};`;
}

/**
 * Whether the argument must be a plain value, because the class reads it to decide whether the resource is
 * protected (`sdk/host.ts`).
 */
function isPlain(name: string): boolean {
  return name === "onExisting" || name === "adoptId";
}

/** A property that refers to objects of a kind also accepts resources. */
function withResources(node: Node, field: Field): Node {
  const kind = resourceOf(field);
  if (!kind) return node;
  const withKind = (one: Node): Node => ({ anyOf: [{ typeText: kind }, ...(one.anyOf ?? [one])] });
  return node.items ? { ...node, items: withKind(node.items) } : withKind(node);
}

const referenceTo = ([name, field]: [string, Field]): [string, object][] => {
  const { kind, digitsAreId } = field.refers ? references[field.refers.to] : {};
  return kind ? [[name, { kind, id: digitsAreId ? "text" : "number" }]] : [];
};

const resourceOf = ({ refers }: Field): Kind | undefined => refers && references[refers.to].kind;

function documentation(field: Field): (string | undefined)[] {
  const { type } = nodeOf(field.type);
  const rule = ruleOf(field);
  const facts = [
    rule && type !== "boolean" && sentence(`Allowed: ${rule}`),
    field.assumedDefault !== undefined &&
      `Default: the service is assumed to use \`${JSON.stringify(field.assumedDefault)}\`.`,
    field.secret && !field.doc.includes("Encrypted") && "Encrypted in state and never shown.",
    field.replaces && "Changing it replaces the resource.",
    role(field) === "creation" && !field.doc.includes("creation") && "Used at creation only.",
    role(field) === "policy" && "Controls the provider, and is never sent to the service.",
    formNote(field),
  ];
  return [sentence(field.doc), facts.filter((fact) => typeof fact === "string").join(" ")];
}
