/**
 * Properties that the stack has and that this export cannot declare. If the program lacks them or has a guess,
 * `pulumi up` clears or overwrites them in the service, so the export fails unless `--force` is given.
 */
import { existsSync, readFileSync } from "node:fs";
import { kinds } from "../../provider/base/kind.js";
import { firstFew } from "../../provider/base/quoted.js";
import type { Resources } from "./exported.js";
import type { Imported } from "./imported.js";
import { type Manifest, wasWritten } from "./manifest.js";
import { inside } from "./place.js";
import { type Files, fileOf } from "./program.js";

export interface Clearing {
  readonly file: string;
  readonly properties: readonly string[];
}

export const clearing = (resources: Resources, imported: Imported | undefined): Clearing[] =>
  kinds.flatMap((kind) =>
    resources[kind].flatMap((one) => {
      const inputs = imported?.inputs(one) ?? {};
      const properties = one.withheld.filter((property) => Object.hasOwn(inputs, property));
      return properties.length === 0 ? [] : [{ file: fileOf(kind, one.name.resource), properties }];
    }),
  );

const named = ({ file, properties }: Clearing): string => `${file} (${properties.join(", ")})`;

/**
 * @throws Error if the export would create or change a file that lacks such a property or has a guess for it. Edited
 * files do not count, because they stay as they are.
 */
export function refuseClearing(
  folder: string,
  found: readonly Clearing[],
  files: Files,
  before: Manifest | undefined,
): void {
  const lost = found.filter(({ file }) => {
    const target = inside(folder, file);
    if (!existsSync(target)) return true;
    const text = readFileSync(target, "utf8");
    return text !== files.get(file) && wasWritten(text, before?.files[file]);
  });
  if (lost.length === 0) return;
  throw new Error(
    `Nothing was written: this export would remove properties from the program in ${folder} or replace them with a guess, because it cannot declare their live values: ${firstFew(lost.map(named), 10)}. The next \`pulumi up\` would then clear them in the service, or overwrite them. To keep them, declare them in these files yourself, and create those that are missing: an export leaves an edited file as it is. To remove the properties anyway, use --force.`,
  );
}

export const clearingNote = (one: Clearing): string =>
  `${named(one)}: the program lacks the stack's value or has a guess in its place, so the next \`pulumi up\` clears or overwrites it in the service. To prevent that, declare the stack's value before you run \`pulumi up\`.`;
