/** Fault rules. A rule decides which requests it matches, and which of the matches get the fault. */
import { z } from "zod";
import { methods, type Method } from "../base/assumed-routes.js";
import type { Effect, Exchange, Moment } from "../base/exchange.js";
import type { FaultContext, ApplyFault } from "./kind.js";
import { faultForms, kindOf, type Fault } from "./kinds.js";

export interface FaultRule {
  /** Default: all methods. */
  method?: Method | undefined;
  /**
   * A path, which includes all paths below it (`/user/tools`), or a template (`/user/tools/{id}`). Default:
   * all paths.
   */
  path?: string | undefined;
  /** Whether to exclude the paths below `path`. */
  exact?: boolean | undefined;
  /** Applies only to the nth match, counted from 1. */
  nth?: number | undefined;
  /** Applies to the first `times` matches. Default: all. */
  times?: number | undefined;
  /** The probability of applying to a match, 0–1. Default: 1. */
  probability?: number | undefined;
  /** When the fault applies. Default: the first moment of the fault in `kinds.ts`. */
  when?: Moment | undefined;
  /** One of the faults in `kinds.ts`. */
  fault: Fault;
}

export class FaultError extends Error {
  override readonly name = "FaultError";
}

interface Registered {
  id: number;
  rule: FaultRule;
  matches: (path: string) => boolean;
  apply: ApplyFault;
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
const RULE = `A rule has ${Object.keys(ruleSchema.shape).join(", ")}; "when" is arrival, before, during or after`;

export class Faults {
  private registered: Registered[] = [];
  private lastId = 0;

  constructor(private readonly context: FaultContext) {}

  /** Adds a rule and returns its id. Throws a FaultError that explains an invalid rule. */
  add(rule: FaultRule): number {
    const parsed = ruleSchema.safeParse(rule);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(
        (issue) => `${issue.path.join(".") || "rule"}: ${issue.message}`,
      );
      throw new FaultError(`${problems.join("; ")}. ${RULE}`);
    }
    const checked = parsed.data;
    const kind = kindOf(checked.fault)!;
    const when = checked.when ?? kind.moments[0];
    if (!kind.moments.includes(when))
      throw new FaultError(
        `when: this fault cannot apply at the moment "${when}", only at ${kind.moments.join(" or ")}`,
      );
    const matches = pathMatcher(checked.path, checked.exact ?? false);
    const apply = kind.arm(checked.fault, this.context);
    this.lastId += 1;
    this.registered.push({ id: this.lastId, rule: checked, matches, apply, when, seen: 0, struck: 0 });
    return this.lastId;
  }

  /** Removes one rule, and reopens the port if it is closed. Returns false if no rule has this id. */
  remove(id: number): boolean {
    const others = this.registered.filter((entry) => entry.id !== id);
    const found = others.length < this.registered.length;
    this.registered = others;
    if (found) this.context.listener.accept();
    return found;
  }

  /** Removes all rules, and reopens the port if it is closed. */
  clear(): void {
    this.registered = [];
    this.context.listener.accept();
  }

  /**
   * The rules. `seen` counts the requests that match a rule, and `struck` the matches for which the rule was
   * selected. A selected fault is skipped if an earlier one has already responded.
   */
  list(): { id: number; rule: FaultRule; seen: number; struck: number }[] {
    return this.registered.map(({ id, rule, seen, struck }) => ({ id, rule, seen, struck }));
  }

  /** The faults for a request. Call this only once per request, because it counts matches. */
  select(method: string, path: string): SelectedFaults {
    const { random } = this.context.service.settings;
    const chosen = this.registered.filter((entry) => {
      const { rule } = entry;
      if ((rule.method ?? method) !== method || !entry.matches(path)) return false;
      entry.seen += 1;
      if (rule.nth !== undefined && entry.seen !== rule.nth) return false;
      if (rule.times !== undefined && entry.seen > rule.times) return false;
      if (rule.probability !== undefined && random() >= rule.probability) return false;
      entry.struck += 1;
      return true;
    });
    return new SelectedFaults(chosen);
  }
}

export class SelectedFaults {
  readonly isEmpty: boolean;

  constructor(private chosen: Pick<Registered, "apply" | "when">[]) {
    this.isEmpty = chosen.length === 0;
  }

  appliesAt(when: Moment): boolean {
    return this.chosen.some((entry) => entry.when === when);
  }

  /** Applies the faults of a moment, in the order of the rules, until one responds or cuts the connection. */
  async apply(when: Moment, exchange: Exchange): Promise<Effect> {
    for (const entry of this.chosen.filter((candidate) => candidate.when === when)) {
      const effect = await entry.apply(exchange);
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
