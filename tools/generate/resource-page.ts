import { role, type Field } from "../../provider/core/fields/fields.js";
import { exampleText } from "./example.js";
import { markdownTable } from "./markdown.js";
import type { ResourceTable } from "./tables.js";
import { formNote, sourceOf, nodeOf, nodeOfField, ruleOf, valueType } from "./type-text.js";

/**
 * The reference of a kind, docs/resources/<kind>.md.
 * @param about paragraphs about the kind, from its class
 * @param hasGet whether the class can read an existing object
 */
export function resourcePage(table: ResourceTable, about: string, hasGet: boolean): string {
  const { kind, fields, computed } = table;
  const rows = Object.entries(fields);
  const outputs = Object.entries(computed).map(([name, { type, doc }]) => [
    `\`${name}\``,
    `\`${valueType(nodeOf(type))}\``,
    doc,
  ]);
  return `<!-- Made by \`npm run generate\` from provider/${table.file}/schema.ts and sdk/${table.file}.ts. Do not edit. -->

# ${kind}

${about}

\`\`\`ts
${smallestProgram(table)}
\`\`\`

## Properties

The provider neither sends nor compares an optional property that was never declared, so the service's value stays. Removing a declared property [may clear it](../behavior.md#declared-fields). "Assumed" marks a default that the specification does not state. The provider compares nothing with an assumed default.

${markdownTable(
  ["Property", "Allowed", "Default"],
  rows.map(([name, field]) => [`[\`${name}\`](#${name.toLowerCase()})`, allowed(field), initial(field)]),
)}
${rows.map(([name, field]) => section(name, field)).join("\n\n")}

## Outputs

Each declared property is also an output. The service or the provider adds:

${markdownTable(["Output", "Type", "Meaning"], outputs)}
${hasGet ? `\`${kind}.get("name", id)\` reads an existing object without managing it.\n\n` : ""}How previews, manual changes, existing objects and deletions work is in [How it behaves](../behavior.md).
`;
}

/** A program with only the required properties of a kind. */
export function smallestProgram({ kind, noun, fields }: ResourceTable): string {
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return `import { ${kind} } from "pulumi-voicecall";\n\nnew ${kind}("my-${noun}", ${exampleArgs(required)});`;
}

/** Examples of the properties, as an object with one property per line. */
export const exampleArgs = (fields: readonly (readonly [string, Field])[]): string =>
  `{\n${fields.map(([name, field]) => `  ${property(name, field, 2)},\n`).join("")}}`;

const property = (name: string, field: Field, indent = 0): string =>
  `${name}: ${exampleText(field, indent, name.length + 3)}`;

/** What the table above it does not say. */
function section(name: string, field: Field): string {
  const example = property(name, field);
  const isShort = !/[\n`]/.test(example);
  const text = [
    field.doc,
    ...(isShort ? [`Example: \`${example}\`.`] : []),
    ...traits(field),
    ...(field.only ? [] : [sourceOf(field, "Spec")]),
  ].join(" ");
  return `### ${name}\n\n${text}${isShort ? "" : `\n\n\`\`\`js\n${example}\n\`\`\``}`;
}

export function allowed(field: Field): string {
  return ruleOf(field) ?? `\`${valueType(nodeOfField(field))}\``;
}

function initial(field: Field): string {
  if (field.required) return "required";
  if (field.assumedDefault !== undefined) return `\`${JSON.stringify(field.assumedDefault)}\`, assumed`;
  return role(field) === "policy" || role(field) === "creation" ? "see below" : "";
}

/** What users need to know about a property in addition to its documentation. */
export function traits(field: Field): string[] {
  const notes = [
    field.secret && "Secret.",
    field.replaces && "A change replaces the resource.",
    role(field) === "field" && !field.record && "Never shown by the service.",
    formNote(field),
  ];
  return notes
    .filter((note) => typeof note === "string")
    .filter((note) => !field.doc.includes(note.slice(0, -1)));
}
