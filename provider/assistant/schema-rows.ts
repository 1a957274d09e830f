import { decimalText } from "../core/fields/codecs.js";
import type { Field } from "../core/fields/fields.js";
import { rows } from "../core/fields/rows.js";
import { decimal } from "../core/fields/types.js";

export const { setting, content } = rows("4.2");

/** 0.7 + 0.1 is 0.7999999999999999, and the service stores 0.80. */
const withoutNoise = (value: unknown): unknown =>
  typeof value === "number" ? Number(value.toFixed(9)) : value;

/** A decimal number. Records may contain it as text, such as "0.70". */
export const dial = (min: number, max: number, request: string, doc: string, assumedDefault: number): Field =>
  setting(decimal(min, max), request, doc, { codec: decimalText, tidy: withoutNoise, assumedDefault });
