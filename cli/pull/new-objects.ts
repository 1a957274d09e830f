/** `voicecall pull --untracked`: brings objects that no resource manages into the program. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { openSession } from "../../provider/facade.js";
import { type Kind, isKind, kinds, namesOf } from "../../provider/base/kind.js";
import { quoted } from "../../provider/base/quoted.js";
import { UsageError } from "../base/exit.js";
import { type IsIgnored, namesOfObject } from "../base/ignored.js";
import { type StackOptions, stackName } from "../base/pulumi.js";
import { stackFile } from "../base/stack-file.js";
import type { StackAccount } from "../drift/accounts.js";
import { fromUrn } from "../drift/compare.js";
import type { Report } from "../drift/report.js";
import { findUntracked } from "../drift/untracked.js";
import { type Account, readAccount, selectedPart, uniqueNames } from "../export/account.js";
import type { Choice } from "../export/choice.js";
import type { Exported } from "../export/exported.js";
import { type Objects, objects } from "../export/objects.js";
import { setSecrets } from "../export/stack.js";
import { Keeping } from "./keeping.js";
import { type Tool, foldersFor, piecesFor } from "./new-files.js";
import { type Program, ownPlace } from "./program.js";
import type { Sources } from "./sources.js";
import { assertCommitted, patchOf, withNew, write } from "./write.js";

/** The JSON report. Scripts depend on its format, so new versions only add keys. */
export interface NewObjects {
  readonly version: 1;
  readonly stack: string;
  readonly outcome: "pulled" | "nothing to pull" | "left" | "could not tell";
  /** Objects that the program declares now, or would declare without `--dry-run`. */
  readonly added: readonly {
    readonly kind: Kind;
    readonly title: string;
    readonly id: string;
    /** Of the resource. */
    readonly name: string;
    /** Relative to the current folder. */
    readonly files: readonly string[];
  }[];
  /** Objects that a person must declare, each with the reason. */
  readonly left: readonly string[];
  /** The keys of secret values in the stack's configuration. */
  readonly config: readonly string[];
  readonly notes: readonly string[];
  readonly errors: Report["errors"];
  /** With `--dry-run`: what `git apply` takes. */
  readonly patch?: string;
}

interface Wanted {
  /** Names and ids of objects. Empty for all. */
  readonly names: readonly string[];
  readonly isDry: boolean;
  readonly isForced: boolean;
  readonly isIgnored: IsIgnored;
}

interface Row {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  /** Absent if the object is not in the account of the default provider. */
  readonly name?: unknown;
  readonly isReachable: boolean;
}

/** Objects of other kinds call people. */
const declarable = kinds.filter((kind) => namesOf(kind).select !== undefined);

const ALL: Choice = { selected: {}, requested: [], only: [], names: [], full: false };

export async function newObjects(
  options: StackOptions,
  { accounts, errors }: { accounts: readonly StackAccount[]; errors: { text: string }[] },
  { names, isDry, isForced, isIgnored }: Wanted,
  progress: (text: string) => void,
): Promise<NewObjects> {
  const own = accounts.find(({ isDefault }) => isDefault);
  const [stack, keeping, found, all] = await Promise.all([
    stackName(options),
    Keeping.begun(options, progress),
    findUntracked(accounts, isIgnored),
    own && readAccount(own.session, ALL),
  ]);
  const rows = found.untracked.flatMap(({ kind, id, title, account }): Row[] => {
    if (!isKind(kind) || !declarable.includes(kind) || keeping.coming.has(`${kind}:${id}`)) return [];
    const record = all?.[kind].find((one) => String(one.id) === id);
    const isReachable = record !== undefined && account === own!.session.settings.baseUrl;
    return [{ kind, id, title, isReachable, name: record?.["name"] }];
  });
  const wanted = names.length === 0 ? rows : [...new Set(names.map((name) => rowNamed(rows, name)))];
  const titled = ({ title, id }: Row): string => `${title} (id ${id})`;
  const left = wanted
    .filter(({ isReachable }) => !isReachable)
    .map((row) => `${titled(row)}: it is in the account of an explicit provider: declare it with adoptId`);
  const notes = found.notes.map(({ text }) => text);
  if (own && all && left.length < wanted.length) {
    const said = await keepAll(keeping, own, all, { rows, wanted, isNamed: names.length > 0 });
    left.push(...said.leftOut);
    notes.push(...said.notes);
  }
  const rowOf = ({ kind, id }: Exported): Row =>
    rows.find((row) => row.kind === kind && row.id === String(id))!;
  left.push(...keeping.left.map(({ one, why }) => `${titled(rowOf(one))}: ${why}`));
  const patch = isDry ? await dryPatch(keeping) : await written(keeping, isForced, options, progress);
  const { kept } = keeping;
  const problems = [...errors, ...found.errors];
  const isLeft = left.length > 0 ? "left" : kept.length > 0 ? "pulled" : "nothing to pull";
  return {
    version: 1,
    stack,
    outcome: problems.length > 0 ? "could not tell" : isLeft,
    added: kept.map(({ one, files }) => ({
      kind: one.kind,
      title: rowOf(one).title,
      id: String(one.id),
      name: one.name.resource,
      files: [...files.keys()].map((file) => path.relative(process.cwd(), file)),
    })),
    left,
    config: kept.flatMap(({ secrets }) => secrets.map(({ key }) => key)),
    notes: [...new Set(notes)],
    errors: problems,
    ...(patch !== undefined && { patch }),
  };
}

function rowNamed(rows: readonly Row[], name: string): Row {
  const [found, other] = rows.filter((row) => namesOfObject(row).includes(name));
  if (!found)
    throw new UsageError(
      `${quoted(name)} is no untracked assistant or tool: \`voicecall drift --untracked\` shows their names and ids.`,
    );
  if (!other) return found;
  const all = [found, other].map(({ kind, id }) => `${kind}:${id}`).join(" or ");
  throw new UsageError(`${quoted(name)} names several objects: use ${all}.`);
}

/** Adds to the program what is wanted, with what it needs. */
async function keepAll(
  keeping: Keeping,
  own: StackAccount,
  all: Account,
  { rows, wanted, isNamed }: { rows: readonly Row[]; wanted: readonly Row[]; isNamed: boolean },
): Promise<Pick<Objects, "leftOut" | "notes">> {
  const { folder, sources, entry } = keeping;
  const program = keeping.before;
  const idsOf = (kind: Kind, of: readonly Row[]): string[] =>
    of.flatMap((row) => (row.kind === kind && row.isReachable ? row.id : []));
  const selected = Object.fromEntries(declarable.map((kind) => [kind, isNamed ? idsOf(kind, wanted) : []]));
  const whole = selectedPart(all, { ...ALL, selected });
  const part = Object.fromEntries(
    kinds.map((kind) => [kind, whole[kind].filter(({ id }) => idsOf(kind, rows).includes(String(id)))]),
  ) as unknown as Account;
  const notes: string[] = [];
  const session = openSession(
    { ...own.session.settings, promptChecks: "off" },
    { print: (text) => void notes.push(text), namesUnreadable: false },
  );
  const code = typeof entry === "string" ? folder : path.dirname(entry.file);
  const reserved = Object.fromEntries(
    declarable.map((kind) => [kind, namesIn(program, kind, foldersFor(kind, folder, code, program))]),
  );
  const found = await objects(session, { all, part }, false, reserved);
  const tools = toolsIn(all, own, program, sources);
  for (const kind of declarable) {
    await keeping.keep(found.resources[kind].map(adopting), (one) =>
      piecesFor(one, { folder, program, entry, tools }),
    );
    for (const { one, imported } of keeping.kept)
      if (imported !== undefined && one.kind === "MidCallTool")
        tools.set(String(one.id), {
          ...tools.get(String(one.id)),
          variable: { file: imported, name: one.name.variable },
        });
  }
  return { leftOut: found.leftOut, notes: [...found.notes, ...notes] };
}

function adopting(one: Exported): Exported {
  const adoptId = "The next `pulumi up` adopts the object with this id. Remove the line then.";
  return {
    ...one,
    inputs: { ...one.inputs, adoptId: one.id },
    comments: { ...one.comments, adoptId },
  };
}

/** The names that resources and files have. */
function namesIn(program: Program, kind: Kind, folders: readonly string[]): string[] {
  const resources = [...program.resources.keys()].map(fromUrn).filter((one) => one.kind === kind);
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
  const ownName = (file: string): string => file.replace(/\..*/, "").replace(`${namesOf(kind).noun}-`, "");
  return [...resources.map(({ name }) => name), ...files.map(ownName)];
}

/** The tools to which a declaration can refer, by id. */
function toolsIn(
  all: Account,
  { resources }: StackAccount,
  program: Program,
  sources: Sources,
): Map<string, Tool> {
  const names = uniqueNames(all.MidCallTool);
  return new Map(
    all.MidCallTool.map(({ id }): [string, Tool] => {
      const managed = resources.find(
        (one) => one.id === String(id) && fromUrn(one.urn).kind === "MidCallTool",
      );
      const place = managed && ownPlace(program, managed.urn);
      const syntax = place && sources.syntax(place);
      const declared = typeof syntax === "object" ? syntax.nameAt(place!) : undefined;
      return [
        String(id),
        {
          name: names.get(id),
          ...(declared?.isExported && { variable: { file: place!.file, name: declared.name } }),
        },
      ];
    }),
  );
}

async function dryPatch(keeping: Keeping): Promise<string> {
  const { added, changed } = await keeping.texts(keeping.kept);
  return patchOf(new Map([...changed, ...added]));
}

async function written(
  keeping: Keeping,
  isForced: boolean,
  options: StackOptions,
  progress: (text: string) => void,
): Promise<undefined> {
  const { added, changed } = await keeping.texts(keeping.kept);
  const secrets = keeping.kept.flatMap((one) => one.secrets);
  const config = secrets.length > 0 ? await stackFile(options) : undefined;
  if (!isForced) assertCommitted([...changed.keys(), ...(config === undefined ? [] : [config])]);
  await withNew(added, async () => {
    await write(changed, () => setSecrets(secrets, keeping.project, options, progress));
    return true;
  });
}
