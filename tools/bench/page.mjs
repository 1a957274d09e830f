import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../setup/root.mjs";
import { PARTS } from "./parts/all.mjs";
import { growth } from "./plot.mjs";
import { shown, spreadOf, partText } from "./table.mjs";

const PAGE = "docs/evidence/performance.md";
/** The parts with a plot: their sizes are far apart. */
const PLOTTED = ["assistants", "leads"];

/** Writes the page with what is measured so far, so that a run that is stopped leaves it. */
export function pageWriter(programs) {
  const about = aboutRun(programs);
  return (records, turns) => {
    const sections = Object.entries(PARTS).flatMap(([name, part]) => {
      const some = records.filter((record) => record.part === name);
      if (some.length === 0) return [];
      const image = `docs/images/performance-${name}.svg`;
      if (PLOTTED.includes(name)) writeFileSync(path.join(ROOT, image), growth(some, part));
      const plot = PLOTTED.includes(name)
        ? `![Growth of CPU and memory with the size](../images/performance-${name}.svg)\n\n`
        : "";
      return [`## ${part.title}\n\n${part.about}\n\n${plot}${partText(some, part)}\n`];
    });
    writeFileSync(
      path.join(ROOT, PAGE),
      `${about}${loadText(turns)}${failureText(turns)}\n\n${READING}\n\n${sections.join("\n")}`,
    );
  };
}

const READING = `## How to read it

- **In turn, in one run**: in each round, each command runs with one subject after the other, so that other load affects all. Figures are medians, with the lowest and the highest in brackets. A ratio divides this provider by another subject **in the same round**.
- **≈** marks a ratio whose spread swallows its difference: its rounds lie on both sides of 1, or there is only one.
- **CPU** is the time of all processes of a command. **MiB** is the highest memory (VmHWM) of the engine, of the program's process, and of the provider host; "all" is the highest sum of all processes, where pages that they share count more than once.
- **Each command is checked**: its exit code, the objects in the service and in state, the one changed object, the one drifted object.
- **\`up\` and \`destroy\`** run with \`--parallel 32\`, as [settings](../settings.md#under-a-rate-limit) recommends, and without their preview. Pulumi writes state once per command (\`PULUMI_SKIP_CHECKPOINTS\`). By default it writes the whole state after each step, which takes longer than everything else. Terraform's state is remote, for the same reason.
- **Terraform** uses [Mastercard/restapi](https://github.com/Mastercard/terraform-provider-restapi) with the settings that send the fewest requests. It reads each object by its id, which the service cannot do for assistants, so the local service gets such a route here.
- **The program** is JavaScript, which Pulumi loads with ts-node by default.`;

function aboutRun({ engine, terraform }) {
  const [{ model }] = os.cpus();
  const sdk = createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json");
  const { version } = JSON.parse(readFileSync(sdk, "utf8"));
  const versions = [
    `Pulumi CLI ${engine.version}, @pulumi/pulumi ${version}, Node ${process.versions.node}`,
    ...(terraform ? [`${terraform.introduction} with Mastercard/restapi ${terraform.version}`] : []),
  ];
  return `<!-- Made by \`npm run bench\`. -->

# Performance

What this provider costs beside a dynamic provider that does nothing, beside Terraform with a generic REST provider, and beside the least that any client needs. The service is the local one.

\`\`\`sh
${["npm run bench", ...(process.argv.length > 2 ? ["--", ...process.argv.slice(2)] : [])].join(" ")}
\`\`\`

- **Measured**: ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC, commit ${commit()}.
- **Versions**: ${versions.join("; ")}.
- **Machine**: ${os.availableParallelism()} cores (${model.trim()}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}.
`;
}

function commit() {
  const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    // The bench itself writes into docs/.
    const changed = git("status", "--porcelain", "--", ":!docs") === "" ? "" : ", with changes";
    return `\`${git("rev-parse", "--short=10", "HEAD")}\`${changed}`;
  } catch {
    return "unknown";
  }
}

function loadText(turns) {
  const others = spreadOf(turns.map(({ others: part }) => part * 100));
  const average = spreadOf(turns.map(({ average: one }) => one));
  return `- **Load**: programs other than the bench used ${shown(others, 0)} % of all cores; the load average was ${shown(average, 1)}. Median, lowest and highest of ${turns.length} rounds.`;
}

/** A command with a wrong result is said, because its block has fewer rounds. */
const failureText = (turns) =>
  turns
    .filter(({ failure }) => failure !== undefined)
    .map(
      ({ part, size, round, failure }) =>
        `\n- **Failed**: ${part} ${size}, round ${round}: ${failure.split("\n")[0]}`,
    )
    .join("");
