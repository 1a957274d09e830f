/** How the program refers to an object in a list: by the variable of its resource, or by name. */
import path from "node:path";
import { isSameAccount, memory, references } from "../../provider/facade.js";
import type { ReadResource, Reading } from "../drift/events.js";
import { code } from "../export/code.js";
import { type Program, ownPlace } from "./program.js";
import type { Args, Sources } from "./sources.js";
import type { DeclaredPlace } from "./syntax.js";
import type { Wish } from "./wishes.js";

interface Known {
  readonly program: Program;
  readonly reading: Reading;
  readonly sources: Sources;
}

export function referenceCode(
  { resource, field, names }: Wish,
  { program, reading, sources }: Known,
  { syntax, node }: Args,
): (value: unknown) => string {
  const kind = references[field.refers!.to].kind;
  const account = accountOf(reading.resources.find(({ urn }) => urn === resource.urn));
  const inAccount = reading.resources.filter((one) => {
    const own = accountOf(one);
    return one.kind === kind && account && own && isSameAccount(own, account);
  });
  return (value) => {
    const name = names[String(value)] ?? value;
    const found = inAccount.filter(({ old }) => old.id === String(value) || old.inputs["name"] === name);
    const place = found.length === 1 ? ownPlace(program, found[0]!.urn) : undefined;
    return (place && variable(place, sources, { syntax, node })) ?? code(name);
  };
}

const accountOf = (read: ReadResource | undefined) => memory(read?.old.outputs ?? {}).account;

function variable(place: DeclaredPlace, sources: Sources, { syntax, node }: Args): string | undefined {
  const declaring = sources.syntax(place);
  if (typeof declaring === "string") return undefined;
  const declared = declaring.nameAt(place);
  if (!declared) return undefined;
  if (place.file === syntax.file) {
    // Not if the name is declared below or elsewhere, or has another meaning somewhere in the file.
    const end = syntax.constant(declared.name)?.end ?? Infinity;
    const isVisible = end < node.start! && declared.scope.end >= node.end!;
    return isVisible ? declared.name : undefined;
  }
  if (!declared.isExported) return undefined;
  const imported = syntax
    .imports()
    .find(
      ({ name, from }) =>
        [declared.name, "*"].includes(name) &&
        from.startsWith(".") &&
        withoutEnd(path.resolve(path.dirname(syntax.file), from)) === withoutEnd(place.file),
    );
  return imported?.name === "*" ? `${imported.local}.${declared.name}` : imported?.local;
}

const withoutEnd = (file: string): string => file.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
