/** Connections that are refused, or cut at some step of a request. */
import { z } from "zod";
import type { Moment } from "../base/exchange.js";
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
  /** Cuts the connection after the request head. The body is not read. */
  cutOnArrival: cut("cut-on-arrival", "arrival"),
  /** Reads the whole request, and cuts the connection without processing it. */
  cutBefore: cut("cut-before", "before"),
  /** Cuts the connection during processing. Nothing is stored, but an assigned id is not assigned again. */
  cutDuring: cut("cut-during", "during"),
  /** Processes the request, and cuts the connection before the response. */
  cutAfter: cut("cut-after", "after"),
  /**
   * Closes the port for this many milliseconds of the clock. The service responds to the request with "after"
   * (the default), and cuts its connection with "arrival". In-process callers can pass `Infinity`: the port
   * stays closed until a rule is removed, or until `emulator.refuseConnections(false)`.
   */
  refuse: kind({
    form: '{"refuseMs": 1000}',
    schema: z.strictObject({ refuseMs: z.number().min(0).or(z.literal(Infinity)) }),
    moments: ["after", "arrival"],
    arm:
      ({ refuseMs }, { listener }) =>
      ({ responseBody }) => {
        listener.refuse(refuseMs);
        return responseBody === undefined ? { cut: true } : undefined;
      },
  }),
};
