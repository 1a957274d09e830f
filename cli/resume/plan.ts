/** What `voicecall resume` does about each operation that a killed run has left pending. */
import { z } from "zod";
import {
  type InState,
  type Verdict,
  type Window,
  judgeInterrupted,
  rememberAccounts,
} from "../../provider/facade.js";
import { firstFew } from "../../provider/base/quoted.js";
import { isKind } from "../../provider/base/kind.js";
import { TYPE_PREFIX } from "../../sdk/provider-text.js";
import { type StackOptions, pulumi } from "../base/pulumi.js";
import { onStack } from "../base/shell.js";
import { type Deployment, type StateResource, inClear } from "../base/stack-state.js";
import type { accountsOf } from "../drift/accounts.js";
import { managedIn } from "../drift/untracked.js";

export interface Judged {
  /** Its place among the pending operations. */
  readonly index: number;
  readonly urn: string;
  /** Such as `creating`. */
  readonly operation: string;
  readonly verdict: Verdict;
}

/** @param state with secrets in clear */
export async function judged(
  options: StackOptions,
  state: Deployment,
  { accounts, errors }: Awaited<ReturnType<typeof accountsOf>>,
): Promise<Judged[]> {
  if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join("\n"));
  const foreign = state.pending_operations.filter(
    ({ resource }) => knownIn(resource).length === 0 && !resource.type.startsWith("pulumi:"),
  );
  if (foreign.length > 0) {
    const text = keepsNone(foreign.map(({ resource }) => resource.urn));
    throw new Error(onStack(text, options.stack, options.cwd));
  }
  const window = windowOf(state, await lastEnded(options));
  const managed = managedIn(accounts);
  for (const { session, resources } of accounts) rememberAccounts(session, resources.flatMap(knownIn));
  const sessionOf = (resource: StateResource) =>
    accounts.find(({ pending }) => pending.some((one) => one.resource === resource))?.session;
  const keyOf = (resource: StateResource, id: number | string): string =>
    `${sessionOf(resource)?.settings.baseUrl} ${resource.type.slice(TYPE_PREFIX.length)}:${id}`;
  const judge = async ({ type: operation, resource }: Pending): Promise<Verdict> => {
    const session = sessionOf(resource);
    const known = state.resources.find((one) => one.urn === resource.urn && !one.delete);
    const isNew = operation === "creating";
    const [it] = knownIn(known && !isNew ? { ...known, inputs: resource.inputs } : resource);
    if (!session || !it) return { then: "clear", text: "nothing was to be sent" };
    const isManaged = (one: number): boolean => managed.has(keyOf(resource, one));
    return judgeInterrupted(session, operation, it, isManaged, window);
  };
  const verdicts = await Promise.all(state.pending_operations.map(judge));
  const found: Judged[] = [];
  for (const [index, one] of state.pending_operations.entries()) {
    const place = (verdict: Verdict): string =>
      verdict.then === "record" ? keyOf(one.resource, verdict.id) : "";
    // Of two equal creates, one may have made the only object.
    const isTaken = managed.has(place(verdicts[index]!));
    const verdict = isTaken ? await judge(one) : verdicts[index]!;
    managed.add(place(verdict));
    found.push({ index, urn: one.resource.urn, operation: one.type, verdict });
  }
  return found;
}

type Pending = Deployment["pending_operations"][number];

const keepsNone = (urns: readonly string[]): string =>
  `Nothing was written: state has pending operations of other packages (${firstFew(urns, 5)}), and an import of state would remove them. Settle these first, with \`pulumi refresh\`.`;

function knownIn({ type, id, inputs, outputs }: StateResource): InState[] {
  const kind = type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : "";
  const clear = (bag: Record<string, unknown>) => inClear(bag) as Record<string, unknown>;
  return isKind(kind) ? [{ kind, id, inputs: clear(inputs), outputs: clear(outputs) }] : [];
}

/** Between two writes of state, a request may wait this long for a rate limit. */
const LONGEST = 300_000;

/** Until a request that was under way at the end of a run has made its object. */
const UNDER_WAY = 60_000;

/**
 * When the interrupted run may have created objects. After Ctrl-C twice, it is the last run of the history. A killed run is
 * not there: its writes of state are those after the end of that run, with no long pause between them. Only those that
 * created or changed a resource have left a time.
 * @param ended the last run that has ended: 0 if none has, Infinity if that is not known
 */
function windowOf({ manifest, resources }: Deployment, ended: Window): Window {
  const last = Date.parse(manifest?.time ?? "");
  if (last <= ended.until && ended.until < Infinity)
    return { since: ended.since, until: ended.until + UNDER_WAY };
  const times = resources
    .flatMap(({ created, modified }) => [created, modified])
    .map((time) => Date.parse(time ?? ""))
    .filter((time) => time > ended.until && time < last)
    .sort((one, other) => other - one);
  const since = times.reduce((first, time) => (first - time <= LONGEST ? time : first), last);
  return { since, until: last + LONGEST };
}

const history = z.array(z.object({ startTime: z.string(), endTime: z.string() })).nullable();

async function lastEnded(options: StackOptions): Promise<Window> {
  const { code, stdout } = await pulumi(["stack", "history", "--json", "--page-size", "1"], options);
  if (code !== 0) return { since: Infinity, until: Infinity };
  const [entry] = history.parse(JSON.parse(stdout)) ?? [];
  if (!entry) return { since: 0, until: 0 };
  // The history shows whole seconds.
  return { since: Date.parse(entry.startTime), until: Date.parse(entry.endTime) + 999 };
}
