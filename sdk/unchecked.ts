import * as pulumi from "@pulumi/pulumi";
import { type Kind, namesOf } from "../provider/base/kind.js";
import type { Message } from "../provider/base/messages.js";
import { unknownSettings } from "./account.js";
import { inRun } from "./lookup-run.js";

/**
 * In a preview, the engine asks no provider whose settings it does not know yet. So nothing is checked, and no provider
 * announces a start. This function says so on the resource, in its provider's place.
 */
export function reportUnchecked(
  resource: pulumi.Resource,
  label: string,
  { kind, state, provider }: { kind: Kind; state: unknown; provider: pulumi.ProviderResource | undefined },
): Promise<void> {
  return inRun(async () => {
    const settings = await unknownSettings(provider);
    if (settings.length === 0) return;
    const effect = effectOf(kind, state);
    const text = `${label}: ${effect.text}. This preview could not check it, because ${settings.join(", ")} of its Account is not known yet. Give the Account values that previews know; for a token, set accessTokenEnv.`;
    // Loaded only here, because loading takes time.
    const { MESSAGES_FILE, messagesTo } = await import("../provider/base/messages.js");
    const file = process.env[MESSAGES_FILE];
    if (file !== undefined) messagesTo(file)({ kind, id: "", text, effect: effect.is });
    await pulumi.log.warn(text, resource);
  });
}

function effectOf(kind: Kind, state: unknown): { text: string; is?: Message["effect"] } {
  const { calls } = namesOf(kind);
  if (calls === "the campaign" && state !== "stopped")
    return { text: "applying this may START the campaign, and people are called", is: "start" };
  return calls === "its leads"
    ? { text: "applying this may create leads that are called", is: "call" }
    : { text: "it was not checked" };
}
