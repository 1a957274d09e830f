/** The README.md of an exported program. */
import { IMPORT_FILE } from "./import-file.js";
import { INSTALL } from "./next-steps.js";

export const readme = `# Voice assistants

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
