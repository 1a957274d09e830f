/** Conversations with an assistant as the program declares it. */
import type * as pulumi from "@pulumi/pulumi";
import type { AssistantArgs } from "../generated/assistant.js";
import { type ToolDefinition, declarationOf } from "./declaration.js";
import type { Model } from "./model.js";
import { type Variables, render } from "./render.js";
import { type TestContext, testName, whenFailed } from "./runner.js";
import { Conversation, type ToolAnswer } from "./talk.js";

/** Options of {@link conversation}. */
export interface ConversationOptions {
  /** `openAI({ … })`, `recorded(folder, model)`, `scripted([…])` or `serviceChat({ … })`. */
  model: Model;
  /** The answers of the tools, by name. A tool that is called and has no answer fails the test. */
  tools?: Readonly<Record<string, ToolAnswer>> | undefined;
  /** What the service fills in during a call. They take precedence over the assistant's `variables`. */
  variables?: Variables | undefined;
  /** Definitions of tools that the program only names, because it does not manage them. */
  definitions?: readonly ToolDefinition[] | undefined;
  /** The model for `judge()`. Default: `model`. */
  judge?: Model | undefined;
  /** The conversation ends after so many turns of the caller. Default: no limit. */
  maxTurns?: number | undefined;
  /**
   * The context of the test, for the name of its recording, and to print the transcript if it fails. `node:test` and
   * concurrent tests of vitest need it; jest has none, and prints no transcript.
   */
  test?: TestContext | undefined;
}

/**
 * Starts a conversation with an assistant as the program declares it: its prompt, first message, variables, tools and
 * temperature. Nothing is applied, and no phone rings.
 * @param assistant a resource of the program, which Pulumi's mocks have created, or arguments of an assistant
 * @throws Error for a variable without a value, and for an answer of a tool that the assistant lacks
 * @example
 * ```ts
 * const chat = await conversation(support, {
 *   model: recorded("recordings", openAI({ model: "gpt-4o-mini" })),
 *   tools: { get_opening_hours: () => ({ open: "9 to 5" }) },
 *   variables: { customer_name: "Ada" },
 * });
 * await chat.caller("When are you open on Friday?");
 * expect(chat.toolCalls).toContainEqual({ name: "get_opening_hours", arguments: { day: "Friday" } });
 * expect(chat.lastReply).toMatch(/9 to 5/);
 * ```
 */
export async function conversation(
  assistant: pulumi.CustomResource | AssistantArgs,
  options: ConversationOptions,
): Promise<Conversation> {
  const { tools = {}, variables, definitions, test, ...rest } = options;
  const rendered = render(await declarationOf(assistant), variables, definitions);
  const known = { answers: tools, variables, test: testName(test) };
  const chat = await Conversation.opened(rendered, { ...rest, ...known });
  await whenFailed(test, () => console.error(`\nThe conversation:\n${chat.transcript}\n`));
  return chat;
}

/** What a model gets of an assistant, for tests without a model. Takes the same arguments as {@link conversation}. */
export async function rendered(
  assistant: pulumi.CustomResource | AssistantArgs,
  options: Pick<ConversationOptions, "variables" | "definitions"> = {},
) {
  return render(await declarationOf(assistant), options.variables, options.definitions);
}
