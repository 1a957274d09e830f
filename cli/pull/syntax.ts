/** The syntax of one file of the program: where it declares resources, and what its constants are. */
import { type ParserPlugin, parse } from "@babel/parser";
import type { Expression, Node, NewExpression, VariableDeclaration } from "@babel/types";
import type { Place } from "../../sdk/places.js";

export type Located = Node & { readonly start: number; readonly end: number };

/** Where a resource is declared, with its name and kind. */
export type DeclaredPlace = Place & { readonly resource?: string; readonly kind?: string };

export class Syntax {
  readonly #nodes: Located[] = [];
  readonly #names = new Map<string, Located[]>();
  readonly #parents = new Map<Node, Node>();
  /** Where resources may be declared. */
  readonly #news: readonly Located[];
  /** The quotes that the file prefers. */
  readonly quote: '"' | "'";

  /** @throws Error if the file cannot be parsed */
  constructor(
    readonly file: string,
    readonly text: string,
  ) {
    const typed: ParserPlugin[] = /\.[cm]?tsx?$/.test(file) ? ["typescript"] : [];
    const jsx: ParserPlugin[] = /[jt]sx$|\.js$/.test(file) ? ["jsx"] : [];
    const program = parse(text, {
      sourceType: "unambiguous",
      allowReturnOutsideFunction: true,
      plugins: [...typed, ...jsx, "decorators"],
    });
    this.#walk(program.program);
    this.#news = this.#nodes.filter(
      (node) =>
        node.type === "NewExpression" || (node.type === "CallExpression" && node.callee.type === "Super"),
    );
    const quotes = this.#nodes.flatMap((node) => (node.type === "StringLiteral" ? [text[node.start]] : []));
    const singles = quotes.filter((one) => one === "'").length;
    this.quote = singles * 2 > quotes.length ? "'" : '"';
  }

  #walk(node: Node, parent?: Node): void {
    this.#nodes.push(node as Located);
    if (node.type === "Identifier") {
      const same = this.#names.get(node.name) ?? [];
      same.push(node as Located);
      this.#names.set(node.name, same);
    }
    if (parent) this.#parents.set(node, parent);
    for (const [key, value] of Object.entries(node)) {
      if (/Comments$/.test(key)) continue;
      for (const child of [value].flat() as unknown[]) if (isNode(child)) this.#walk(child, node);
    }
  }

  lineAt(position: number): number {
    return this.text.slice(0, position).split("\n").length;
  }

  line(node: Node): number {
    return node.loc!.start.line;
  }

  /**
   * The `new` at a place. A subclass may call `super` instead. Without a source map, the place is one in the compiled file,
   * so the literal name counts. Undefined if place and name contradict each other.
   */
  newAt({ line, column, resource, kind }: DeclaredPlace): NewExpression | undefined {
    const named = this.#news.filter((node) => {
      const { callee } = node as NewExpression;
      const className = this.#source(callee).split(".").at(-1);
      return className === kind && this.#nameIn(node) === resource;
    });
    const byName = named.length === 1 ? named[0] : undefined;
    const found = this.#news.filter((node) => {
      const isOther = resource !== undefined && (this.#nameIn(node) ?? resource) !== resource;
      return this.line(node) === line && !isOther;
    });
    const exact = found.find((node) => node.loc!.start.column === column - 1);
    // A source map may be exact only to the line.
    const byPlace = exact ?? (found.length === 1 ? found[0] : undefined);
    const isClear = !byName || !byPlace || byName === byPlace;
    return isClear ? ((byName ?? byPlace) as NewExpression | undefined) : undefined;
  }

  /** The name of the resource that a `new` declares, if it is a literal. */
  #nameIn(node: Node): string | undefined {
    const [name] = (node as NewExpression).arguments;
    return name?.type === "StringLiteral" ? name.value : undefined;
  }

  /** Whether a place is within a node. */
  contains(node: Node, { file, line, column }: Place): boolean {
    const { start, end } = node.loc!;
    const isAfter = line > start.line || (line === start.line && column > start.column);
    return file === this.file && isAfter && (line < end.line || (line === end.line && column <= end.column));
  }

  /** The constant whose value is the `new` at a place, with the block, function body or file that has it. */
  nameAt(place: DeclaredPlace): { name: string; isExported: boolean; scope: Located } | undefined {
    const node = this.newAt(place);
    const declarator = node && this.#parents.get(node);
    if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return undefined;
    const owner = this.#parents.get(this.#parents.get(declarator)!)!;
    const isExported = owner.type === "ExportNamedDeclaration";
    const scope = (isExported ? this.#parents.get(owner)! : owner) as Located;
    return /^(Program|BlockStatement)$/.test(scope.type)
      ? { name: declarator.id.name, isExported, scope }
      : undefined;
  }

  /** The paths that the file imports, where the last import ends, and whether it has imports or exports at all. */
  modules(): { paths: string[]; end: number; isModule: boolean } {
    const imports = this.#nodes.flatMap((node) =>
      node.type === "ImportDeclaration" && this.#parents.get(node)!.type === "Program" ? [node] : [],
    );
    const isModule = this.#nodes.some(({ type }) => /^(Import|Export)\w*Declaration$/.test(type));
    return { paths: imports.map(({ source }) => source.value), end: imports.at(-1)?.end ?? 0, isModule };
  }

  /** What the file imports: the local name, the name in the other file or "*" for all names, and its path. */
  imports(): { local: string; name: string; from: string }[] {
    return this.#nodes.flatMap((node) => {
      if (node.type !== "ImportDeclaration" || node.importKind === "type") return [];
      return node.specifiers.flatMap((one) => {
        const found = { local: one.local.name, from: node.source.value };
        if (one.type === "ImportNamespaceSpecifier") return [{ ...found, name: "*" }];
        return one.type === "ImportSpecifier" && one.imported.type === "Identifier"
          ? [{ ...found, name: one.imported.name }]
          : [];
      });
    });
  }

  /** The value of a constant. Undefined if the name has another meaning somewhere in the file. */
  constant(name: string): Expression | undefined {
    const declared = (this.#names.get(name) ?? []).filter((node) => this.#declares(node));
    const declarator = this.#parents.get(declared[0]!);
    if (declared.length !== 1 || declarator?.type !== "VariableDeclarator") return undefined;
    const { kind } = this.#parents.get(declarator) as VariableDeclaration;
    return kind === "const" ? (declarator.init ?? undefined) : undefined;
  }

  /** All expressions that may be a value of a resource: no names of modules, properties or resources, and no types. */
  values(): Located[] {
    return this.#nodes.filter((node) => {
      const parent = this.#parents.get(node);
      if (!/Literal$|^(Array|Object|Unary)Expression$/.test(node.type) || !parent) return false;
      if (/^(Import|Export|TSLiteral|TSExternal)/.test(parent.type)) return false;
      const { key, computed, callee, arguments: given } = parent as unknown as Record<string, unknown>;
      const isModule =
        parent.type === "CallExpression" && /^(require|import)$/.test(this.#source(callee as Node));
      const isName = parent.type === "NewExpression" && (given as Node[])[0] === node;
      return !(key === node && computed !== true) && !isModule && !isName;
    });
  }

  #source({ start, end }: Node): string {
    return this.text.slice(start!, end!);
  }

  /** Whether the node is the name of a variable, parameter, import, function or class. */
  #declares(node: Node): boolean {
    const parent = this.#parents.get(node)!;
    if (/^(Import\w*Specifier|RestElement|ArrayPattern|CatchClause|TSParameterProperty)$/.test(parent.type))
      return true;
    if (parent.type === "ObjectProperty")
      return parent.value === node && this.#parents.get(parent)!.type === "ObjectPattern";
    const { id, left, params } = parent as { id?: Node; left?: Node; params?: Node[] };
    return (
      id === node || (parent.type === "AssignmentPattern" && left === node) || params?.includes(node) === true
    );
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { type?: unknown }).type === "string" &&
  "loc" in value;
