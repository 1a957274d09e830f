import { appendFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import type { Kind } from "../provider/base/kind.js";
import { settingOf, unknownSettings } from "./account.js";

/** Like `MESSAGES_FILE` of the provider, whose module needs libraries. */
const MESSAGES_FILE = "VOICECALL_MESSAGES_FILE";

/**
 * In a preview, the engine asks no provider whose settings it does not know yet. So nothing is checked, and no provider
 * announces a start. This function says so on the resource, in its provider's place.
 */
export async function reportUnchecked(
  resource: pulumi.Resource,
  label: string,
  { kind, state, provider }: { kind: Kind; state: unknown; provider: pulumi.ProviderResource | undefined },
): Promise<void> {
  const settings = await unknownSettings(provider);
  if (settings.length === 0) return;
  const isStart = kind === "CampaignState" && state !== "stopped";
  const effect = isStart
    ? "applying this may START the campaign, and people are called"
    : kind === "Lead" || kind === "LeadSet"
      ? "applying this may create leads that are called"
      : "it was not checked";
  const text = `${label}: ${effect}. This preview could not check it, because ${settings.join(", ")} of its Account is not known yet. Give the Account a value that previews know, such as accessTokenEnv.`;
  const file = process.env[MESSAGES_FILE];
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ kind, id: "", text, ...(isStart && { starts: true }) })}\n`);
  if (settingOf(provider, "willFail") !== "error") return pulumi.log.warn(text, resource);
  await pulumi.log.error(`${text} This is an error because voicecall:willFail is "error".`, resource);
}
