/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import type * as pulumi from "@pulumi/pulumi";
import { placesIn } from "./assistant-file.js";
import { definition } from "./generated/assistant.js";
import type { AssistantArgs, AssistantOutputs } from "./generated/assistant.js";
import { existing, HostedResource } from "./host.js";
import { filledInByService } from "./prompt.js";
import { isOfKind } from "./references.js";
import { writeDeclaration } from "./testing/declaration.js";

/**
 * A configured voice agent: voice, language, language model, prompt, call behavior and notifications.
 * Optional fields that the program never declared keep their live value
 * and are never a difference. Removing a declared field may clear it in the service.
 *
 * A wrong value is an error in preview, with the property's path and the rule. With an access token, so is a name that
 * the account does not have. Creating an assistant with a name that the account already has is an error, unless
 * `onExisting` or `adoptId` is set. An update that would overwrite a manual change fails and names the field.
 * The resource's id is the service's number, as text.
 *
 * @example
 * ```ts
 * const support = new Assistant("support", {
 *   name: "Support",
 *   voice: "Sarah",
 *   language: "English",
 *   llmModel: "GPT-4o-mini",
 *   callsDirection: "receive",
 *   engineType: "pipeline",
 *   timezone: "Europe/Berlin",
 *   initialMessage: "Hello, how can I help?",
 *   systemPrompt: prompt("prompts/support.md", { company: "Acme" }),
 *   tools: [orders, "get_opening_hours"],
 *   maxCallDuration: 600,
 * });
 * ```
 */
export class Assistant extends HostedResource {
  /**
   * Reads an existing assistant, without managing it.
   * @param id the assistant's id in the service, as text or a number
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): Assistant {
    return new Assistant(name, undefined as never, existing(definition, name, id, opts));
  }

  /** Whether a value is an assistant, created by any copy of this package. */
  static override isInstance(value: unknown): value is Assistant {
    return isOfKind(definition.kind, value);
  }

  /**
   * Creates and manages a voice agent: its voice, language, model, prompt and the tools that it may call.
   * @param name name of the resource in the stack, not of the assistant
   */
  constructor(name: string, args: AssistantArgs, opts?: pulumi.CustomResourceOptions) {
    // Hints for the provider's check, which are not stored.
    const hints = args && { __filledIn: filledInByService(), __places: placesIn(args) };
    super(definition, name, args && { ...args, ...hints }, opts);
    if (args) writeDeclaration(this);
  }
}

// oxlint-disable-next-line typescript/no-empty-object-type
export interface Assistant extends AssistantOutputs {}
