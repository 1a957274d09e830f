/**
 * Checks that an exported program contains only known code, such as imports and resource declarations, and
 * that it compiles. Also splits command lines into words.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { linkModules } from "./project.js";

/** Describes code that no exported program may contain. */
export function strangeCode(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: ts.Diagnostic[] };
  const errors = parseDiagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  const strange = source.statements.filter((statement) => !isStatement(statement));
  return [...errors, ...strange.map((node) => node.getText(source).slice(0, 300))].map(
    (what) => `${file}: ${what}`,
  );
}

function isStatement(node: ts.Statement): boolean {
  if (ts.isImportDeclaration(node)) {
    return /^("pulumi-voicecall"|"@pulumi\/pulumi"|"\.\.?\/[^".]+")$/u.test(node.moduleSpecifier.getText());
  }
  if (ts.isExportDeclaration(node)) return node.getText() === "export {};";
  if (ts.isExpressionStatement(node)) return isResource(node.expression);
  if (!ts.isVariableStatement(node)) return false;
  if (node.getText() === "const config = new pulumi.Config();") return true;
  const [declaration, ...more] = node.declarationList.declarations;
  return more.length === 0 && ts.isIdentifier(declaration!.name) && isResource(declaration!.initializer);
}

function isResource(node: ts.Expression | undefined): boolean {
  if (!node || !ts.isNewExpression(node) || node.arguments?.length !== 3) return false;
  const [name, args, options] = node.arguments;
  return (
    /^(MidCallTool|Assistant|Lead|CampaignState)$/.test(node.expression.getText()) &&
    ts.isStringLiteral(name!) &&
    isValue(args!) &&
    options!.getText() === "{ protect: true }"
  );
}

function isValue(node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isValue);
  if (ts.isObjectLiteralExpression(node)) return node.properties.every(isProperty);
  if (ts.isCallExpression(node)) {
    const [argument, ...more] = node.arguments;
    const isKnown = ["prompt", "config.requireSecret"].includes(node.expression.getText());
    return isKnown && more.length === 0 && ts.isStringLiteral(argument!);
  }
  if (ts.isPropertyAccessExpression(node)) return node.expression.getText() === "tools";
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
  return ts.isStringLiteral(node) || ts.isNumericLiteral(node) || /^(true|false|null)$/.test(node.getText());
}

function isProperty(node: ts.ObjectLiteralElementLike): boolean {
  if (!ts.isPropertyAssignment(node) || !isValue(node.initializer)) return false;
  const { name } = node;
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || name.getText() === '["__proto__"]';
}

/**
 * Splits each line into words as a shell does.
 * @throws Error if the shell cannot parse a line, or if a line creates a file
 */
export function shellWords(lines: readonly string[]): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), "voicecall-words-"));
  const script = lines.map((line) => `printf '%s\\0' ${line}\nprintf '\\n\\0'`).join("\n");
  execFileSync("sh", ["-n"], { input: script });
  // Without PATH, the shell finds only built-in commands by name. It expands unquoted wildcards, like a user's shell.
  const printed = execFileSync("/bin/sh", ["-s"], {
    input: script,
    cwd: folder,
    env: { PATH: "" },
    encoding: "utf8",
  });
  if (readdirSync(folder).length > 0) throw new Error("a line created a file");
  rmdirSync(folder);
  const words: string[][] = [[]];
  for (const word of printed.split("\0").slice(0, -1)) {
    if (word === "\n") words.push([]);
    else words.at(-1)!.push(word);
  }
  return words.slice(0, -1);
}

/** Files outside of the programs, such as TypeScript's library. They are parsed once for all programs. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** Type-checks the whole program in strict mode. Returns the errors and the program's files. */
export function compiled(folder: string): { errors: string[]; files: string[] } {
  linkModules(folder);
  const { config } = ts.readConfigFile(path.join(folder, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  if (options.strict !== true) throw new Error("the program's tsconfig.json does not set strict");
  const stricter = {
    ...options,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
  };
  const host = ts.createCompilerHost(stricter);
  const parse = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...how) => {
    if (file.startsWith(folder)) return parse(file, ...how);
    if (!parsed.has(file)) parsed.set(file, parse(file, ...how));
    return parsed.get(file);
  };
  const program = ts.createProgram(fileNames, stricter, host);
  const found = ts.getPreEmitDiagnostics(program);
  return {
    errors: found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    files: program
      .getSourceFiles()
      .map(({ fileName }) => fileName)
      .filter((file) => file.startsWith(folder)),
  };
}
