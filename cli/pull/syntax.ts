/** The syntax of one file of the program: where it declares resources, and what its constants are. */
import { type ParserPlugin, parse } from "@babel/parser";
import type { Expression, Identifier, Node, NewExpression, VariableDeclaration } from "@babel/types";
import type { Place } from "../../sdk/places.js";

export type Located = Node & { readonly start: number; readonly end: number };

/** A constant with its initial value, and all places in the file that may use it. */
export interface Constant {
  readonly value: Expression;
  readonly isExported: boolean;
  readonly uses: readonly Node[];
}

export class Syntax {
  readonly #nodes: Located[] = [];
  readonly #parents = new Map<Node, Node>();
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
    const quotes = this.#nodes.flatMap((node) => (node.type === "StringLiteral" ? [text[node.start]] : []));
    const singles = quotes.filter((one) => one === "'").length;
    this.quote = singles * 2 > quotes.length ? "'" : '"';
  }

  #walk(node: Node, parent?: Node): void {
    this.#nodes.push(node as Located);
    if (parent) this.#parents.set(node, parent);
    for (const [key, value] of Object.entries(node)) {
      if (/Comments$/.test(key)) continue;
      for (const child of [value].flat() as unknown[]) if (isNode(child)) this.#walk(child, node);
    }
  }

  line(node: Node): number {
    return node.loc!.start.line;
  }

  /** The arguments of the `new` at a place. A subclass may call `super` instead. */
  declaredAt({ line, column }: Place): NewExpression["arguments"] | undefined {
    const found = this.#nodes.filter(
      (node) =>
        (node.type === "NewExpression" || (node.type === "CallExpression" && node.callee.type === "Super")) &&
        this.line(node) === line,
    );
    const exact = found.find((node) => node.loc!.start.column === column - 1);
    // A source map may be exact only to the line.
    const node = exact ?? (found.length === 1 ? found[0] : undefined);
    return node && (node as NewExpression).arguments;
  }

  /** Whether a place is within a node. */
  contains(node: Node, { file, line, column }: Place): boolean {
    const { start, end } = node.loc!;
    const isAfter = line > start.line || (line === start.line && column > start.column);
    return file === this.file && isAfter && (line < end.line || (line === end.line && column <= end.column));
  }

  /** The name of the constant whose value is the `new` at a place, if it is at the top of the file. */
  nameAt(place: Place): { name: string; isExported: boolean } | undefined {
    const args = this.declaredAt(place);
    const node = args && this.#nodes.find((one) => (one as { arguments?: unknown }).arguments === args);
    const declarator = node && this.#parents.get(node);
    if (declarator?.type !== "VariableDeclarator" || declarator.id.type !== "Identifier") return undefined;
    const owner = this.#parents.get(this.#parents.get(declarator)!)!;
    const isTop = [owner, this.#parents.get(owner)].some((one) => one?.type === "Program");
    return isTop
      ? { name: declarator.id.name, isExported: owner.type === "ExportNamedDeclaration" }
      : undefined;
  }

  /** The imports of the file: the local name, the name in the other file (`*` for all of it) and its path. */
  imports(): { local: string; name: string; from: string }[] {
    return this.#nodes.flatMap((node) => {
      if (node.type !== "ImportDeclaration" || node.importKind === "type") return [];
      return node.specifiers.map(({ local, ...one }) => {
        const imported = "imported" in one ? one.imported : undefined;
        const name = imported?.type === "Identifier" ? imported.name : (imported?.value ?? "default");
        return {
          local: local.name,
          name: one.type === "ImportNamespaceSpecifier" ? "*" : name,
          from: node.source.value,
        };
      });
    });
  }

  /** The constant that a name stands for. Undefined for parameters, imports, variables and parts of patterns. */
  constant(use: Identifier): Constant | undefined {
    const { name } = use;
    for (let node = this.#parents.get(use); node; node = this.#parents.get(node)) {
      const binding = this.#nodes.filter((one) => isBinding(one, name) && this.#scope(one) === node);
      if (binding.length === 0) continue;
      const [only] = binding;
      const declarator = this.#parents.get(only!)!;
      const declaration = this.#parents.get(declarator) as VariableDeclaration;
      if (binding.length > 1 || declarator.type !== "VariableDeclarator" || declarator.id !== only)
        return undefined;
      if (declaration.kind !== "const" || !declarator.init) return undefined;
      const isExported = this.#parents.get(declaration)?.type === "ExportNamedDeclaration";
      return { value: declarator.init, isExported, uses: this.#uses(name, only) };
    }
    return undefined;
  }

  /** The block, function, loop or file in which a name is declared. Undefined if the node declares no name. */
  #scope(name: Node): Node | undefined {
    let [node, above] = [name, this.#parents.get(name)];
    while (above && /Pattern$|^ObjectProperty$|^RestElement$|^TSParameterProperty$/.test(above.type)) {
      // A key or a default value is no declaration.
      if (above.type === "ObjectProperty" && above.value !== node) return undefined;
      if (above.type === "AssignmentPattern" && above.left !== node) return undefined;
      [node, above] = [above, this.#parents.get(above)];
    }
    if (!above) return undefined;
    if (above.type === "VariableDeclarator" && above.id === node) {
      const declaration = this.#parents.get(above)!;
      const outer = this.#parents.get(declaration)!;
      return outer.type === "ExportNamedDeclaration" ? this.#parents.get(outer) : outer;
    }
    if (/^Import.*Specifier$/.test(above.type)) return this.#parents.get(this.#parents.get(above)!);
    if ("params" in above && (above.params as Node[]).includes(node)) return above;
    if (above.type === "CatchClause" && above.param === node) return above;
    if (/^(Function|Class|TSEnum)Declaration$/.test(above.type) && (above as { id?: Node }).id === node) {
      const outer = this.#parents.get(above)!;
      return /^Export/.test(outer.type) ? this.#parents.get(outer) : outer;
    }
    return undefined;
  }

  #uses(name: string, declared: Node): Node[] {
    return this.#nodes.filter((node) => {
      if (node.type !== "Identifier" || node.name !== name || node === declared) return false;
      const parent = this.#parents.get(node)!;
      if (parent.type === "MemberExpression") return parent.computed || parent.property !== node;
      return parent.type !== "ObjectProperty" || parent.computed || parent.key !== node;
    });
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { type?: unknown }).type === "string" &&
  "loc" in value;

const isBinding = (node: Node, name: string): node is Identifier =>
  node.type === "Identifier" && node.name === name;
