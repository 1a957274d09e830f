import { VoicecallError, isVoicecallError } from "./errors.js";

/**
 * Converts any error to a VoicecallError. An unexpected error is a bug in this package. Its message may
 * contain secrets, so only its type and location are shown.
 */
export function asVoicecallError(error: unknown): VoicecallError {
  if (isVoicecallError(error)) return error;
  const type = error instanceof Error ? error.name : typeof error;
  const frame =
    error instanceof Error &&
    /^ {4}at .*?(pulumi-voicecall[^\s)]*|\/provider\/[^\s)]*)/m.exec(error.stack ?? "");
  const place = frame ? ` at ${frame[1]}` : "";
  return new VoicecallError(
    "internal",
    `a bug in pulumi-voicecall stopped this operation (${type}${place}). Please report the bug with the version of the package and the properties that the resource declares.`,
    { cause: error },
  );
}
