import type { StackOptions } from "../base/pulumi.js";
import type { TrustOptions } from "../base/trust.js";
import { isKind } from "../../provider/base/kind.js";
import { catalog } from "../../provider/facade.js";
import { type Drift, driftOf } from "../drift/stack.js";
import { fromUrn } from "../drift/compare.js";
import { warn } from "../base/output.js";
import { UsageError } from "../base/exit.js";
import { stackFile } from "../base/stack-file.js";
import { configOf, setConfig } from "../base/stack-config.js";
import { differingIn, marksIn, isAbout, recordMerged } from "./merged.js";
import { programOf } from "./program.js";
import { type Pulled, outcomeOf } from "./report.js";
import { Pull } from "./run.js";
import { Sources } from "./sources.js";
import { tried } from "./tried.js";
import { wishesOf } from "./wishes.js";
import { assertCommitted, formatted, patchOf, write } from "./write.js";

interface Wanted {
  /** Names of resources, or of resources with a property. Empty for all. */
  readonly names: readonly string[];
  readonly isDry: boolean;
  readonly isForced: boolean;
  /** Whether a value that is left because the program has changed it too counts as merged. */
  readonly mine: boolean;
  /** Whether a prompt that several resources share gets the changes of each. */
  readonly shared: boolean;
  /** Replaces the manual changes of the service, for `voicecall undo`. */
  readonly changing?: (drift: Drift) => Drift;
}

export async function pulled(
  options: StackOptions & TrustOptions,
  { names, isDry, isForced, mine, shared, changing }: Wanted,
  progress: (text: string) => void,
): Promise<Pulled> {
  const [drift, program, config] = await Promise.all([
    driftOf(options, () => undefined).then((found) => changing?.(found) ?? found),
    programOf(options),
    configOf(options),
  ]);
  const before = marksIn(config);
  for (const text of drift.warnings) warn(`warning: ${text}`);
  const { reading, report } = drift;
  const known = reading.resources.flatMap(({ urn, kind }) => {
    const { name } = fromUrn(urn);
    const properties = isKind(kind) ? Object.keys(catalog[kind].definition.fields) : [];
    return [name, ...properties.map((property) => `${name}.${property}`)];
  });
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `No resource or property of the stack is named ${unknown.join(" or ")}: \`voicecall drift\` shows the names in parentheses.`,
    );
  const isWanted = (resource: string, property: string): boolean =>
    names.length === 0 || names.includes(resource) || names.includes(`${resource}.${property}`);
  // A value that is no manual change of now says nothing about what is merged.
  const differing = changing ? [] : differingIn(report, reading, program, before);
  const merged = differing.filter(
    ({ isMerged, resource, path }) => isMerged && isWanted(resource.name, path),
  );
  // The lines of what is merged would come back as a conflict.
  const isOpen = (value: { urn: string; path: string }): boolean =>
    !merged.some((one) => isAbout(one, value));
  const { wishes, left } = wishesOf(report, reading, program, isWanted);
  const open = wishes.filter(({ resource: { urn }, property }) => isOpen({ urn, path: property }));
  const sources = new Sources();
  const pull = new Pull(program, reading, sources, open, shared);
  const { found } = pull;
  await tried(pull, config, options, progress);
  found.left.unshift(...left.filter(isOpen));
  const texts = await formatted(pull.edits.changed());
  if (!isDry) {
    const stackConfig = found.config.size > 0 ? await stackFile(options) : undefined;
    if (!isForced) assertCommitted([...texts.keys(), ...(stackConfig === undefined ? [] : [stackConfig])]);
    await write(texts, () => setConfig(found.config, options));
    const isWhole = report.errors.length === 0;
    await recordMerged(found, { all: differing, before, isWhole, mine }, options);
  }
  const { pulled: done, conflicts } = found;
  const result = {
    pulled: done,
    conflicts,
    left: found.left,
    merged: merged.map(({ resource, path }) => ({ ...resource, path })),
    gone: report.gone.filter(({ name }) => names.length === 0 || names.includes(name)),
    errors: report.errors,
    ...(isDry && { patch: patchOf(texts) }),
  };
  return { version: 1, stack: report.stack, outcome: outcomeOf(result), ...result };
}
