/** Runs the program with changes, for the values whose places its syntax alone does not tell. */
import { programFolder, type StackOptions } from "../base/pulumi.js";
import { PreviewFailed } from "../drift/noted-preview.js";
import { holdsSecret } from "../drift/secret.js";
import { type StackConfig, plainOf } from "../base/stack-config.js";
import { Edits } from "./edits.js";
import { type Experiment, type Granted, experiment } from "./experiment.js";
import { differencesOf } from "./exploring.js";
import { programOf } from "./program.js";
import { referenceCode } from "./reference-code.js";
import { NoLiteral } from "./nodes.js";
import { Rewriting } from "./rewriting.js";
import type { Pull } from "./run.js";
import type { Edit } from "./site.js";
import { sitesOf } from "./sites.js";
import { codeFiles } from "./sources.js";
import { withTrial } from "./trial.js";

/** @param progress is told what happens next */
export async function tried(
  pull: Pull,
  config: StackConfig,
  options: StackOptions,
  progress: (text: string) => void,
): Promise<void> {
  const folder = programFolder(options)!;
  let count = 0;
  const run = async (edits: readonly Edit[]) => {
    progress(`Running the program to see where shared values come from (run ${(count += 1)}) …`);
    try {
      return (await withTrial(trialOf(edits, pull), (env) => programOf(options, env))).seen;
    } catch (error) {
      if (error instanceof PreviewFailed) return undefined;
      throw error;
    }
  };
  pull.grant(await granted(pull, codeFiles(folder), plainOf(config), run));
}

export function trialOf(edits: readonly Edit[], { sources }: Pull) {
  const texts = new Edits(sources);
  for (const edit of edits) if ("file" in edit) texts.add(edit.file, edit);
  const settings = edits.flatMap((edit) => ("key" in edit ? [[edit.key, edit.value] as const] : []));
  return { files: Object.fromEntries(texts.changed()), config: Object.fromEntries(settings) };
}

/** @param run what the program declares with changes */
export function granted(
  pull: Pull,
  files: readonly string[],
  config: ReadonlyMap<string, string>,
  run: Experiment["run"],
): Promise<Granted> {
  const { open, following, program, sources, texts } = pull;
  const sites = sitesOf([...open].flatMap(differencesOf), sources, { files, data: program.data }, config);
  const own: Experiment["own"] = (urn, property, before, after) => {
    const { place } = program.resources.get(urn) ?? {};
    if (!place) return { why: "the place of the resource is not known" };
    const { file, line } = place;
    const args = sources.args(place);
    if (typeof args === "string") return { why: args, file, line };
    const wish = [...open].find((one) => one.resource.urn === urn && one.property === property);
    if (holdsSecret(after) || texts.has(before) || (!wish && texts.has(after)))
      return { why: "the text comes from a file", file, line };
    const reference = wish?.field.refers?.many ? referenceCode(wish, pull, args) : undefined;
    try {
      const { changes, isInPlace } = new Rewriting(args.syntax, reference).declared(
        args.node,
        property,
        before,
        after,
      );
      const edits = changes.map((change) => ({ ...change, file, name: property }));
      return { edits, isInPlace, file, line: args.syntax.lineAt(changes[0]?.start ?? args.node.start!) };
    } catch (error) {
      if (error instanceof NoLiteral) return { why: error.message, file, line: args.syntax.line(error.node) };
      throw error;
    }
  };
  return experiment({ wishes: [...open, ...following], seen: program.seen, sites, own, run });
}
