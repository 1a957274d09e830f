/** A row of the outcome tables: a fault, its rule, and the columns that it applies to. */
import type { Fault as RuleFault, FaultRule } from "../../../emulator/index.js";
import type { Column, Kind } from "./kinds.js";
import type { Trap } from "./stage.js";

export interface Fault {
  title: string;
  /** The listing must have more than one page. */
  crowded?: boolean;
  trap(column: Column, kind: Kind): Trap;
  strikes(column: Column, kind: Kind): boolean;
}

type Written = Omit<FaultRule, "method" | "path" | "exact">;
type Where = (column: Column, kind: Kind) => boolean;

const everywhere: Where = () => true;

/** The fault applies to the first matching request or, with `times: undefined`, to all of them. */
export function rule(
  title: string,
  fault: RuleFault | ((kind: Kind, column: Column) => RuleFault),
  more: Partial<Written> = {},
  strikes: Where = everywhere,
): Fault {
  return {
    title,
    strikes,
    trap: (column, kind) => ({
      at: column.at,
      after: column.after,
      rules: [
        {
          ...column.at,
          exact: true,
          ...("times" in more ? {} : { times: 1 }),
          ...more,
          fault: typeof fault === "function" ? fault(kind, column) : fault,
        },
      ],
    }),
  };
}

export const always = { times: undefined };

export const wrongTypes: readonly Fault[] = [
  rule("numbers as text", { retype: "numbers" }),
  rule("ids as text", { retype: "ids" }),
  rule("texts as lists", { retype: "texts" }),
  rule("flags as text", { retype: "flags" }),
  rule("lists as objects", { retype: "lists" }),
  rule("all values null", { retype: "nulls" }),
];

/** The response or the request never arrives, so the client gives up. */
export function silence(title: string, fault: RuleFault, more: Partial<Written> = {}): Fault {
  const spoken = rule(title, fault, more);
  return { ...spoken, trap: (column, kind) => ({ ...spoken.trap(column, kind), hangs: true }) };
}

export function refused(title: string, times: number): Fault {
  return {
    title,
    strikes: everywhere,
    trap: (column) => ({ at: column.at, after: column.after, rules: [], refused: times }),
  };
}

/** A rule for all paths, added immediately before the column's request. */
export function fromThereOn(title: string, fault: RuleFault): Fault {
  return {
    title,
    strikes: everywhere,
    trap: (column) => ({ at: column.at, rules: [{ fault }], atFirstSight: true }),
  };
}

/** The listing of the kind lags, and the column's request gets further faults. */
export function lagging(title: string, listLagMs: number, besides: RuleFault[], strikes: Where): Fault {
  return {
    title,
    strikes,
    trap: (column, { listing }) => ({
      at: column.at,
      rules: [
        { method: "GET", path: listing, exact: true, fault: { listLagMs } },
        ...besides.map((fault): FaultRule => ({ ...column.at, exact: true, times: 1, fault })),
      ],
    }),
  };
}
