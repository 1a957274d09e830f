import { role, type Field } from "../../provider/core/fields/fields.js";
import { exampleText } from "./example.js";
import { markdownTable } from "./markdown.js";
import type { ResourceTable } from "./tables.js";
import { formNote, nodeOf, nodeOfField, ruleOf, valueType } from "./type-text.js";

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

A property that was never declared is neither sent nor compared. Removing a declared one [may clear it](../behavior.md#declared-fields). The defaults are assumptions, and nothing is compared with them. "Not readable": the service never returns the value, so [drift](../drift.md) in it is not seen. 2025 and 2026 are [forms of the API](../api-forms.md).${specified(table)}

${markdownTable(["Property", "Meaning", "Allowed", "Default"], rows.map(row))}
${rows.flatMap(([name, field]) => section(name, field) ?? []).join("\n\n")}

## Outputs

Each declared property, and:

${markdownTable(["Output", "Type", "Meaning"], outputs)}
${hasGet ? `\`${kind}.get("name", id)\` reads an existing object without managing it.\n\n` : ""}Previews, manual changes, existing objects and deletions: [How it behaves](../behavior.md).
`;
}

/** The sections of the specification that have the properties, for readers who have it. */
function specified({ fields }: ResourceTable): string {
  const all = Object.values(fields).map(({ spec }) => spec);
  const sections = [...new Set(all)].filter((spec) => /^\d+\.\d+$/.test(spec)).sort();
  return sections.length === 0 ? "" : ` Specification: ${sections.join(", ")}.`;
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

/** Options that mean the same for several kinds, which docs/behavior.md explains. */
const isExplainedElsewhere = (name: string, { doc }: Field): boolean =>
  name === "adoptId" || doc.includes("voicecall:onExisting");

/** A property in the table, with a link to its section if it has one. */
function row([name, field]: [string, Field]): string[] {
  const [meaning = ""] = sentencesOf(field);
  const property =
    section(name, field) === undefined ? `\`${name}\`` : `[\`${name}\`](#${name.toLowerCase()})`;
  return [
    property,
    [
      meaning,
      ...traits(field),
      ...(isExplainedElsewhere(name, field) ? ["[More](../behavior.md#existing-objects)."] : []),
    ].join(" "),
    allowed(field),
    initial(field),
  ];
}

const sentencesOf = ({ doc }: Field): string[] => doc.split(/(?<=\.) /);

/** What the table does not say. Undefined if it says all. */
function section(name: string, field: Field): string | undefined {
  if (isExplainedElsewhere(name, field)) return undefined;
  const example = property(name, field);
  const isLong = /[\n`]/.test(example);
  const text = [
    ...sentencesOf(field).slice(1),
    ...(/[[{]/.test(example) && !isLong ? [`Example: \`${example}\`.`] : []),
  ];
  const code = isLong ? [`\`\`\`js\n${example}\n\`\`\``] : [];
  const parts = [text.join(" "), ...code].filter(Boolean);
  return parts.length === 0 ? undefined : `### ${name}\n\n${parts.join("\n\n")}`;
}

export function allowed(field: Field): string {
  return ruleOf(field) ?? `\`${valueType(nodeOfField(field))}\``;
}

function initial(field: Field): string {
  if (field.required) return "required";
  return field.assumedDefault === undefined ? "" : `\`${JSON.stringify(field.assumedDefault)}\``;
}

/** What users need to know about a property in addition to its documentation. */
export function traits(field: Field): string[] {
  const notes = [
    field.secret && "Secret.",
    field.replaces && "A change replaces the resource.",
    role(field) === "field" && !field.record && "Not readable.",
    formNote(field),
  ];
  return notes
    .filter((note) => typeof note === "string")
    .filter((note) => !field.doc.includes(note.slice(0, -1)));
}
