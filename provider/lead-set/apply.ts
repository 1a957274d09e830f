import { asVoicecallError } from "../base/bug.js";
import type { Operation } from "../core/run/operation.js";
import type { ServiceRecord } from "../core/records/record.js";
import { faultIn } from "../core/records/unreadable.js";
import { type VoicecallError, isVoicecallError } from "../base/errors.js";
import { type RecordedLead, numberHash, valuesHash, valuesIn } from "./recorded.js";
import { type Reconciled, type Sides, type Write, isExactly } from "./reconcile.js";
import type { Applied, Doubt, DoubtfulRemoval, FailedRow } from "./outcome.js";
import { Progress } from "./progress.js";
import { awaitRemovals, noteRemovals } from "./removals.js";
import type { Row } from "./rows.js";
import { type LeadWrites, inParallel, leadWrites, meaningOf, spread } from "./write.js";

// After this many failures in a row, the remaining requests are not sent. If the last failure is a rejection, the apply
// first continues with items from all over the list, and stops only after as many further failures in a row: similar
// rows often follow one another.
const MOST_IN_A_ROW = 20;
/** How often a request is sent again after the client has given up on it because of the rate limit. */
const MOST_LIMITED = 10;

/** Never throws, because the caller must record in state what was done. */
export async function apply(operation: Operation, sides: Sides, plan: Reconciled): Promise<Applied> {
  return new Run(operation, sides, plan).run();
}

class Run {
  readonly #recorded = new Map<number, RecordedLead>();
  /** The ids of the gone leads that will be created again, by the hashes of their phone numbers. */
  readonly #goneIds = new Map<string, number>();
  readonly #failed: FailedRow[] = [];
  readonly #doubts: Doubt[] = [];
  readonly #doubtfulRemovals: DoubtfulRemoval[] = [];
  readonly #unsent = { create: 0, update: 0, delete: 0 };
  readonly #before: ReadonlySet<number>;
  readonly #writes: LeadWrites;
  #stop: VoicecallError | undefined;
  /** Whether the last listing for unconfirmed writes could be read. */
  #isListed = false;
  #inARow = 0;
  /** Changes the order of the items of the current action that are not sent yet. Undefined after its use. */
  #spread: (() => void) | undefined;
  #wroteAt: number | undefined;

  constructor(
    private readonly operation: Operation,
    private readonly sides: Sides,
    private readonly plan: Reconciled,
  ) {
    const { same, gone, recreate, update, remove, resume } = plan;
    for (const lead of recreate) this.#goneIds.set(lead.number, lead.id);
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
    await this.#each("delete", "leads deleted", remove, (lead) => this.#remove(lead));
    await this.#findMissing();
    noteRemovals(this.operation, "ended");
    await this.#each("update", "leads updated", [...update, ...adopt], (write) => this.#update(write));
    await awaitRemovals(this.operation, create, this.sides.live ?? []);
    await this.#each("create", "leads created", create, (row) => this.#create(row));
    await this.#settle();
    const { key } = this.sides;
    return {
      recorded: { key, leads: [...this.#recorded.values()] },
      failed: this.#failed.sort((one, other) => (one.row?.line ?? 0) - (other.row?.line ?? 0)),
      unsent: this.#unsent,
      stop: this.#stop,
      wroteAt: this.#wroteAt,
    };
  }

  async #each<T>(
    action: FailedRow["action"],
    what: string,
    items: readonly T[],
    send: (item: T) => Promise<void>,
  ): Promise<void> {
    const { session } = this.operation;
    const progress = new Progress(items.length, what, session.clock, (line) => this.operation.note(line));
    let begun = 0;
    const { maxInFlight } = session.settings;
    const queue = [...items];
    this.#spread = () =>
      void spread(queue.slice(begun), MOST_IN_A_ROW).forEach((item, i) => (queue[begun + i] = item));
    await inParallel(
      queue,
      maxInFlight,
      () => this.#stop !== undefined,
      async (item) => {
        begun += 1;
        await send(item);
        progress.add();
      },
    );
    this.#unsent[action] += items.length - begun;
  }

  async #create(row: Row): Promise<void> {
    try {
      const record = await this.#sent(() => this.#writes.create(row));
      this.#keepCreated(row, record);
    } catch (error) {
      const isLost = this.#failure("create", error);
      // A rejected create is checked too, because an interrupted run may already have created the lead.
      if (isLost !== undefined) this.#doubts.push({ row, reason: reasonOf(error), isLost });
    }
  }

  #keepCreated(row: Row, record: ServiceRecord): void {
    const { id } = record;
    if (!Number.isSafeInteger(id) || id <= 0 || this.#before.has(id) || this.#recorded.has(id)) {
      const reason = `the service returned the id ${id}, which is invalid or belongs to another lead`;
      this.#doubts.push({ row, reason, isLost: true });
      return;
    }
    const fault = faultIn(record);
    if (fault !== undefined) {
      this.#doubts.push({ row, reason: `the answer cannot be read: ${fault}`, isLost: true });
      return;
    }
    const isKept = valuesHash(this.sides.key, valuesIn(record), this.sides.names) === this.#valuesOf(row);
    this.#record(id, row, "created", !isKept);
    if (!isKept) this.#notKept("create", row);
  }

  #notKept(action: FailedRow["action"], row: Row): void {
    const reason = "the service did not keep the values as they were sent";
    this.#failed.push({ row, action, reason, inDoubt: false, isDone: true });
  }

  async #update(write: Write): Promise<void> {
    const { row, lead } = write;
    const isAdopted = lead.number === "";
    // The lead is marked as unsure until a listing shows the new values.
    const unsure = (): void => this.#record(lead.id, row, isAdopted ? "adopted" : undefined, true);
    try {
      await this.#sent(() => this.#writes.update(write));
      unsure();
    } catch (error) {
      const isLost = this.#failure("update", error);
      if (isLost === undefined) return;
      if (isLost) unsure();
      this.#failed.push({ row, action: "update", reason: reasonOf(error), inDoubt: isLost });
    }
  }

  async #remove(lead: RecordedLead): Promise<void> {
    try {
      await this.#sent(() => this.#writes.remove(lead.id));
      this.#noteRemoved(lead);
    } catch (error) {
      const isLost = this.#failure("delete", error);
      if (isLost !== undefined) this.#doubtfulRemovals.push({ lead, error: asVoicecallError(error), isLost });
    }
  }

  #noteRemoved({ id }: RecordedLead): void {
    this.#recorded.delete(id);
    this.operation.session.ledger.object("Lead", id).fate = "deleted";
  }

  /** Retries the request while the service limits the rate. The client waits before each attempt. */
  async #sent<T>(send: () => Promise<T>): Promise<T> {
    for (let limited = 0; ; limited += 1) {
      this.#wroteAt = this.operation.session.clock.now();
      try {
        const result = await send();
        this.#inARow = 0;
        return result;
      } catch (error) {
        if (meaningOf(error) !== "limited" || limited >= MOST_LIMITED) throw error;
      }
    }
  }

  /**
   * @returns whether the service may have processed the request; undefined if it surely did not and the apply stops
   */
  #failure(action: FailedRow["action"], error: unknown): boolean | undefined {
    this.#inARow += 1;
    if (!isVoicecallError(error)) {
      // Any other error is a bug, which may have occurred after the service processed the request.
      this.#stop ??= asVoicecallError(error);
      return true;
    }
    const meaning = meaningOf(error);
    // A 404 may mean that the lead is missing, not the route. The listing shows whether the lead still exists.
    if (action === "delete" && isVoicecallError(error, "route-missing")) {
      if (error.status !== 404 || this.#inARow >= MOST_IN_A_ROW) this.#stop ??= error;
      return false;
    }
    if (meaning !== "lost" && meaning !== "refused") {
      this.#stop ??= error;
      this.#unsent[action] += 1;
      return undefined;
    }
    if (this.#inARow < MOST_IN_A_ROW) return meaning === "lost";
    if (meaning === "refused" && this.#spread) {
      this.#spread();
      this.#spread = undefined;
      this.#inARow = 0;
    } else this.#stop ??= error;
    return meaning === "lost";
  }

  #valuesOf = (row: Row): string => valuesHash(this.sides.key, row, this.sides.names);

  #record(id: number, row: Row, origin?: "created" | "adopted", isUnsure = false): void {
    const number = numberHash(this.sides.key, row.phoneNumber);
    const values = this.#valuesOf(row);
    const goneId = this.#goneIds.get(number);
    if (goneId !== undefined) this.#recorded.delete(goneId);
    this.#recorded.set(id, { id, number, values, ...(isUnsure && { isUnsure: true }) });
    if (origin) this.operation.session.ledger.object("Lead", id).origin = origin;
  }

  /**
   * Checks unconfirmed writes in a listing. If lost creates or updates remain, checks again after the listing lag.
   */
  async #settle(): Promise<void> {
    const { session } = this.operation;
    const isOpen = (): boolean =>
      this.#doubts.length > 0 || this.#doubtfulRemovals.length > 0 || this.#unconfirmed().length > 0;
    if (isOpen()) await this.#look();
    if (this.#doubts.some(({ isLost }) => isLost) || this.#unconfirmed().length > 0) {
      await session.clock.sleep(session.settings.listLag);
      await this.#look();
    }
    for (const { row } of this.#unconfirmed())
      if (this.#isListed && this.#failed.every((one) => one.row !== row)) this.#notKept("update", row);
    for (const { row, reason, isLost } of this.#doubts)
      this.#failed.push({ row, action: "create", reason, inDoubt: isLost });
    for (const { error, isLost } of this.#doubtfulRemovals)
      this.#failed.push({ action: "delete", reason: error.reason, inDoubt: isLost });
    // If all leads to delete are gone and nothing is unsent, it does not matter that the route is missing.
    const isDone =
      this.#doubtfulRemovals.length === 0 && Object.values(this.#unsent).every((count) => count === 0);
    if (isDone && isVoicecallError(this.#stop, "route-missing")) this.#stop = undefined;
  }

  /** Stops the apply if the listing still shows a lead whose delete got a 404, even after the listing lag. */
  async #findMissing(): Promise<void> {
    const missing = (): DoubtfulRemoval | undefined =>
      this.#doubtfulRemovals.find(({ error }) => isVoicecallError(error, "route-missing"));
    if (this.#stop || !missing()) return;
    await this.operation.session.lookUntil(async () => {
      await this.#look();
      return { done: !missing(), value: undefined };
    });
    this.#stop ??= missing()?.error;
  }

  async #look(): Promise<void> {
    const { session } = this.operation;
    let rows: readonly ServiceRecord[];
    try {
      rows = await session.records("Lead").anew();
      this.#isListed = true;
    } catch {
      this.#isListed = false;
      // The outcomes stay unknown. The next apply checks them.
      return;
    }
    const byId = new Map(rows.map((record) => [record.id, record]));
    this.#findCreated(rows);
    for (const doubt of this.#doubtfulRemovals.splice(0)) {
      if (byId.has(doubt.lead.id)) this.#doubtfulRemovals.push(doubt);
      else if (doubt.isLost) this.#noteRemoved(doubt.lead);
      else this.#recorded.delete(doubt.lead.id);
    }
    this.#verify(byId);
  }

  #findCreated(rows: readonly ServiceRecord[]): void {
    const { campaignId, names } = this.sides;
    const byNumber = new Map<unknown, ServiceRecord[]>();
    for (const record of rows) {
      if (record["campaign_id"] !== campaignId || this.#recorded.has(record.id)) continue;
      if (this.sides.belongsToOther(record.id) || this.sides.isDeleted(record.id)) continue;
      const number = record["phone_number"];
      byNumber.set(number, [...(byNumber.get(number) ?? []), record]);
    }
    for (const doubt of this.#doubts.splice(0)) {
      const [found, second] = byNumber.get(doubt.row.phoneNumber) ?? [];
      if (found && !second && !this.#before.has(found.id) && isExactly(found, doubt.row, names))
        this.#record(found.id, doubt.row, "created");
      else this.#doubts.push(doubt);
    }
  }

  /** The updated leads that no listing has shown with their new values yet. */
  #unconfirmed(): Write[] {
    const writes = [...this.plan.update, ...this.plan.adopt];
    return writes.filter(({ lead, row }) => {
      const recorded = this.#recorded.get(lead.id);
      return recorded?.isUnsure === true && recorded.values === this.#valuesOf(row);
    });
  }

  /** Confirms the updated leads whose live record has the new values. */
  #verify(byId: ReadonlyMap<number, ServiceRecord>): void {
    const { key, names, campaignId } = this.sides;
    for (const { lead, row } of this.#unconfirmed()) {
      const record = byId.get(lead.id);
      if (!record || record["campaign_id"] !== campaignId) continue;
      if (valuesHash(key, valuesIn(record), names) !== this.#valuesOf(row)) continue;
      this.#record(lead.id, row);
      const failure = this.#failed.findIndex((one) => one.row === row);
      if (failure >= 0) this.#failed.splice(failure, 1);
    }
  }
}

const reasonOf = (error: unknown): string => asVoicecallError(error).reason;
