import type { z } from "zod";
import type { Field } from "./fields.js";

type Row = (type: z.ZodType, request: string, doc: string, more?: Partial<Field>) => Field;

/**
 * Rows of a field table whose fields have the same name in requests and records, unless `more` says otherwise.
 * @param spec the section of the specification that most fields are from
 */
export function rows(spec: string): Readonly<Record<"setting" | "content", Row>> {
  const content: Row = (type, request, doc, more) => ({ type, doc, spec, request, record: request, ...more });
  return {
    /** A field whose value may be private. */
    content,
    /** A field whose value is not private, so messages may show it. */
    setting: (...row) => ({ ...content(...row), shown: true }),
  };
}
