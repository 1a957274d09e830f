/** The names for outcomes, and what each promises. */
import type { Column, Kind } from "./kinds.js";
import type { Played, Step } from "./play.js";

interface Word {
  /** The explanation for users. */
  means: string;
  /** Each item is one possible sequence of steps that users take after the fault. */
  then: Step[][];
}

export const words = {
  done: { means: "The result is the same as without the fault.", then: [[], ["up"]] },
  "done: found": {
    means:
      "The response was lost or did not report success. The live object shows that the service processed the request. A line says so.",
    then: [[]],
  },
  "done: gone": {
    means:
      "The object is gone from the service. A refresh records that, a delete has nothing left to do, and a lead stays in state with `gone: true`.",
    then: [[], ["up"]],
  },
  "done: state kept": {
    means: "The live object could not be read. A line says so, and state is unchanged.",
    then: [[]],
  },
  "fails: unchanged": {
    means: "Nothing was changed, in the service or in state. The next run tries again.",
    then: [["up"], ["destroy"], []],
  },
  "fails: kept": {
    means:
      "The service processed the request, or may have. The resource is in state, marked as half-created. The next `pulumi up` reads the live object and sends what is missing.",
    then: [["up"]],
  },
  "fails: processed": {
    means:
      "The service processed the request, but state does not show that. The next run reads the service first, and sends no request twice.",
    then: [["up"], ["destroy"]],
  },
  "fails: adopt": {
    means:
      "The object was created and is not in state. The next `pulumi up` finds the object, creates no second object, and prints the id. With `adoptId` set to that id, the object is adopted.",
    then: [["up", "adoptId"], ["adoptId"]],
  },
  "fails: gone": {
    means: "The object is gone from the service. `pulumi up --refresh` records that and creates it again.",
    then: [["up --refresh"], ["up", "up --refresh"], ["up"]],
  },
  "fails: ask": {
    means:
      "A start that may have made phones ring is never sent again automatically. If the campaign should run and does not, give `trigger` a new value.",
    then: [["trigger"]],
  },
} as const satisfies Record<string, Word>;

export type Outcome = keyof typeof words;

/** Only names of operations, resources, properties and commands in messages count, no sentence. */
export function outcomeOf({ named }: Kind, { command, leaves }: Column, played: Played): Outcome {
  const { succeeded, left, lines, errors, steps } = played;
  const { service, state } = left;
  if (succeeded) {
    const saysWrite = lines.some((line) => /^(create|update|start|stop) /.test(line));
    if (saysWrite && service === "as declared") return "done: found";
    if (command === "refresh" && state === "as before" && lines.some((line) => named.test(line)))
      return "done: state kept";
    const seenGone = command === "refresh" ? state === "nothing" : state === "marked as gone";
    return seenGone || state === "marked as gone" ? "done: gone" : "done";
  }
  if (service === "none" && leaves !== undefined && state !== "nothing") return "fails: gone";
  if (errors.some((error) => error.includes("`trigger`"))) return "fails: ask";
  if (state === "half-created") return "fails: kept";
  if (steps.includes("adoptId")) return "fails: adopt";
  const untouched = service === "as before" || (service === "none" && state === "nothing");
  return untouched || command === "preview" || command === "refresh"
    ? "fails: unchanged"
    : "fails: processed";
}

/** The promises that this cell breaks. */
export function broken(outcome: Outcome, { steps }: Played): string[] {
  const { then } = words[outcome];
  const isKept = then.some((way) => way.join() === steps.join());
  return isKept
    ? []
    : [
        `"${outcome}" promises ${then.map((way) => way.join(", ") || "nothing to do").join(" or ")}, not ${steps.join(", ")}`,
      ];
}
