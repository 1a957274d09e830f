import { differentObject, isMoved } from "../core/account.js";
import type { Operation } from "../core/operation.js";
import { HIDDEN } from "../core/state.js";
import { ownValue } from "../core/values.js";
import type { Seen } from "./api.js";

/**
 * With accountChange "allow", the new account may have an unrelated campaign with the same id. No action may be sent
 * for it.
 * @throws VoicecallError "wrong-account" if the campaign has another name than in state
 */
export function assertSameCampaign(operation: Operation, seen: Seen): void {
  const { olds, id } = operation;
  if (typeof seen !== "object" || !isMoved(operation)) return;
  const names = [ownValue(olds, HIDDEN.campaignName), ownValue(olds, "campaign")].filter(
    (name) => typeof name === "string",
  );
  if (names.length === 0 || names.includes(seen.name)) return;
  throw differentObject(
    operation,
    `the campaign with id ${id} in the account is a different one: its name differs from the one in state`,
    "Then `pulumi up` looks up the declared campaign in the account.",
  );
}
