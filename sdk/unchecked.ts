import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../provider/base/kind.js";
import { willFailError } from "../provider/base/will-fail.js";
import { settingOf, unknownSettings } from "./account.js";
import { inRun } from "./lookup-run.js";
import { failWith } from "./preview-errors.js";

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
    const isStart = kind === "CampaignState" && state !== "stopped";
    const text = `${label}: ${effectOf(kind, isStart)}. This preview could not check it, because ${settings.join(", ")} of its Account is not known yet. Give the Account values that previews know; for a token, set accessTokenEnv.`;
    // Loaded only here, because loading takes time.
    const { MESSAGES_FILE, messagesTo } = await import("../provider/base/messages.js");
    const file = process.env[MESSAGES_FILE];
    if (file !== undefined) messagesTo(file)({ kind, id: "", text, ...(isStart && { starts: true }) });
    if (settingOf(provider, "willFail") === "error") return failWith([willFailError(text)], resource);
    await pulumi.log.warn(text, resource);
  });
}

function effectOf(kind: Kind, isStart: boolean): string {
  if (isStart) return "applying this may START the campaign, and people are called";
  return kind === "Lead" || kind === "LeadSet"
    ? "applying this may create leads that are called"
    : "it was not checked";
}
