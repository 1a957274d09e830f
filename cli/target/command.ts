/** `voicecall target`: the options of Pulumi for one resource and what it needs. */
import type { Command } from "commander";
import { z } from "zod";
import { didYouMean } from "../../provider/base/suggest.js";
import { type ExitCode, ending, exitCodes } from "../base/exit.js";
import { during, print, printJson } from "../base/output.js";
import { type StackOptions, pulumi, withStackOptions } from "../base/pulumi.js";
import { fromUrn } from "../drift/compare.js";

interface Given extends StackOptions {
  json?: boolean;
}

export function registerTarget(program: Command): void {
  withStackOptions(
    program
      .command("target")
      .argument(
        "<resource...>",
        "names of resources, such as support, or Assistant/support if several kinds have it",
      )
      .description("print the --target options of Pulumi for resources and what they need"),
  )
    .option("--json", "print the URNs as JSON")
    .addHelpText(
      "after",
      `
The command runs the program in a preview, so that it knows new resources too. What a resource needs is what it depends on
in the program, such as the tools of an assistant. Nothing else is changed: other manual changes stay as they are.

Examples:
  pulumi preview $(voicecall target support)
  pulumi up $(voicecall target support billing)
  pulumi up --config voicecall:onConflict=overwrite $(voicecall target support)`,
    )
    .action(ending(run));
}

async function run(names: readonly string[], { json, ...options }: Given): Promise<ExitCode> {
  const declared = await during("Running the program …", () => resourcesOf(options));
  const urns = neededBy(
    names.map((name) => found(name, declared)),
    declared,
  );
  if (json) printJson(urns);
  else print(urns.map((urn) => `--target ${patternOf(urn)}`).join(" "));
  return exitCodes.ok;
}

/** A shell changes other characters, in a substitution or where they are pasted. Pulumi's * stands for any. */
const patternOf = (urn: string): string => urn.replace(/[^\w:./@+-]+/g, "*");

const step = z.object({
  urn: z.string(),
  newState: z
    .object({
      dependencies: z.array(z.string()).default([]),
      parent: z.string().default(""),
      provider: z.string().default(""),
    })
    .optional(),
});

/** What each resource of the program needs, by URN. */
type Declared = ReadonlyMap<string, readonly string[]>;

async function resourcesOf(options: StackOptions): Promise<Declared> {
  const { code, stdout, stderr } = await pulumi(["preview", "--json", "--show-sames"], options);
  if (code !== 0)
    throw new Error(
      `The program's preview failed. Correct it first: \`voicecall preview\`.\n${stderr.trim().slice(-1_000)}`,
    );
  const { steps } = z.object({ steps: z.array(step) }).parse(JSON.parse(stdout));
  return new Map(
    steps.flatMap(({ urn, newState }) => {
      if (!newState || urn.includes("::pulumi:pulumi:Stack::")) return [];
      const { dependencies, parent, provider } = newState;
      return [[urn, [...dependencies, parent, provider.replace(/::[^:]*$/, "")]] as const];
    }),
  );
}

function found(name: string, declared: Declared): string {
  const all = [...declared.keys()];
  const titles = (urn: string): string[] => {
    const { kind, name: own } = fromUrn(urn);
    return [own, `${kind}/${own}`, urn];
  };
  const matching = all.filter((urn) => titles(urn).includes(name));
  if (matching.length === 1) return matching[0]!;
  const kinds = matching
    .map((urn) => titles(urn)[1])
    .sort()
    .join(", ");
  if (matching.length > 1)
    throw new Error(`Several resources are named ${name}. Name one of them: ${kinds}.`);
  const names = all.map((urn) => titles(urn)[0]!);
  throw new Error(
    `The program has no resource ${name}.${didYouMean(name, names) || " `pulumi stack` lists them."}`,
  );
}

/** The resources and all that they depend on. What the program does not declare, such as a default provider, has no target. */
function neededBy(urns: readonly string[], declared: Declared): string[] {
  const needed = new Set(urns);
  for (const urn of needed)
    for (const other of declared.get(urn) ?? []) if (declared.has(other)) needed.add(other);
  return [...needed].sort();
}
