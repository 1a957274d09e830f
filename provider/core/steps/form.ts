import { type ApiForm, type EngineMode, type Field, asIn2026, engineModes } from "../fields/fields.js";
import type { Definition, Operation } from "../run/operation.js";
import { type Bag, ownValue } from "../fields/values.js";

const isEngineMode = (value: unknown): value is EngineMode => engineModes.some((mode) => mode === value);

const tables = new WeakMap<Definition, Map<string, Definition>>();

/**
 * The definition of a kind for one form of the API, with only the fields of that form.
 * @param mode the engine mode, for kinds that have one; undefined while it is not known
 */
export function inForm<D extends Definition>(definition: D, form: ApiForm, mode?: unknown): D {
  const base = (definition.base ?? definition) as D;
  const engineMode = isEngineMode(mode) ? mode : undefined;
  const known = tables.get(base) ?? new Map<string, Definition>();
  tables.set(base, known);
  const key = `${form} ${engineMode}`;
  const tableInForm = (known.get(key) as D | undefined) ?? effective(base, form, engineMode);
  known.set(key, tableInForm);
  return tableInForm;
}

/** Whether a kind or its fields depend on the form of the API. */
export const hasForms = ({ base, fields, only }: Definition): boolean =>
  only !== undefined || Object.values(base?.fields ?? fields).some(({ in2026, only }) => in2026 ?? only);

/**
 * The operation with the fields of the API form (2025 or 2026) that the service has. Detects the form if it
 * is not known yet. Without a token, the form cannot be detected: returns the operation unchanged.
 */
export async function inServiceForm<D extends Definition>(operation: Operation<D>): Promise<Operation<D>> {
  const { definition, session } = operation;
  if (!hasForms(definition)) return operation;
  const form = session.offline ? session.choices.knownForm : await session.choices.form();
  if (form === undefined) return operation;
  return operation.with({ definition: inForm(definition, form, declaredMode(definition, operation.news)) });
}

/**
 * The definition for the engine mode of a record. The program may declare a different mode. Unchanged if this version
 * does not know the mode.
 */
export function inFormOf<D extends Definition>(definition: D, record: Bag): D {
  const { form, modeField } = definition;
  if (form === undefined || modeField === undefined) return definition;
  const key = definition.fields[modeField]?.record;
  const mode = key === undefined ? undefined : ownValue(record, key);
  return typeof mode === "string" && !isEngineMode(mode) ? definition : inForm(definition, form, mode);
}

const declaredMode = ({ modeField }: Definition, inputs: Bag): unknown =>
  modeField === undefined ? undefined : ownValue(inputs, modeField);

/** Whether a name may belong to an object of any engine mode, because the mode is not known. */
export function isOfAnyMode(definition: Definition, property: string, inputs: Bag): boolean {
  const later = definition.base?.fields[property]?.in2026;
  return later !== undefined && "byMode" in later && !isEngineMode(declaredMode(definition, inputs));
}

function effective<D extends Definition>(base: D, form: ApiForm, mode: EngineMode | undefined): D {
  const fields: Record<string, Field> = {};
  const lacks: Record<string, string> = {};
  for (const [property, { in2026 = {}, only, ...field }] of Object.entries<Field>(base.fields)) {
    if (form === "2025") {
      if (only)
        lacks[property] = `exists only in the 2026 form of the API, and this service has the 2025 form`;
      else fields[property] = field;
    } else if ("absent" in in2026) {
      lacks[property] =
        `exists only in the 2025 form of the API, and this service has the 2026 form: ${in2026.absent}`;
    } else if (mode !== undefined && in2026.modes && !in2026.modes.includes(mode)) {
      const modes = in2026.modes.map((one) => `"${one}"`).join(" or ");
      lacks[property] = `needs ${base.modeField} ${modes} in the 2026 form of the service, not "${mode}"`;
    } else fields[property] = asIn2026(field, in2026, mode);
  }
  return { ...base, fields, lacks, form, base };
}
