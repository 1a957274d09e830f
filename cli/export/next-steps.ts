/** What to do after an export, in as few commands as it takes. */
import { type HeaderValue, setCommand } from "./header-values.js";
import { IMPORT_FILE } from "./import-file.js";

/** @param values header values that the stack does not hold yet */
export function nextSteps(values: readonly HeaderValue[], hasStack: boolean): string[] {
  return [
    "npm install",
    ...(hasStack ? [] : ["pulumi stack init dev"]),
    ...values.map(setCommand),
    `pulumi import --file ${IMPORT_FILE} --generate-code=false --yes`,
    `rm ${IMPORT_FILE}`,
    "pulumi preview",
  ];
}

export function readme(values: readonly HeaderValue[]): string {
  const secrets =
    values.length === 0
      ? ""
      : `
\`${IMPORT_FILE}\` holds the header values of the tools in clear: it is in \`.gitignore\`, and is to be deleted once it is imported. Each \`config set\` asks for a value; \`voicecall export . --stack dev\` sets them all.
`;
  return `# Taken over with \`voicecall export\`

\`\`\`sh
${nextSteps(values, false).join("\n")}
\`\`\`

The last one says that nothing changes. Say where the service is in \`VOICECALL_BASE_URL\` and \`VOICECALL_ACCESS_TOKEN\`, or in the stack's configuration, \`voicecall:baseUrl\` and \`voicecall:accessToken\`.
${secrets}
Everything is protected: to let Pulumi delete something, take its \`protect: true\` out and run \`pulumi up\` first.
`;
}
