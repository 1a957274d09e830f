import * as pulumi from "@pulumi/pulumi";

/**
 * An error for which Pulumi shows only the message. After the program has ended, Pulumi shows the stack trace
 * instead, so the stack trace contains only the message. Frames would also be slow: Pulumi formats errors
 * with `util.inspect` in color, and on Node 20.20 a frame such as "node_modules/@pulumi/output.ts:516" takes
 * half a minute. The message stays as it is, because Pulumi puts the name of a property before it, once for each resource
 * that has the error.
 */
export function refusal(message: string): pulumi.RunError {
  const error = new pulumi.RunError(message);
  error.stack = message;
  return Object.defineProperty(error, "message", { get: () => message, set: () => undefined });
}
