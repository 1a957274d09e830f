import type { Recorded } from "./account.js";
import type { Definition, ServiceRecord } from "./definition.js";
import type { Session } from "./session.js";
import { memory } from "./state.js";
import { type Bag, own } from "./values.js";

/** What state recorded of one object, as the check of the account needs it. */
export const recordedIn = (definition: Definition, session: Session, id: string, olds: Bag): Recorded => ({
  account: memory(olds).account,
  isInAccount: () => definition.isInAccount(session, id, olds),
});

/** Whether a listing has the object with the id and the time of creation that state recorded. */
export function isListed(rows: readonly ServiceRecord[], id: string, olds: Bag): boolean {
  const createdAt = own(olds, "createdAt");
  const row = rows.find((record) => String(record.id) === id);
  return typeof createdAt === "string" && row !== undefined && sameTime(row["created_at"], createdAt);
}

/** The service may spell one moment in two ways. */
function sameTime(listed: unknown, recorded: string): boolean {
  if (typeof listed !== "string") return false;
  return listed === recorded || Date.parse(listed) === Date.parse(recorded);
}
