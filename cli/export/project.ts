/** The files that make the folder a Pulumi project, its README.md, and the commands to run after an export. */
import path from "node:path";
import { inShell } from "../../provider/base/quoted.js";
import { IMPORT_FILE } from "./import-file.js";
import { type Files, templateFiles } from "../base/template.js";

const INSTALL =
  "npm install   # until pulumi-voicecall is on npm: npm install FILE, with the file that `npm pack` makes";

const README = `# Voice assistants

This Pulumi program declares objects of a voice AI account. \`voicecall export\` wrote it, and printed the steps of the first import.

\`\`\`sh
${INSTALL}
pulumi preview
pulumi up
npx voicecall drift
\`\`\`

- **Settings**: the service's address and token are in \`VOICECALL_BASE_URL\` and \`VOICECALL_ACCESS_TOKEN\`, or in the stack's configuration, \`voicecall:baseUrl\` and \`voicecall:accessToken\`.
- **Changes** belong here, not in the service. \`pulumi preview\` shows what would change, and \`pulumi up\` changes it. \`npx voicecall drift\` names what someone has changed in the service.
- **Secret values**, such as those of headers, are in the stack's configuration: \`config.requireSecret\` has the key of each. \`${IMPORT_FILE}\` contains them in clear text: never commit it, and delete it after the import.
- **Protection**: every object is protected. To delete an object, remove \`protect: true\` from its resource and run \`pulumi up\`. Then remove the resource and run \`pulumi up\` again.
`;

export function projectFiles(name: string): Files {
  const files = templateFiles("empty", name);
  files.set(
    ".gitignore",
    `${files.get(".gitignore")}# Contains secret values in clear text.\n${IMPORT_FILE}\n`,
  );
  return files.set("README.md", README);
}

/** @param unsetConfig the configuration keys of secret values that the stack lacks */
export function nextSteps(
  folder: string,
  { hasStack, unsetConfig }: { hasStack: boolean; unsetConfig: readonly string[] },
): string[] {
  return [
    ...(path.resolve(folder) === process.cwd() ? [] : [`cd ${inShell(folder)}`]),
    INSTALL,
    ...(hasStack ? [] : ["pulumi stack init dev"]),
    ...unsetConfig.map((key) => `pulumi config set --secret ${inShell(key)}`),
    `pulumi import --file ${IMPORT_FILE} --generate-code=false --yes`,
    `rm ${IMPORT_FILE}`,
    "pulumi preview",
  ];
}
