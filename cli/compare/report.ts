/** The JSON report of `voicecall compare`. Scripts depend on its format, so new versions only add keys. */
import { z } from "zod";

const resource = z.object({
  kind: z.string(),
  /** The resource's name in the program. */
  name: z.string(),
});

const field = z.object({
  /** The property and, within an object, the key that differs: `variables.company`. */
  path: z.string(),
  /** The value in each stack, in the order of `stacks`; null if the stack does not declare it. */
  values: z.tuple([z.json(), z.json()]),
  /** The value is secret in one of the stacks, so both values are masked. */
  secret: z.literal(true).optional(),
  /** The values differ only in the values of these configuration keys, or in the stack's name (`stack`). */
  onlyIn: z.array(z.string()).optional(),
});

export const compareSchema = z.object({
  version: z.literal(1),
  stacks: z.tuple([z.string(), z.string()]),
  /** "only configuration": each difference is one of `onlyIn`. */
  outcome: z.enum(["no difference", "only configuration", "different"]),
  /** The number of resources that both stacks have. */
  compared: z.int(),
  different: z.array(resource.extend({ fields: z.array(field).min(1) })),
  /** The resources that only one of the stacks has, in the order of `stacks`. */
  only: z.tuple([z.array(resource), z.array(resource)]),
  /** Fields with ids that no resource of a stack has: an id means nothing in another account. */
  notCompared: z.array(resource.extend({ paths: z.array(z.string()).min(1) })),
});

export type Comparison = z.output<typeof compareSchema>;
export type ComparedResource = z.output<typeof resource>;
export type ComparedField = z.output<typeof field>;
