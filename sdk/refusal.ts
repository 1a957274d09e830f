import * as pulumi from "@pulumi/pulumi";

/**
 * An error of which Pulumi shows only the message. After the end of the program, Pulumi shows the trace instead, so the
 * trace contains just the message. It has no other lines: Pulumi formats each error with `util.inspect` in color, which
 * takes Node 20.20 half a minute for a line such as "node_modules/@pulumi/output.ts:516". The trace of every error that
 * is thrown in an `apply` has such a line.
 */
export function refusal(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}
