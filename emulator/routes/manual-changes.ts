/**
 * Changes that someone could make in the service's dashboard, even to fields that the API cannot set. A user
 * can be changed, for example to replace the token, but not deleted.
 */
import { validationError, httpError, type FieldErrors } from "../base/http-error.js";
import { recordSchemas } from "../base/lists.js";
import { remove, timeOf } from "../base/records.js";
import type { Body, Service } from "../base/service.js";
import { userSchema } from "../base/state.js";

const schemas = { ...recordSchemas, users: userSchema };
type Kind = keyof typeof schemas;

/** Merges fields, named as in `GET /_emulator/state`, into a stored record of any user. */
export function changeRecord(service: Service, kindName: string, id: number, changes: Body): object {
  const { kind, record } = find(service, kindName, id);
  const stamp = kind === "users" ? {} : { updated_at: timeOf(service, kind) };
  const parsed = schemas[kind].safeParse({ ...record, ...stamp, ...changes, id });
  if (!parsed.success) {
    const errors: FieldErrors = {};
    for (const issue of parsed.error.issues)
      (errors[issue.path.join(".") || kind] ??= []).push(issue.message);
    throw validationError(errors);
  }
  Object.assign(record, parsed.data);
  return kind === "users" ? { ...record, token: "[masked]" } : record;
}

export function removeRecord(service: Service, kindName: string, id: number): void {
  const { kind } = find(service, kindName, id);
  if (kind === "users") throw httpError(405, "A user cannot be deleted: its records would have no owner");
  remove(service.state, kind, id);
}

function find(service: Service, kindName: string, id: number): { kind: Kind; record: { id: number } } {
  if (!Object.hasOwn(schemas, kindName))
    throw httpError(404, `There is no kind "${kindName}". The kinds are ${Object.keys(schemas).join(", ")}.`);
  const kind = kindName as Kind;
  const rows: { id: number }[] = service.state[kind];
  const record = rows.find((row) => row.id === id);
  if (!record) throw httpError(404, `There is no record ${id} in ${kind}`);
  return { kind, record };
}
