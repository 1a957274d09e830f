/** Adds declarations to the program, and keeps those with which a preview adopts the objects without a change. */
import type { Message } from "../../provider/base/messages.js";
import { projectFile, type StackOptions } from "../base/pulumi.js";
import { configOf } from "../base/stack-config.js";
import { projectKeys } from "../base/stack-file.js";
import { withMessages } from "../drift/messages.js";
import { PreviewFailed } from "../drift/noted-preview.js";
import { entryOf, importing } from "./entry.js";
import { Edits } from "./edits.js";
import { Patterns } from "./exploring.js";
import type { Exported } from "../export/exported.js";
import type { Piece } from "./new-files.js";
import { type Program, programOf } from "./program.js";
import { Sources } from "./sources.js";
import type { Syntax } from "./syntax.js";
import { withTrial } from "./trial.js";
import { type Texts, formatted, withNew } from "./write.js";

/** A run of the program. */
interface Run {
  readonly program: Program;
  readonly messages: readonly Message[];
}

export class Keeping {
  readonly kept: Piece[] = [];
  /** Why the others are not kept. */
  readonly left: { one: Exported; why: string }[] = [];
  readonly sources = new Sources();
  /** Where the program runs. */
  readonly folder: string;
  /** The first file of the program, or why it cannot be changed. */
  readonly entry: Syntax | string;
  /** The program as it is. */
  readonly before: Program;
  /** The objects that it will adopt: their kinds and ids. */
  readonly coming: ReadonlySet<string>;
  #count = 0;
  readonly #patterns: Patterns;
  #hasControl = false;

  private constructor(
    readonly options: StackOptions,
    readonly project: string,
    /** The keys that the stack's configuration has. */
    readonly config: ReadonlySet<string>,
    run: Run,
    readonly progress: (text: string) => void,
  ) {
    this.#patterns = new Patterns(run.program.seen, 0);
    this.before = run.program;
    this.coming = new Set(run.messages.flatMap(({ kind, adopts }) => (adopts ? `${kind}:${adopts.id}` : [])));
    const { folder, file } = entryOf(options);
    this.folder = folder;
    this.entry =
      file === undefined ? "the program's first file was not found" : this.sources.syntax({ file });
  }

  /** @throws PreviewFailed if the program fails as it is */
  static async begun(options: StackOptions, progress: (text: string) => void): Promise<Keeping> {
    const { name } = projectKeys(projectFile(options)!);
    const [before, config] = await Promise.all([ran(options), configOf(options)]);
    return new Keeping(options, String(name), new Set(Object.keys(config)), before, progress);
  }

  /** @param waysOf the ways to declare an object, the most fitting one first */
  async keep(all: readonly Exported[], waysOf: (one: Exported) => readonly Piece[]): Promise<void> {
    const why = typeof this.entry === "string" ? this.entry : "no file can declare it";
    const ways = all.map((one) => {
      const found = waysOf(one);
      if (found.length === 0) this.left.push({ one, why });
      return found;
    });
    await this.#keep(ways.filter(({ length }) => length > 0));
  }

  async #keep(batch: readonly (readonly Piece[])[]): Promise<void> {
    if (batch.length === 0) return;
    const pieces = batch.map(([first]) => first!);
    const why = await this.#obstacle(pieces);
    const middle = Math.ceil(batch.length / 2);
    if (why === undefined) this.kept.push(...pieces);
    else if (batch.length > 1) {
      await this.#keep(batch.slice(0, middle));
      await this.#keep(batch.slice(middle));
    } else if (batch[0]!.length > 1) await this.#keep([batch[0]!.slice(1)]);
    else this.left.push({ one: pieces[0]!.one, why });
  }

  /** The new files, and the entry as it imports them. */
  async texts(pieces: readonly Piece[]): Promise<{ added: Texts; changed: Texts }> {
    const { entry } = this;
    const edits = new Edits(this.sources);
    const imported = pieces.flatMap((one) => one.imported ?? []);
    if (typeof entry === "object" && imported.length > 0) edits.add(entry.file, importing(entry, imported));
    const changed = edits.changed();
    const all = await formatted(
      new Map([...changed, ...pieces.flatMap(({ files }) => [...files])]),
      typeof entry === "object" ? entry.file : undefined,
    );
    const [added, rest] = [new Map<string, string>(), new Map<string, string>()];
    for (const [file, text] of all) (changed.has(file) ? rest : added).set(file, text);
    return { added, changed: rest };
  }

  /** Why the program cannot keep more declarations. */
  async #obstacle(pieces: readonly Piece[]): Promise<string | undefined> {
    const secrets = pieces.flatMap((one) => one.secrets);
    const set = secrets.find(({ key }) => this.config.has(`${this.project}:${key}`));
    if (set) return `the stack's configuration has ${set.key} already: remove it, and pull again`;
    this.progress(`Running the program with the new declarations (run ${(this.#count += 1)}) …`);
    const all = [...this.kept, ...pieces];
    const { added, changed } = await this.texts(all);
    const values = all.flatMap((one) =>
      one.secrets.map(({ key, value }) => [`${this.project}:${key}`, value]),
    );
    const trial = {
      files: Object.fromEntries(changed),
      config: Object.fromEntries(values) as Record<string, string>,
    };
    let run: Run | undefined;
    try {
      await withNew(added, async () => {
        run = await withTrial(trial, (env) => ran(this.options, env));
        return false;
      });
    } catch (error) {
      if (error instanceof PreviewFailed) return error.message.split("\n").slice(1).join(" ").slice(0, 500);
      throw error;
    }
    return this.#objection(run!, all);
  }

  async #objection({ program, messages }: Run, pieces: readonly Piece[]): Promise<string | undefined> {
    for (const { one } of pieces) {
      const about = messages.find(({ kind, adopts }) => kind === one.kind && adopts?.id === one.id);
      if (about?.adopts?.isChanged) return `the program would change it: ${about.text}`;
      if (!about) {
        const failure = messages.find(({ kind, effect }) => kind === one.kind && effect === "failure");
        return failure?.text ?? "the preview does not adopt it";
      }
    }
    const { seen } = this.before;
    const isAsBefore = (): boolean =>
      [...seen.keys()].every((urn) => this.#patterns.isAsBefore(program.seen, urn, []));
    if (isAsBefore() && program.seen.size === seen.size + pieces.length) return undefined;
    if (!this.#hasControl) {
      // What differs without any change has another reason.
      this.#hasControl = true;
      this.#patterns.control = (await ran(this.options)).program.seen;
      if (isAsBefore() && program.seen.size === seen.size + pieces.length) return undefined;
    }
    return "with it, the program declares something else differently";
  }
}

async function ran(options: StackOptions, env?: Record<string, string>): Promise<Run> {
  const { result, messages } = await withMessages((more) => programOf(options, { ...env, ...more }));
  return { program: result, messages };
}
