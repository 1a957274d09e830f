/** The few words in which a cell of the table is told, and what each of them promises. */
import type { Column } from "./kinds.js";
import type { Played, Step } from "./play.js";

interface Word {
  /** For the legend. */
  means: string;
  /** What a person may have to do afterwards, in this order. */
  then: Step[][];
}

export const words = {
  done: { means: "As without the fault.", then: [[], ["up"]] },
  "done: found": {
    means:
      "The answer was lost, or told of no success; the provider looked, found that the request had been carried out, and says so.",
    then: [[]],
  },
  "done: gone": {
    means:
      "The object is gone from the service: a refresh takes note of that, a delete has nothing left to do, a lead stays in state with `gone: true`.",
    then: [[], ["up"]],
  },
  "done: state kept": {
    means: "What is live could not be read. A line says so, and state stays as it was.",
    then: [[]],
  },
  "fails: unchanged": {
    means: "Nothing was changed, in the service or in state. The next run does it.",
    then: [["up"], ["destroy"], []],
  },
  "fails: kept": {
    means:
      "The service carried it out, or may have. The resource is in state, marked as unfinished; the next `pulumi up` looks at the live object and sends what is missing.",
    then: [["up"]],
  },
  "fails: carried out": {
    means:
      "The service carried it out, and state does not know. The next run looks first, sees that, and sends nothing twice.",
    then: [["up"], ["destroy"]],
  },
  "fails: adopt": {
    means:
      "The object was made and is not in state. The next `pulumi up` finds it, makes no second one, and names its id: with `adoptId` set to that it is taken over.",
    then: [["up", "adoptId"], ["adoptId"]],
  },
  "fails: gone": {
    means:
      "The object is gone from the service. `pulumi up --refresh` takes note of that and creates it again.",
    then: [["up --refresh"], ["up", "up --refresh"], ["up"]],
  },
  "fails: ask": {
    means:
      "A start that may have rung people's phones is never sent again by itself. The resource is in state; if the campaign does not run and should, give `trigger` a new value.",
    then: [["trigger"]],
  },
} as const satisfies Record<string, Word>;

export type Outcome = keyof typeof words;

export function outcomeOf({ command, leaves }: Column, played: Played): Outcome {
  const { succeeded, left, lines, errors, steps } = played;
  const { service, state } = left;
  const said = [...errors, ...lines].join("\n");
  if (succeeded) {
    if (/the answer was lost|but not with success/.test(said)) return "done: found";
    if (/could not be read/.test(said)) return "done: state kept";
    const seenGone = command === "refresh" ? state === "nothing" : state === "marked as gone";
    return seenGone || state === "marked as gone" ? "done: gone" : "done";
  }
  if (/no longer in the service|the account has no campaign|no longer shows it/.test(said))
    return "fails: gone";
  if (service === "none" && leaves !== undefined && state === "as before") return "fails: gone";
  if (/not (started|sent) a second time by itself/.test(said)) return "fails: ask";
  if (state === "half-made") return "fails: kept";
  if (steps.includes("adoptId")) return "fails: adopt";
  const untouched = service === "as before" || (service === "none" && state === "nothing");
  return untouched || command === "preview" || command === "refresh"
    ? "fails: unchanged"
    : "fails: carried out";
}

/** What the word promises and this cell does not keep. */
export function broken(outcome: Outcome, { steps }: Played): string[] {
  const { then } = words[outcome];
  const kept = then.some((way) => way.join() === steps.join());
  return kept
    ? []
    : [
        `«${outcome}» promises ${then.map((way) => way.join(", ") || "nothing to do").join(" or ")}, not ${steps.join(", ")}`,
      ];
}
