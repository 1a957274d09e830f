/** The form of a row in the table of faults. */
import type { z } from "zod";
import type { Service } from "../service.js";
import type { Listener } from "../listener.js";
import type { Effect, Exchange, Moment } from "./exchange.js";

/** What a fault may reach beyond the request that it strikes. */
export interface Ground {
  service: Service;
  listener: Listener;
}

export type Strike = (exchange: Exchange) => Effect | Promise<Effect>;

export interface Kind<T> {
  /** How it is written in a rule, for messages. */
  form: string;
  schema: z.ZodType<T>;
  /** The moments at which it can strike, the default first. */
  moments: [Moment, ...Moment[]];
  /** Called once for a rule, so that what one request leaves for the next has a place. */
  arm(fault: T, ground: Ground): Strike;
}

export function kind<T>(definition: Kind<T>): Kind<T> {
  return definition;
}
