/** The type of a row in the table of faults. */
import { z } from "zod";
import type { Service } from "../base/service.js";
import type { Listener } from "../base/listener.js";
import type { Effect, Exchange, Moment } from "../base/exchange.js";

/** What a fault can use in addition to its request. */
export interface FaultContext {
  service: Service;
  listener: Listener;
}

export type ApplyFault = (exchange: Exchange) => Effect | Promise<Effect>;

export interface Kind<T> {
  /** How the fault is written in a rule, for messages. */
  form: string;
  schema: z.ZodType<T>;
  /** The moments at which it can apply. The first is the default. */
  moments: [Moment, ...Moment[]];
  /** Called once per rule, so the fault can keep data between requests. */
  arm(fault: T, context: FaultContext): ApplyFault;
}

export function kind<T>(definition: Kind<T>): Kind<T> {
  return definition;
}

/** A fault without settings, which a rule gives by its name. */
export function named<T extends string>(name: T, moments: Kind<T>["moments"], apply: ApplyFault): Kind<T> {
  return { form: `"${name}"`, schema: z.literal(name), moments, arm: () => apply };
}
