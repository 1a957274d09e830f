import { catalog, fileName, kinds } from "../../provider/catalog.js";
import type { ComputedTable, FieldTable } from "../../provider/core/fields.js";

/** A resource's table, and the name of what is made from it. */
export interface ResourceTable {
  readonly kind: string;
  /** Of the generated file, of the class's file and of the README's markers. */
  readonly file: string;
  readonly fields: FieldTable;
  readonly computed: ComputedTable;
}

export const tables: readonly ResourceTable[] = kinds.map((kind) => ({
  kind,
  file: fileName(kind),
  fields: catalog[kind].definition.fields,
  computed: catalog[kind].definition.computed,
}));
