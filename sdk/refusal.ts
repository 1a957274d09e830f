import * as pulumi from "@pulumi/pulumi";

/**
 * An error of which Pulumi shows only the message. After the end of the program, Pulumi shows the trace instead, so that
 * is the message too. It has no other lines: Pulumi formats each error with
 * `util.inspect` and colors, and Node 20.20 spends half a minute there on a line such as
 * "node_modules/@pulumi/output.ts:516", which is in the trace of every error thrown within an `apply`.
 */
export function refusal(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = message;
  return error;
}
