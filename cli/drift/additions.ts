/** What additional looks at the accounts of the stack find. */
import type { StackOptions } from "../base/pulumi.js";
import type { TrustOptions } from "../base/trust.js";
import { type Report, withAddition } from "./report.js";

interface Chosen {
  readonly untracked?: boolean | undefined;
  readonly undeclared?: boolean | undefined;
}

/** @param listing shows progress while the accounts are listed */
export async function withAdditions(
  report: Report,
  options: StackOptions & TrustOptions,
  { untracked = false, undeclared = false }: Chosen,
  listing: (run: () => Promise<Report>) => Promise<Report> = (run) => run(),
): Promise<Report> {
  if (!untracked && !undeclared) return report;
  const { accountsOf } = await import("./accounts.js");
  // May ask whether to trust the folder, so it comes before the progress.
  const { accounts, errors } = await accountsOf(options);
  return listing(async () => {
    let whole = withAddition(report, { notes: [], errors: [...errors] });
    if (untracked) {
      const { findUntracked } = await import("./untracked.js");
      whole = withAddition(whole, await findUntracked(accounts));
    }
    if (!undeclared) return whole;
    const { findUndeclared } = await import("./undeclared.js");
    return withAddition(whole, await findUndeclared(accounts));
  });
}
