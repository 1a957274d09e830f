/** Several simulated callers of one assistant. */
import type * as pulumi from "@pulumi/pulumi";
import type { AssistantArgs } from "../generated/assistant.js";
import type { EndReason } from "./events.js";
import { type ConversationOptions, conversation } from "./conversation.js";
import type { SimulatedCaller, Simulation } from "./simulate.js";
import type { Conversation } from "./talk.js";

/** A caller of {@link suite}. */
export interface SuiteCaller extends SimulatedCaller {
  /** The caller's name in the table. Default: the persona. */
  name?: string | undefined;
}

/** How one caller of {@link suite} fared. */
export interface SuiteResult extends Simulation {
  /** The caller's name. */
  name: string;
  /** Why the call ended. Undefined if it went on until the caller had spoken as often as allowed. */
  ended: EndReason | undefined;
  /** The whole conversation. */
  chat: Conversation;
}

/** The result of {@link suite}. */
export interface Suite {
  /** The callers in the given order. */
  results: SuiteResult[];
  /** Who reached the goal, as text, a line for each caller. */
  table: string;
}

/**
 * Lets each caller talk with the assistant, one after another, and tells who reached the goal. Takes the options of
 * `conversation()`; `recorded()` keeps a file for each caller.
 * @throws Error if a model fails, or if a tool has no answer
 * @example
 * ```ts
 * const { results, table } = await suite(
 *   support,
 *   [
 *     { name: "Ada", persona: "a polite customer", goal: "to know when you are open on Friday" },
 *     { name: "Bob", persona: "an angry customer who interrupts", goal: "to be called back today" },
 *   ],
 *   { model, tools: { get_opening_hours: () => ({ open: "9 to 5" }) } },
 * );
 * expect(results.every(({ reached }) => reached), table).toBe(true);
 * ```
 */
export async function suite(
  assistant: pulumi.CustomResource | AssistantArgs,
  callers: readonly SuiteCaller[],
  options: ConversationOptions,
): Promise<Suite> {
  const results: SuiteResult[] = [];
  for (const caller of callers) {
    const chat = await conversation(assistant, options);
    const simulation = await chat.simulate(caller);
    results.push({ name: caller.name ?? caller.persona, ...simulation, ended: chat.ended, chat });
  }
  return { results, table: tableOf(results) };
}

function tableOf(results: readonly SuiteResult[]): string {
  const rows = [
    ["caller", "goal", "turns", "why"],
    ...results.map(({ name, reached, turns, reason }) => [
      name,
      reached ? "reached" : "NOT reached",
      String(turns),
      reason,
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
