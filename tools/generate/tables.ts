import { catalog, fileName, kinds } from "../../provider/catalog.js";
import { namesOf } from "../../provider/base/kind.js";
import type { ComputedTable, FieldTable } from "../../provider/core/fields/fields.js";

export interface ResourceTable {
  readonly kind: string;
  /** The name of the generated files and of the class's file. */
  readonly file: string;
  readonly noun: string;
  readonly fields: FieldTable;
  readonly computed: ComputedTable;
}

export const tables: readonly ResourceTable[] = kinds.map((kind) => ({
  kind,
  file: fileName(kind),
  noun: namesOf(kind).noun,
  fields: catalog[kind].definition.fields,
  computed: catalog[kind].definition.computed,
}));
