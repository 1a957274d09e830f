/** Names of exported objects, in any script. */
import ts from "typescript";
import { expect, test } from "vitest";
import { names } from "../../../cli/export/names.js";

test("TypeScript accepts each letter of each name", () => {
  const letters = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((letter) => /\p{ID_Continue}/u.test(letter));
  const titles = letters.map((letter) => `${letter} x${letter} ${letter}x`);
  const given = [
    ...names(
      titles.map((title, index) => ({ id: 201 + index, title })),
      "assistant",
    ).values(),
  ];
  const program = given.map(({ variable }) => `export const ${variable} = 1;`).join("\n");
  const source = ts.createSourceFile("x.ts", program, ts.ScriptTarget.ES2022);
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: ts.Diagnostic[] };
  expect(parseDiagnostics.slice(0, 10).map(({ start }) => program.slice(start! - 20, start! + 10))).toEqual(
    [],
  );
});
