/** The connection: refused, or cut at each step of a request. */
import { z } from "zod";
import type { Moment } from "./exchange.js";
import { kind, type Kind } from "./kind.js";

function cut<T extends string>(name: T, moment: Moment): Kind<T> {
  return kind<T>({
    form: `"${name}"`,
    schema: z.literal(name),
    moments: [moment],
    arm: () => () => ({ cut: true }),
  });
}

export const connectionFaults = {
  /** The connection is cut when the head of the request is there; its body is not read. */
  cutOnArrival: cut("cut-on-arrival", "arrival"),
  /** The whole request is read, and nothing processed. */
  cutBefore: cut("cut-before", "before"),
  /** The request is processed in part: nothing of it is kept, but for an id that is never given out again. */
  cutDuring: cut("cut-during", "during"),
  /** The request is processed and its answer lost. */
  cutAfter: cut("cut-after", "after"),
  /**
   * From here on nobody listens on the port, for so many milliseconds of the clock. After, the default: the request
   * is answered and the next one refused; arrival: its own connection is cut. In process `Infinity` can be given:
   * until the rule is removed, or `emulator.refuseConnections(false)`.
   */
  refuse: kind({
    form: '{"refuseMs": 1000}',
    schema: z.strictObject({ refuseMs: z.number().min(0).or(z.literal(Infinity)) }),
    moments: ["after", "arrival"],
    arm:
      ({ refuseMs }, { listener }) =>
      ({ answer }) => {
        listener.refuse(refuseMs);
        return answer === undefined ? { cut: true } : undefined;
      },
  }),
};
