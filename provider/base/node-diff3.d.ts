/** The library's own types are those of an ECMAScript module, although it also has a CommonJS build. */
declare module "node-diff3" {
  export function merge(
    a: string[],
    o: string[],
    b: string[],
    options: { excludeFalseConflicts: boolean; label: { a: string; b: string } },
  ): { conflict: boolean; result: string[] };

  export function diffIndices(
    one: string[],
    other: string[],
  ): { buffer1: [start: number, length: number]; buffer2Content: string[] }[];
}
