import type * as pulumi from "@pulumi/pulumi";

/** The arguments of a resource as its outputs. A mapped type keeps their documentation. */
export type Declared<Args> = { readonly [Key in keyof Args]-?: pulumi.Output<Plain<Args[Key]>> };

/** A value without what only a program passes: outputs, promises and resources. */
type Plain<T> = 0 extends 1 & T
  ? T
  : T extends pulumi.OutputInstance<infer Value> | Promise<infer Value>
    ? Plain<Value>
    : T extends pulumi.Resource
      ? never
      : T extends readonly (infer Item)[]
        ? Plain<Item>[]
        : { [Key in keyof T]: Plain<T[Key]> };
