/** The records of the account: finding, adding, changing and removing one, and their ids. */
import { plainTime } from "./clock.js";
import { placeOf } from "./large-lists.js";
import { httpError } from "./http-error.js";
import { type EmulatorState, firstIds, type RecordList, recordSchemas } from "./lists.js";
import { isoNow, type Service } from "./service.js";
import type { StoredUser } from "./state.js";

type Stored<K extends RecordList> = EmulatorState[K][number];

/** The user's record with this id. An assistant that is marked as deleted does not count. */
export function own<T extends { id: number; owner: number; deleted_at?: string | null }>(
  rows: T[],
  id: number,
  user: { id: number },
): T | undefined {
  const isOwn = (row: T | undefined): boolean =>
    row?.id === id && row.owner === user.id && (row.deleted_at ?? null) === null;
  const row = rows[placeOf(rows, id)];
  return isOwn(row) ? row : rows.find(isOwn);
}

/** The user's record with this id. Without one, throws a 404 that names the kind. */
export function found<K extends RecordList>(
  { state }: Service,
  kind: K,
  id: number,
  user: StoredUser,
): Stored<K> {
  const record = own<Stored<RecordList>>(state[kind], id, user);
  if (!record) throw httpError(404, `${kind[0]!.toUpperCase()}${kind.slice(1, -1)} not found`);
  return record;
}

/** Stores a new record of the user. */
export function add<K extends RecordList>(
  service: Service,
  kind: K,
  user: StoredUser,
  fields: object,
): Stored<K> {
  const now = timeOf(service, kind);
  const assigned = { id: nextId(service.state, kind), owner: user.id, created_at: now, updated_at: now };
  const record = recordSchemas[kind].parse({ ...fields, ...assigned }) as Stored<K>;
  (service.state[kind] as Stored<K>[]).push(record);
  return record;
}

/** @param resets whether the fields that the changes lack get their defaults */
export function change(
  service: Service,
  kind: RecordList,
  record: object,
  changes: object,
  resets = false,
): void {
  const kept = Object.entries(record).filter(([field]) => lasting.test(field));
  const fresh = resets ? recordSchemas[kind].parse(Object.fromEntries(kept)) : {};
  Object.assign(record, fresh, changes, { updated_at: timeOf(service, kind) });
}

/** What no update resets. */
const lasting =
  /^(id|uuid|owner|name|phone_number|campaign_id|status|created_at|deleted_at|secondary_contacts)$/;

/**
 * Removes a record. A removed tool is also detached from all assistants, and the leads of a removed campaign are
 * removed too.
 */
export function remove(state: EmulatorState, kind: RecordList, id: number): void {
  const rows: { id: number }[] = state[kind];
  const index = placeOf(rows, id);
  if (index === -1) return;
  rows.splice(index, 1);
  if (kind === "tools")
    for (const assistant of state.assistants)
      assistant.tool_ids = assistant.tool_ids.filter((tool) => tool !== id);
  if (kind === "campaigns") state.leads = state.leads.filter((lead) => lead.campaign_id !== id);
}

/** Now, in the format of the kind (spec 2). */
export function timeOf(service: Service, kind: RecordList): string {
  return kind === "leads" ? plainTime(service.settings.clock.now()) : isoNow(service);
}

type IdKind = keyof typeof firstIds;

/** The next id of a kind. Ids are never reused. */
export function nextId(state: EmulatorState, kind: IdKind): number {
  const id = lastId(state, kind) + 1;
  state.lastIds[kind] = id;
  return id;
}

/** Notes the ids in use, so that those of a seed are not assigned again after their records are deleted. */
export function noteIds(state: EmulatorState): EmulatorState {
  for (const kind of Object.keys(firstIds) as IdKind[]) state.lastIds[kind] = lastId(state, kind);
  return state;
}

/** The last record of each list when it was searched for the highest id, and its index. */
const searched = new WeakMap<readonly object[], readonly [at: number, row: object | undefined]>();

/** Searches only what was added since then, because a list may be long. Tests add records too. */
function lastId(state: EmulatorState, kind: IdKind): number {
  const all: { id: number }[] =
    kind === "secondaryContacts" ? state.leads.flatMap((lead) => lead.secondary_contacts) : state[kind];
  const [at, row] = searched.get(all) ?? [-1, undefined];
  const rows = row !== undefined && all[at] === row ? all.slice(at + 1) : all;
  searched.set(all, [all.length - 1, all.at(-1)]);
  return rows.reduce((highest, { id }) => Math.max(highest, id), state.lastIds[kind] ?? firstIds[kind] - 1);
}
