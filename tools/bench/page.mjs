import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { compressionLine } from "./compression.mjs";
import { OPERATIONS, tableOf } from "./table.mjs";

const PAGE = path.join(ROOT, "docs/evidence/performance.md");

/** Writes docs/evidence/performance.md. */
export function writePage(rows, { engine, terraform }) {
  writeFileSync(PAGE, page(rows, { engine, terraform }));
  console.log("wrote docs/evidence/performance.md");
}

function page(rows, { engine, terraform }) {
  const [{ model }] = os.cpus();
  const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json");
  const { version } = JSON.parse(readFileSync(sdk, "utf8"));
  const rest = terraform ? `, and Terraform with ${path.basename(terraform.provider)}` : "";
  return `<!-- Made by \`npm run bench\`. -->

# Performance

What this provider costs beside a dynamic provider that does nothing, and beside Terraform with a generic REST provider. All declare the same account: assistants with prompts of 2 kB, and a tool for every ten of them. The service is the local one. Measured on ${new Date().toISOString().slice(0, 10)} with ${os.availableParallelism()} cores (${model.trim()}), Pulumi CLI ${engine.version}, @pulumi/pulumi ${version}, Node ${process.versions.node}${rest}.

- **Times** are seconds from start to end, and CPU seconds of all processes of a command. The columns "Time" and "CPU time" divide this provider by the do-nothing provider in the same round. All figures are medians. Terraform is measured once.
- **Each command is checked**: its exit code, the objects in the service and in state, the one changed object, the one drifted object.
- **"find one drifted"** is \`voicecall drift\` here, \`pulumi refresh --preview-only\` for the do-nothing provider, and \`plan -refresh-only\` for Terraform. "refresh" is \`pulumi refresh --preview-only\`.
- **\`up\` and \`destroy\`** run with \`--parallel 32\`, as [settings](../settings.md#under-a-rate-limit) recommends, and without their preview. Pulumi writes state once per command (\`PULUMI_SKIP_CHECKPOINTS\`). By default it writes the whole state after each step, which takes longer than everything else.
- **Terraform** uses [Mastercard/restapi](https://github.com/Mastercard/terraform-provider-restapi) with the settings that send the fewest requests. It reads each object by its id, which the service cannot do for assistants, so the local service gets such a route here.

${plot(rows)}

${tableOf(rows)}

${compressionLine()}
`;
}

/** The ratios of CPU time at the largest size, which GitHub draws as bars. */
function plot(rows) {
  const size = Math.max(...rows.map((row) => row.size));
  const ratios = rows.filter((row) => row.size === size).map(({ ratio }) => ratio.cpu.toFixed(2));
  return `\`\`\`mermaid
xychart-beta
  title "CPU time of ${size} assistants, as a multiple of the do-nothing provider's"
  x-axis ${JSON.stringify(Object.values(OPERATIONS))}
  y-axis 0 --> ${Math.ceil(Math.max(...ratios))}
  bar [${ratios.join(", ")}]
\`\`\``;
}
