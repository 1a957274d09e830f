/* oxlint-disable typescript/no-unsafe-declaration-merging -- the base class makes the outputs */
import type * as pulumi from "@pulumi/pulumi";
import { definition } from "./generated/mid-call-tool.js";
import type { MidCallToolArgs, MidCallToolOutputs } from "./generated/mid-call-tool.js";
import { existing, HostedResource } from "./host.js";
import { isOfKind } from "./references.js";

/**
 * An external HTTP endpoint that an assistant may call during a call.
 * The AI extracts the parameters that `schema` declares from the conversation and sends them to `endpoint`.
 * Attach it by passing the resource itself in an assistant's `tools`.
 *
 * A wrong value is an error in preview, with the property's path and the rule. Creating a tool with a name that the
 * account already has is an error too, unless `onExisting` or `adoptId` is set. Deleting a tool that a live assistant
 * still has fails and names the assistant, unless `onDestroy` is "detach".
 * The resource's id is the service's number, as text.
 *
 * @example
 * ```ts
 * const orders = new MidCallTool("orders", {
 *   name: "get_order_status",
 *   description: "Use it when the caller asks where an order is.",
 *   endpoint: "https://api.example.com/orders/status",
 *   method: "GET",
 *   headers: [{ name: "X-Api-Key", value: config.requireSecret("ordersApiKey") }],
 *   schema: [{ name: "order_id", type: "string", description: "The number of the order." }],
 * });
 * ```
 */
export class MidCallTool extends HostedResource {
  /**
   * Reads an existing tool, without managing it.
   * @param id the tool's id in the service, as text or a number
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): MidCallTool {
    return new MidCallTool(name, undefined as never, existing(definition, name, id, opts));
  }

  /** Whether a value is a tool, created by any copy of this package. */
  static override isInstance(value: unknown): value is MidCallTool {
    return isOfKind(definition.kind, value);
  }

  /**
   * Creates and manages an HTTP endpoint that assistants may call during a call.
   * @param name name of the resource in the stack, not of the tool
   */
  constructor(name: string, args: MidCallToolArgs, opts?: pulumi.CustomResourceOptions) {
    super(definition, name, args, opts);
  }
}

// oxlint-disable-next-line typescript/no-empty-object-type
export interface MidCallTool extends MidCallToolOutputs {}
