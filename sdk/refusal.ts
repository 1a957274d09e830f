import * as pulumi from "@pulumi/pulumi";

/**
 * An error for which Pulumi shows only the message. After the program has ended, Pulumi shows the stack trace
 * instead, so the stack trace contains only the message. It has no frames, because Pulumi formats each error with
 * `util.inspect` in color: with a line such as "node_modules/@pulumi/output.ts:516", which every error from an
 * `apply` has, the formatting takes Node 20.20 half a minute.
 */
export function refusal(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}
