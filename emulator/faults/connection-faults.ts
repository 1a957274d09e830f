/** Connections that are refused, or cut at some step of a request. */
import { z } from "zod";
import type { Effect } from "../base/exchange.js";
import { kind, named } from "./kind.js";

const cut = (): Effect => ({ cut: true });

export const connectionFaults = {
  /** Cuts the connection after the request head. The body is not read. */
  cutOnArrival: named("cut-on-arrival", ["arrival"], cut),
  /** Reads the whole request, and cuts the connection without processing it. */
  cutBefore: named("cut-before", ["before"], cut),
  /** Cuts the connection during processing. Nothing is stored, but an assigned id is not assigned again. */
  cutDuring: named("cut-during", ["during"], cut),
  /** Processes the request, and cuts the connection before the response. */
  cutAfter: named("cut-after", ["after"], cut),
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
