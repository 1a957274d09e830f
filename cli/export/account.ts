/** Reads the account, and selects objects to export by name or id. */
import type { ServiceRecord, Session } from "../../provider/facade.js";
import { catalog, references } from "../../provider/facade.js";
import { type Kind, kinds, namesOf } from "../../provider/base/kind.js";
import { groupsOf } from "../../provider/base/grouped.js";
import { withName } from "../../provider/base/spellings.js";
import { didYouMean } from "../../provider/base/suggest.js";
import { matchingNames } from "../base/ignored.js";
import { type Choice, isRequested, selected } from "./choice.js";

/** The account's records by kind, sorted by id. Empty for kinds that the export does not read. */
export type Account = Readonly<Record<Kind, readonly ServiceRecord[]>>;

export async function readAccount(session: Session, choice: Choice): Promise<Account> {
  const account: Partial<Record<Kind, readonly ServiceRecord[]>> = {};
  for (const kind of kinds) {
    const rows = isRead(choice, kind) ? await catalog[kind].records(session) : [];
    account[kind] = [...rows].sort((left, right) => left.id - right.id);
  }
  return account as Account;
}

const isRead = (choice: Choice, kind: Kind): boolean =>
  isRequested(choice, kind) && catalog[kind].exported.never === undefined;

/**
 * The selected objects and the objects that they refer to, or the whole account if nothing is selected. Kinds
 * whose objects cannot be selected stay complete.
 * @throws Error for a name or id that does not exist or is not unique
 */
export function selectedPart(account: Account, choice: Choice): Account {
  const part = namedPart(account, choice);
  const { only } = choice;
  const isNamed = choice.names.length === 0 ? () => true : matchingNames(choice.names);
  const isWanted = (kind: Kind, { name }: ServiceRecord): boolean =>
    namesOf(kind).select === undefined ||
    ((only.length === 0 || only.includes(kind)) && (typeof name !== "string" || isNamed(name)));
  const wanted: Partial<Record<Kind, readonly ServiceRecord[]>> = {};
  for (const kind of kinds) wanted[kind] = part[kind].filter((record) => isWanted(kind, record));
  return wanted as Account;
}

function namedPart(account: Account, choice: Choice): Account {
  if (kinds.every((kind) => selected(choice, kind).length === 0)) return account;
  const part = { ...account };
  const referred = new Map<Kind, Set<unknown>>();
  // In reverse order, because objects refer only to objects of earlier kinds.
  for (const kind of [...kinds].reverse()) {
    const { noun, select } = namesOf(kind);
    if (!select) continue;
    const named = new Set(selected(choice, kind).map((word) => one(account[kind], word, noun)));
    part[kind] = account[kind].filter((row) => named.has(row) || referred.get(kind)?.has(row.id));
    for (const { to, ids } of part[kind].flatMap((row) => referencesOf(kind, row)))
      referred.set(to, new Set([...(referred.get(to) ?? []), ...ids]));
  }
  return part;
}

/** Names that tell one object each, by id. A text of digits would be an id. */
export function uniqueNames(rows: readonly ServiceRecord[]): ReadonlyMap<number, string> {
  const unique = groupsOf(rows, ({ name }) => name).filter((group) => group.length === 1);
  return new Map(
    unique.flatMap(([one]) => {
      const { id, name } = one!;
      return typeof name === "string" && !/^\d+$/.test(name) ? [[id, name] as const] : [];
    }),
  );
}

function referencesOf(kind: Kind, record: ServiceRecord): { to: Kind; ids: unknown[] }[] {
  return Object.values(catalog[kind].definition.fields).flatMap(({ refers, codec, record: key }) => {
    const to = refers && references[refers.to].kind;
    if (to === undefined || key === undefined) return [];
    return [{ to, ids: [codec ? codec.decode(record[key], record) : record[key]].flat() }];
  });
}

function one(rows: readonly ServiceRecord[], word: string, what: string): ServiceRecord {
  const byItsId = rows.find((row) => String(row.id) === word);
  const named = withName(rows, word, (row) => row["name"]);
  const found = byItsId ? [byItsId] : named;
  if (found.length === 1) return found[0]!;
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    throw new Error(
      `${JSON.stringify(word)} is the name of ${found.length} ${what}s (ids ${ids}): use --${what} with one of these ids.`,
    );
  }
  const names = rows.map((row) => row["name"]).filter((name) => typeof name === "string");
  throw new Error(`The account has no ${what} ${JSON.stringify(word)}.${didYouMean(word, names)}`);
}
