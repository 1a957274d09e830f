/** Plays a history. Returns the broken rules. */
import { isDeepStrictEqual } from "node:util";
import type { Emulator } from "../../../emulator/index.js";
import { takeLeaks } from "../../support/canary-watch.js";
import { EnginePart, type Outcome } from "../../support/engine-part.js";
import type { Ground } from "./ground.js";
import type { Event } from "./history.js";
import { type Chosen, members, objectsOf, programOf, SLOTS, type Slot } from "./universe.js";

export class History {
  #chosen: Chosen = {};
  /** Resources whose last create has an unknown outcome. A user would keep them in the program. */
  readonly #doubtful = new Set<Slot>();
  readonly #texts: string[] = [];
  readonly wrong: string[] = [];
  #ordered = "";
  /** Whether the lead was created and is still declared. Even if it is gone, it must not be created again. */
  #leadMade = false;

  private constructor(
    private readonly emulator: Emulator,
    private readonly engine: EnginePart,
  ) {}

  static async play(events: readonly Event[], { emulator, clock, transport }: Ground): Promise<string[]> {
    const env = { VOICECALL_BASE_URL: emulator.address, VOICECALL_ACCESS_TOKEN: emulator.token };
    const engine = new EnginePart({ env, clock });
    engine.transport = transport;
    const history = new History(emulator, engine);
    for (const event of events) await history.#take(event);
    await history.#end();
    return history.wrong;
  }

  async #take(event: Event): Promise<void> {
    if (event.do === "edit") {
      const doubtful = [...this.#doubtful].map((slot) => [slot, this.#chosen[slot]] as const);
      this.#chosen = { ...event.program, ...Object.fromEntries(doubtful) };
    } else if (event.do === "hand") this.#byHand(event.slot, event.change);
    else if (event.do === "preview") await this.#readOnly(() => this.engine.preview(programOf(this.#chosen)));
    else {
      for (const { when, ...strike } of event.strikes)
        this.emulator.faults.add({ ...strike, ...(when && { when }) });
      if (event.refresh) await this.#readOnly(() => this.engine.refresh());
      this.engine.kill = event.kill;
      await this.#apply({});
      this.emulator.faults.clear();
    }
  }

  #byHand(slot: Slot, change: "edit" | "delete" | "start" | "stop"): void {
    if (slot === "spring") {
      const [campaign] = objectsOf(this.emulator, slot);
      if (change === "start" || change === "stop")
        Object.assign(campaign!, { status: change === "start" ? "in-progress" : "stopped" });
      return;
    }
    const rows = members[slot].rows(this.emulator);
    for (const row of objectsOf(this.emulator, slot)) {
      if (change === "edit") Object.assign(row, members[slot].byHand);
      if (change === "delete") {
        rows.splice(rows.indexOf(row), 1);
        if (slot === "weather" || slot === "hours")
          for (const user of this.emulator.state.assistants)
            user.tool_ids = user.tool_ids.filter((id) => id !== row["id"]);
      }
    }
  }

  async #readOnly(run: () => Promise<Outcome>): Promise<void> {
    const before = this.emulator.requests().length;
    this.#hear(await run());
    const writes = this.emulator
      .requests()
      .slice(before)
      .filter(({ method }) => method !== "GET");
    if (writes.length > 0)
      this.wrong.push(
        `a preview or refresh sent ${writes.map(({ method, path }) => `${method} ${path}`).join(", ")}`,
      );
  }

  async #apply(adopted: Partial<Record<Slot, number>>): Promise<Outcome> {
    const leads = new Set(this.emulator.state.leads.map(({ id }) => id));
    const order = this.#chosen.spring === undefined ? "" : String(this.#chosen.spring % 2);
    const ordersAnew = !this.engine.state.has("spring") || order !== this.#ordered;
    const before = this.emulator.requests().length;
    const outcome = await this.engine.up(programOf(this.#chosen, adopted));
    this.#hear(outcome);
    const sent = this.emulator.requests().slice(before);
    const starts = sent.filter(({ body }) => (body as { action?: string } | undefined)?.action === "start");
    // A rejected start may be sent again. A start that may have been processed must not.
    const processed = starts.filter(({ status }) => status === null || status < 400 || status >= 500);
    if (processed.length > (ordersAnew ? 1 : 0))
      this.wrong.push(`${processed.length} starts were sent where the rules allow ${ordersAnew ? 1 : 0}`);
    // The provider host was killed before state recorded the action. If the campaign does not run, the next
    // apply may send a start.
    const [campaign] = objectsOf(this.emulator, "spring");
    const isForgotten = outcome.killed === "spring" && campaign!["status"] !== "in-progress";
    const isOrdered = outcome.steps.some(({ name }) => name === "spring") || processed.length > 0;
    if (isOrdered && !isForgotten) this.#ordered = order;
    const newLeads = this.emulator.state.leads.filter(({ id }) => !leads.has(id));
    if (newLeads.length > (this.#leadMade ? 0 : 1))
      this.wrong.push(
        `${newLeads.length} leads were created${this.#leadMade ? " though there was one" : ""}`,
      );
    if (this.engine.state.has("ada")) this.#leadMade = true;
    else if (this.#chosen.ada === undefined) this.#leadMade = false;
    for (const slot of SLOTS) {
      if (slot !== "spring" && objectsOf(this.emulator, slot).length > 1)
        this.wrong.push(`there are two objects for ${slot}`);
      if (this.engine.state.has(slot)) this.#doubtful.delete(slot);
    }
    if (outcome.killed !== undefined && !this.engine.state.has(outcome.killed))
      this.#doubtful.add(outcome.killed as Slot);
    for (const slot of SLOTS) {
      const mine =
        outcome.errors.some((text) =>
          /may have created the object|not known whether|may or may not have processed/.test(text),
        ) && !this.engine.state.has(slot);
      if (mine && this.#chosen[slot] !== undefined) this.#doubtful.add(slot);
    }
    return outcome;
  }

  #hear({ errors, lines }: Outcome): void {
    this.#texts.push(...errors, ...lines);
    this.wrong.push(...takeLeaks());
  }

  /**
   * When the faults have ended, at most two applies are needed, plus one for each adoption that an error
   * names.
   */
  async #end(): Promise<void> {
    const { clock } = this.engine;
    this.emulator.faults.clear();
    clock.advance(60_000);
    const adopted: Partial<Record<Slot, number>> = {};
    let outcome: Outcome | undefined;
    for (let applies = 0, advice = 0; applies < 2 && advice < 8;) {
      await this.#readOnly(() => this.engine.refresh());
      outcome = await this.#apply(adopted);
      if (outcome.errors.length === 0) break;
      if (this.#follow(outcome.errors, adopted)) advice += 1;
      else applies += 1;
    }
    if (outcome && outcome.errors.length > 0)
      return void this.wrong.push(`it does not converge: ${outcome.errors.join(" | ")}`);
    await this.#compare(adopted);
  }

  #follow(errors: readonly string[], adopted: Partial<Record<Slot, number>>): boolean {
    for (const text of errors) {
      const id = /adoptId: (\d+)/.exec(text)?.[1] ?? /\(ids? (\d+)/.exec(text)?.[1];
      const slot = SLOTS.find(
        (candidate) =>
          Object.values(members[candidate].key).some((key) => text.includes(`"${String(key)}"`)) ||
          (candidate === "ada" && text.startsWith("Lead")),
      );
      if (id === undefined || slot === undefined || adopted[slot] !== undefined) continue;
      adopted[slot] = Number(id);
      return true;
    }
    return false;
  }

  async #compare(adopted: Partial<Record<Slot, number>>): Promise<void> {
    const preview = await this.engine.preview(programOf(this.#chosen, adopted));
    const moving = preview.steps.filter(({ op }) => op !== "same").map(({ name, op }) => `${op} ${name}`);
    if (preview.errors.length + moving.length > 0)
      this.wrong.push(`the last preview still shows ${[...preview.errors, ...moving].join(", ")}`);
    for (const slot of SLOTS) this.#compareSlot(slot);
  }

  #compareSlot(slot: Slot): void {
    const variant = this.#chosen[slot];
    const stored = this.engine.state.get(slot);
    const living = objectsOf(this.emulator, slot);
    if (slot === "spring" && variant === undefined) return;
    if (variant === undefined) {
      const unnamed = living.filter(
        ({ id }) => !this.#texts.some((text) => new RegExp(`\\b${String(id)}\\b`).test(text)),
      );
      if (unnamed.length > 0)
        this.wrong.push(`${slot} was removed from the program, and no message names the object that is left`);
      return;
    }
    if (!stored) return void this.wrong.push(`${slot} is declared and not in state`);
    if (stored.outputs["gone"] === true) {
      if (living.length > 0) this.wrong.push(`${slot} counts as gone, but the service has it`);
      return;
    }
    const mine = living.filter(({ id }) => String(id) === stored.id);
    if (mine.length !== 1 || living.length !== 1)
      return void this.wrong.push(
        `${slot} has ${living.length} objects, of which ${mine.length} is the one in state`,
      );
    for (const [key, value] of Object.entries(members[slot].stored(variant))) {
      if (!isDeepStrictEqual(mine[0]![key], value))
        this.wrong.push(
          `${slot}.${key} is ${JSON.stringify(mine[0]![key])} and not ${JSON.stringify(value)}`,
        );
    }
  }
}
