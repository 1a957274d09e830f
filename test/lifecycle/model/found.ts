/** Histories that broke a rule once, reduced to the essential events. They are played first. */
import type { Event } from "./history.js";

export const found: readonly Event[][] = [
  // A rejected start has no effect, and the next apply sends it again.
  [
    { do: "edit", program: { spring: 0 } },
    { do: "up", refresh: false, strikes: [] },
    { do: "edit", program: { ada: 0, spring: 1 } },
    {
      do: "up",
      refresh: false,
      strikes: [{ method: "POST", nth: 2, fault: { status: 422, body: { message: "Refused." } } }],
    },
  ],
  // The response to a start was lost, and the provider host was killed before it could record the start. The
  // campaign does not run, so the start is sent again.
  [
    { do: "edit", program: { sales: 0, ada: 0, spring: 0 } },
    { do: "up", refresh: false, strikes: [] },
    { do: "edit", program: { sales: 0, ada: 0, spring: 1 } },
    {
      do: "up",
      refresh: false,
      strikes: [{ method: "POST", nth: 1, fault: "cut-before" }],
      kill: { request: 7, when: "before" },
    },
  ],
];
