import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";

/** A phone number in E.164 format, as POST /user/lead and POST /user/make_call require (spec 2). */
export const e164 = z
  .string()
  .refine((value) => /^\+[1-9]\d{1,14}$/.test(value) && formatted(value) === value, {
    error: "must be a valid phone number in E.164 format",
  });

/**
 * The phone number in E.164 format, as the update of a lead converts it (spec 4.3). Undefined if that is not
 * possible.
 */
export function formatted(value: string): string | undefined {
  const number = parsePhoneNumberFromString(value);
  return number?.isPossible() === true ? number.number : undefined;
}
