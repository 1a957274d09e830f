import type { z } from "zod";
import type { Field } from "../core/fields/fields.js";

/** A field whose value is not private, so messages may show it. */
export const setting = (type: z.ZodType, request: string, doc: string, more: Partial<Field> = {}): Field => ({
  ...content(type, request, doc, more),
  shown: true,
});

/** A field whose value may be private. */
export const content = (type: z.ZodType, request: string, doc: string, more: Partial<Field> = {}): Field => ({
  type,
  doc,
  spec: "4.2",
  request,
  record: request,
  ...more,
});
