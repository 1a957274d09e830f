import { asVoicecallError } from "../base/bug.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import { faultIn } from "../core/records/unreadable.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { type Recorded, type RecordedLead, numberHash, shownHash, valuesHash, valuesIn } from "./recorded.js";
import { type Reconciled, type Sides, type Write, isExactly, othersByNumber } from "./reconcile.js";
import { progress } from "./progress.js";
import { listSource } from "../core/run/program-leads.js";
import { awaitRemovals } from "./removals.js";
import type { Row } from "./rows.js";
import { leadWrites, spread } from "./write.js";

// After this many failures in a row, the remaining requests are not sent. If the last failure is a rejection, the apply
// first continues with items from all over the list, and stops only after as many further failures in a row: similar
// rows often follow one another.
const MOST_IN_A_ROW = 20;
/** How often a request is sent again after the client has given up on it because of the rate limit. */
const MOST_LIMITED = 10;

export interface FailedRow {
  /** Absent for a lead whose row is no longer in the list. */
  readonly row?: Row | undefined;
  readonly action: "create" | "update" | "delete";
  readonly reason: string;
  /** Whether the service may have processed the request. */
  readonly inDoubt: boolean;
  /** Whether the request was processed, although not as it was sent. */
  readonly isDone?: true;
}

/** The leads in a listing that was read after the writes. */
interface Listing {
  readonly byId: ReadonlyMap<number, ServiceRecord>;
  /** The leads of the campaign that this resource does not manage. */
  readonly others: ReadonlyMap<unknown, readonly ServiceRecord[]>;
}

/** A request whose outcome only a listing can show. */
interface Request extends Pick<FailedRow, "row" | "action"> {
  /** The id of the lead, if its new values are all that must be seen. */
  readonly changed?: number;
  /** Whether a listing shows that the request had its effect, which is then recorded. */
  settle(this: void, live: Listing, isInDoubt: boolean): boolean;
}

type Failure = FailedRow & Partial<Pick<Request, "settle" | "changed">> & { readonly error?: VoicecallError };

const NOT_KEPT = {
  reason: "the service did not keep the values as they were sent",
  inDoubt: false,
  isDone: true,
} as const;

export interface Applied {
  readonly recorded: Recorded;
  readonly failed: readonly FailedRow[];
  /** How many requests were not sent, or failed with an error that all further requests would cause too. */
  readonly unsent: Readonly<Record<FailedRow["action"], number>>;
  readonly stop: VoicecallError | undefined;
  /** When the last request was sent; undefined if none was sent. */
  readonly wroteAt: number | undefined;
}

/**
 * Never throws, because the caller must record in state what was done.
 * @param assertRoom throws if the campaign has no room for the new leads because some were not deleted
 */
export async function apply(
  operation: Operation,
  sides: Sides,
  plan: Reconciled,
  assertRoom: () => Promise<void> = async () => undefined,
): Promise<Applied> {
  return new Run(operation, sides, plan, assertRoom).run();
}

class Run {
  readonly #recorded = new Map<number, RecordedLead>();
  /** The ids of the gone leads that will be created again, by the hashes of their phone numbers. */
  readonly #goneIds: ReadonlyMap<string, number>;
  /** What has failed, or is not confirmed yet. */
  #failed: Failure[] = [];
  readonly #unsent = { create: 0, update: 0, delete: 0 };
  readonly #before: ReadonlySet<number>;
  readonly #writes: ReturnType<typeof leadWrites>;
  #stop: VoicecallError | undefined;
  #inARow = 0;
  /** Changes the order of the items of the current action that are not sent yet. Undefined after its use. */
  #spread: (() => void) | undefined;
  #wroteAt: number | undefined;

  constructor(
    private readonly operation: Operation,
    private readonly sides: Sides,
    private readonly plan: Reconciled,
    private readonly assertRoom: () => Promise<void>,
  ) {
    const { same, gone, recreate, update, remove, resume } = plan;
    this.#goneIds = new Map(recreate.map(({ number, id }) => [number, id]));
    const updated = update.map((write) => this.#beforeUpdate(write));
    // Leads that `exclusive` removes were never in the list.
    const removed = remove.filter(({ number }) => number !== "");
    for (const lead of [...same, ...gone, ...recreate, ...removed, ...updated])
      this.#recorded.set(lead.id, lead);
    this.#before = new Set([...(sides.live ?? []), ...sides.recorded].map(({ id }) => id));
    this.#writes = leadWrites(operation, sides.campaignId!);
    for (const { row, lead } of resume) this.#record(lead.id, row, "adopted");
  }

  /**
   * The lead as state records it if its update does not succeed. State then has the new columns, so the hash must be
   * the one for the new variables.
   */
  #beforeUpdate({ lead, record }: Write): RecordedLead {
    const { key, names, namesBefore } = this.sides;
    if (String(names) === String(namesBefore)) return lead;
    return record
      ? { ...lead, values: valuesHash(key, valuesIn(record), names) }
      : { ...lead, isUnsure: true };
  }

  async run(): Promise<Applied> {
    const { create, remove, update, adopt } = this.plan;
    // Deletes come first, because these people must not be called any more.
    await this.#each("delete", remove, (lead) => this.#remove(lead));
    await this.#findMissing();
    this.operation.session.ledger.leads.end(listSource(this.sides.campaignId!));
    await this.#each("update", [...update, ...adopt], (write) => this.#update(write));
    await awaitRemovals(this.operation, this.sides.campaignId!, create, this.sides.live ?? []);
    if (this.#failed.some(({ action }) => action === "delete"))
      await this.assertRoom().catch((error: unknown) => (this.#stop ??= asVoicecallError(error)));
    await this.#each("create", create, (row) => this.#create(row));
    await this.#settle();
    return {
      recorded: { key: this.sides.key, leads: [...this.#recorded.values()] },
      failed: this.#failed.sort((one, other) => (one.row?.line ?? 0) - (other.row?.line ?? 0)),
      unsent: this.#unsent,
      stop: this.#stop,
      wroteAt: this.#wroteAt,
    };
  }

  /** Runs as many requests in parallel as the settings allow, until all are sent or the apply stops. */
  async #each<T>(
    action: FailedRow["action"],
    items: readonly T[],
    send: (item: T) => Promise<void>,
  ): Promise<void> {
    const { clock, settings } = this.operation.session;
    const say = (line: string): void => this.operation.note(line);
    const finished = progress(items.length, `leads ${action}d`, clock, say);
    let left = items.values();
    let begun = 0;
    this.#spread = () => (left = spread([...left], MOST_IN_A_ROW).values());
    const worker = async (): Promise<void> => {
      while (!this.#stop) {
        const { done, value } = left.next();
        if (done) return;
        begun += 1;
        await send(value);
        finished();
      }
    };
    await Promise.all(Array.from({ length: Math.min(settings.maxInFlight, items.length) }, worker));
    this.#unsent[action] += items.length - begun;
  }

  async #create(row: Row): Promise<void> {
    const request: Request = {
      row,
      action: "create",
      // A lead that appears after a rejection is somebody else's, or that of an interrupted run.
      settle: (live, isInDoubt) => this.#findCreated(row, live, isInDoubt),
    };
    await this.#send(request, async () => this.#keepCreated(request, row, await this.#writes.create(row)));
  }

  #keepCreated(request: Request, row: Row, record: ServiceRecord): void {
    const { id } = record;
    const isWrong = !Number.isSafeInteger(id) || id <= 0 || this.#before.has(id) || this.#recorded.has(id);
    const fault = faultIn(record);
    if (isWrong || fault !== undefined) {
      const reason = isWrong
        ? `the service returned the id ${id}, which is invalid or belongs to another lead`
        : `the answer cannot be read: ${fault}`;
      this.#failed.push({ ...request, reason, inDoubt: true });
      return;
    }
    const isKept = this.#valuesOf(valuesIn(record)) === this.#valuesOf(row);
    this.#record(id, row, "created", !isKept);
    if (!isKept) this.#failed.push({ row, action: "create", ...NOT_KEPT });
  }

  async #update(write: Write): Promise<void> {
    const { row, lead } = write;
    const request: Request = {
      row,
      action: "update",
      changed: lead.id,
      settle: ({ byId }) => {
        const record = byId.get(lead.id);
        if (!record || shownHash(this.sides, record, this.sides.names) !== this.#valuesOf(row)) return false;
        this.#record(lead.id, row);
        return true;
      },
    };
    const isSent = await this.#send(request, async () => {
      await this.#writes.update(write);
      this.#failed.push({ ...request, ...NOT_KEPT });
    });
    // The lead is marked as unsure until a listing shows the new values.
    if (isSent) this.#record(lead.id, row, lead.number === "" ? "adopted" : undefined, true);
  }

  async #remove(lead: RecordedLead): Promise<void> {
    const request: Request = {
      action: "delete",
      settle: ({ byId }, isInDoubt) => {
        if (byId.has(lead.id)) return false;
        if (isInDoubt) this.#noteRemoved(lead);
        else this.#recorded.delete(lead.id);
        return true;
      },
    };
    await this.#send(request, async () => {
      await this.#writes.remove(lead.id);
      this.#noteRemoved(lead);
    });
  }

  #noteRemoved({ id }: RecordedLead): void {
    this.#recorded.delete(id);
    this.operation.session.ledger.object("Lead", id).fate = "deleted";
  }

  /**
   * Sends a request, and again while the service limits the rate. The client waits before each attempt.
   * @returns whether the service may have processed the request
   */
  async #send(request: Request, send: () => Promise<void>): Promise<boolean> {
    for (let limited = 0; ; limited += 1) {
      this.#wroteAt = this.operation.session.clock.now();
      try {
        await send();
        this.#inARow = 0;
        return true;
      } catch (thrown) {
        const error = asVoicecallError(thrown);
        if (error.lost || error.code !== "rate-limited" || limited >= MOST_LIMITED)
          return this.#fail(request, error);
      }
    }
  }

  /** @returns whether the service may have processed the request */
  #fail(request: Request, given: VoicecallError): boolean {
    const { action } = request;
    // The report of the apply says it once for all rows.
    const error = given.with({ doubt: undefined });
    const { code, status, reason } = error;
    this.#inARow += 1;
    // A bug may have occurred after the service processed the request.
    const inDoubt = error.lost || code === "internal";
    const isRefused = code === "refused" || code === "not-found";
    // A 404 may mean that the lead is missing, not the route. The listing shows whether the lead still exists.
    const isMissing = action === "delete" && code === "route-missing";
    if (!inDoubt && !isRefused && !isMissing) {
      this.#stop ??= error;
      this.#unsent[action] += 1;
      return false;
    }
    this.#failed.push({ ...request, reason, inDoubt, error });
    if (code === "internal" || (isMissing && status !== 404)) this.#stop ??= error;
    if (this.#inARow < MOST_IN_A_ROW) return inDoubt;
    if (isRefused && !inDoubt && this.#spread) {
      this.#spread();
      this.#spread = undefined;
      this.#inARow = 0;
    } else this.#stop ??= error;
    return inDoubt;
  }

  #valuesOf = (values: Pick<Row, "phoneNumber" | "variables">): string =>
    valuesHash(this.sides.key, values, this.sides.names);

  #record(id: number, row: Row, origin?: "created" | "adopted", isUnsure = false): void {
    const number = numberHash(this.sides.key, row.phoneNumber);
    const goneId = this.#goneIds.get(number);
    if (goneId !== undefined) this.#recorded.delete(goneId);
    this.#recorded.set(id, { id, number, values: this.#valuesOf(row), ...(isUnsure && { isUnsure: true }) });
    if (origin) this.operation.session.ledger.object("Lead", id).origin = origin;
  }

  /** Looks for the effects of failed and unconfirmed requests, and again after the listing lag if some are in doubt. */
  async #settle(): Promise<void> {
    const { clock, settings } = this.operation.session;
    let isListed = this.#failed.every(({ settle }) => !settle) || (await this.#look());
    if (this.#failed.some(({ settle, inDoubt, isDone }) => settle && (inDoubt || isDone))) {
      await clock.sleep(settings.listLag);
      isListed = await this.#look();
    }
    // Without a listing, nothing shows that an update was not kept. The next apply checks it.
    if (!isListed) this.#failed = this.#failed.filter(({ settle, isDone }) => !(settle && isDone));
    // If all leads to delete are gone and nothing is unsent, it does not matter that the route is missing.
    const isDone =
      this.#failed.every(({ action }) => action !== "delete") &&
      Object.values(this.#unsent).every((count) => count === 0);
    if (isDone && isVoicecallError(this.#stop, "route-missing")) this.#stop = undefined;
  }

  /** Stops the apply if the listing still shows a lead whose delete got a 404, even after the listing lag. */
  async #findMissing(): Promise<void> {
    const missing = (): Failure | undefined =>
      this.#failed.find(({ error }) => isVoicecallError(error, "route-missing"));
    if (this.#stop || !missing()) return;
    await this.operation.session.lookUntil(async () => {
      await this.#look();
      return { done: !missing(), value: undefined };
    });
    this.#stop ??= missing()?.error;
  }

  /**
   * Drops the failures of requests that had their effect, as a new listing shows.
   * @returns false if the leads could not be listed
   */
  async #look(): Promise<boolean> {
    const { session } = this.operation;
    const listing = session.records.Lead;
    // Only a complete listing shows that a lead is gone, or that there is only one new lead with a number.
    const changed = this.#failed.flatMap(({ changed: id, settle }) => (settle ? [id] : []));
    const isChange = (ids: readonly (number | undefined)[]): ids is number[] => !ids.includes(undefined);
    const reading = isChange(changed)
      ? listing.readAgain(changed, this.sides.campaignId)
      : listing.read("now");
    const rows = await reading.then(
      ({ all }) => all,
      () => undefined,
    );
    if (!rows) return false;
    const live: Listing = {
      byId: new Map(rows.map((record) => [record.id, record])),
      others: othersByNumber({ ...this.sides, live: rows }, this.#recorded),
    };
    this.#failed = this.#failed.filter(({ settle, inDoubt }) => !settle?.(live, inDoubt));
    return true;
  }

  #findCreated(row: Row, { others }: Listing, isInDoubt: boolean): boolean {
    const found = (others.get(row.phoneNumber) ?? []).filter(({ id }) => !this.sides.belongsToOther(id));
    const [record] = found;
    if (!record || found.length > 1 || !(isInDoubt || this.sides.mayResume(row, record))) return false;
    if (this.#before.has(record.id) || !isExactly(record, row, this.sides.names)) return false;
    this.#record(record.id, row, "created");
    return true;
  }
}
