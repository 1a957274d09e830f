/** Faults that a test asks for: rules that match requests, and which of the matches they strike. */
import { z } from "zod";
import { methods, type Method } from "../assumed-routes.js";
import type { Effect, Exchange, Moment } from "./exchange.js";
import type { Ground, Strike } from "./kind.js";
import { faultForms, kindOf, type Fault } from "./kinds.js";

export interface FaultRule {
  /** Default: every method. */
  method?: Method | undefined;
  /** A path with what lies below it, `/user/tools`, or a template that matches alone, `/user/tools/{id}`; default: every path. */
  path?: string | undefined;
  /** True: `path` matches alone, without what lies below it. */
  exact?: boolean | undefined;
  /** Strikes the nth match only, counted from 1. */
  nth?: number | undefined;
  /** Strikes the first so many matches; default: all. */
  times?: number | undefined;
  /** Strikes a match with this chance, 0–1; default 1. */
  probability?: number | undefined;
  /** Before the request is processed, after, or at another moment; default: as is usual for the fault. */
  when?: Moment | undefined;
  /** What happens: one of the table in `kinds.ts`. */
  fault: Fault;
}

export class FaultError extends Error {
  override readonly name = "FaultError";
}

interface Registered {
  id: number;
  rule: FaultRule;
  matches: (path: string) => boolean;
  strike: Strike;
  when: Moment;
  seen: number;
  struck: number;
}

const ruleSchema = z.strictObject({
  method: z.enum(methods).optional(),
  path: z.string().startsWith("/").optional(),
  exact: z.boolean().optional(),
  nth: z.int().min(1).optional(),
  times: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  when: z.enum(["arrival", "before", "during", "after"]).optional(),
  fault: z.custom<Fault>((fault) => kindOf(fault) !== undefined, { error: `must be one of ${faultForms}` }),
});

export class Faults {
  private registered: Registered[] = [];
  private lastId = 0;

  constructor(
    private readonly random: () => number,
    private readonly ground: Ground,
  ) {}

  /** Adds a rule and answers its id; a wrong rule throws a FaultError that says what is wrong with it. */
  add(rule: FaultRule): number {
    const parsed = ruleSchema.safeParse(rule);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(
        (issue) => `${issue.path.join(".") || "rule"}: ${issue.message}`,
      );
      throw new FaultError(problems.join("; "));
    }
    const checked = parsed.data;
    const kind = kindOf(checked.fault);
    if (!kind) throw new FaultError(`fault: must be one of ${faultForms}`);
    const when = checked.when ?? kind.moments[0];
    if (!kind.moments.includes(when)) throw new FaultError(`when: this fault cannot strike "${when}"`);
    const matches = pathMatcher(checked.path, checked.exact ?? false);
    const strike = kind.arm(checked.fault, this.ground);
    this.lastId += 1;
    this.registered.push({ id: this.lastId, rule: checked, matches, strike, when, seen: 0, struck: 0 });
    return this.lastId;
  }

  /** Takes one rule away and leaves the others; a port that is closed is opened. False: there is none of this id. */
  remove(id: number): boolean {
    const others = this.registered.filter((entry) => entry.id !== id);
    const found = others.length < this.registered.length;
    this.registered = others;
    if (found) this.ground.listener.accept();
    return found;
  }

  /** Takes every rule away; a port that is closed is opened. */
  clear(): void {
    this.registered = [];
    this.ground.listener.accept();
  }

  /** The rules with how often each has matched and struck. */
  list(): { id: number; rule: FaultRule; seen: number; struck: number }[] {
    return this.registered.map(({ id, rule, seen, struck }) => ({ id, rule, seen, struck }));
  }

  /** The strikes that a request is to suffer; called once a request, since it counts. */
  select(method: string, path: string): SelectedFaults {
    const chosen = this.registered.filter((entry) => {
      const { rule } = entry;
      if ((rule.method ?? method) !== method || !entry.matches(path)) return false;
      entry.seen += 1;
      if (rule.nth !== undefined && entry.seen !== rule.nth) return false;
      if (rule.times !== undefined && entry.seen > rule.times) return false;
      if (rule.probability !== undefined && this.random() >= rule.probability) return false;
      entry.struck += 1;
      return true;
    });
    return new SelectedFaults(chosen);
  }
}

/** The faults of one request. */
export class SelectedFaults {
  constructor(private chosen: Pick<Registered, "strike" | "when">[]) {}

  strikesAt(when: Moment): boolean {
    return this.chosen.some((entry) => entry.when === when);
  }

  /** Lets those of a moment strike, in the order of the rules, until one answers or cuts: that is the last of all. */
  async strike(when: Moment, exchange: Exchange): Promise<Effect> {
    for (const entry of this.chosen.filter((candidate) => candidate.when === when)) {
      const effect = await entry.strike(exchange);
      if (!effect) continue;
      this.chosen = [];
      return effect;
    }
    return undefined;
  }
}

function pathMatcher(path: string | undefined, exact: boolean): (candidate: string) => boolean {
  if (path === undefined) return () => true;
  if (path.includes("{id}")) {
    const expression = path.split("{id}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`^${expression.join("[^/]+")}$`);
    return (candidate) => pattern.test(candidate);
  }
  const below = path.endsWith("/") ? path : `${path}/`;
  return (candidate) => candidate === path || (!exact && candidate.startsWith(below));
}
