/** Every property and option of the SDK has documentation, which editors show. */
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const index = ts.sys.readFile("sdk/index.ts")!;

/** The modules whose exports sdk/index.ts exports again. */
const files = [
  ...new Set([...index.matchAll(/ from "(.+)\.js"/g)].map(([, module]) => path.join("sdk", `${module}.ts`))),
];

/** Exported interfaces' properties, and exported functions' arguments, without documentation. */
function undocumented(file: string): string[] {
  const source = ts.sys.readFile(file)!;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const visit = (node: ts.Node, within: string): void => {
    if (ts.isBlock(node)) return;
    if (ts.isPropertySignature(node) && ts.getJSDocCommentsAndTags(node).length === 0)
      found.push(`${within}.${node.name.getText()}`);
    const named = ts.isPropertySignature(node) ? node.name.getText() : undefined;
    ts.forEachChild(node, (child) => visit(child, named === undefined ? within : `${within}.${named}`));
  };
  for (const statement of tree.statements) {
    const isShown = ts.isInterfaceDeclaration(statement) || ts.isFunctionDeclaration(statement);
    if (!isShown || !statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    visit(statement, statement.name?.text ?? "default");
  }
  return found;
}

test("the package exports modules", () => expect(files.length).toBeGreaterThan(10));

test.each(files)("every property in %s has documentation", (file) => {
  expect(undocumented(file)).toEqual([]);
});
