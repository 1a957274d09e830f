/** What additional looks at the accounts of the stack find. */
import { ignoring } from "../base/ignored.js";
import type { StackOptions } from "../base/pulumi.js";
import type { TrustOptions } from "../base/trust.js";
import { accountsOf } from "./accounts.js";
import { type Addition, type Report, withAddition } from "./report.js";
import { findUndeclared } from "./undeclared.js";
import { findUntracked } from "./untracked.js";

/** @param listing shows progress while the accounts are listed */
export async function withAdditions(
  report: Report,
  options: StackOptions & TrustOptions,
  {
    untracked = false,
    undeclared = false,
    ignore = [],
  }: { untracked?: boolean; undeclared?: boolean; ignore?: readonly string[] },
  listing: (run: () => Promise<Report>) => Promise<Report> = (run) => run(),
): Promise<Report> {
  if (!untracked && !undeclared) return report;
  // May ask whether to trust the folder, so it comes before the progress.
  const { accounts, errors } = await accountsOf(options);
  const isIgnored = await ignoring(ignore, options);
  return listing(async () => {
    const found: Addition[] = [{ notes: [], errors }];
    if (untracked) found.push(await findUntracked(accounts, isIgnored));
    if (undeclared) found.push(await findUndeclared(accounts));
    return found.reduce(withAddition, report);
  });
}
