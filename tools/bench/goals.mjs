import { toolCount } from "./objects.mjs";
import { OPERATIONS } from "./operations.mjs";
import { exponent, figuresOf } from "./results.mjs";

const SIZES = [50, 200, 800, 1600];
const LIMITED = 250;

/** The operations of both Pulumi providers. They are measured at all sizes. */
export const GROWING = ["create", "preview", "refresh", "refreshDrifted", "changeOne", "destroy"];

/** The goals, each with the measured value. `met` is undefined without a measurement. */
export function goals({ records }) {
  const at = (size, subject, operation, condition = "none") =>
    figuresOf(records, { condition, size, subject, operation });
  return [
    ...timeGoals(at),
    ...hostGoals(at, records),
    ...requestGoals(at),
    ...limitGoals(at),
    ...growthGoals(records),
  ];
}

function timeGoals(at) {
  const rows = [200, 800].flatMap((size) =>
    ["create", "preview", "refresh", "destroy"].map((operation) => {
      const ratio = quotient(
        at(size, "ours", operation)?.cpuSeconds,
        at(size, "floor", operation)?.cpuSeconds,
      );
      return most(`CPU time, ${of(operation, size)}`, ratio, 1.1, times);
    }),
  );
  const drift = quotient(
    at(200, "ours", "drift")?.wallSeconds,
    at(200, "ours", "refreshDrifted")?.wallSeconds,
  );
  return [
    ...rows,
    most("Time of `voicecall drift` / `pulumi refresh --preview-only`, 200 assistants", drift, 1.5, times),
  ];
}

function hostGoals(at, records) {
  const start = (subject) => {
    const found = records.find((record) => record.operation === "hostStart" && record.subject === subject);
    return found?.wallSeconds;
  };
  const [ours, floor] = ["ours", "floor"].map(start);
  const more = ours === undefined || floor === undefined ? undefined : (ours - floor) * 1000;
  const peak = (subject) => {
    const peaks = GROWING.map((operation) => at(800, subject, operation)?.hostPeakBytes).filter(Boolean);
    return peaks.length < GROWING.length ? undefined : Math.max(...peaks);
  };
  return [
    most(
      "Start time of the provider host, minus that of the do-nothing provider",
      more,
      100,
      (ms) => `${ms.toFixed(0)} ms`,
    ),
    most(
      "Peak memory of the provider host, 800 assistants",
      quotient(peak("ours"), peak("floor")),
      1.15,
      times,
    ),
  ];
}

function requestGoals(at) {
  const requests = (size, operation) => at(size, "ours", operation)?.requests;
  const each = (sizes, operation, limit) =>
    sizes.map((size) => most(`Requests, ${of(operation, size)}`, requests(size, operation), limit(size)));
  const writes = (size) => {
    const routes = at(size, "ours", "preview")?.routes;
    return routes && Object.keys(routes).filter((route) => !route.startsWith("GET ")).length;
  };
  return [
    ...each([200, 1600], "create", (size) => Math.floor((115 * size) / 100) + 10),
    // One read per page of assistants, one of the tools, and four lookups.
    ...each([200, 1600], "refresh", (size) => Math.ceil(size / 100) + 1 + 4),
    ...each([200, 1600], "preview", () => 4),
    ...[200, 1600].map((size) => most(`Writes, ${of("preview", size)}`, writes(size), 0)),
    ...each([200, 1600], "changeOne", () => 6),
    ...each([200, 1600], "destroy", (size) => size + toolCount(size) + 2),
  ];
}

function limitGoals(at) {
  const wall = (subject, operation) => at(LIMITED, subject, operation, "limited")?.wallSeconds;
  const place = `${LIMITED} assistants at 80 ms and 60 requests a minute`;
  const [terraform, ours] = [wall("terraform", "refreshDrifted"), wall("ours", "drift")];
  return [
    least(`Time of the drift check, Terraform / pulumi-voicecall, ${place}`, quotient(terraform, ours), 20),
    most(
      `Time, create all, pulumi-voicecall / Terraform, ${place}`,
      quotient(wall("ours", "create"), wall("terraform", "create")),
      1.1,
      times,
    ),
  ];
}

function growthGoals(records) {
  return GROWING.map((operation) => {
    const [ours, floor] = ["ours", "floor"].map((subject) => growth(records, subject, operation));
    const more = ours === undefined || floor === undefined ? undefined : ours - floor;
    return most(
      `Growth exponent, ${OPERATIONS[operation]}, minus that of the do-nothing provider`,
      more,
      0.1,
      toHundredths,
    );
  });
}

/**
 * The growth exponent of the CPU time, fitted over all `SIZES`. Undefined unless all of them were measured.
 */
export function growth(records, subject, operation) {
  const points = SIZES.map((size) => [
    size,
    figuresOf(records, { condition: "none", size, subject, operation })?.cpuSeconds,
  ]);
  return points.every(([, seconds]) => seconds !== undefined) ? exponent(points) : undefined;
}

export const quotient = (one, other) => (one === undefined || other === undefined ? undefined : one / other);

const of = (operation, size) => `${OPERATIONS[operation]}, ${size} assistants`;

const times = (ratio) => `${ratio.toFixed(2)} ×`;
const toHundredths = (number) => String(Math.round(number * 100) / 100);
const plain = (number) => String(Math.round(number * 10) / 10);

const most = (goal, value, limit, show = plain) => ({
  goal,
  limit: `at most ${show(limit)}`,
  measured: value === undefined ? undefined : show(value),
  met: value === undefined ? undefined : value <= limit,
});
const least = (goal, value, limit) => ({
  goal,
  limit: `at least ${times(limit)}`,
  measured: value === undefined ? undefined : times(value),
  met: value === undefined ? undefined : value >= limit,
});
