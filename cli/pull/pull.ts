import type { StackOptions } from "../base/pulumi.js";
import type { TrustOptions } from "../base/trust.js";
import { isKind } from "../../provider/base/kind.js";
import { catalog } from "../../provider/facade.js";
import { driftOf } from "../drift/stack.js";
import { withAdditions } from "../drift/additions.js";
import { fromUrn } from "../drift/compare.js";
import { warn } from "../base/output.js";
import { UsageError } from "../base/exit.js";
import { stackFile } from "../base/stack-file.js";
import { setConfig, settleConfig } from "./config-set.js";
import { programOf } from "./program.js";
import { type Pulled, outcomeOf } from "./report.js";
import { Pull } from "./run.js";
import { Sources } from "./sources.js";
import { wishesOf } from "./wishes.js";
import { assertCommitted, formatted, patchOf, write } from "./write.js";

interface Wanted {
  /** Names of resources, or of resources with a property. Empty for all. */
  readonly names: readonly string[];
  readonly isDry: boolean;
  readonly isForced: boolean;
  readonly untracked: boolean;
}

export async function pulled(
  options: StackOptions & TrustOptions,
  { names, isDry, isForced, untracked }: Wanted,
): Promise<Pulled> {
  const [drift, program] = await Promise.all([driftOf(options, () => undefined), programOf(options)]);
  for (const text of drift.warnings) warn(`warning: ${text}`);
  const { reading } = drift;
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
  const report = await withAdditions(drift.report, options, { untracked });
  const isWanted = (resource: string, property: string): boolean =>
    names.length === 0 || names.includes(resource) || names.includes(`${resource}.${property}`);
  const { wishes, left } = wishesOf(report, reading, program, isWanted);
  const sources = new Sources();
  const { found } = new Pull(program, reading, sources, wishes);
  found.left.unshift(...left);
  await settleConfig(found, options);
  const texts = await formatted(sources.changed());
  if (!isDry) {
    const stackConfig = found.config.size > 0 ? await stackFile(options) : undefined;
    if (!isForced) assertCommitted([...texts.keys(), ...(stackConfig === undefined ? [] : [stackConfig])]);
    await write(texts, () => setConfig(found, options));
  }
  const { pulled: done, conflicts } = found;
  const result = {
    pulled: done,
    conflicts,
    left: found.left,
    gone: report.gone.filter(({ name }) => names.length === 0 || names.includes(name)),
    ...(report.untracked && { untracked: report.untracked }),
    errors: report.errors,
    ...(isDry && { patch: patchOf(texts) }),
  };
  return { version: 1, stack: report.stack, outcome: outcomeOf(result), ...result };
}
