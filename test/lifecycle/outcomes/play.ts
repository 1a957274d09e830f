/** Plays one cell: a command with a fault, its result, and the repair. */
import { isDeepStrictEqual } from "node:util";
import type { Message } from "../../../provider/base/messages.js";
import type { Outcome, Program, Props, Stored } from "../../support/engine-part.js";
import type { ErrorHook } from "../../support/error-hook.js";
import type { Fault } from "./fault.js";
import { type Column, type Kind, type Row, isLike } from "./kinds.js";
import { type Stage, isAt } from "./stage.js";

export interface Left {
  /** The objects of the resource in the service. */
  service: "none" | "as before" | "as declared" | "other" | "several";
  state: "nothing" | "as before" | "as declared" | "half-created" | "marked as gone";
}

/** What users do after the fault, until the service matches the program. */
export type Step = "up" | "up --refresh" | "adoptId" | "trigger" | "destroy";

export interface Played {
  struck: number;
  succeeded: boolean;
  errors: string[];
  /** One for each of `errors`. */
  codes: string[];
  lines: string[];
  left: Left;
  /** How many times the column's request was sent. */
  sent: number;
  /**
   * How many times the column's request may have been processed: it arrived, and no rate limit rejected it.
   */
  risked: number;
  /** How many objects the request created, or how many campaign actions it caused. */
  processed: number;
  /** Total waiting time, in milliseconds. */
  waited: number;
  steps: Step[];
  /** Errors and changes that remain after `steps`. */
  unmended: string[];
  /** Everything that was printed or thrown, unabridged. */
  texts: string[];
  ids: number[];
}

/** @param errorHook for the command with the fault, not for the repair */
export async function play(
  stage: Stage,
  kind: Kind,
  column: Column,
  fault: Fault,
  errorHook?: ErrorHook,
): Promise<Played> {
  const { engine, emulator, clock } = stage;
  await stage.set(column.before);
  const before = { rows: structuredClone(kind.rows(emulator)), stored: copy(engine.state.get("it")) };
  if (fault.crowded) stage.crowd();
  const waited = clock.slept.length;
  stage.lay(fault.trap(column, kind));
  engine.errorHook = errorHook;
  const outcome = await command(stage, column);
  engine.errorHook = undefined;
  const codes = outcome.errors.map((error) => codeOf(error, engine.messages));
  const starts = engine.messages.filter(({ effect }) => effect === "start").map(({ text }) => text);
  const struck = stage.lift();
  const rows = kind.rows(emulator);
  const played = {
    struck,
    succeeded: outcome.errors.length === 0,
    errors: outcome.errors,
    codes,
    // Every preview of a start shows this line, with or without a fault.
    lines: outcome.lines.filter((line) => !starts.includes(line)),
    left: {
      service: inService(rows, before.rows, column),
      state: inState(engine.state.get("it"), before.stored, column, outcome),
    },
    sent: stage.sent.filter((sent) => isAt(column.at, sent)).length,
    risked: stage.requests().filter((request) => isAt(column.at, request) && request.status !== 429).length,
    processed:
      kind.kind === "CampaignState"
        ? stage.orders.length
        : rows.filter(({ id }) => !before.rows.some((row) => row["id"] === id)).length,
    waited: clock.slept.slice(waited).reduce((sum, ms) => sum + ms, 0),
    ids: rows.map(({ id }) => id as number),
  };
  clock.advance(60_000);
  const way = await mend(stage, kind, column, outcome, before.rows);
  return { ...played, ...way, texts: [...outcome.errors, ...outcome.lines, ...way.texts] };
}

const copy = (stored: Stored | undefined): Stored | undefined => stored && structuredClone(stored);

function command({ engine }: Stage, { command, program }: Column): Promise<Outcome> {
  if (command === "destroy") return engine.destroy();
  return command === "refresh" ? engine.refresh() : engine[command](program);
}

/** A failed check is about a property of the program, and has no code. */
const codeOf = (error: string, messages: Message[]): string =>
  messages.find(({ text }) => text === error)?.error?.code ?? "failed check";

const still = ({ updated_at: _, ...row }: Row): Row => row;

function inService(rows: Row[], before: Row[], { leaves, command }: Column): Left["service"] {
  const [row, second] = rows;
  if (!row) return "none";
  if (second) return "several";
  if (command !== "refresh" && command !== "preview" && leaves && isLike(row, leaves)) return "as declared";
  if (before[0] && isDeepStrictEqual(still(row), still(before[0]))) return "as before";
  return leaves && isLike(row, leaves) ? "as declared" : "other";
}

function inState(
  stored: Stored | undefined,
  before: Stored | undefined,
  { program }: Column,
  { errors }: Outcome,
): Left["state"] {
  if (!stored) return "nothing";
  if (stored.outputs["gone"] === true) return "marked as gone";
  // After a successful retry, the engine keeps the error of the failed attempt.
  const failed = stored.initErrors.length > 0 && errors.length > 0;
  if (failed || stored.outputs["__partial"] !== undefined) return "half-created";
  if (before && isDeepStrictEqual(visible(stored), visible(before))) return "as before";
  const { props } = program["it"] ?? {};
  const declared = Object.entries((props ?? {}) as Props);
  const same = (from: Props): boolean =>
    declared.every(([key, value]) => isDeepStrictEqual(from[key], value));
  return same(stored.inputs) && same(stored.outputs) ? "as declared" : "half-created";
}

const visible = ({ id, inputs, outputs }: Stored): unknown => ({
  id,
  inputs,
  outputs: Object.fromEntries(Object.entries(outputs).filter(([key]) => !key.startsWith("__"))),
});

interface Way {
  steps: Step[];
  unmended: string[];
  texts: string[];
}

/** Applies at most twice, plus the steps that an error names. */
async function mend(stage: Stage, kind: Kind, column: Column, struck: Outcome, before: Row[]): Promise<Way> {
  const { engine, emulator } = stage;
  const texts: string[] = [];
  const steps: Step[] = [];
  // Restores a campaign that no longer exists, because a program could not declare it.
  if (kind.kind === "CampaignState" && column.command !== "destroy" && kind.rows(emulator).length === 0)
    emulator.state.campaigns.unshift(before[0] as never);
  let { program } = column;
  // If an attempt left a half-created object and a retry succeeded, the next run updates once more.
  const settles = struck.errors.length === 0 && (engine.state.get("it")?.initErrors.length ?? 0) > 0;
  let outcome = settles ? await engine.up(program) : struck;
  const done = (): boolean =>
    outcome.errors.length === 0 &&
    (column.command === "destroy" ? engine.state.size === 0 : engine.state.has("it"));
  for (let applies = 0; !done() && applies < 2;) {
    const advice = advised(outcome, program);
    const step = column.command === "destroy" ? "destroy" : (advice?.step ?? "up");
    program = advice?.program ?? program;
    steps.push(step);
    if (step === "up --refresh") outcome = await engine.refresh();
    outcome = step === "destroy" ? await engine.destroy() : await engine.up(program);
    texts.push(...outcome.errors, ...outcome.lines);
    if (advice === undefined || step === "up --refresh") applies += 1;
  }
  let preview = await engine.preview(program);
  const advice = advised(preview, program);
  if (advice?.step === "trigger") {
    ({ program } = advice);
    steps.push("trigger");
    outcome = await engine.up(program);
    preview = await engine.preview(program);
  }
  const refresh = await engine.refresh();
  texts.push(...preview.lines, ...refresh.lines);
  const unmended = [...outcome.errors, ...preview.errors, ...refresh.errors];
  for (const { op, fields } of [...preview.steps, ...refresh.steps])
    if (op !== "same") unmended.push(`${op} of ${fields.join(", ")} is left to do`);
  return { steps, unmended: [...unmended, ...unlike(stage, kind, column)], texts };
}

function advised({ errors, lines }: Outcome, program: Program): { step: Step; program: Program } | undefined {
  const text = [...errors, ...lines].join("\n");
  const { kind, props } = program["it"] ?? {};
  if (kind === undefined) return undefined;
  const declared = props as Props;
  const more = (added: Props): Program => ({ it: { kind, props: { ...declared, ...added } } });
  const id = /adoptId: (\d+)/.exec(text)?.[1];
  if (id !== undefined && !("adoptId" in declared))
    return { step: "adoptId", program: more({ adoptId: Number(id) }) };
  if (text.includes("`trigger`") && !("trigger" in declared))
    return { step: "trigger", program: more({ trigger: "again" }) };
  return /pulumi up --refresh/.test(text) ? { step: "up --refresh", program } : undefined;
}

/** How the objects in the service differ from the program. */
function unlike(
  { emulator, engine }: Stage,
  kind: Kind,
  { command, program, leaves, found }: Column,
): string[] {
  const rows = kind.rows(emulator);
  if (command === "destroy" && (kind.kind !== "CampaignState" || rows.length === 0))
    return rows.length === 0 ? [] : [`${rows.length} objects are left`];
  if (engine.state.get("it")?.outputs["gone"] === true)
    return rows.length === 0 ? [] : ["the object counts as gone, but the service has it"];
  const wanted = command === "preview" ? (program["it"] ? undefined : found) : leaves;
  if (rows.length !== 1) return [`there are ${rows.length} objects`];
  return wanted === undefined || isLike(rows[0]!, wanted) ? [] : ["the live object differs from the program"];
}
