/** The README.md of an exported program. Written once, so it must stay true after later exports. */
import type { Choice } from "./choice.js";
import { IMPORT_FILE } from "./import-file.js";
import { INSTALL, exportCommand } from "./next-steps.js";

export function readme({ selected, requested, full }: Choice): string {
  const again = exportCommand(".", { selected, requested, full });
  return `# Voice assistants

This Pulumi program declares objects of a voice AI account. \`voicecall export\` wrote it, and printed the steps of the first import.

\`\`\`sh
${INSTALL}
pulumi preview
pulumi up
npx voicecall drift
${again}
\`\`\`

- **Settings**: the service's address and token are in \`VOICECALL_BASE_URL\` and \`VOICECALL_ACCESS_TOKEN\`, or in the stack's configuration, \`voicecall:baseUrl\` and \`voicecall:accessToken\`.
- **Changes** belong here, not in the service. \`pulumi preview\` shows what would change, and \`pulumi up\` changes it. \`npx voicecall drift\` names what someone has changed in the service.
- **An object that someone made in the service**: the last command above exports again. If its options select the object, the command adds the object to the program, and prints the steps that import it. Files that were edited here stay as they are, and the export names them.
- **Secret values**, such as those of headers, are in the stack's configuration: \`config.requireSecret\` has the key of each. The last command above, with \`--stack NAME\` added, sets those that are missing. \`${IMPORT_FILE}\` contains them in clear text: never commit it, and delete it after the import.
- **Protection**: every object is protected. To delete an object, remove \`protect: true\` from its resource and run \`pulumi up\`. Then remove the resource and run \`pulumi up\` again.
`;
}
