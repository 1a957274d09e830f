/** Finds objects in the stack's accounts that no resource of the stack manages. */
import { type Session, catalog, leadIdsIn, isVoicecallError, withoutToken } from "../../provider/facade.js";
import { isKind, kinds } from "../../provider/base/kind.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { counted } from "../../provider/base/quoted.js";
import { KEY } from "../base/ignore-option.js";
import type { IsIgnored } from "../base/ignored.js";
import { reasonOf } from "../base/exit.js";
import type { StateResource } from "../base/stack-state.js";
import type { StackAccount } from "./accounts.js";
import type { Untracked } from "./report.js";

const reportedKind = (kind: string): string => (isKind(kind) && catalog[kind].untracked.reportedAs) || kind;

export async function findUntracked(
  accounts: readonly StackAccount[],
  isIgnored: IsIgnored,
): Promise<Untracked> {
  const found = { untracked: [], notes: [] as { text: string }[], errors: [], ignored: 0 };
  // Two tokens may belong to one account. Base URL, kind and id identify each object, so that it is reported
  // only once.
  const known = managedIn(accounts);
  for (const session of new Set(accounts.map((account) => account.session)))
    await listAccount(session, known, found, isIgnored);
  const { ignored, ...rest } = found;
  if (ignored > 0)
    rest.notes.push({ text: `${counted(ignored, "untracked object")} ignored (${KEY}, --ignore)` });
  return rest;
}

/** Base URL, kind and id of each object that a resource of the stack has. */
export const managedIn = (accounts: readonly StackAccount[]): Set<string> =>
  new Set(
    accounts.flatMap(({ session, resources }) =>
      resources.flatMap(objectsOf).map((one) => `${session.settings.baseUrl} ${one}`),
    ),
  );

/** A LeadSet is not an object in the service, but its leads are. */
function objectsOf({ type, id, outputs }: StateResource): string[] {
  const kind = type.slice(TYPE_PREFIX.length);
  return [
    `${reportedKind(kind)}:${id}`,
    ...(kind === "LeadSet" ? leadIdsIn(outputs).map((lead) => `Lead:${lead}`) : []),
  ];
}

/** @param known objects that are managed or already reported; this function adds the objects that it reports */
async function listAccount(
  session: Session,
  known: Set<string>,
  found: Untracked & { ignored: number },
  isIgnored: IsIgnored,
): Promise<void> {
  const { baseUrl: account, accessToken } = session.settings;
  for (const kind of kinds) {
    const { records, title, untracked, optional } = catalog[kind];
    if (untracked.reportedAs) continue;
    try {
      for (const row of await records(session)) {
        if (untracked.isReported?.(row) === false) continue;
        const key = `${account} ${kind}:${row.id}`;
        if (known.has(key)) continue;
        known.add(key);
        if (isIgnored({ kind, id: row.id, name: row["name"] })) {
          found.ignored += 1;
          continue;
        }
        found.untracked.push({
          account,
          kind,
          title: withoutToken(title(row), accessToken),
          id: String(row.id),
        });
      }
    } catch (error) {
      // The service may lack an assumed route, so a missing route is not an error.
      const where = optional && isVoicecallError(error, "route-missing", "unsupported") ? "notes" : "errors";
      found[where].push({
        text: `Untracked objects of ${account} may be missing from this report: ${reasonOf(error)}`,
      });
    }
  }
}
