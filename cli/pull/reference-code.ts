/** How the program refers to an object in a list: by the variable of its resource, or by name. */
import path from "node:path";
import { references } from "../../provider/facade.js";
import { type Reading } from "../drift/events.js";
import type { Place } from "../../sdk/places.js";
import { code } from "../export/code.js";
import type { Program } from "./program.js";
import type { Sources } from "./sources.js";
import type { Syntax } from "./syntax.js";
import type { Wish } from "./wishes.js";

interface Known {
  readonly program: Program;
  readonly reading: Reading;
  readonly sources: Sources;
}

export function referenceCode(
  { field, names }: Wish,
  { program, reading, sources }: Known,
  syntax: Syntax,
): (value: unknown) => string {
  const kind = references[field.refers!.to].kind;
  return (value) => {
    const name = names[String(value)] ?? value;
    const found = reading.resources.filter(
      ({ kind: other, old }) => other === kind && (old.id === String(value) || old.inputs["name"] === name),
    );
    const place = found.length === 1 ? program.resources.get(found[0]!.urn)?.place : undefined;
    return (place && variable(place, sources, syntax)) ?? code(name);
  };
}

function variable(place: Place, sources: Sources, syntax: Syntax): string | undefined {
  const declaring = sources.syntax(place);
  if (typeof declaring === "string") return undefined;
  const declared = declaring.nameAt(place);
  if (!declared) return undefined;
  if (place.file === syntax.file) return declared.name;
  if (!declared.isExported) return undefined;
  return syntax
    .imports()
    .find(
      ({ name, from }) =>
        name === declared.name &&
        from.startsWith(".") &&
        withoutEnd(path.resolve(path.dirname(syntax.file), from)) === withoutEnd(place.file),
    )?.local;
}

const withoutEnd = (file: string): string => file.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
